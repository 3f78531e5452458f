//! Administration: operators, suspensions, deleted remarks, renamed users, the list of users.

use carrick_service::{BoardId, ComputerLevel, Userid};
use jiff::Timestamp;

use super::erasure::{self, NAMED};
use crate::database::{
    AssertSqlSafe, Columns as _, Conflict, Connection, QueryBuilder, Row, StoreError, one, query,
    query_scalar, time,
};
use crate::store::Store;

/// An account, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Name of the user.
    pub user: Userid,
    /// Time at which the account was created.
    pub joined: Timestamp,
    /// Time of the user's last activity: a session or a token was used, or a command logged, as far
    /// as still known.
    pub seen: Option<Timestamp>,
    /// Number of boards on which they play.
    pub in_play: u32,
    /// Whether the user is an operator.
    pub operator: bool,
    /// Time since which the account is suspended.
    pub suspended: Option<Timestamp>,
    /// Whether sign-in requires a second factor.
    pub second_factor: bool,
    /// A confirmed address, if they have one.
    pub address: Option<String>,
}

impl Store {
    /// Accounts by name, at most `limit` after `after`; without computers, guests and users who
    /// have left.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn accounts(
        &self,
        after: Option<&Userid>,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT u.userid, u.joined, u.operator, u.suspended, \
             (SELECT max(at) FROM \
              (SELECT max(s.seen) AS at FROM sessions s WHERE s.userid = u.userid UNION ALL \
               SELECT max(t.used) FROM api_tokens t WHERE t.userid = u.userid UNION ALL \
               SELECT max(n.at) FROM turns n JOIN boards b ON b.kind = n.kind AND b.number = n.number \
                AND b.first_player = u.userid AND n.seat = 'first' AND b.ended IS NULL UNION ALL \
               SELECT max(n.at) FROM turns n JOIN boards b ON b.kind = n.kind AND b.number = n.number \
                AND b.second_player = u.userid AND n.seat = 'second' AND b.ended IS NULL) f) AS seen, \
             (SELECT count(*) FROM boards b WHERE b.first_player = u.userid AND b.ended IS NULL) + \
             (SELECT count(*) FROM boards b WHERE b.second_player = u.userid AND b.ended IS NULL) \
             AS in_play, \
             EXISTS (SELECT 1 FROM second_factors f WHERE f.userid = u.userid AND f.since IS NOT NULL) \
             AS second_factor, \
             (SELECT a.address FROM addresses a WHERE a.userid = u.userid AND a.confirmed = 1 \
              ORDER BY a.place LIMIT 1) AS address \
             FROM users u WHERE u.deleted IS NULL \
             AND NOT EXISTS (SELECT 1 FROM guests g WHERE g.userid = u.userid) AND u.userid > ",
        );
        query.push_bind(after.map_or("", Userid::as_str));
        let mut computers = query.push(" AND u.userid NOT IN (").separated(", ");
        for level in ComputerLevel::all() {
            computers.push_bind(level.name());
        }
        query.push(") ORDER BY u.userid LIMIT ").push_bind(i64::from(limit));
        let rows = query.build().fetch_all(&mut self.database.reader().await?).await?;
        rows.iter().map(account).collect()
    }

    /// Current name of the user who used to have this name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn renamed_to(&self, former: &Userid) -> Result<Option<Userid>, StoreError> {
        // A name may have been given and left several times.
        let row = query(
            "WITH RECURSIVE names (userid, step) AS \
             (SELECT renamed_to, 1 FROM users WHERE userid = $1 AND renamed_to IS NOT NULL UNION ALL \
              SELECT u.renamed_to, step + 1 FROM users u JOIN names n ON u.userid = n.userid \
              WHERE u.renamed_to IS NOT NULL AND step < 100) \
             SELECT userid FROM names ORDER BY step DESC LIMIT 1",
        )
        .bind(former.as_str())
        .fetch_optional(&mut self.database.reader().await?)
        .await?;
        row.map(|row| row.parsed("userid")).transpose()
    }

    /// Whether an account is suspended.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_suspended(&self, user: &Userid) -> Result<bool, StoreError> {
        let since: Option<Option<i64>> =
            query_scalar("SELECT suspended FROM users WHERE userid = $1")
                .bind(user.as_str())
                .fetch_optional(&mut self.database.reader().await?)
                .await?;
        Ok(since.flatten().is_some())
    }
}

fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        user: row.parsed("userid")?,
        joined: row.time("joined")?,
        seen: row.some_time("seen")?,
        in_play: row.whole("in_play")?,
        operator: row.raw("operator")?,
        suspended: row.some_time("suspended")?,
        second_factor: row.raw("second_factor")?,
        address: row.raw("address")?,
    })
}

/// Makes a user an operator, or removes that role.
pub(crate) async fn operator_set(
    connection: &mut Connection,
    user: &Userid,
    on: bool,
) -> Result<(), StoreError> {
    let sql = "UPDATE users SET operator = $2 WHERE userid = $1 AND deleted IS NULL";
    let done = query(sql).bind(user.as_str()).bind(on).execute(connection).await?;
    one(done.rows_affected(), || Conflict::NoUser(user.clone()))
}

/// Suspends or restores an account.
pub(crate) async fn suspension_set(
    connection: &mut Connection,
    user: &Userid,
    since: Option<Timestamp>,
) -> Result<(), StoreError> {
    let sql = "UPDATE users SET suspended = $2 WHERE userid = $1 AND deleted IS NULL";
    let update = query(sql).bind(user.as_str()).bind(since.map(time));
    let done = update.execute(&mut *connection).await?;
    one(done.rows_affected(), || Conflict::NoUser(user.clone()))?;
    if since.is_none() {
        return Ok(());
    }
    sessions_ended(connection, user).await?;
    for sql in [
        "DELETE FROM digests WHERE userid = $1",
        "DELETE FROM deliveries WHERE message IN (SELECT number FROM outbox WHERE userid = $1)",
    ] {
        query(sql).bind(user.as_str()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Ends all sessions of a user.
pub(crate) async fn sessions_ended(
    connection: &mut Connection,
    user: &Userid,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM sessions WHERE userid = $1";
    query(sql).bind(user.as_str()).execute(connection).await?;
    Ok(())
}

/// Removes a second factor.
pub(crate) async fn second_factor_removed(
    connection: &mut Connection,
    user: &Userid,
) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM recovery_codes WHERE userid = $1",
        "DELETE FROM second_factors WHERE userid = $1",
    ] {
        query(sql).bind(user.as_str()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Text that replaces a deleted remark.
const DELETED: &str = "(deleted by an operator)";

/// Deletes the text of a remark, also from the messages that reported it.
pub(crate) async fn remark_deleted(
    connection: &mut Connection,
    board: BoardId,
    place: u32,
) -> Result<(), StoreError> {
    let of_remark = |sql| {
        let query = query(sql).bind_board(board);
        query.bind(i64::from(place))
    };
    let sql = "SELECT userid, remark FROM remarks WHERE kind = $1 AND number = $2 AND place = $3";
    let row = of_remark(sql).fetch_optional(&mut *connection).await?;
    let row = row.ok_or(Conflict::NoRemark { board, place })?;
    let (speaker, remark): (Userid, String) = (row.parsed("userid")?, row.raw("remark")?);
    erasure::remark_erased(connection, &speaker, &remark, DELETED).await?;
    let sql = "UPDATE remarks SET remark = $4 WHERE kind = $1 AND number = $2 AND place = $3";
    of_remark(sql).bind(DELETED).execute(connection).await?;
    Ok(())
}

/// Columns of an account that move with its user to another name.
const ACCOUNT: &str = "joined, password, settings, news, quiet, reset_asked, operator, suspended";

/// Renames a user. The former name stays reserved, like that of a deleted account, and only they
/// can have it back.
pub(crate) async fn renamed(
    connection: &mut Connection,
    user: &Userid,
    to: &Userid,
    at: Timestamp,
) -> Result<(), StoreError> {
    let own: Vec<String> =
        ACCOUNT.split(", ").map(|column| format!("{column} = excluded.{column}")).collect();
    let copy = format!(
        "INSERT INTO users (userid, {ACCOUNT}) SELECT $2, {ACCOUNT} FROM users \
         WHERE userid = $1 AND deleted IS NULL ON CONFLICT (userid) DO UPDATE \
         SET {}, deleted = NULL, renamed_to = NULL WHERE users.renamed_to = $1",
        own.join(", ")
    );
    let done = query(AssertSqlSafe(copy))
        .bind(user.as_str())
        .bind(to.as_str())
        .execute(&mut *connection)
        .await?;
    one(done.rows_affected(), || Conflict::UserExists(to.clone()))?;
    // An app's codes derive from the name at the time of enrolment.
    query("UPDATE second_factors SET drawn_for = $1 WHERE userid = $1 AND drawn_for IS NULL")
        .bind(user.as_str())
        .execute(&mut *connection)
        .await?;
    let named = NAMED
        .iter()
        .map(|(table, column, _)| format!("UPDATE {table} SET {column} = $2 WHERE {column} = $1"));
    let letters = "UPDATE letters SET recipients = \
         trim(replace(' ' || recipients || ' ', ' ' || $1 || ' ', ' ' || $2 || ' ')) \
         WHERE recipients IS NOT NULL AND recipients <> ''";
    for sql in named.chain([letters.to_owned()]) {
        query(AssertSqlSafe(sql))
            .bind(user.as_str())
            .bind(to.as_str())
            .execute(&mut *connection)
            .await?;
    }
    let gone = "UPDATE users SET password = NULL, reset_asked = NULL, news = 0, quiet = 0, \
                operator = 0, suspended = NULL, deleted = $3, renamed_to = $2 WHERE userid = $1";
    query(gone)
        .bind(user.as_str())
        .bind(to.as_str())
        .bind(time(at))
        .execute(&mut *connection)
        .await?;
    query("UPDATE users SET renamed_to = $2 WHERE renamed_to = $1 AND userid <> $2")
        .bind(user.as_str())
        .bind(to.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Settings;

    /// If you add a table that names users, or another column that does, list it here too.
    #[tokio::test]
    async fn a_new_name_replaces_the_old_one_in_every_column() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("s.db"), &Settings::default()).await.unwrap();
        let mut reader = store.database.reader().await.unwrap();
        let rows = query(
            "SELECT m.name AS name, f.\"from\" AS named FROM sqlite_schema m, \
             pragma_foreign_key_list(m.name) f \
             WHERE m.type = 'table' AND f.\"table\" = 'users' ORDER BY 1, 2",
        )
        .fetch_all(&mut reader)
        .await
        .unwrap();
        let named = |row: &Row| (row.raw("name").unwrap(), row.raw("named").unwrap());
        let mut found: Vec<(String, String)> = rows.iter().map(named).collect();
        found.dedup();
        let listed: Vec<(String, String)> =
            NAMED.iter().map(|(table, column, _)| ((*table).into(), (*column).into())).collect();
        assert_eq!(found, listed);
        let mut columns: Vec<String> = query_scalar(
            "SELECT name FROM pragma_table_info('users') \
             WHERE name NOT IN ('userid', 'deleted', 'renamed_to')",
        )
        .fetch_all(&mut reader)
        .await
        .unwrap();
        let mut listed: Vec<&str> = ACCOUNT.split(", ").collect();
        columns.sort();
        listed.sort_unstable();
        assert_eq!(columns, listed);
    }
}

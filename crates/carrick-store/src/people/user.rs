//! Accounts: reading and writing them, what their users follow or mute, the list of their names.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use carrick_service::{
    Absence, AbsenceKind, Address, BoardId, GameSettings, PasswordHash, User, UserAddress,
    UserSettings, Userid,
};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Bind as _, Columns as _, Conflict, Connection, Cursor, Lock, Page, Query,
    QueryBuilder, Row, StatementBatch, StoreError, fetch_each, json, of_users, one, padded, query,
    query_scalar, time,
};
use crate::people::{erasure, puzzles};
use crate::store::Store;

/// Loads accounts with everything that belongs to them.
pub(crate) async fn load(
    connection: &mut Connection,
    wanted: &[Userid],
    into: &mut BTreeMap<Userid, User>,
) -> Result<(), StoreError> {
    read(&fetch_each(connection, statements(wanted)).await?, into)
}

/// Number of tables that store accounts.
pub(crate) const TABLES: usize = 6;

/// Statements for accounts and everything that belongs to them.
pub(crate) fn statements(wanted: &[Userid]) -> [Query; TABLES] {
    let columns = "SELECT userid, joined, password, reset_asked, settings, deleted, operator, \
                   suspended FROM users";
    let addresses = "SELECT userid, address, confirmed, returned FROM addresses";
    let absences = "SELECT userid, since, until, signed_off, suspended, over FROM absences";
    let [blocks, muted] = choices_of(wanted);
    [
        of_users(columns, wanted, ""),
        of_users(addresses, wanted, " ORDER BY userid, place"),
        of_users(absences, wanted, " ORDER BY userid, since"),
        puzzles::schedules(wanted),
        blocks,
        muted,
    ]
}

/// Reads the rows of these statements.
pub(crate) fn read(
    [users, addresses, absences, schedules, blocks, muted]: &[Vec<Row>; TABLES],
    into: &mut BTreeMap<Userid, User>,
) -> Result<(), StoreError> {
    for row in users {
        let user = user(row)?;
        into.insert(user.id.clone(), user);
    }
    for row in addresses {
        let address = UserAddress {
            address: row.parsed("address")?,
            confirmed: row.raw("confirmed")?,
            returned: row.raw("returned")?,
        };
        owner(into, row, |user| user.addresses.push(address))?;
    }
    for row in absences {
        let absence = absence(row)?;
        owner(into, row, |user| user.absences.push(absence))?;
    }
    puzzles::read_schedules(schedules, into)?;
    read_choices([blocks, muted], into)
}

/// Applies a function to the user that a row belongs to.
fn owner(
    users: &mut BTreeMap<Userid, User>,
    row: &Row,
    change: impl FnOnce(&mut User),
) -> Result<(), StoreError> {
    users.get_mut(&row.parsed::<Userid>("userid")?).map(change);
    Ok(())
}

fn user(row: &Row) -> Result<User, StoreError> {
    let password = row.raw::<Option<String>>("password")?.map(PasswordHash::from_stored);
    let user = User::new(row.parsed("userid")?, row.time("joined")?, password);
    Ok(User {
        reset_asked: row.some_time("reset_asked")?,
        settings: row.json("settings")?,
        deleted: row.some_time("deleted")?,
        operator: row.raw("operator")?,
        suspended: row.some_time("suspended")?,
        ..user
    })
}

fn absence(row: &Row) -> Result<Absence, StoreError> {
    Ok(Absence {
        since: row.time("since")?,
        until: row.time("until")?,
        kind: match (row.raw("signed_off")?, row.raw("suspended")?) {
            (_, true) => AbsenceKind::Suspended,
            (true, false) => AbsenceKind::SignedOff,
            (false, false) => AbsenceKind::Vacation,
        },
        over: row.raw("over")?,
    })
}

/// Inserts a new account, without preferences or absences.
pub(crate) async fn joined(connection: &mut Connection, user: &User) -> Result<(), StoreError> {
    let done = query(
        "INSERT INTO users (userid, joined, password) VALUES ($1, $2, $3) \
         ON CONFLICT (userid) DO NOTHING",
    )
    .bind(user.id.as_str())
    .bind(time(user.joined))
    .bind(user.password.as_ref().map(PasswordHash::as_stored))
    .execute(&mut *connection)
    .await?;
    one(done.rows_affected(), || Conflict::UserExists(user.id.clone()))?;
    if user.id.is_guest() {
        query("INSERT INTO guests (userid, since) VALUES ($1, $2)")
            .bind(user.id.as_str())
            .bind(time(user.joined))
            .execute(&mut *connection)
            .await?;
    }
    if user.settings != UserSettings::default() {
        settings_changed(connection, &user.id, &user.settings).await?;
    }
    insert_addresses(connection, &user.id, &user.addresses).await
}

/// Changes the command password.
pub(crate) async fn password_changed(
    connection: &mut Connection,
    user: &Userid,
    password: &PasswordHash,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE users SET password = $2, reset_asked = NULL WHERE userid = $1 AND deleted IS NULL",
    )
    .bind(user.as_str())
    .bind(password.as_stored())
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NoUser(user.clone()))
}

/// Records that a link for a new password was requested.
pub(crate) async fn reset_asked(
    connection: &mut Connection,
    user: &Userid,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE users SET reset_asked = $2 WHERE userid = $1 AND deleted IS NULL";
    let done = query(sql).bind(user.as_str()).bind(time(at)).execute(connection).await?;
    one(done.rows_affected(), || Conflict::NoUser(user.clone()))
}

/// Replaces the addresses of a user.
pub(crate) async fn addresses_set(
    connection: &mut Connection,
    user: &Userid,
    addresses: &[UserAddress],
) -> Result<(), StoreError> {
    erase(connection, "DELETE FROM addresses WHERE userid = $1", user).await?;
    insert_addresses(connection, user, addresses).await
}

impl Store {
    /// Confirms an address: its user has proved that they receive its mail.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn confirm_address(
        &self,
        user: &Userid,
        address: &Address,
    ) -> Result<Confirmation, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let sql = format!(
            "SELECT userid, confirmed FROM addresses \
             WHERE {} AND (userid = $2 OR confirmed = 1)",
            transaction.dialect().same_letters("address", "$1")
        );
        let owners = query(AssertSqlSafe(sql))
            .bind(address.as_str())
            .bind(user.as_str())
            .fetch_all(&mut transaction)
            .await?;
        let owners = owners.iter().map(|row| Ok((row.raw("userid")?, row.raw("confirmed")?)));
        let owners: Vec<(&str, bool)> = owners.collect::<Result<_, StoreError>>()?;
        let mine = owners.iter().find(|(owner, _)| *owner == user.as_str());
        match (mine, owners.iter().any(|(_, confirmed)| *confirmed)) {
            (None, _) => return Ok(Confirmation::Gone),
            (Some((_, true)), _) => return Ok(Confirmation::Done),
            (Some(_), true) => return Ok(Confirmation::Taken),
            (Some(_), false) => {}
        }
        let sql = format!(
            "UPDATE addresses SET confirmed = 1, returned = 0 WHERE userid = $1 AND {}",
            transaction.dialect().same_letters("address", "$2")
        );
        query(AssertSqlSafe(sql))
            .bind(user.as_str())
            .bind(address.as_str())
            .execute(&mut transaction)
            .await?;
        forget_bounces(&mut transaction, address).await?;
        transaction.commit().await?;
        Ok(Confirmation::Done)
    }
}

/// Result of confirming an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirmation {
    /// Confirmed, now or earlier.
    Done,
    /// Another user has confirmed it first.
    Taken,
    /// The user has removed the address, or has left.
    Gone,
}

async fn insert_addresses(
    connection: &mut Connection,
    user: &Userid,
    addresses: &[UserAddress],
) -> Result<(), StoreError> {
    for (place, address) in (0_i64..).zip(addresses) {
        // Logs of earlier releases may spell it differently.
        if addresses.iter().find(|entry| entry.address == address.address) != Some(address) {
            continue;
        }
        query(
            "INSERT INTO addresses (userid, place, address, confirmed, returned) \
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(user.as_str())
        .bind(place)
        .bind(address.address.as_str())
        .bind(address.confirmed)
        .bind(address.returned)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Replaces the settings, and the copies in other tables by which users are found. Messages
/// collected for the digest are dropped if the user no longer wants email; otherwise the digest
/// still includes them.
pub(crate) async fn settings_changed(
    connection: &mut Connection,
    user: &Userid,
    settings: &UserSettings,
) -> Result<(), StoreError> {
    let sql = "UPDATE users SET settings = $2, news = $3, quiet = $4 \
               WHERE userid = $1 AND deleted IS NULL";
    let done = query(sql)
        .bind(user.as_str())
        .bind(json(settings, "settings")?)
        .bind(settings.news)
        .bind(settings.quiet)
        .execute(&mut *connection)
        .await?;
    one(done.rows_affected(), || Conflict::NoUser(user.clone()))?;
    if settings.quiet {
        erase(connection, "DELETE FROM digests WHERE userid = $1", user).await?;
    }
    erase(connection, "DELETE FROM followed_games WHERE userid = $1", user).await?;
    for kind in GameKind::ALL {
        let GameSettings { watches, notify, .. } = settings.game(kind);
        if watches || notify {
            query(
                "INSERT INTO followed_games (userid, kind, watches, notify) \
                 VALUES ($1, $2, $3, $4)",
            )
            .bind(user.as_str())
            .bind(kind.name())
            .bind(watches)
            .bind(notify)
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}

/// Deletes an account, except its name.
pub(crate) async fn deleted(
    connection: &mut Connection,
    user: &Userid,
    at: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE users SET deleted = $2, password = NULL, reset_asked = NULL, settings = '{}', \
         news = 0, quiet = 0 WHERE userid = $1 AND deleted IS NULL",
    )
    .bind(user.as_str())
    .bind(time(at))
    .execute(&mut *connection)
    .await?;
    one(done.rows_affected(), || Conflict::NoUser(user.clone()))?;
    erasure::erased(connection, user).await
}

async fn erase(
    connection: &mut Connection,
    statement: &'static str,
    user: &Userid,
) -> Result<(), StoreError> {
    query(statement).bind(user.as_str()).execute(connection).await?;
    Ok(())
}

impl Store {
    /// Hash of a user's command password. Verify it before a transaction starts, since hashing is
    /// deliberately slow; the decision must then check that the hash is still the same.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn password_of(&self, user: &Userid) -> Result<Option<PasswordHash>, StoreError> {
        let found: Option<Option<String>> =
            query_scalar("SELECT password FROM users WHERE userid = $1")
                .bind(user.as_str())
                .fetch_optional(&mut self.database.reader().await?)
                .await?;
        Ok(found.flatten().map(PasswordHash::from_stored))
    }

    /// Records the network place of a user: a token that stands for a network address without
    /// revealing it. The computer's time is shared among these places. Simultaneous calls share a
    /// commit.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn note_place(&self, user: &Userid, place: &str) -> Result<(), StoreError> {
        let noted: Option<String> = query_scalar("SELECT place FROM places WHERE userid = $1")
            .bind(user.as_str())
            .fetch_optional(&mut self.database.reader().await?)
            .await?;
        if noted.as_deref() == Some(place) {
            return Ok(());
        }
        let note = |places: Vec<(Userid, String)>| async move {
            let count = places.len();
            // The last place of a user counts.
            self.note_places(places.into_iter().collect()).await?;
            Ok(vec![(); count])
        };
        let (user, place) = (user.clone(), place.to_owned());
        match self.places.call((user.clone(), place.clone()), note).await {
            // Perhaps it was another user in the batch who does not exist.
            Err(StoreError::Database(_)) => self.note_places([(user, place)].into()).await,
            noted => noted,
        }
    }

    async fn note_places(&self, places: BTreeMap<Userid, String>) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        let mut batch = StatementBatch::new(transaction.dialect());
        batch.add_rows(
            [
                "INSERT INTO places (userid, place) SELECT * FROM",
                "WHERE v.column1 IS NOT NULL \
                 ON CONFLICT (userid) DO UPDATE SET place = excluded.place",
            ],
            places.iter().map(|(user, place)| vec![user.as_str().value(), place.value()]).collect(),
        );
        batch.send(&mut transaction).await?;
        Ok(transaction.commit().await?)
    }
}

pub(crate) async fn owners(
    connection: &mut Connection,
    addresses: &BTreeSet<Address>,
    into: &mut BTreeMap<Address, Userid>,
) -> Result<(), StoreError> {
    for address in addresses {
        let sql = format!(
            "SELECT userid FROM addresses WHERE {} AND confirmed = 1",
            connection.dialect().same_letters("address", "$1")
        );
        let row = query(AssertSqlSafe(sql))
            .bind(address.as_str())
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(row) = row {
            into.insert(address.clone(), row.parsed("userid")?);
        }
    }
    Ok(())
}

/// Deletes the bounces of an address, which is confirmed now.
async fn forget_bounces(connection: &mut Connection, address: &Address) -> Result<(), StoreError> {
    query("DELETE FROM bounces WHERE address = $1")
        .bind(address.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

// Users who follow games or read the news, and users and boards that a user has blocked or muted.

/// Statements for the users whom users have blocked, and for the boards that they have muted.
pub(crate) fn choices_of(users: &[Userid]) -> [Query; 2] {
    let tables =
        ["SELECT userid, blocked FROM blocks", "SELECT userid, kind, number FROM muted_boards"];
    tables.map(|table| of_users(table, users, ""))
}

/// Reads the rows of these statements.
pub(crate) fn read_choices(
    [blocks, muted]: [&[Row]; 2],
    into: &mut BTreeMap<Userid, User>,
) -> Result<(), StoreError> {
    for row in blocks {
        if let Some(user) = into.get_mut(&row.parsed::<Userid>("userid")?) {
            user.blocked.insert(row.parsed("blocked")?);
        }
    }
    for row in muted {
        if let Some(user) = into.get_mut(&row.parsed::<Userid>("userid")?) {
            user.muted.insert(row.board()?);
        }
    }
    Ok(())
}

/// Users who want an email at the end of each game of these kinds.
pub(crate) async fn notified(
    connection: &mut Connection,
    kinds: &BTreeSet<GameKind>,
) -> Result<BTreeMap<GameKind, BTreeSet<Userid>>, StoreError> {
    let mut found: BTreeMap<GameKind, BTreeSet<Userid>> = BTreeMap::new();
    let named: Vec<GameKind> = kinds.iter().copied().collect();
    if named.is_empty() {
        return Ok(found);
    }
    let mut query =
        QueryBuilder::new("SELECT kind, userid FROM followed_games WHERE notify = 1 AND kind IN (");
    let mut among = query.separated(", ");
    for kind in padded(&named) {
        among.push_bind(kind.name());
    }
    query.push(")");
    for kind in named {
        found.insert(kind, BTreeSet::new());
    }
    for row in &query.build().fetch_all(connection).await? {
        found.entry(row.kind()?).or_default().insert(row.parsed("userid")?);
    }
    Ok(found)
}

/// All readers of the news.
pub(crate) async fn news_readers(
    connection: &mut Connection,
) -> Result<BTreeSet<Userid>, StoreError> {
    let rows = query("SELECT userid FROM users WHERE news = 1").fetch_all(connection).await?;
    rows.iter().map(|row| row.parsed("userid")).collect()
}

pub(crate) async fn set_block(
    connection: &mut Connection,
    user: &Userid,
    other: &Userid,
    on: bool,
) -> Result<(), StoreError> {
    let sql = if on {
        "INSERT INTO blocks (userid, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM blocks WHERE userid = $1 AND blocked = $2"
    };
    query(sql).bind(user.as_str()).bind(other.as_str()).execute(connection).await?;
    Ok(())
}

/// Sets whether a player gets email about a board.
pub(crate) async fn set_muted(
    connection: &mut Connection,
    user: &Userid,
    board: BoardId,
    on: bool,
) -> Result<(), StoreError> {
    let sql = if on {
        "INSERT INTO muted_boards (userid, kind, number) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM muted_boards WHERE userid = $1 AND kind = $2 AND number = $3"
    };
    query(sql).bind(user.as_str()).bind_board(board).execute(connection).await?;
    Ok(())
}

// The list of users by name.

impl Store {
    /// Names of all users except guests and those who have left, sorted. With `part`, only names
    /// that contain it, sorted by the rest of the name from there on. Each comes with a key;
    /// `behind` is the key after which the next page starts.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn users(
        &self,
        part: &str,
        behind: Option<&str>,
        limit: u32,
    ) -> Result<Page<(Userid, String)>, StoreError> {
        let part = part.to_ascii_lowercase();
        // The key is the rest of the name from the part on, then the name: `b/abb` and `b/bob` for
        // `b`.
        let (ending, name) = behind.and_then(|place| place.split_once('/')).unwrap_or_default();
        let sql = if part.is_empty() { ALL_NAMES } else { SOME_NAMES };
        let mut query = query(sql).bind(name).bind(i64::from(limit) + 1);
        if !part.is_empty() {
            let after = format!("{part}{{");
            query = query.bind(part.clone()).bind(after).bind(ending.max(&part).to_owned());
        }
        let rows = query.fetch_all(&mut self.database.reader().await?).await?;
        let named = |row: &Row| {
            let user: Userid = row.parsed("userid")?;
            let place = format!("{}/{user}", row.raw::<&str>("ending")?);
            Ok::<_, StoreError>((user, place))
        };
        let rows = rows.iter().map(named).collect::<Result<_, _>>()?;
        Ok(Page::cut(rows, &behind.map_or(Cursor::Start, Cursor::After), limit))
    }
}

const ALL_NAMES: &str = "SELECT ending, userid FROM names WHERE ending = userid AND userid > $1 \
     ORDER BY userid LIMIT $2";

/// Names that contain a part. A name that contains it twice is listed once, by its first
/// occurrence.
const SOME_NAMES: &str = "SELECT ending, userid FROM names WHERE ending >= $5 AND ending < $4 \
     AND (ending, userid) > ($5, $1) \
     AND replace(substr(userid, 1, length(userid) - length(ending) + length($3) - 1), $3, '') \
     = substr(userid, 1, length(userid) - length(ending) + length($3) - 1) \
     ORDER BY ending, userid LIMIT $2";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Planner;

    #[tokio::test]
    async fn every_list_walks_an_index() {
        let mut planner = Planner::new().await;
        for sql in [ALL_NAMES, SOME_NAMES] {
            planner.check(sql).await;
        }
    }
}

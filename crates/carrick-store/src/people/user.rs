//! Accounts: reading and writing them.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use carrick_service::{
    Absence, AbsenceKind, Address, GameSettings, PasswordHash, User, UserAddress, UserSettings,
    Userid,
};
use jiff::Timestamp;

use super::{choice, erasure, puzzles};
use crate::database::{
    AssertSqlSafe, Batch, Bind as _, Columns as _, Conflict, Connection, Lock, Query, Row,
    StoreError, fetch_each, of_users, one, query, query_scalar, time,
};
use crate::store::Store;

/// Loads accounts with everything that belongs to them.
pub(crate) async fn load(
    connection: &mut Connection,
    wanted: &[Userid],
    into: &mut BTreeMap<Userid, User>,
) -> Result<(), StoreError> {
    read(&fetch_each(connection, statements(wanted)).await?, into)
}

/// Number of the tables in which accounts are.
pub(crate) const TABLES: usize = 6;

/// Statements for accounts and everything that belongs to them.
pub(crate) fn statements(wanted: &[Userid]) -> [Query; TABLES] {
    let columns = "SELECT userid, joined, password, reset_asked, settings, deleted, operator, \
                   suspended FROM users";
    let addresses = "SELECT userid, address, confirmed, returned FROM addresses";
    let absences = "SELECT userid, since, until, signed_off, suspended, over FROM absences";
    let [blocks, muted] = choice::of(wanted);
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
    choice::read([blocks, muted], into)
}

/// Applies a function to the user whom a row belongs to.
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
        settings: settings_of(row)?,
        deleted: row.some_time("deleted")?,
        operator: row.raw("operator")?,
        suspended: row.some_time("suspended")?,
        ..user
    })
}

/// The settings in a row's column of that name.
pub(crate) fn settings_of(row: &Row) -> Result<UserSettings, StoreError> {
    serde_json::from_str(row.raw("settings")?)
        .map_err(|_| StoreError::Corrupt { column: "settings" })
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

/// Records that a link for a new password was asked for.
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
    /// Confirms an address: its user has proved that they read it.
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
    /// Confirmed, now or long ago.
    Done,
    /// Another user has confirmed it first.
    Taken,
    /// The user has removed the address, or is gone.
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

/// Replaces the settings, and what other tables repeat of them to find users by it. Messages that
/// wait for the digest are dropped when no mail is wanted; otherwise they still go with it.
pub(crate) async fn settings_changed(
    connection: &mut Connection,
    user: &Userid,
    settings: &UserSettings,
) -> Result<(), StoreError> {
    let text = serde_json::to_string(settings);
    let text = text.map_err(|_| StoreError::Corrupt { column: "settings" })?;
    let sql = "UPDATE users SET settings = $2, news = $3, quiet = $4 \
               WHERE userid = $1 AND deleted IS NULL";
    let done = query(sql)
        .bind(user.as_str())
        .bind(text)
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

/// Deletes an account but for its name.
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
    /// Hash of a user's command password, to be verified before a transaction begins, since hashing
    /// is slow on purpose. The decision must see that the hash is still the same.
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

    /// Records the network place of a user: a token that stands for a network address and does not
    /// reveal it. The computer's time is shared among these places. Those that come at the same
    /// time share a commit.
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
            // Perhaps another user does not exist.
            Err(StoreError::Database(_)) => self.note_places([(user, place)].into()).await,
            noted => noted,
        }
    }

    async fn note_places(&self, places: BTreeMap<Userid, String>) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        let mut batch = Batch::new(transaction.dialect());
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

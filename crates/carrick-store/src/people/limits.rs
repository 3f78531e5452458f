//! Limits on what users store, and the token buckets that processes share.
//!
//! Limits apply to each user and to each network address.

use carrick_service::{BoardId, Stocks, Userid};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Lock, QueueLock, StoreError, query, time,
};
use crate::store::Store;

/// Whether there is room for one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// There is room.
    Left,
    /// The user has reached their maximum.
    Full,
    /// The users of this network address have reached their maximum together.
    FullFromPlace,
}

/// Maximum number of things that are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    /// For one user.
    pub of_user: u32,
    /// For all users of one network address.
    pub from_place: u32,
}

/// Users who last came from the network address of the user `$1`.
pub(crate) const NEIGHBOURS: &str = "(SELECT n.userid FROM places n JOIN places p ON p.place = n.place \
                          WHERE p.userid = $1)";

/// Room of a user in a table that has one row for each stored thing.
pub(crate) async fn room(
    connection: &mut Connection,
    table: &str,
    user: &Userid,
    most: Most,
) -> Result<Room, StoreError> {
    let sql = format!(
        "SELECT (SELECT count(*) FROM {table} WHERE userid = $1) AS mine, \
         (SELECT count(*) FROM {table} WHERE userid IN {NEIGHBOURS}) AS ours"
    );
    let row = query(AssertSqlSafe(sql)).bind(user.as_str()).fetch_one(connection).await?;
    let [mine, ours] = [row.whole::<u32>("mine")?, row.whole("ours")?];
    Ok(match (mine >= most.of_user, ours >= most.from_place) {
        (true, _) => Room::Full,
        (false, true) => Room::FullFromPlace,
        (false, false) => Room::Left,
    })
}

/// Numbers of things that a user has stored, and of remarks on a board.
pub(crate) async fn stocks_of(
    connection: &mut Connection,
    user: &Userid,
    board: Option<BoardId>,
) -> Result<Stocks, StoreError> {
    let sql = format!(
        "SELECT (SELECT count(*) FROM remarks WHERE kind = $2 AND number = $3) AS remarks, \
         (SELECT count(*) FROM subscriptions WHERE userid = $1) AS watched, \
         (SELECT count(*) FROM subscriptions WHERE userid IN {NEIGHBOURS}) AS watched_from_place, \
         (SELECT count(*) FROM seeks WHERE userid IN {NEIGHBOURS}) AS seeks_from_place"
    );
    let row = query(AssertSqlSafe(sql))
        .bind(user.as_str())
        .bind(board.map(|board| board.kind.name()))
        .bind(board.map(|board| i64::from(board.number)))
        .fetch_one(connection)
        .await?;
    Ok(Stocks {
        remarks: row.whole("remarks")?,
        watched: row.whole("watched")?,
        watched_from_place: row.whole("watched_from_place")?,
        seeks_from_place: row.whole("seeks_from_place")?,
    })
}

/// How many addresses a user was asked to confirm since a time.
pub(crate) async fn addresses_asked(
    connection: &mut Connection,
    user: &Userid,
    since: Timestamp,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) AS asked FROM outbox \
               WHERE userid = $1 AND claimed IS NOT NULL AND created > $2";
    let row = query(sql).bind(user.as_str()).bind(time(since)).fetch_one(connection).await?;
    row.whole("asked")
}

// Token buckets of the limits that all processes on a database share.

impl Store {
    /// Whether the database is on a server, so that processes on several machines may share it.
    #[must_use]
    pub const fn is_on_server(&self) -> bool {
        self.database.is_on_server()
    }

    /// Changes some token buckets, each identified by a budget and its holder, in one transaction,
    /// so that simultaneous charges by several processes are counted in full.
    ///
    /// `change` gets the moments at which the buckets will be full again, which are not before
    /// `now`, and moves them. Full buckets are deleted.
    ///
    /// # Errors
    /// When the database fails; then nothing is changed.
    pub async fn change_buckets<T: Send>(
        &self,
        buckets: &[(&'static str, &str)],
        now: Timestamp,
        change: impl FnOnce(&mut [Timestamp]) -> T + Send,
    ) -> Result<T, StoreError> {
        let mut transaction =
            self.database.begin_write_with(Lock::Queue(QueueLock::Buckets)).await?;
        let mut before = Vec::with_capacity(buckets.len());
        for (budget, holder) in buckets {
            let row = query("SELECT full_at FROM buckets WHERE budget = $1 AND holder = $2")
                .bind(*budget)
                .bind(*holder)
                .fetch_optional(&mut transaction)
                .await?;
            let full_at = row.map(|row| row.time("full_at")).transpose()?;
            before.push(full_at.unwrap_or(now).max(now));
        }
        let mut after = before.clone();
        let found = change(&mut after);
        if after == before {
            return Ok(found);
        }
        for ((budget, holder), full_at) in buckets.iter().zip(after) {
            query(
                "INSERT INTO buckets (budget, holder, full_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (budget, holder) DO UPDATE SET full_at = excluded.full_at",
            )
            .bind(*budget)
            .bind(*holder)
            .bind(time(full_at))
            .execute(&mut transaction)
            .await?;
        }
        query("DELETE FROM buckets WHERE full_at <= $1")
            .bind(time(now))
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(found)
    }
}

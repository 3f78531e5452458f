//! Limits on what users store: each has room for so much, and so has each network address.

use carrick_service::{BoardId, Stocks, Userid};
use jiff::Timestamp;

use crate::database::{AssertSqlSafe, Columns as _, Connection, StoreError, query, time};

/// Whether there is room for one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// There is.
    Left,
    /// The user has as many as they may have.
    Full,
    /// Everybody who comes from the user's network address has as many together as they may have.
    FullFromPlace,
}

/// Maximum number of something that is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    /// Of one user.
    pub of_user: u32,
    /// Of everybody who comes from one network address.
    pub from_place: u32,
}

/// Users who last came from the network address of the user `$1`.
const NEIGHBOURS: &str = "(SELECT n.userid FROM places n JOIN places p ON p.place = n.place \
                          WHERE p.userid = $1)";

/// Room of a user in a table that has a row for each thing they store.
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
pub(crate) async fn of(
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
pub(crate) async fn asked(
    connection: &mut Connection,
    user: &Userid,
    since: Timestamp,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) AS asked FROM outbox \
               WHERE userid = $1 AND claimed IS NOT NULL AND created > $2";
    let row = query(sql).bind(user.as_str()).bind(time(since)).fetch_one(connection).await?;
    row.whole("asked")
}

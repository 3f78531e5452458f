//! Sequences: numbers that are given once.

use carrick_games::GameKind;

use crate::database::connection::{Batch, Connection, StoreError, query, query_scalar};

/// Name of the sequence of changes of boards, which live pages hear of.
pub(crate) const CHANGE: &str = "change";

/// Name of the sequence of guests.
pub(crate) const GUESTS: &str = "guest";

/// Name of the sequence of a game's boards.
pub(crate) fn boards(kind: GameKind) -> String {
    format!("board {kind}")
}

/// Next number of a sequence; `None` when it has not begun.
pub(crate) async fn next(
    connection: &mut Connection,
    series: &str,
) -> Result<Option<i64>, StoreError> {
    let next = query_scalar("SELECT next FROM counters WHERE name = $1")
        .bind(series)
        .fetch_optional(connection)
        .await?;
    Ok(next)
}

/// Takes `count` numbers of a sequence that begins with 1, and returns the first of them.
pub(crate) async fn take(
    connection: &mut Connection,
    series: &'static str,
    count: usize,
) -> Result<i64, StoreError> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let after: i64 = query_scalar(
        "INSERT INTO counters (name, next) VALUES ($1, $2 + 1) \
         ON CONFLICT (name) DO UPDATE SET next = counters.next + $2 RETURNING next",
    )
    .bind(series)
    .bind(count)
    .fetch_one(connection)
    .await?;
    Ok(after - count)
}

/// Takes `count` numbers of a sequence, as [`take`] does, for statements that follow: the last of
/// the numbers is `(SELECT next - 1 FROM counters WHERE name = …)`.
pub(crate) fn advance(batch: &mut Batch, series: &'static str, count: usize) {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    batch
        .add(
            "INSERT INTO counters (name, next) VALUES ($1, $2 + 1) \
             ON CONFLICT (name) DO UPDATE SET next = counters.next + $2",
        )
        .bind(series)
        .bind(count);
}

/// Sets the next number of a sequence.
pub(crate) async fn set(
    connection: &mut Connection,
    series: &str,
    next: i64,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO counters (name, next) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET next = excluded.next",
    )
    .bind(series)
    .bind(next)
    .execute(connection)
    .await?;
    Ok(())
}

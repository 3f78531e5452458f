//! Sequences: numbers that are given out once, in rows of the table `counters`. Taking a number
//! locks the row until the commit.

use carrick_games::GameKind;

use crate::database::columns::Columns as _;
use crate::database::connection::{
    Connection, QueryBuilder, StatementBatch, StoreError, query, query_scalar,
};

/// Name of the sequence of requests in the log.
pub(crate) const REQUEST: &str = "request";

/// Name of the sequence of messages in the outbox.
pub(crate) const MESSAGE: &str = "message";

/// Name of the sequence of changes of boards, which live pages follow.
pub(crate) const CHANGE: &str = "change";

/// Name of the sequence of guests.
pub(crate) const GUESTS: &str = "guest";

/// Name of the row with the time of the last backup, in seconds since 1970.
pub(crate) const BACKUP: &str = "backup";

/// Name of the sequence of a game's boards.
pub(crate) fn boards(kind: GameKind) -> String {
    format!("board {kind}")
}

/// Next number of a sequence; `None` when it has not started.
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

/// Takes `count` numbers of a sequence that starts at 1, and returns the first of them.
pub(crate) async fn take(
    connection: &mut Connection,
    series: &'static str,
    count: usize,
) -> Result<i64, StoreError> {
    take_each(connection, [(series, count)]).await.map(|[first]| first)
}

/// Takes numbers of several sequences together, and returns the first of each. The result for a
/// sequence of which none is wanted is meaningless.
pub(crate) async fn take_each<const N: usize>(
    connection: &mut Connection,
    series: [(&'static str, usize); N],
) -> Result<[i64; N], StoreError> {
    let mut first = [1; N];
    let wanted: Vec<_> = series.into_iter().filter(|(_, count)| *count > 0).collect();
    if wanted.is_empty() {
        return Ok(first);
    }
    let mut insert = QueryBuilder::new("INSERT INTO counters (name, next) ");
    insert.push_values(wanted, |mut row, (name, count)| {
        row.push_bind(name).push_bind(i64::try_from(count).unwrap_or(i64::MAX - 1) + 1);
    });
    insert.push(
        " ON CONFLICT (name) DO UPDATE SET next = counters.next + excluded.next - 1 RETURNING name, next",
    );
    for row in &insert.build().fetch_all(connection).await? {
        let (name, next): (&str, i64) = (row.raw("name")?, row.raw("next")?);
        for (first, (_, count)) in first.iter_mut().zip(series).filter(|(_, (of, _))| *of == name) {
            *first = next - count as i64;
        }
    }
    Ok(first)
}

/// Takes the next number of a sequence, for use in the statements that follow.
pub(crate) fn advance(batch: &mut StatementBatch, series: &'static str) {
    batch
        .add(
            "INSERT INTO counters (name, next) VALUES ($1, 2) \
             ON CONFLICT (name) DO UPDATE SET next = counters.next + 1",
        )
        .bind(series);
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

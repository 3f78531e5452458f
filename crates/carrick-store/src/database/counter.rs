//! Sequences: numbers that are given once.
//!
//! They are rows of the table `counters`. Taking a number locks the row until the commit, so on a
//! server the numbers that every turn needs, of requests and messages, come from sequences of its
//! own instead, which nobody waits for. They leave gaps, and their rows are brought up to date when
//! the database is copied.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::BoardId;

use crate::database::columns::Columns as _;
use crate::database::connection::{Batch, Connection, StoreError, query, query_scalar};
use crate::database::dialect::Dialect;

/// Name of the sequence of requests in the log.
pub(crate) const REQUEST: &str = "request";

/// Name of the sequence of messages in the outbox.
pub(crate) const MESSAGE: &str = "message";

/// Name of the sequence of changes of boards, which live pages hear of.
pub(crate) const CHANGE: &str = "change";

/// Name of the sequence of guests.
pub(crate) const GUESTS: &str = "guest";

/// Name of the row that holds when the last backup was made, in seconds since 1970.
pub(crate) const BACKUP: &str = "backup";

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

/// Takes `count` numbers of a sequence that begins with 1, and returns the first of them. Of those
/// of requests and messages, one can be taken at once.
pub(crate) async fn take(
    connection: &mut Connection,
    series: &'static str,
    count: usize,
) -> Result<i64, StoreError> {
    if let Some(sql) = of_server(connection.dialect(), series) {
        return query_scalar(sql).fetch_one(connection).await;
    }
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let after: i64 = query_scalar(TAKE).bind(series).bind(count).fetch_one(connection).await?;
    Ok(after - count)
}

/// Statement that takes `$2` numbers of the sequence `$1`, and returns the one after them.
const TAKE: &str = "INSERT INTO counters (name, next) VALUES ($1, $2 + 1) \
                    ON CONFLICT (name) DO UPDATE SET next = counters.next + $2 RETURNING next";

/// Numbers for turns that are written together.
pub(crate) struct ForTurns {
    pub(crate) requests: Vec<i64>,
    pub(crate) messages: Vec<i64>,
    /// The first number of the changes; none where they are given after the commit.
    pub(crate) change: Option<i64>,
    /// The next numbers then, as rows of the table.
    next: Vec<(&'static str, i64)>,
}

impl ForTurns {
    /// Looks up numbers of a file for so many turns and messages. They are not taken before
    /// [`take`](Self::take). A server has its own.
    pub(crate) async fn look_up(
        connection: &mut Connection,
        turns: usize,
        messages: usize,
    ) -> Result<Option<Self>, StoreError> {
        if connection.dialect() == Dialect::Postgres {
            return Ok(None);
        }
        let series = [(CHANGE, turns), (REQUEST, turns), (MESSAGE, messages)];
        let sql = "SELECT name, next FROM counters WHERE name IN ($1, $2, $3)";
        let rows = series.iter().fold(query(sql), |query, (name, _)| query.bind(*name));
        let mut known: BTreeMap<String, i64> = BTreeMap::new();
        for row in &rows.fetch_all(connection).await? {
            known.insert(row.raw("name")?, row.raw("next")?);
        }
        let [changes, requests, messages] = series.map(|(name, count)| {
            let first = known.get(name).copied().unwrap_or(1);
            first..first.saturating_add(i64::try_from(count).unwrap_or(i64::MAX))
        });
        let next = vec![(CHANGE, changes.end), (REQUEST, requests.end), (MESSAGE, messages.end)];
        let change = Some(changes.start);
        let (requests, messages) = (requests.collect(), messages.collect());
        Ok(Some(Self { requests, messages, change, next }))
    }

    /// Takes a server's own numbers, which are not given back.
    pub(crate) async fn of_server(
        connection: &mut Connection,
        turns: usize,
        messages: usize,
    ) -> Result<Self, StoreError> {
        let rows = query(SEVERAL_OF_SERVER).bind(turns as i64).bind(messages as i64);
        let mut found = Self { requests: vec![], messages: vec![], change: None, next: vec![] };
        for row in &rows.fetch_all(connection).await? {
            let is_request = row.raw::<&str>("name")? == REQUEST;
            let of = if is_request { &mut found.requests } else { &mut found.messages };
            of.push(row.raw("number")?);
        }
        Ok(found)
    }

    /// Takes the numbers, with the statements that use them.
    pub(crate) fn take(&self, batch: &mut Batch) {
        let [change, request, message] = &self.next[..] else { return };
        batch.add(
            "INSERT INTO counters (name, next) VALUES ($1, $2), ($3, $4), ($5, $6) \
             ON CONFLICT (name) DO UPDATE SET next = excluded.next",
        );
        for (name, next) in [change, request, message] {
            batch.bind(*name).bind(*next);
        }
    }
}

/// Takes the next number of a sequence, as [`take`] does, for statements that follow: the one that
/// stores it and others [`with_numbers`].
pub(crate) fn advance(batch: &mut Batch, series: &'static str) {
    if of_server(batch.dialect(), series).is_some() {
        return;
    }
    batch
        .add(
            "INSERT INTO counters (name, next) VALUES ($1, 2) \
             ON CONFLICT (name) DO UPDATE SET next = counters.next + 1",
        )
        .bind(series);
}

/// Statements that give a board the change number that was taken last, or that take its old one
/// away: the one whose number is in this column of the board `$1 $2`.
macro_rules! changes {
    ($number:literal) => {
        [
            concat!(
                "INSERT INTO board_changes (kind, number, change) SELECT kind, ",
                $number,
                ", (SELECT next - 1 FROM counters WHERE name = 'change') \
                 FROM boards WHERE kind = $1 AND number = $2 AND ",
                $number,
                " IS NOT NULL ON CONFLICT (kind, number) DO UPDATE SET change = excluded.change",
            ),
            concat!(
                "INSERT INTO board_changes (kind, number) SELECT kind, ",
                $number,
                " FROM boards WHERE kind = $1 AND number = $2 AND ",
                $number,
                " IS NOT NULL ON CONFLICT (kind, number) DO UPDATE SET change = NULL",
            ),
        ]
    };
}

/// Changes the board itself: one row, if there is such a board.
pub(crate) const ITSELF: [&str; 2] = changes!("number");

/// Changes the board of which it is the rematch, if it is one.
pub(crate) const EARLIER: [&str; 2] = changes!("rematch_of");

/// Takes a change number where that is done at once, and adds the statement that gives it to a
/// board.
pub(crate) fn changed(batch: &mut Batch, board: BoardId, statement: [&'static str; 2]) {
    if batch.dialect() == Dialect::Sqlite {
        advance(batch, CHANGE);
    }
    batch.add_either(statement).bind(board.kind.name()).bind(i64::from(board.number));
}

/// Statement that takes a number from a server's own sequence.
fn of_server(dialect: Dialect, series: &str) -> Option<&'static str> {
    match (dialect, series) {
        (Dialect::Postgres, REQUEST) => Some("SELECT nextval('request_number')"),
        (Dialect::Postgres, MESSAGE) => Some("SELECT nextval('message_number')"),
        _ => None,
    }
}

/// Statement that takes `$1` numbers of requests and `$2` of messages from a server's sequences.
const SEVERAL_OF_SERVER: &str = "\
    SELECT 'request' AS name, nextval('request_number') AS number FROM generate_series(1, $1) \
    UNION ALL \
    SELECT 'message' AS name, nextval('message_number') AS number FROM generate_series(1, $2)";

/// A statement with the numbers of requests and messages that were taken last in its transaction,
/// for each [dialect](Dialect) one: `[request]` and `[message]` stand for them between its parts,
/// and `[new request]` and `[new message]` in the statements that store them.
macro_rules! with_numbers {
    ($($part:tt),+) => {
        [
            concat!($($crate::database::counter::number_in_file!($part)),+),
            concat!($($crate::database::counter::number_on_server!($part)),+),
        ]
    };
}

macro_rules! number_in_file {
    ([$(new)? request]) => {
        "(SELECT next - 1 FROM counters WHERE name = 'request')"
    };
    ([$(new)? message]) => {
        "(SELECT next - 1 FROM counters WHERE name = 'message')"
    };
    (($($macro:tt)+)) => {
        $($macro)+
    };
    ($text:literal) => {
        $text
    };
}

macro_rules! number_on_server {
    ([new request]) => {
        "nextval('request_number')"
    };
    ([request]) => {
        "currval('request_number')"
    };
    ([new message]) => {
        "nextval('message_number')"
    };
    ([message]) => {
        "currval('message_number')"
    };
    (($($macro:tt)+)) => {
        $($macro)+
    };
    ($text:literal) => {
        $text
    };
}

pub(crate) use {number_in_file, number_on_server, with_numbers};

/// Brings the rows of the numbers that a server's own sequences give up to date, for a copy; on a
/// file nothing is done.
pub(crate) async fn settle(connection: &mut Connection) -> Result<(), StoreError> {
    if connection.dialect() == Dialect::Postgres {
        query(
            "INSERT INTO counters (name, next) \
             SELECT 'request', last_value + CAST(is_called AS INT) FROM request_number UNION ALL \
             SELECT 'message', last_value + CAST(is_called AS INT) FROM message_number \
             ON CONFLICT (name) DO UPDATE SET next = excluded.next",
        )
        .execute(connection)
        .await?;
    }
    Ok(())
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

//! Request log and idempotency: a repeated request gets its first answer.

use carrick_service::{Decision, Message, Sender};

use crate::database::{
    Bind as _, Columns as _, Connection, StatementBatch, StoreError, counter, query, time,
};
use crate::mail::outbox;
use crate::store::{Committed, LogEntry};
use crate::transaction::writer::Decided;

/// Recorded answer of an earlier request with the same id.
pub(crate) async fn recorded(
    connection: &mut Connection,
    entry: &LogEntry,
) -> Result<Option<Committed>, StoreError> {
    let Some(id) = &entry.id else { return Ok(None) };
    let sql = "SELECT number, command, refused FROM requests WHERE sender = $1 AND id = $2";
    let row =
        query(sql).bind(sender(&entry.sender)).bind(id).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(None) };
    if row.raw::<&str>("command")? != entry.command {
        return Err(StoreError::RequestReused);
    }
    let messages = outbox::of_request(connection, row.raw("number")?).await?;
    Ok(Some(Committed {
        messages,
        refused: row.raw("refused")?,
        repeated: true,
        ..Committed::default()
    }))
}

/// The answer to a request whose decision was written.
pub(crate) fn committed(decision: Decision) -> Committed {
    let turns = decision.turns();
    let Decision { messages, refusal, .. } = decision;
    Committed { messages, refused: refusal.is_some(), refusal, repeated: false, turns }
}

/// A line of the log, with the messages that the request causes.
pub(crate) struct LogLine<'d> {
    pub(crate) entry: &'d LogEntry,
    pub(crate) refused: bool,
    pub(crate) messages: &'d [Message],
}

impl<'d> From<&'d Decided<'_>> for LogLine<'d> {
    fn from(Decided { entry, decision }: &'d Decided<'_>) -> Self {
        LogLine { entry, refused: decision.refusal.is_some(), messages: &decision.messages }
    }
}

/// First numbers of some requests, of their messages, and of changes of boards.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    pub(crate) request: i64,
    pub(crate) message: i64,
    pub(crate) change: i64,
}

/// Takes the numbers that log lines need, and this many numbers of changes.
pub(crate) async fn numbers(
    connection: &mut Connection,
    lines: &[LogLine<'_>],
    changes: usize,
) -> Result<Numbers, StoreError> {
    let messages = lines.iter().map(|line| outbox::stored(line).count()).sum();
    let series =
        [(counter::REQUEST, lines.len()), (counter::MESSAGE, messages), (counter::CHANGE, changes)];
    let [request, message, change] = counter::take_each(connection, series).await?;
    Ok(Numbers { request, message, change })
}

/// Puts lines into the log, and their messages into the outbox.
pub(crate) fn put(batch: &mut StatementBatch, lines: &[LogLine<'_>], numbers: Numbers) {
    let row = |(number, line): (i64, &LogLine<'_>)| {
        let LogEntry { id, at, sender: by, command, .. } = line.entry;
        vec![
            number.value(),
            id.as_deref().value(),
            time(*at).value(),
            sender(by).value(),
            command.as_str().value(),
            line.refused.value(),
        ]
    };
    let columns = ["number", "id", "at", "sender", "command", "refused"];
    let rows = (numbers.request..).zip(lines);
    batch.insert_rows("requests", &columns, rows.map(row).collect());
    outbox::put(batch, lines, numbers);
}

/// Sender as a column. A userid contains neither `@` nor `-`, so the three forms differ.
fn sender(sender: &Sender) -> &str {
    match sender {
        Sender::Nobody | Sender::Console | Sender::Claim(_) => "-",
        Sender::User(user) => user.as_str(),
        Sender::Address(address) => address.as_str(),
    }
}

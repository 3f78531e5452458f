//! Request log and idempotency: a repeated request gets its first answer.

use carrick_service::{Decision, Sender};

use crate::database::{
    Batch, Bind as _, Columns as _, Conflict, Connection, StoreError, Value, Writer, counter,
    query, time, with_numbers,
};
use crate::mail::outbox;
use crate::store::{Committed, LogEntry};

/// The recorded answer of an earlier request of the same name.
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

/// Records a request and its messages.
pub(crate) async fn record(
    writer: &mut Writer<'_>,
    entry: &LogEntry,
    decision: Decision,
) -> Result<Committed, StoreError> {
    if decision.refusal.is_some() && !decision.events.is_empty() {
        return Err(Conflict::RefusedWithEvents.into());
    }
    let batch = writer.later();
    put(batch, entry, decision.refusal.is_some());
    outbox::put(batch, entry, &decision.messages, decision.tells_news());
    writer.send().await?;
    Ok(committed(decision))
}

/// The answer to a request whose decision was written.
pub(crate) fn committed(decision: Decision) -> Committed {
    let turns = decision.turns();
    let Decision { messages, refusal, .. } = decision;
    Committed { messages, refused: refusal.is_some(), refusal, repeated: false, turns }
}

/// Puts a request into the log.
pub(crate) fn put(batch: &mut Batch, entry: &LogEntry, refused: bool) {
    counter::advance(batch, counter::REQUEST);
    batch
        .add_either(with_numbers!(
            "INSERT INTO requests (number, id, at, sender, command, refused) VALUES (",
            [new request],
            ", $1, $2, $3, $4, $5)"
        ))
        .bind_each(columns(entry, refused));
}

/// Puts requests that were carried out into the log, each with its number.
pub(crate) fn put_each<'e>(batch: &mut Batch, entries: impl Iterator<Item = (i64, &'e LogEntry)>) {
    let row = |(number, entry): (i64, _)| {
        [number.value()].into_iter().chain(columns(entry, false)).collect()
    };
    let columns = ["number", "id", "at", "sender", "command", "refused"];
    batch.insert_rows("requests", &columns, entries.map(row).collect());
}

/// Columns of a request, but for its number.
fn columns(entry: &LogEntry, refused: bool) -> [Value; 5] {
    [
        entry.id.as_deref().value(),
        time(entry.at).value(),
        sender(&entry.sender).value(),
        entry.command.as_str().value(),
        refused.value(),
    ]
}

/// Sender as a column. A userid has neither `@` nor `-`, so the three forms differ.
fn sender(sender: &Sender) -> &str {
    match sender {
        Sender::Nobody | Sender::Console | Sender::Claim(_) => "-",
        Sender::User(user) => user.as_str(),
        Sender::Address(address) => address.as_str(),
    }
}

//! The log of what was asked, and how a repeat is recognised.

use carrick_service::{Address, Decision, Message, Sender};
use jiff::Timestamp;

use crate::batch::{Batch, Writer};
use crate::column::{Columns as _, time};
use crate::sqlite::Connection;
use crate::{Conflict, StoreError, counter, outbox};

/// What is recorded of a request beside its effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// What the carrier knows the request by: a second one of that name from the same sender is
    /// answered as the first was and not carried out. It must name the whole incoming request,
    /// passwords and all (a keyed hash of it, say), or a guessed name would show another's answer.
    pub id: Option<String>,
    /// When it came.
    pub at: Timestamp,
    /// Who sent it.
    pub sender: Sender,
    /// The command *without passwords and tokens*.
    pub command: String,
    /// Where answers to the sender are to be sent; when `None`, the caller has them in
    /// [`Committed::messages`] and delivers them itself.
    pub reply_to: Option<Address>,
}

/// A request that was carried out, or refused, and recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// What is said about it. All of it is in the outbox too: nothing here is left to be queued.
    pub messages: Vec<Message>,
    /// Whether it was refused.
    pub refused: bool,
    /// Whether this is the answer to an earlier request of the same name.
    pub repeated: bool,
}

/// The answer to a request that was recorded before.
pub(crate) async fn recorded(
    connection: &mut Connection,
    entry: &LogEntry,
) -> Result<Option<Committed>, StoreError> {
    let Some(id) = &entry.id else { return Ok(None) };
    let sql = "SELECT number, command, refused FROM requests WHERE sender = $1 AND id = $2";
    let row = sqlx::query(sql)
        .bind(sender(&entry.sender))
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    if row.raw::<&str>("command")? != entry.command {
        return Err(StoreError::RequestReused);
    }
    let messages = outbox::of_request(connection, row.raw("number")?).await?;
    Ok(Some(Committed { messages, refused: row.raw("refused")?, repeated: true }))
}

/// Records a request and what is said about it.
pub(crate) async fn record(
    writer: &mut Writer<'_>,
    entry: &LogEntry,
    decision: Decision,
) -> Result<Committed, StoreError> {
    if decision.refused && !decision.events.is_empty() {
        return Err(Conflict::RefusedWithEvents.into());
    }
    let batch = writer.later();
    put(batch, entry, decision.refused);
    outbox::put(batch, entry, &decision.messages, decision.tells_news());
    writer.send().await?;
    let Decision { messages, refused, .. } = decision;
    Ok(Committed { messages, refused, repeated: false })
}

/// Puts a request into the log.
pub(crate) fn put(batch: &mut Batch, entry: &LogEntry, refused: bool) {
    counter::advance(batch, "request", 1);
    batch
        .add(
            "INSERT INTO requests (number, id, at, sender, command, refused) \
             VALUES ((SELECT next - 1 FROM counters WHERE name = 'request'), $1, $2, $3, $4, $5)",
        )
        .bind(entry.id.clone())
        .bind(time(entry.at))
        .bind(sender(&entry.sender).to_owned())
        .bind(entry.command.clone())
        .bind(refused);
}

/// A userid has neither `@` nor `-`, so the three cannot be taken for one another.
fn sender(sender: &Sender) -> &str {
    match sender {
        Sender::Nobody | Sender::Console | Sender::Claim(_) => "-",
        Sender::User(user) => user.as_str(),
        Sender::Address(address) => address.as_str(),
    }
}

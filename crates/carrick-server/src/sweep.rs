//! What falls due by itself: reminders, forfeits, games that never began, the ends of absences.

use carrick_service::{Due, Message, Sender, State, decide_due};
use carrick_store::{LogEntry, Store, StoreError};
use jiff::Timestamp;

/// What a sweep did.
#[derive(Debug)]
pub struct Swept {
    /// Every message that it caused, in the order in which they were stored.
    pub messages: Vec<Message>,
    /// The last thing that could not be done. It stays due; all else was done.
    pub failed: Option<StoreError>,
}

/// Looks once at everything that may be due by now, each in a transaction of its own.
///
/// However many sweep at once, and wherever one is cut off: each thing happens once. What fails does
/// not keep the rest waiting.
///
/// # Errors
/// When the database does not even say what is due.
pub async fn sweep(store: &Store, now: Timestamp) -> Result<Swept, StoreError> {
    let mut swept = Swept { messages: Vec::new(), failed: None };
    for due in store.due(now).await? {
        let entry = LogEntry {
            id: None,
            at: now,
            sender: Sender::Nobody,
            command: match &due {
                Due::Board(board) => format!("tick {} {}", board.kind, board.number),
                Due::Absence(_) => "tick vacation".to_owned(),
            },
            reply_to: None,
        };
        let needs = due.needs();
        let decide = move |state: &State| decide_due(state, &due, now);
        match store.transaction(&needs, &entry, decide).await {
            Ok(committed) => swept.messages.extend(committed.messages),
            Err(error) => swept.failed = Some(error),
        }
    }
    Ok(swept)
}

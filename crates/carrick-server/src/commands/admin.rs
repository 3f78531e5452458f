//! Administration: operators' actions on accounts and boards.

use carrick_service::{AdminAction, Sender, decide_admin};
use carrick_store::{Committed, LogEntry, Store, StoreError};
use jiff::Timestamp;

/// Log entry of an operator's action, as the command line after `carrick`.
pub(crate) const fn entry(command: String, at: Timestamp) -> LogEntry {
    LogEntry { id: None, at, sender: Sender::Nobody, command, reply_to: None }
}

/// Carries out an administrator's action on an account or a board, and logs it. The first message
/// is for the administrator; others are in the outbox.
///
/// # Errors
/// When the database fails, or when there is no such remark
/// ([`carrick_store::Conflict::NoRemark`]).
pub async fn administer(
    store: &Store,
    action: AdminAction,
    now: Timestamp,
) -> Result<Committed, StoreError> {
    let now = store.time(now);
    let entry = entry(action.to_string(), now);
    let needs = action.needs();
    let decide = move |state: &_| decide_admin(state, &action, now);
    store.transaction(&needs, &entry, decide).await
}

//! Reopening of a game that ended by time, by an administrator.

use carrick_service::{BoardId, Replay, decide_reopen, reopen_needs};
use carrick_store::{Committed, Store, StoreError};
use jiff::Timestamp;

use super::admin::entry;

/// Reopens a game that ended by time, with all ratings as if it had not, and tells its players. A
/// refusal changes nothing.
///
/// # Errors
/// When the database fails; then nothing has changed.
pub async fn reopen(
    store: &Store,
    board: BoardId,
    now: Timestamp,
) -> Result<Committed, StoreError> {
    let now = store.time(now);
    let entry = entry(format!("admin reopen {} {}", board.kind, board.number), now);
    let decide = |state: &_| decide_reopen(state, board, now);
    store.reopen(&reopen_needs(board), &entry, decide, Replay::default()).await
}

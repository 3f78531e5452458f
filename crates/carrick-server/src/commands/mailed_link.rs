//! Buttons behind links in mails: unsubscribe, subscribe again, decline a game.

use carrick_service::{
    BoardId, Message, Needs, Sender, State, Subscription, Userid, decide_again, decide_decline,
    decide_stop, decline_request,
};
use carrick_store::{LogEntry, Store, StoreError};
use jiff::Timestamp;

/// Unsubscribes a user from mails; a second time changes nothing. With `tells`, a last mail says
/// what was stopped, for unsubscribing without a page.
///
/// # Errors
/// When the database fails.
pub async fn stop(
    store: &Store,
    user: Userid,
    from: Subscription,
    tells: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    let now = store.time(now);
    let (needs, entry) = (from.needs(&user), entry(&user, "stop", now));
    let decide = move |state: &State| decide_stop(state, &user, from, tells);
    store.transaction(&needs, &entry, decide).await?;
    Ok(())
}

/// Subscribes a user again to mails that they have stopped.
///
/// # Errors
/// When the database fails.
pub async fn bring_again(
    store: &Store,
    user: Userid,
    from: Subscription,
    now: Timestamp,
) -> Result<(), StoreError> {
    let now = store.time(now);
    let (needs, entry) = (from.needs(&user), entry(&user, "stop off", now));
    store.transaction(&needs, &entry, move |state| decide_again(state, &user, from)).await?;
    Ok(())
}

/// Declines a board for a player, and returns the answer, also when it cannot be declined.
///
/// # Errors
/// When the database fails.
pub async fn decline(
    store: &Store,
    user: Userid,
    board: BoardId,
    now: Timestamp,
) -> Result<Vec<Message>, StoreError> {
    let now = store.time(now);
    let needs: Needs = decline_request(&user, board).needs(now);
    let entry = entry(&user, &format!("{} decline {}", board.kind, board.number), now);
    let decide = move |state: &State| decide_decline(state, &user, board, now);
    Ok(store.transaction(&needs, &entry, decide).await?.messages)
}

fn entry(user: &Userid, command: &str, at: Timestamp) -> LogEntry {
    let sender = Sender::User(user.clone());
    LogEntry { id: None, at, sender, command: command.to_owned(), reply_to: None }
}

//! Confirmed changes of accounts.

use carrick_service::{Message, Sender, Userid, decide_change};
use carrick_store::{LogEntry, Store, StoreError};
use jiff::Timestamp;

/// Carries out the account change that a letter asks its user to confirm, and returns the answer.
/// It happens once; a second confirmation gets the same answer. `None` when no such letter to this
/// user is known any more.
///
/// # Errors
/// When the database fails; nothing has changed.
pub async fn change_account(
    store: &Store,
    user: &Userid,
    letter: u32,
    now: Timestamp,
) -> Result<Option<Vec<Message>>, StoreError> {
    let now = store.time(now);
    let found = store.account_change(i64::from(letter)).await?;
    let Some((_, change)) = found.filter(|(whose, _)| whose == user) else { return Ok(None) };
    let entry = LogEntry {
        id: Some(format!("letter {letter}")),
        at: now,
        sender: Sender::User(user.clone()),
        command: "change".to_owned(),
        reply_to: None,
    };
    let user = user.clone();
    let needs = change.needs(&user, now);
    let decide = move |state: &_| decide_change(state, &user, &change, now);
    Ok(Some(store.transaction(&needs, &entry, decide).await?.messages))
}

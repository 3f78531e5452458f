//! One command from text to answer: parsed, its passwords verified, decided and stored.

use carrick_service::{
    Evidence, Needs, PasswordHash, Request, Sender, State, answer_refusal, command, decide,
};
use carrick_store::{Committed, LogEntry, Store, StoreError};
use jiff::Timestamp;

/// A command as some carrier brought it.
#[derive(Debug)]
pub(crate) struct Incoming<'a> {
    /// How its sender is known.
    pub(crate) sender: Sender,
    /// The command's line.
    pub(crate) text: &'a str,
    /// The lines that go with it.
    pub(crate) body: Option<String>,
    /// The carrier's name for this very request, by which a second delivery is known.
    pub(crate) id: Option<String>,
}

/// Why a command could not be carried out or even refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No salt for a new password.
    #[error("the machine gives no random numbers")]
    Random(#[from] getrandom::Error),
}

/// Carries out a command; when this returns, its effects and its messages are on disk.
///
/// # Errors
/// Only what is wrong with the database or the machine; what is wrong with the command is an answer.
pub(crate) async fn handle(
    store: &Store,
    incoming: Incoming<'_>,
    now: Timestamp,
) -> Result<Committed, Failure> {
    let Incoming { sender, text, body, id } = incoming;
    let entry = LogEntry {
        id,
        at: now,
        sender: sender.clone(),
        command: command::redact(text),
        reply_to: None,
    };
    let command = match command::parse(text) {
        Ok(command) => command,
        Err(refusal) => {
            let answer = move |_: &State| answer_refusal(None, None, &refusal);
            return Ok(store.transaction(&Needs::default(), &entry, answer).await?);
        }
    };
    let request = Request { sender, command, body };
    let evidence = gather(store, &request).await?;
    let needs = request.needs(now);
    let answer = move |state: &State| decide(state, &request, &evidence, now);
    Ok(store.transaction(&needs, &entry, answer).await?)
}

/// Verifies and hashes what the request carries, before any transaction is open.
async fn gather(store: &Store, request: &Request) -> Result<Evidence, Failure> {
    let mut evidence = Evidence::default();
    if let Some((user, password)) = request.password() {
        // The hash of nobody's password costs as much time as that of somebody's.
        let stored = store.password_of(user).await?;
        let known = stored.is_some();
        let hash = stored.unwrap_or_else(PasswordHash::of_nobody);
        let matches = hash.verifies(password);
        evidence.verified = (matches && known).then_some(hash);
    }
    if let Some((user, password)) = request.new_password() {
        let stored = store.password_of(user).await?;
        evidence.new_verified = stored.filter(|hash| hash.verifies(password));
        let mut salt = [0; 16];
        getrandom::fill(&mut salt)?;
        evidence.hashed = PasswordHash::new(password, &salt);
    }
    Ok(evidence)
}

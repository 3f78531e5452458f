//! `carrick tick`: what is due by now.

use std::io::Write;

use anyhow::Result;
use carrick_service::{Due, Message, Sender, State, decide_due};
use carrick_store::{LogEntry, Store, StoreError};
use jiff::Timestamp;

use crate::act::print;
use crate::cli::TickArguments;
use crate::shell::with_store;

/// Does what is due and prints every message that it caused.
pub(crate) fn run(arguments: &TickArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let (messages, failed) =
        with_store(&arguments.database, async |store| Ok(sweep(store, now).await?))?;
    for (index, message) in messages.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print(message, &Sender::Nobody, out)?;
    }
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(true),
    }
}

/// Looks once at everything that may be due, each in a transaction of its own. However many sweep at
/// once, and wherever one is cut off: each thing happens once. What fails does not keep the rest
/// waiting: the last failure is returned with the messages about all else.
pub(crate) async fn sweep(
    store: &Store,
    now: Timestamp,
) -> Result<(Vec<Message>, Option<StoreError>), StoreError> {
    let (mut messages, mut failed) = (Vec::new(), None);
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
            Ok(committed) => messages.extend(committed.messages),
            Err(error) => failed = Some(error),
        }
    }
    Ok((messages, failed))
}

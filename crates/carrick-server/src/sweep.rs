//! Sweep for everything that falls due: reminders, forfeits, games that never started, the ends of
//! absences, seeks that the computer accepts, puzzles of the day, abandoned guests, and old records
//! of emails, messages and requests.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use carrick_service::{
    Action, BELIEVED_AFTER, Due, Message, Outage, Request, Sender, State, decide_due,
};
use carrick_store::{Forgotten, LogEntry, Store, StoreError};
use jiff::{SignedDuration, Timestamp};

use crate::commands::{Failure, carry_out};

/// Interval between two sweeps of a [`Sweeper`].
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// How long the ids of emails are kept, so that a second delivery has no effect. Relays give up
/// after a week; the rest is for people who send old emails again.
const MAILS_ARE_KNOWN: SignedDuration = SignedDuration::from_hours(24 * 366);

/// Default time for which messages and the log of requests are kept.
pub const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Interval between two searches for old records.
const FORGETS_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// Result of a sweep.
#[derive(Debug)]
pub struct Swept {
    /// All messages that it caused, in the order in which they were stored.
    pub messages: Vec<Message>,
    /// The outage that ended with this sweep, if no server was running before it. All deadlines are
    /// postponed by its length.
    pub outage: Option<Outage>,
    /// The last failure. The item concerned stays due; everything else was done.
    pub failed: Option<StoreError>,
}

/// Handles everything that is due by now, each item in a separate transaction.
///
/// Sweeps may run concurrently and be interrupted anywhere; each item is handled exactly once. A
/// failure does not delay the rest. A sweep also records that a server is running: more than an
/// hour without one counts against no player.
///
/// # Errors
/// When the database cannot even list what is due.
pub async fn sweep(store: &Store, now: Timestamp) -> Result<Swept, StoreError> {
    let outage = store.note_sweep(now).await?;
    let now = store.time(now);
    let mut swept = Swept { messages: Vec::new(), outage, failed: None };
    // Absences that ended while no server was running may really end later, if only the clock was
    // ahead.
    let is_believed = store.ago(BELIEVED_AFTER, now).await? == now - BELIEVED_AFTER;
    for due in store.due(now).await? {
        if matches!(due, Due::Absence(_)) && !is_believed {
            continue;
        }
        let entry = LogEntry {
            id: None,
            at: now,
            sender: Sender::Nobody,
            command: match &due {
                Due::Board(board) => format!("tick {} {}", board.kind, board.number),
                Due::Absence(_) => "tick vacation".to_owned(),
                Due::Puzzles(_) => "tick puzzles".to_owned(),
                Due::Seek { kind, number, .. } => format!("tick {kind} seek {number}"),
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
    for guest in store.abandoned_guests(now).await? {
        // As if they had asked for it: their games end, and their name is free again.
        let request = Request::by(guest, Action::Delete);
        match carry_out(store, None, request.into(), now).await {
            Ok(committed) => swept.messages.extend(committed.messages),
            Err(Failure::Store(error)) => swept.failed = Some(error),
            // Deleting a user draws no salt and proves no password.
            Err(Failure::Random(_) | Failure::TurnedAway(_)) => {}
        }
    }
    if let Err(error) = forget_mails(store, now).await {
        swept.failed = Some(error);
    }
    Ok(swept)
}

async fn forget_mails(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    let before = store.ago(MAILS_ARE_KNOWN, now).await?;
    store.forget_mails(before).await.map(drop)
}

/// Sweeps every minute while a program runs.
#[derive(Debug, Clone)]
pub struct Sweeper<C> {
    store: Store,
    clock: C,
    kept_for: SignedDuration,
}

impl<C> Sweeper<C>
where
    C: Fn() -> Timestamp,
{
    /// A sweeper of a store. `clock` gives the time.
    #[must_use]
    pub const fn new(store: Store, clock: C) -> Self {
        Self { store, clock, kept_for: KEPT_FOR }
    }

    /// Sets how long messages and the log of requests are kept.
    #[must_use]
    pub fn keeping(self, kept_for: SignedDuration) -> Self {
        Self { kept_for, ..self }
    }

    /// Sweeps immediately and then every minute, until `stop` is ready; a sweep in progress is
    /// finished. Once an hour it deletes what is too old to keep. Calls `report` after every sweep.
    pub async fn run(
        &self,
        stop: impl Future<Output = ()>,
        mut report: impl FnMut(Result<Swept, StoreError>),
    ) {
        let mut stop = pin!(stop);
        let mut forgot: Option<Timestamp> = None;
        loop {
            let now = (self.clock)();
            let mut swept = sweep(&self.store, now).await;
            let now = self.store.time(now);
            if forgot.is_none_or(|last| now.duration_since(last).abs() >= FORGETS_EVERY) {
                match (self.forget(now).await, &mut swept) {
                    (Ok(done), _) if done == Forgotten::default() => forgot = Some(now),
                    // If there is more, the next sweep deletes it.
                    (Ok(_), _) => {}
                    (Err(error), Ok(swept)) => swept.failed = Some(error),
                    (Err(_), Err(_)) => {}
                }
            }
            report(swept);
            tokio::select! {
                () = &mut stop => return,
                () = tokio::time::sleep(SWEEP_EVERY) => {}
            }
        }
    }

    async fn forget(&self, now: Timestamp) -> Result<Forgotten, StoreError> {
        let before = self.store.ago(self.kept_for, now).await?;
        self.store.forget(before, now).await
    }
}

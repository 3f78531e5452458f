//! What falls due by itself: reminders, forfeits, games that never began, the ends of absences,
//! seeks of which the computer takes a game, guests who will not come back, mails that will not
//! come again.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use carrick_service::{
    Command, Credential, Due, Keeps, Message, Outage, Sender, State, decide_due,
};
use carrick_store::{LogEntry, Store, StoreError};
use jiff::{SignedDuration, Timestamp};

use crate::commands::{Failure, Order, carry_out};

/// How long a [`Sweeper`] rests between two sweeps.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// How long a mail is known by its name, so that a second delivery has no effect. Relays give up
/// after a week; what is left are people who send old mails again.
const MAILS_ARE_KNOWN: SignedDuration = SignedDuration::from_hours(24 * 366);

/// What a sweep did.
#[derive(Debug)]
pub struct Swept {
    /// Every message that it caused, in the order in which they were stored.
    pub messages: Vec<Message>,
    /// For how long no server had run before, if that was noted now. By so much all that was due
    /// came later.
    pub outage: Option<Outage>,
    /// The last thing that could not be done. It stays due; all else was done.
    pub failed: Option<StoreError>,
}

/// Looks once at everything that may be due by now, each in a transaction of its own.
///
/// However many sweep at once, and wherever one is cut off: each thing happens once. What fails
/// does not keep the rest waiting. A sweep is also the sign that a server runs: where none has come
/// for more than an hour, that time is charged to nobody.
///
/// # Errors
/// When the database does not even say what is due.
pub async fn sweep(store: &Store, now: Timestamp) -> Result<Swept, StoreError> {
    let outage = store.note_sweep(now).await?;
    let mut swept = Swept { messages: Vec::new(), outage, failed: None };
    for due in store.due(now).await? {
        let entry = LogEntry {
            id: None,
            at: now,
            sender: Sender::Nobody,
            command: match &due {
                Due::Board(board) => format!("tick {} {}", board.kind, board.number),
                Due::Absence(_) => "tick vacation".to_owned(),
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
        // As if they had said so: their games end, and their name is nobody's.
        let sender = Sender::User(guest.clone());
        let command = Command::Delete(Credential { user: guest, password: None });
        let keeps = Keeps::default();
        let order = Order { sender, command, body: None, seen: None, id: None, keeps };
        match carry_out(store, None, order, now).await {
            Ok(committed) => swept.messages.extend(committed.messages),
            Err(Failure::Store(error)) => swept.failed = Some(error),
            // Nothing is drawn for a user who leaves.
            Err(Failure::Random(_)) => {}
        }
    }
    if let Err(error) = store.forget_mails(now - MAILS_ARE_KNOWN).await {
        swept.failed = Some(error);
    }
    Ok(swept)
}

/// Sweeps every minute, for as long as a program runs.
#[derive(Debug, Clone)]
pub struct Sweeper<C> {
    store: Store,
    clock: C,
}

impl<C> Sweeper<C>
where
    C: Fn() -> Timestamp,
{
    /// A sweeper of a store. `clock` tells the time.
    #[must_use]
    pub const fn new(store: Store, clock: C) -> Self {
        Self { store, clock }
    }

    /// Sweeps at once and then every minute, until `stop` is ready; a sweep under way is finished.
    /// Tells `report` of every sweep.
    pub async fn run(
        &self,
        stop: impl Future<Output = ()>,
        mut report: impl FnMut(Result<Swept, StoreError>),
    ) {
        let mut stop = pin!(stop);
        loop {
            report(sweep(&self.store, (self.clock)()).await);
            tokio::select! {
                () = &mut stop => return,
                () = tokio::time::sleep(SWEEP_EVERY) => {}
            }
        }
    }
}

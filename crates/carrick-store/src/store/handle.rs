//! The store: a handle of the open database, and what this process has committed to it.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use carrick_service::{Latest, Outage, Userid};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Mutex, watch};

use crate::database::{
    Connections, Database, Interceptor, Location, Notice, Protection, Row, Settings, Sizes,
    StoreError, Trouble,
};
use crate::store::queue::{Committed, RequestQueue};
use crate::store::shared_call::SharedCall;
use crate::transaction::StateCache;

/// Handle of an open database. Clones share it.
///
/// ```
/// use carrick_service::{Decision, Event, Needs, Refusal, Sender, User, Userid};
/// use carrick_store::{LogEntry, Settings, Store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("carrick.db");
/// # let now = "2008-05-01T12:00:00Z".parse()?;
/// let store = Store::open(&path, &Settings::default()).await?;
/// let camb: Userid = "camb".parse()?;
/// let needs = Needs { users: [camb.clone()].into(), ..Needs::default() };
/// let entry = LogEntry {
///     id: None,
///     at: now,
///     sender: Sender::Nobody,
///     command: "signup camb *".into(),
///     reply_to: None,
/// };
/// let joining = camb.clone();
/// let decide = move |state: &carrick_service::State| {
///     let refusal = state.users.contains_key(&joining).then_some(Refusal::NameTaken);
///     let user = User::new(joining, now, None);
///     let events = if refusal.is_some() { vec![] } else { vec![Event::UserJoined(user)] };
///     Decision { events, messages: vec![], refusal }
/// };
/// assert!(!store.transaction(&needs, &entry, decide.clone()).await?.refused);
/// assert!(store.transaction(&needs, &entry, decide).await?.refused);
/// assert!(store.read(&needs).await?.users.contains_key(&camb));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) database: Database,
    /// Requests and emails that wait for the writer.
    pub(crate) queue: RequestQueue,
    pub(crate) commits: Commits,
    pub(crate) activity: CommitCounts,
    /// The writer's state in memory.
    pub(crate) cache: Arc<Mutex<StateCache>>,
    /// Lookups of sessions in progress, from hashes of tokens to rows.
    pub(crate) sessions: SharedCall<String, Option<Arc<Row>>>,
    /// Network places of users that are being recorded.
    pub(crate) places: SharedCall<(Userid, String), ()>,
    clock: Arc<RwLock<KnownTimes>>,
}

/// Times that a handle knows.
#[derive(Debug, Clone, Copy, Default)]
struct KnownTimes {
    /// The latest time at which a server is known to have run.
    latest: Option<Latest>,
    /// Time at which that was noted, if the store keeps pace.
    noted: Option<Instant>,
}

impl KnownTimes {
    fn passed(self) -> Option<SignedDuration> {
        self.noted.and_then(|noted| SignedDuration::try_from(noted.elapsed()).ok())
    }
}

impl Store {
    /// Opens a database: a file, which is created if it does not exist, or a database on a
    /// PostgreSQL server, whose tables are created if it has none. Its schema is upgraded.
    ///
    /// # Errors
    /// When it cannot be opened or created, belongs to another program, or was written by a later
    /// release; it is left as it was.
    pub async fn open(
        location: impl Into<Location>,
        settings: &Settings,
    ) -> Result<Self, StoreError> {
        let database = Database::open(&location.into(), settings).await?;
        let (queue, commits, activity, cache) = Default::default();
        let (sessions, places) = Default::default();
        let clock = Arc::default();
        let store = Self { database, queue, commits, activity, cache, sessions, places, clock };
        if let Ok(Some(latest)) = store.latest_sweep().await {
            store.note_time(latest);
        }
        Ok(store)
    }

    /// Lets the [time](Self::time) of this handle and its clones advance as real time passes, even
    /// if the machine's clock is set: for a server that [notes](Self::note_sweep) every minute that
    /// it runs. Only such a note moves the time further.
    pub fn keep_pace(&self) {
        self.clock.write().unwrap_or_else(PoisonError::into_inner).noted = Some(Instant::now());
    }

    /// Time since a server that keeps pace last noted that it runs.
    pub(crate) fn passed(&self) -> Option<SignedDuration> {
        self.clock.read().unwrap_or_else(PoisonError::into_inner).passed()
    }

    pub(crate) fn note_time(&self, latest: Latest) {
        let mut clock = self.clock.write().unwrap_or_else(PoisonError::into_inner);
        clock.latest = Some(latest);
        clock.noted = clock.noted.map(|_| Instant::now());
    }

    /// The time when a clock shows `now`: never [before](Latest::time) the latest time at which a
    /// server is known to have run, and never further [ahead](Self::keep_pace) than time has
    /// passed. Use this time for decisions.
    #[must_use]
    pub fn time(&self, now: Timestamp) -> Timestamp {
        let clock = *self.clock.read().unwrap_or_else(PoisonError::into_inner);
        let Some(latest) = clock.latest else { return now };
        let now = latest.time(now);
        let Some(passed) = clock.passed() else { return now };
        match Outage::beyond(passed, latest.at, now) {
            Some(jump) => jump.since.checked_add(passed).unwrap_or(now),
            None => now,
        }
    }

    /// Lets an interceptor take part in all work of this handle and its clones from now on, for
    /// simulations; only the first one does.
    pub fn intercept(&self, interceptor: Arc<dyn Interceptor>) {
        self.database.intercept(interceptor);
    }

    /// A counter that changes whenever a request or an import is committed through this handle or a
    /// clone of it: a signal to look immediately at whatever is otherwise polled. Commits of other
    /// handles and processes change it only while [`listen`](Self::listen) runs.
    #[must_use]
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.commits.subscribe()
    }

    /// Listens for changes by other handles and processes: each [numbered](crate::Change::number)
    /// change, and each change of open seeks, changes the counter of [`commits`](Self::commits) as
    /// soon as it is committed. Never returns.
    ///
    /// Only a PostgreSQL server announces them; for a file this does nothing. The listening
    /// connection may break, and is then made again, so this is only a signal to look immediately.
    /// Keep polling as well.
    pub async fn listen(&self) -> Infallible {
        self.database.listen(|| self.commits.tell()).await
    }

    /// Counts of what was committed through this handle and its clones.
    #[must_use]
    pub fn activity(&self) -> Activity {
        self.activity.activity()
    }

    /// Sizes of the database and its log. A server's log belongs to all its databases, and counts
    /// as zero.
    ///
    /// # Errors
    /// When a server does not answer.
    pub async fn sizes(&self) -> Result<Sizes, StoreError> {
        self.database.sizes().await
    }

    /// Writing connections and reading connections.
    #[must_use]
    pub fn connections(&self) -> [Connections; 2] {
        self.database.connections()
    }

    /// Findings and changes from opening the database, for its operator.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        self.database.notices()
    }

    /// How the connection to the database's server is protected; `None` for a file.
    #[must_use]
    pub fn protection(&self) -> Option<Protection> {
        self.database.protection()
    }

    /// Checks that something can be written durably. It really tries, but at most once a second.
    ///
    /// # Errors
    /// The reason why nothing can be written.
    pub async fn ready(&self) -> Result<(), Trouble> {
        self.database.ready().await
    }

    /// Checkpoints the write-ahead log into the file, except pages that a reader still needs. It
    /// takes one of the reading connections, so that writers do not wait for it, unless there are
    /// no reading connections. A server does this automatically.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        self.database.checkpoint().await
    }

    /// Waits for work in progress and closes the file. Every clone is closed with this handle.
    pub async fn close(&self) {
        self.database.close().await;
    }
}

// Counts of what this process has committed since it opened the store.

/// Counts since the store was opened, for metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Activity {
    /// Number of commits: batches of requests, and emails.
    pub commits: u64,
    /// Number of requests and emails in them.
    pub requests: u64,
    /// Number of turns that were played.
    pub turns: u64,
}

/// The counts of a store. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct CommitCounts(Arc<[AtomicU64; 3]>);

impl CommitCounts {
    /// Adds a commit with the answers to its requests.
    pub(crate) fn add<'a>(&self, answers: impl Iterator<Item = &'a Committed>) {
        let (requests, turns) = answers.fold((0, 0), |(requests, turns), answer| {
            (requests + 1, turns + u64::from(answer.turns))
        });
        for (count, more) in self.0.iter().zip([1, requests, turns]) {
            count.fetch_add(more, Ordering::Relaxed);
        }
    }

    pub(crate) fn activity(&self) -> Activity {
        let [commits, requests, turns] =
            self.0.each_ref().map(|count| count.load(Ordering::Relaxed));
        Activity { commits, requests, turns }
    }
}

// Notification of commits within this process.

/// Notifies listeners of this process that something was committed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Commits(Arc<watch::Sender<u64>>);

impl Commits {
    /// Notifies all listeners.
    pub(crate) fn tell(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}

//! Change notifications for live pages, by polling the store's change feed.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use carrick_service::Userid;
use carrick_store::{CHANGES, Change, Store, StoreError};
use tokio::sync::{Mutex, broadcast, watch};
use tokio::time::Instant;

/// Polling interval for changes by other processes on a busy site. Commits of this process wake the
/// feed immediately, and so do those of others if the database announces them.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Polling interval on a [quiet](QUIET) site.
const LOOK_SELDOM: Duration = Duration::from_secs(1);

/// Time without changes after which a site counts as quiet.
const QUIET: Duration = Duration::from_secs(30);

/// How long to wait before the next look at a table, given when something was last found there: a
/// machine on which nothing happens should sleep.
pub(crate) fn pause(found: Instant) -> Duration {
    if found.elapsed() < QUIET { LOOK_EVERY } else { LOOK_SELDOM }
}

/// Capacity of the broadcast channel: a subscriber further behind misses changes.
const BACKLOG: usize = 1024;

/// Broadcasts which boards changed, in any process. Clones share it.
///
/// All changes are numbered in the transaction that makes them, and read from the store. So they
/// arrive in order, and none is missed or repeated; several changes of a board in quick succession
/// may be reported as one. A change is read once for all subscribers, and names the players of the
/// board.
///
/// ```
/// use carrick_server::{Feed, Incoming, handle};
/// use carrick_service::Sender;
/// # use carrick_store::{Settings, Store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("carrick.db");
/// # let now = "2008-05-01T12:00:00Z".parse()?;
/// let store = Store::open(&path, &Settings::default()).await?;
/// let feed = Feed::of(store.clone()).await?;
/// let mut changes = feed.subscribe();
/// let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
/// let running = tokio::spawn(async move {
///     feed.run(async move { _ = stopped.await }, |error| eprintln!("{error}")).await;
/// });
///
/// # for text in ["signup camb tulip7", "signup steven rose88"] {
/// #     let incoming = Incoming { sender: Sender::Nobody, text, body: None, id: None };
/// #     handle(&store, None, incoming, now).await?;
/// # }
/// let sender = Sender::User("camb".parse()?);
/// let text = "antipod challenge camb steven";
/// handle(&store, None, Incoming { sender, text, body: None, id: None }, now).await?;
/// let change = changes.recv().await?;
/// assert_eq!((change.board.number, change.generation), (101, 0));
///
/// drop(stop);
/// running.await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Feed {
    store: Store,
    subscribers: broadcast::Sender<Arc<Change>>,
    /// Number of changes of open seeks so far.
    seeks: watch::Sender<u64>,
    /// Readers of new letters.
    letters: broadcast::Sender<Userid>,
    /// What was broadcast last.
    told: Arc<Mutex<LastBroadcast>>,
}

/// Numbers of the latest broadcasts.
#[derive(Debug)]
struct LastBroadcast {
    change: u64,
    letter: u64,
}

impl Feed {
    /// A feed of the changes from now on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of(store: Store) -> Result<Self, StoreError> {
        let told = LastBroadcast {
            change: store.last_change().await?,
            letter: store.last_letter().await?,
        };
        Ok(Self {
            seeks: watch::Sender::new(store.seek_changes().await?),
            subscribers: broadcast::Sender::new(BACKLOG),
            letters: broadcast::Sender::new(BACKLOG),
            told: Arc::new(Mutex::new(told)),
            store,
        })
    }

    /// Subscribes to changes from now on, as long as the feed [runs](Self::run). A subscriber that
    /// falls behind gets [`Lagged`](broadcast::error::RecvError::Lagged) and should reload its
    /// boards.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Change>> {
        self.subscribers.subscribe()
    }

    /// Watches open seeks: the number changes whenever one is offered, taken or withdrawn, as long
    /// as the feed [runs](Self::run).
    #[must_use]
    pub fn seeks(&self) -> watch::Receiver<u64> {
        self.seeks.subscribe()
    }

    /// Subscribes to the readers of letters written from now on, as long as the feed
    /// [runs](Self::run). A subscriber that falls behind gets
    /// [`Lagged`](broadcast::error::RecvError::Lagged).
    #[must_use]
    pub fn letters(&self) -> broadcast::Receiver<Userid> {
        self.letters.subscribe()
    }

    /// Broadcasts changes until `stop` is ready. Failures of the database go to `report`; changes
    /// made in the meantime follow when it answers again.
    pub async fn run(&self, stop: impl Future<Output = ()>, mut report: impl FnMut(StoreError)) {
        let mut stop = pin!(stop);
        let mut commits = self.store.commits();
        let mut listening = pin!(self.store.listen());
        let mut changed = Instant::now();
        loop {
            commits.mark_unchanged();
            match self.tell().await {
                Ok(true) => changed = Instant::now(),
                Ok(false) => {}
                Err(error) => report(error),
            }
            tokio::select! {
                () = &mut stop => return,
                never = &mut listening => match never {},
                _ = commits.changed() => {}
                () = tokio::time::sleep(pause(changed)) => {}
            }
        }
    }

    /// Broadcasts the changes since the last call; returns whether there were any.
    async fn tell(&self) -> Result<bool, StoreError> {
        let mut any = false;
        let mut told = self.told.lock().await;
        loop {
            let changes = self.store.changes_since(told.change).await?;
            let is_all = changes.len() < CHANGES;
            any |= !changes.is_empty();
            for change in changes {
                told.change = change.number;
                // Having no subscribers is not a failure.
                let _ = self.subscribers.send(Arc::new(change));
            }
            if is_all {
                break;
            }
        }
        let letter = self.store.last_letter().await?;
        if letter > told.letter {
            any = true;
            for reader in self.store.readers_since(told.letter).await? {
                let _ = self.letters.send(reader);
            }
            told.letter = letter;
        }
        let seeks = self.store.seek_changes().await?;
        any |= self.seeks.send_if_modified(|known| std::mem::replace(known, seeks) != seeks);
        Ok(any)
    }
}

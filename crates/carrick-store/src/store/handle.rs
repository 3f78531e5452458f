//! The store: a handle of the open database.

use std::path::Path;

use tokio::sync::watch;

use super::commits::Commits;
use super::queue::Queue;
use crate::database::{Database, Notice, Settings, StoreError, Trouble};

/// The database. A clone is another handle of the same one.
///
/// ```
/// use carrick_service::{Decision, Event, Needs, Sender, User, Userid};
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
///     let refused = state.users.contains_key(&joining);
///     let user = User::new(joining, now, None);
///     let events = if refused { vec![] } else { vec![Event::UserJoined(user)] };
///     Decision { events, messages: vec![], refused }
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
    /// Requests and mails that wait for the writer.
    pub(crate) queue: Queue,
    pub(crate) commits: Commits,
}

impl Store {
    /// Opens a database file, making it if it does not exist, and brings its schema up to date.
    ///
    /// # Errors
    /// When the file cannot be opened or made, is not an SQLite database, is another program's, or
    /// was written by a later release; it is left as it was.
    pub async fn open(path: impl AsRef<Path>, settings: &Settings) -> Result<Self, StoreError> {
        let database = Database::open(path.as_ref(), settings).await?;
        Ok(Self { database, queue: Queue::default(), commits: Commits::default() })
    }

    /// Changes its value whenever a request or an import was committed through this handle or a
    /// clone of it: a reason to look at once for what one otherwise looks for now and then. Other
    /// handles and processes are not heard.
    #[must_use]
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.commits.subscribe()
    }

    /// What was found, or done, when the file was opened, and that its operator should know.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        self.database.notices()
    }

    /// Whether something can be written, so that it is on the disk. It is really tried, but at most
    /// once a second.
    ///
    /// # Errors
    /// Why nothing can be written.
    pub async fn ready(&self) -> Result<(), Trouble> {
        self.database.ready().await
    }

    /// Moves what is in the write-ahead log into the file itself, as far as nobody still reads what
    /// was there before. Readers are not held up.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn fold_in(&self) -> Result<(), StoreError> {
        self.database.fold_in().await
    }

    /// Waits for what is under way and closes the file. Every handle is closed with this one.
    pub async fn close(&self) {
        self.database.close().await;
    }
}

//! The store: what the rest of the server sees of the database.

use std::path::Path;

use carrick_games::GameKind;
use carrick_service::{
    BoardId, BoardRecord, Decision, Due, Needs, NextJob, PasswordHash, Replay, State, Userid,
    WaitingJob,
};
use jiff::Timestamp;
use tokio::sync::watch;

use crate::group::{Asked, Group};
use crate::sqlite::Database;
use crate::{
    Change, Commits, Committed, Importing, LogEntry, Notice, Outgoing, Rebuilt, Remark, Settings,
    StoreError, Trouble, change, due, exchange, job, load, outbox, rebuild, remark,
};

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
    commits: Commits,
    pub(crate) group: Group,
}

/// What there is to see of a board.
#[derive(Debug, Clone)]
pub struct BoardNow {
    /// The number of the last [`Change`] of any board.
    pub seen: u64,
    /// The board, if there is one, with what comes with it.
    pub state: State,
    /// What was said on it.
    pub remarks: Vec<Remark>,
    /// Its rematch, unless that was declined.
    pub rematch: Option<BoardId>,
}

impl Store {
    /// Opens a database file, making it if it does not exist, and brings its schema up to date.
    ///
    /// # Errors
    /// When the file cannot be opened or made, is not an SQLite database, is another program's, or
    /// was written by a later release; it is left as it was.
    pub async fn open(path: impl AsRef<Path>, settings: &Settings) -> Result<Self, StoreError> {
        let database = Database::open(path.as_ref(), settings).await?;
        let commits = Commits::default();
        let group = Group::new(database.clone(), commits.clone());
        Ok(Self { database, commits, group })
    }

    /// Carries out a request, once.
    ///
    /// With nobody else writing: loads the state, calls `decide`, writes the events, puts the messages
    /// into the outbox and the request into the log, all or nothing, and commits. Requests that wait at
    /// the same time share the commit and nothing else: each is decided after those before it and
    /// stands or falls alone. What is returned is on the disk. When the request has a name that was recorded before, `decide` is not
    /// called and the recorded answer is returned.
    ///
    /// When nothing happens (a refusal, a question, a repeat), the answer is recorded only if the
    /// request has a name or the answer has to be sent; otherwise the database is left untouched.
    ///
    /// `decide` runs while others wait for the writer: it must not block. It owns what it uses, since it
    /// is sent to the task that commits. When it panics, nothing is changed. When the future is dropped
    /// before its end, the request is carried out whole or not at all; one with a name can simply be
    /// sent again.
    ///
    /// # Errors
    /// When the decision contradicts what is stored ([`StoreError::Conflict`]), when another process
    /// keeps the database for too long ([`StoreError::Busy`]), and when the database fails. Nothing
    /// was changed, and nothing is in the log.
    pub async fn transaction<F>(
        &self,
        needs: &Needs,
        entry: &LogEntry,
        decide: F,
    ) -> Result<Committed, StoreError>
    where
        F: FnOnce(&State) -> Decision + Send + 'static,
    {
        let asked = Asked { needs: needs.clone(), entry: entry.clone(), decide: Box::new(decide) };
        self.group.carry_out(asked).await
    }

    /// The state at one moment.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(&self, needs: &Needs) -> Result<State, StoreError> {
        load::state(&mut *self.database.begin_read().await?, needs).await
    }

    /// The hash of a user's command password, to be verified before a transaction begins, since
    /// hashing is slow on purpose. The decision must see that the hash is still the same.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn password_of(&self, user: &Userid) -> Result<Option<PasswordHash>, StoreError> {
        let found: Option<Option<String>> =
            sqlx::query_scalar("SELECT password FROM users WHERE userid = $1")
                .bind(user.as_str())
                .fetch_optional(&mut *self.database.reader().await?)
                .await?;
        Ok(found.flatten().map(PasswordHash::from_stored))
    }

    /// What was said on a board, in order; nothing when there is no such board.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn remarks(&self, board: BoardId) -> Result<Vec<Remark>, StoreError> {
        remark::on(&mut *self.database.reader().await?, board).await
    }

    /// A board, what was said on it, and how late it is there, of one moment. There may be no such board.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn board_now(&self, board: BoardId) -> Result<BoardNow, StoreError> {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let mut transaction = self.database.begin_read().await?;
        Ok(BoardNow {
            seen: change::last(&mut transaction).await?,
            state: load::state(&mut transaction, &needs).await?,
            remarks: remark::on(&mut transaction, board).await?,
            rematch: load::rematch_of(&mut transaction, board).await?,
        })
    }

    /// What may be due by now: a cheap look at two indexes. Each is to be decided by
    /// [`decide_due`](carrick_service::decide_due) in a transaction of its own, which sees whether it
    /// still is due; so it does no harm when several processes find the same.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due(&self, now: Timestamp) -> Result<Vec<Due>, StoreError> {
        due::by(&mut *self.database.begin_read().await?, now).await
    }

    /// Takes one of the computer's jobs, chosen by `pick` among those that nobody works on, so that
    /// until a moment nobody else takes it; `None` when there is none. It is done when the decision is
    /// written that answers what was asked. `pick` is asked twice, since most looks find nothing and should keep no
    /// writer waiting.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_job<F>(
        &self,
        now: Timestamp,
        until: Timestamp,
        pick: F,
    ) -> Result<Option<NextJob>, StoreError>
    where
        F: Fn(&[WaitingJob]) -> Option<NextJob> + Send + 'static,
    {
        if pick(&job::waiting(&mut *self.database.reader().await?, now).await?).is_none() {
            return Ok(None);
        }
        let mut transaction = self.database.begin_write().await?;
        let waiting = job::waiting(&mut transaction, now).await?;
        let Some(next) = pick(&waiting) else { return Ok(None) };
        let Some(job) = waiting.iter().find(|job| job.board == next.board) else {
            return Ok(None);
        };
        job::claim(&mut transaction, job, next.cost_ms, now, until).await?;
        transaction.commit().await?;
        Ok(Some(next))
    }

    /// Notes from where a user comes: what stands for a network address, and does not tell it. The computer's time
    /// is shared by these.
    ///
    /// # Errors
    /// When there is no such user, or the database fails.
    pub async fn note_place(&self, user: &Userid, place: &str) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        sqlx::query(
            "INSERT INTO places (userid, place) VALUES ($1, $2) \
             ON CONFLICT (userid) DO UPDATE SET place = excluded.place",
        )
        .bind(user.as_str())
        .bind(place)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// The job that somebody works on whose claim runs out first, and when it does; `None` when nobody works.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claimed_job(
        &self,
        now: Timestamp,
    ) -> Result<Option<(BoardId, Timestamp)>, StoreError> {
        job::claimed(&mut *self.database.reader().await?, now).await
    }

    /// Gives back a job that was claimed until this moment, undone: anybody may take it now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn release_job(&self, board: BoardId, until: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        job::release(&mut transaction, board, until).await?;
        Ok(transaction.commit().await?)
    }

    /// The number of the last [`Change`]; 0 when there was none yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_change(&self) -> Result<u64, StoreError> {
        change::last(&mut *self.database.reader().await?).await
    }

    /// How often open seeks have changed, whichever process changed them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seek_changes(&self) -> Result<u64, StoreError> {
        change::of_seeks(&mut *self.database.reader().await?).await
    }

    /// Which boards changed after the change of this number, each with its last change, in order: the first
    /// [thousand](crate::CHANGES) of them, so that whoever wants all asks again from the last one on. It
    /// makes no difference which process changed them. When nothing has changed, this is one look at
    /// an index.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn changes_since(&self, number: u64) -> Result<Vec<Change>, StoreError> {
        change::since(&mut *self.database.reader().await?, number).await
    }

    /// Changes its value whenever a request or an import was committed through this handle or a clone of
    /// it: a reason to look at once for what one otherwise looks for now and then. Other handles and
    /// processes are not heard.
    #[must_use]
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.commits.subscribe()
    }

    /// Tells those who listen to [`commits`](Self::commits).
    pub(crate) fn tell_commit(&self) {
        self.commits.tell();
    }

    /// Computes all ratings from the finished games alone, in the order in which they ended, with a fresh
    /// [`Replay`], and replaces what is stored where it is something else.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rebuild_ratings(&self, replay: Replay) -> Result<Rebuilt, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let rebuilt = rebuild::rebuild(&mut transaction, replay).await?;
        transaction.commit().await?;
        Ok(rebuilt)
    }

    /// Shows every board of these games, one after another, all of one moment: first those that have
    /// ended, in the order in which they did, then those in play by game and number. What was declined
    /// is no board. `visit` is also told how many there are.
    ///
    /// # Errors
    /// When the database fails, or `visit` does.
    pub async fn each_board<E: From<StoreError>>(
        &self,
        kinds: &[GameKind],
        visit: impl FnMut(usize, BoardRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut transaction = self.database.begin_read().await?;
        exchange::each_board(&mut transaction, kinds, visit).await
    }

    /// Begins to import games. Nobody else writes until that is committed or given up.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin_import(&self) -> Result<Importing, StoreError> {
        Ok(Importing::begin(self.database.begin_write().await?, self.commits.clone()))
    }

    /// The messages that wait to be handed on, oldest first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn pending(&self, limit: u32) -> Result<Vec<Outgoing>, StoreError> {
        outbox::pending(&mut *self.database.reader().await?, limit).await
    }

    /// What was found, or done, when the file was opened, and that its operator should know.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        self.database.notices()
    }

    /// Whether something can be written, so that it is on the disk. It is really tried, but at most once a
    /// second.
    ///
    /// # Errors
    /// Why nothing can be written.
    pub async fn ready(&self) -> Result<(), Trouble> {
        self.database.ready().await
    }

    /// Moves what is in the write-ahead log into the file itself, as far as nobody still reads what was
    /// there before. Readers are not held up.
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

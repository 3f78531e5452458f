//! A server between two crashes: its parts, and the tasks that they do.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use carrick_mail::incoming::Site;
use carrick_post::outbox::{Did, MailWriter, Outbox, Pace};
use carrick_post::transport::Transport;
use carrick_post::{Delivered, MailReceiver};
use carrick_server::{
    CommandRequest, Failure, Gate, RateLimiter, RateLimits, Strength, Swept, WorkError, Worker,
    carry_out, sweep,
};
use carrick_service::{
    BoardId, Decision, Event, Keeps, Message, Needs, Pictures, Request, Sender, User, UserAddress,
    UserEvent, UserSettings, Userid, command,
};
use carrick_store::{Committed, LogEntry, Settings, Store, StoreError};
use carrick_tokens::Keyring;
use jiff::Timestamp;
use tokio::task::JoinHandle;

use crate::clients::{Asked, Via};
use crate::machine::{Conductor, MachineClock};
use crate::relay::SimulatedRelay;

/// The host of the server's addresses.
const HOST: &str = "carrick.example";

/// The key that seals tokens.
pub(crate) fn keys() -> Keyring {
    Keyring::new([7; 32])
}

/// A program's clock.
pub(crate) type ProgramClock = Box<dyn Fn() -> Timestamp + Send + Sync>;

/// The result of a task.
pub(crate) enum Done {
    /// A request from a page, by its position in the list of all requests.
    Page(usize, Result<Committed, Failure>),
    /// An incoming email.
    Mail(usize, Result<Delivered, Failure>),
    /// A sweep.
    Swept(Result<Swept, StoreError>),
    /// A run of the outbox, which returns the outbox.
    Sent(Box<Outbox<ProgramClock>>, Result<Did, StoreError>),
    /// The computer's turns on a board.
    Worked(BoardId, Result<Vec<Message>, WorkError>),
}

const OPENS: &str = "a database opens after every crash";

/// A server.
pub(crate) struct SimulatedServer {
    pub(crate) store: Store,
    /// The store of the sweeps, the outbox and the computer: the same one, or one that belongs to
    /// another process.
    behind: Store,
    receiver: MailReceiver,
    outbox: Option<Box<Outbox<ProgramClock>>>,
    clock: MachineClock,
}

impl SimulatedServer {
    /// Starts a server.
    pub(crate) async fn start(
        path: &Path,
        conductor: &Conductor,
        relay: &SimulatedRelay,
        clock: &MachineClock,
        (seed, processes): (u64, u32),
    ) -> Result<Self, Violation> {
        // One reader is as good as several, since one transaction runs at a time. In most runs the
        // writer also reads: opening a connection takes as long as a round of work.
        let settings = Settings { readers: processes - 1, ..Settings::default() };
        let opened = Store::open(path, &settings).await;
        let store = opened.map_err(|error| Violation::new(OPENS, error.to_string()))?;
        store.intercept(Arc::new(conductor.clone()));
        let behind = if processes == 1 {
            store.clone()
        } else {
            let opened = Store::open(path, &settings).await;
            let behind = opened.map_err(|error| Violation::new(OPENS, error.to_string()))?;
            behind.intercept(Arc::new(conductor.clone()));
            behind
        };
        let commands = format!("games@{HOST}").parse();
        let commands = commands.map_err(|_| Violation::new("the host has a name", HOST))?;
        let site = Site { commands, relay: None };
        let [time, told, steady] = [(); 3].map(|()| clock.clone());
        let time: ProgramClock = Box::new(move || time.now());
        let steady = Arc::new(move || steady.passed());
        let gate = Gate::new(RateLimits::timed(RateLimiter::default(), steady), 1);
        let receiver =
            MailReceiver::new(store.clone(), &gate, keys(), site.clone(), move || told.now());
        let mail_writer = MailWriter {
            sender: "Carrick".to_owned(),
            site,
            keys: keys(),
            pages: format!("https://{HOST}"),
            links_to_boards: true,
            reset: Arc::new(|user: &Userid, _| format!("https://{HOST}/reset/{user}")),
        };
        // With one line, the seed determines the order of the emails.
        let pace = Pace { lines: 1, per_domain: u16::MAX };
        let transport = Transport::Carrier(Arc::new(relay.clone()));
        let random = fastrand::Rng::with_seed(seed);
        let outbox = Outbox::new(behind.clone(), transport, mail_writer, pace, time, random);
        let outbox = Some(Box::new(outbox));
        Ok(Self { store, behind, receiver, outbox, clock: clock.clone() })
    }

    /// Closes its database.
    pub(crate) async fn stop(&self) {
        self.behind.close().await;
        self.store.close().await;
    }

    /// Delivers a request.
    pub(crate) fn asks(&self, place: usize, asked: &Asked) -> JoinHandle<Done> {
        match &asked.via {
            Via::Page { text, body, seen } => {
                let (store, now) = (self.store.clone(), self.clock.now());
                let (text, body, seen) = (text.clone(), body.clone(), *seen);
                let (id, user) = (asked.id.clone(), asked.user.clone());
                tokio::spawn(async move {
                    let done = match command::parse(&text) {
                        Ok(command) => {
                            let request = Request::typed(Sender::User(user), command, body);
                            let request = Request { seen, ..request };
                            let (id, keeps) = (Some(id), Keeps::default());
                            let request = CommandRequest { request, id, keeps };
                            carry_out(&store, None, request, now).await
                        }
                        // No client of the simulation makes mistakes.
                        Err(_) => Ok(Committed { refused: true, ..Committed::default() }),
                    };
                    Done::Page(place, done)
                })
            }
            Via::Mail { message, sender, recipient } => {
                let receiver = self.receiver.clone();
                let (message, sender, recipient) =
                    (Arc::clone(message), sender.clone(), recipient.clone());
                tokio::spawn(async move {
                    Done::Mail(place, receiver.deliver(&message, &sender, &recipient).await)
                })
            }
        }
    }

    /// Does what is due.
    pub(crate) fn sweeps(&self) -> JoinHandle<Done> {
        let (store, now) = (self.behind.clone(), self.clock.now());
        tokio::spawn(async move { Done::Swept(sweep(&store, now).await) })
    }

    /// Sends emails, unless they are already being sent.
    pub(crate) fn sends(&mut self) -> Option<JoinHandle<Done>> {
        let mut outbox = self.outbox.take()?;
        Some(tokio::spawn(async move {
            let did = outbox.turn().await;
            Done::Sent(outbox, did)
        }))
    }

    /// Takes the outbox back.
    pub(crate) fn take_back(&mut self, outbox: Box<Outbox<ProgramClock>>) {
        self.outbox = Some(outbox);
    }

    /// Lets the computer answer on a board.
    pub(crate) fn works(&self, board: BoardId) -> JoinHandle<Done> {
        let clock = self.clock.clone();
        // The number of nodes ends every search: a time limit would make it differ between
        // machines.
        let forever = Duration::from_secs(3600);
        let strength = Strength { time: forever, nodes: 40, threads: 1 };
        let worker = Worker::new(self.behind.clone(), strength, move || clock.now());
        tokio::spawn(async move { Done::Worked(board, worker.answer_on(board).await) })
    }
}

/// Lets tasks run, one transaction at a time, until all have finished or the machine has crashed.
/// Tasks from the position `blocking` on may use blocking threads; `gives_up` says after how many
/// turns a task is dropped, and which.
pub(crate) async fn drive(
    conductor: &Conductor,
    tasks: &[JoinHandle<Done>],
    blocking: usize,
    mut gives_up: Option<(u32, usize)>,
) -> Result<(), Violation> {
    let mut idle = 0;
    loop {
        let blocks = tasks.iter().skip(blocking).any(|task| !task.is_finished());
        settle(conductor, blocks).await;
        if conductor.has_crashed() {
            return Ok(());
        }
        if tasks.iter().all(JoinHandle::is_finished) && !conductor.is_busy() {
            return Ok(());
        }
        match &mut gives_up {
            Some((0, place)) => {
                tasks[*place % tasks.len()].abort();
                gives_up = None;
                continue;
            }
            Some((left, _)) => *left -= 1,
            None => {}
        }
        if conductor.grant() {
            conductor.given_back().await;
            continue;
        }
        idle += 1;
        if idle > 5000 {
            return Err(Violation::new("all work comes to its end", "a task waits for nothing"));
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Waits until every task waits for a connection or for another task, or has finished. Blocking
/// work is done by one thread, in order, so that an empty piece of work returns once all earlier
/// ones are done.
async fn settle(conductor: &Conductor, blocks: bool) {
    let mut quiet = 0;
    // One piece of work may start another.
    while quiet < 2 {
        let before = conductor.activity();
        let_run().await;
        if blocks {
            let _ = tokio::task::spawn_blocking(|| {}).await;
            let_run().await;
        }
        quiet = if conductor.activity() == before { quiet + 1 } else { 0 };
    }
}

/// Lets every task run that can, and those that it wakes.
async fn let_run() {
    for _ in 0..4 {
        tokio::task::yield_now().await;
    }
}

// The database with which every run starts: a few members with their addresses.

/// The members, with their addresses.
pub(crate) const MEMBERS: [(&str, &[&str]); 4] = [
    ("ann", &["ann@ann.example"]),
    ("bob", &["bob@bob.example"]),
    ("cyd", &["cyd@cyd.example", "cyd@work.example"]),
    ("dot", &["dot@dot.example"]),
];

/// Files of a new database. Creating one takes longer than a run.
#[derive(Debug, Clone)]
pub struct Template {
    /// Here a server is recorded as running until the end of time: no time without a sweep is an
    /// outage.
    pub(crate) steady: Vec<u8>,
    /// Here times without a sweep are outages.
    pub(crate) usual: Vec<u8>,
}

/// Reason why there is no template.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file failed.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// A name or an address is not valid.
    #[error("a member's name or address is not valid")]
    Member,
}

impl Template {
    /// Makes one, in an existing folder.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub async fn new(folder: &Path) -> Result<Self, TemplateError> {
        let path = folder.join("template.db");
        let store = Store::open(&path, &Settings::default()).await?;
        let mut events = Vec::new();
        for (name, addresses) in MEMBERS {
            let user: Userid = name.parse().map_err(|_| TemplateError::Member)?;
            let confirmed = |address: &&str| {
                let address = address.parse().map_err(|_| TemplateError::Member)?;
                Ok(UserAddress { address, confirmed: true, returned: false })
            };
            let addresses =
                addresses.iter().map(confirmed).collect::<Result<Vec<_>, TemplateError>>()?;
            events.push(Event::UserJoined(User::new(user.clone(), MachineClock::start(), None)));
            events.push(Event::User(user.clone(), UserEvent::AddressesSet(addresses)));
            // Pictures take longer to draw than everything else together.
            let settings = UserSettings { pictures: Pictures::None, ..UserSettings::default() };
            events.push(Event::User(user, UserEvent::SettingsChanged(Box::new(settings))));
        }
        let entry = LogEntry {
            id: None,
            at: MachineClock::start(),
            sender: Sender::Nobody,
            command: "members join".to_owned(),
            reply_to: None,
        };
        let decide = |_: &_| Decision { events, messages: Vec::new(), refusal: None };
        store.transaction(&Needs::default(), &entry, decide).await?;
        store.close().await;
        let usual = std::fs::read(&path)?;
        let store = Store::open(&path, &Settings::default()).await?;
        let late = "2100-01-01T00:00:00Z".parse().map_err(|_| TemplateError::Member)?;
        store.note_sweep(late).await?;
        store.close().await;
        Ok(Self { steady: std::fs::read(&path)?, usual })
    }
}

// An invariant that does not hold.

/// The invariant, and how it was broken, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{invariant}: {finding}")]
pub struct Violation {
    /// The invariant, in a few words.
    pub invariant: &'static str,
    /// How it was broken.
    pub finding: String,
}

impl Violation {
    pub(crate) fn new(invariant: &'static str, finding: impl Into<String>) -> Self {
        Self { invariant, finding: finding.into() }
    }
}

/// Fails with an invariant unless a condition holds.
macro_rules! holds {
    ($invariant:expr, $condition:expr, $($finding:tt)+) => {
        if !$condition {
            return Err($crate::server::Violation::new($invariant, format!($($finding)+)));
        }
    };
}
pub(crate) use holds;

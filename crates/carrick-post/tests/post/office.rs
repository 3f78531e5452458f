//! A post office for tests: a database in its own folder, with two players at a board.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use carrick_games::{GameKind, Seat};
use carrick_mail::incoming::{Silence, Site};
use carrick_post::{Bounds, Delivered, Listener, LmtpAddress, MailReceiver};
use carrick_server::{Gate, Incoming, RateLimiter, RateLimits, handle};
use carrick_service::{
    BoardId, BoardRecord, Decision, Event, Needs, Sender, User, UserAddress, UserEvent, Userid,
};
use carrick_store::{Committed, LogEntry, Outgoing, Recipient, Route, Settings, Store};
use carrick_tokens::{Keyring, Powers, ReplyToken};
use jiff::{SignedDuration, Timestamp};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) const GAMES: &str = "games@carrick.example";
pub(crate) const RELAY: &str = "mx.carrick.example";
pub(crate) const BOARD: BoardId = BoardId { kind: GameKind::Ankor, number: 101 };

/// Everyone's password here.
pub(crate) const PASSWORD: &str = "hunter22";

pub(crate) struct Office {
    pub(crate) store: Store,
    /// The gate of the pages.
    pub(crate) gate: Gate,
    pub(crate) receiver: MailReceiver,
    pub(crate) keys: Keyring,
    pub(crate) site: Site,
    pub(crate) folder: TempDir,
    seconds: Arc<AtomicI64>,
}

/// The first of May 2008, noon.
const NOON: i64 = 1_209_643_200;

impl Office {
    /// Ann and Bob have confirmed their addresses and play on [`BOARD`], of size 4; Ann begins.
    pub(crate) async fn open() -> Self {
        Self::open_with(&Settings::default()).await
    }

    /// Like [`open`](Self::open), with other settings of the database.
    pub(crate) async fn open_with(settings: &Settings) -> Self {
        let office = Self::empty_with(settings).await;
        for name in ["ann", "bob"] {
            office.does(&format!("signup {name} {PASSWORD}")).await;
            office.confirm(name, &format!("{name}@example.org")).await;
        }
        office.does_as("ann", "ankor challenge -size=4 ann bob").await;
        office
    }

    /// A database without users.
    pub(crate) async fn empty() -> Self {
        Self::empty_with(&Settings::default()).await
    }

    async fn empty_with(settings: &Settings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("office.db"), settings).await.unwrap();
        let keys = Keyring::new([7; 32]);
        let site = Site { commands: GAMES.parse().unwrap(), relay: Some(RELAY.into()) };
        let seconds = Arc::new(AtomicI64::new(NOON));
        let clock = Arc::clone(&seconds);
        let steady = Arc::clone(&seconds);
        let steady =
            Arc::new(move || Duration::from_secs(steady.load(Ordering::SeqCst).unsigned_abs()));
        let gate = Gate::new(RateLimits::timed(RateLimiter::default(), steady), 2);
        let receiver =
            MailReceiver::new(store.clone(), &gate, keys.clone(), site.clone(), move || {
                Timestamp::from_second(clock.load(Ordering::SeqCst)).unwrap()
            });
        Self { store, gate, receiver, keys, site, folder, seconds }
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_second(self.seconds.load(Ordering::SeqCst)).unwrap()
    }

    pub(crate) fn later(&self, time: SignedDuration) {
        self.seconds.fetch_add(time.as_secs(), Ordering::SeqCst);
    }

    /// A command without a sender.
    pub(crate) async fn does(&self, text: &str) -> Committed {
        self.does_by(Sender::Nobody, text).await
    }

    pub(crate) async fn does_as(&self, user: &str, text: &str) -> Committed {
        self.does_by(Sender::User(name(user)), text).await
    }

    async fn does_by(&self, sender: Sender, text: &str) -> Committed {
        let incoming = Incoming { sender, text, body: None, id: None };
        let done = handle(&self.store, None, incoming, self.now()).await.unwrap();
        assert!(!done.refused, "{text}: {:?}", done.messages);
        self.forget_outbox().await;
        done
    }

    pub(crate) async fn confirm(&self, user: &str, address: &str) {
        let addresses = vec![UserAddress {
            address: address.parse().unwrap(),
            confirmed: true,
            returned: false,
        }];
        self.happens(Event::User(name(user), UserEvent::AddressesSet(addresses))).await;
    }

    pub(crate) async fn happens(&self, event: Event) {
        let decision = Decision { events: vec![event], messages: vec![], refusal: None };
        let entry = LogEntry {
            id: None,
            at: self.now(),
            sender: Sender::Nobody,
            command: "event".into(),
            reply_to: None,
        };
        self.store.transaction(&Needs::default(), &entry, |_| decision).await.unwrap();
    }

    pub(crate) async fn board(&self) -> BoardRecord {
        let needs = Needs { boards: [BOARD].into(), ..Needs::default() };
        self.store.read(&needs).await.unwrap().boards.remove(&BOARD).unwrap()
    }

    pub(crate) async fn turns(&self) -> Vec<String> {
        self.board().await.turns.into_iter().map(|turn| turn.text.to_string()).collect()
    }

    pub(crate) async fn user(&self, user: &str) -> User {
        let needs = Needs { users: [name(user)].into(), ..Needs::default() };
        self.store.read(&needs).await.unwrap().users.remove(&name(user)).unwrap()
    }

    /// The reply address for the player in a seat, with the board as it is now.
    pub(crate) async fn play_address(&self, seat: Seat) -> String {
        let generation = self.board().await.generation();
        self.address_of(&self.token(seat, generation, Powers::TO_MOVE))
    }

    pub(crate) fn token(&self, seat: Seat, generation: u32, powers: Powers) -> ReplyToken {
        let expires = self.now() + SignedDuration::from_hours(24 * 30);
        ReplyToken { board: BOARD, generation, seat, powers, expires }
    }

    pub(crate) fn address_of(&self, token: &ReplyToken) -> String {
        self.site.play_address(&self.keys.seal(token))
    }

    /// Delivers a message, with the address in its `From` as the envelope's sender.
    pub(crate) async fn deliver(&self, to: &str, message: &str) -> Delivered {
        let from = message.lines().find_map(|line| line.strip_prefix("From: ")).unwrap_or("x@y.z");
        let message = Arc::new(message.replace('\n', "\r\n").into_bytes());
        self.receiver.deliver(&message, from, to).await.unwrap()
    }

    /// Delivers a separate message to the address for commands, and returns the outcome.
    pub(crate) async fn command(&self, from: &str, subject: &str, body: &str) -> Committed {
        let number = self.number("SELECT coalesce(max(number), 0) FROM requests").await;
        let message = format!(
            "From: {from}\nMessage-ID: <{number}.{}@example.org>\nSubject: {subject}\n\n{body}\n",
            self.now().as_second()
        );
        self.done(GAMES, &message).await
    }

    pub(crate) async fn done(&self, to: &str, message: &str) -> Committed {
        match self.deliver(to, message).await {
            Delivered::Done(done) => done,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn silence(&self, to: &str, message: &str) -> Silence {
        match self.deliver(to, message).await {
            Delivered::Silent(silence) => silence,
            other => panic!("{other:?}"),
        }
    }

    /// Takes the queued messages out of the outbox, as `to: subject`.
    pub(crate) async fn sent(&self) -> Vec<String> {
        let waiting = self.waiting().await;
        self.forget_outbox().await;
        let lines = waiting.into_iter().map(|message| {
            let to = match message.to {
                Recipient::User(user) => user.to_string(),
                Recipient::Address(address) => address.to_string(),
            };
            format!("{to}: {}", message.subject)
        });
        lines.collect()
    }

    pub(crate) async fn waiting(&self) -> Vec<Outgoing> {
        self.store.pending(1000).await.unwrap()
    }

    pub(crate) async fn forget_outbox(&self) {
        let nowhere = |_: &Outgoing, _: Option<&User>, _| Route::Nowhere;
        self.store.hand_on(self.now(), self.now(), 1000, nowhere).await.unwrap();
    }

    /// All bytes of the database, including its log.
    pub(crate) fn bytes(&self) -> Vec<Vec<u8>> {
        ["office.db", "office.db-wal"]
            .map(|file| std::fs::read(self.folder.path().join(file)).unwrap_or_default())
            .into()
    }

    pub(crate) async fn number(&self, sql: &'static str) -> i64 {
        let path = self.folder.path().join("office.db");
        let mut raw = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap()
    }

    pub(crate) fn socket(&self) -> LmtpAddress {
        LmtpAddress::Socket(self.folder.path().join("lmtp"))
    }

    /// Serves LMTP at an address until told to stop.
    pub(crate) async fn listen(&self, place: &LmtpAddress, bounds: Bounds) -> Served {
        let listener = Listener::bind(place).await.unwrap();
        let address = listener.address().clone();
        let (stop, stopped) = oneshot::channel();
        let serving = listener.serve(self.receiver.clone(), bounds, async move {
            let _ = stopped.await;
        });
        Served { address, stop, serving: tokio::spawn(serving) }
    }
}

/// A running listener.
pub(crate) struct Served {
    pub(crate) address: LmtpAddress,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Served {
    /// Tells it to stop; ready when it has stopped.
    pub(crate) fn stop(self) -> JoinHandle<()> {
        let _ = self.stop.send(());
        self.serving
    }

    pub(crate) fn path(&self) -> PathBuf {
        match &self.address {
            LmtpAddress::Socket(path) => path.clone(),
            LmtpAddress::Port(port) => panic!("{port}"),
        }
    }
}

pub(crate) fn name(user: &str) -> Userid {
    user.parse().unwrap()
}

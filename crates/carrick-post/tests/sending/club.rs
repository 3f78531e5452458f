//! Two players with email addresses, on their own store, in the spring of 2008.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use carrick_mail::incoming::Site;
use carrick_post::outbox::{Did, MailWriter, Outbox, Pace};
use carrick_post::transport::{Relay, Security, Transport};
use carrick_server::{Incoming, administer, handle};
use carrick_service::{Address, AdminAction, Evidence, Request, Sender, Userid, command, decide};
use carrick_store::{Confirmation, LogEntry, Settings, Store};
use carrick_tokens::Keyring;
use jiff::{SignedDuration, Timestamp};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tempfile::TempDir;

use super::peer::Peer;

pub(crate) struct Club {
    pub(crate) store: Store,
    pub(crate) folder: TempDir,
    now: Arc<Mutex<Timestamp>>,
}

pub(crate) type Clock = Box<dyn Fn() -> Timestamp + Send + Sync>;

impl Club {
    /// A club of Ann and Bob, whose addresses are confirmed, and whose emails so far have been
    /// sent.
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("club.db"), &Settings::default()).await.unwrap();
        let now = Arc::new(Mutex::new("2008-05-01T12:00:00Z".parse().unwrap()));
        let club = Self { store, folder, now };
        for name in ["ann", "bob"] {
            club.does(&format!("signup {name} password {name}@{name}.example")).await;
            club.confirm(name, &format!("{name}@{name}.example")).await;
        }
        let nowhere = Transport::Maildir(club.folder.path().join("past"));
        club.outbox_with(nowhere, Pace::default()).turn().await.unwrap();
        club
    }

    pub(crate) async fn confirm(&self, user: &str, address: &str) {
        let (user, address) = (user.parse().unwrap(), address.parse().unwrap());
        let done = self.store.confirm_address(&user, &address).await.unwrap();
        assert_eq!(done, Confirmation::Done);
    }

    /// Runs a command without a sender, a second after the previous one.
    pub(crate) async fn does(&self, text: &str) {
        self.act(Sender::Nobody, text).await;
    }

    pub(crate) async fn does_as(&self, user: &str, text: &str) {
        let user: Userid = user.parse().unwrap();
        self.act(Sender::User(user), text).await;
    }

    /// A message from one user to another.
    pub(crate) async fn writes(&self, from: &str, to: &str, text: &str) {
        let sender = Sender::User(from.parse().unwrap());
        self.act_with(sender, &format!("message {from} - {to}"), Some(text.to_owned())).await;
    }

    pub(crate) async fn makes_operator(&self, user: &str) {
        let action = AdminAction::SetOperator { user: user.parse().unwrap(), on: true };
        assert!(!administer(&self.store, action, self.now()).await.unwrap().refused);
    }

    /// A command with lines.
    pub(crate) async fn says(&self, user: &str, text: &str, body: &str) {
        let sender = Sender::User(user.parse().unwrap());
        self.act_with(sender, text, Some(body.to_owned())).await;
    }

    /// A question that came by email.
    pub(crate) async fn asks(&self, from: &str, text: &str) {
        self.wait(SignedDuration::from_secs(1));
        let (from, now): (Address, _) = (from.parse().unwrap(), self.now());
        let sender = Sender::Address(from.clone());
        let command = command::parse(text).unwrap();
        let request = Request::typed(sender.clone(), command, None);
        let entry =
            LogEntry { id: None, at: now, sender, command: text.into(), reply_to: Some(from) };
        let needs = request.needs(now);
        let decide = move |state: &_| decide(state, &request, &Evidence::default(), now);
        assert!(!self.store.transaction(&needs, &entry, decide).await.unwrap().refused, "{text}");
    }

    async fn act(&self, sender: Sender, text: &str) {
        self.act_with(sender, text, None).await;
    }

    async fn act_with(&self, sender: Sender, text: &str, body: Option<String>) {
        self.wait(SignedDuration::from_secs(1));
        let incoming = Incoming { sender, text, body, id: None };
        let done = handle(&self.store, None, incoming, self.now()).await.unwrap();
        assert!(!done.refused, "{text}: {:?}", done.messages);
    }

    /// A board of Ankor on which Ann, then Bob has played.
    pub(crate) async fn plays(&self) {
        self.does_as("ann", "ankor challenge -size=3 ann bob").await;
        self.does_as("ann", "ankor move 101 ann - b1").await;
        self.does_as("bob", "ankor move 101 bob - c1").await;
    }

    pub(crate) fn now(&self) -> Timestamp {
        *self.now.lock().unwrap()
    }

    pub(crate) fn wait(&self, time: SignedDuration) {
        *self.now.lock().unwrap() += time;
    }

    /// As if the program had died before it recorded the emails that it had sent.
    pub(crate) async fn forget_that_it_was_sent(&self) {
        let mut raw = SqliteConnectOptions::new()
            .filename(self.folder.path().join("club.db"))
            .connect()
            .await
            .unwrap();
        raw.execute("UPDATE deliveries SET state = 'waiting', attempts = 0 WHERE state = 'sent' AND due = (SELECT max(due) FROM deliveries)").await.unwrap();
        raw.close().await.unwrap();
    }

    pub(crate) fn keys() -> Keyring {
        Keyring::new([7; 32])
    }

    pub(crate) fn outbox_to(&self, peer: &Peer) -> Outbox<Clock> {
        let lines = Pace { lines: 1, ..Pace::default() };
        self.outbox_with(Self::relay(peer), lines)
    }

    pub(crate) fn relay(peer: &Peer) -> Transport {
        let name = "carrick.example";
        let relay = Relay::new("127.0.0.1", peer.port(), name, Security::Plain, None).unwrap();
        Transport::Relay(relay.with_patience(Duration::from_millis(300)))
    }

    /// The outbox of a server without an address that players could type.
    pub(crate) fn outbox_without_pages(&self, peer: &Peer) -> Outbox<Clock> {
        let pace = Pace { lines: 1, ..Pace::default() };
        self.outbox_of(Self::relay(peer), pace, false)
    }

    pub(crate) fn outbox_with(&self, transport: Transport, pace: Pace) -> Outbox<Clock> {
        self.outbox_of(transport, pace, true)
    }

    fn outbox_of(&self, transport: Transport, pace: Pace, links_to_boards: bool) -> Outbox<Clock> {
        let site = Site { commands: "games@carrick.example".parse().unwrap(), relay: None };
        let reset = |user: &Userid, _: Timestamp| format!("https://carrick.example/reset/{user}");
        let mail_writer = MailWriter {
            sender: "Carrick".to_owned(),
            site,
            keys: Self::keys(),
            pages: "https://carrick.example".to_owned(),
            links_to_boards,
            reset: Arc::new(reset),
        };
        let now = Arc::clone(&self.now);
        let clock: Clock = Box::new(move || *now.lock().unwrap());
        let random = fastrand::Rng::with_seed(7);
        Outbox::new(self.store.clone(), transport, mail_writer, pace, clock, random)
    }

    /// Lets the outbox process everything that is due, pass by pass.
    pub(crate) async fn sends_all(outbox: &mut Outbox<Clock>) -> Did {
        let mut all = Did::default();
        loop {
            let did = outbox.turn().await.unwrap();
            if did == Did::default() {
                return all;
            }
            all.sent += did.sent;
            all.failed.extend(did.failed);
        }
    }
}

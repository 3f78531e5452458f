//! Three players, their boards, and a database that can be asked whether it has changed.

use carrick_service::{
    Action, Decision, Evidence, Link, Message, Needs, PasswordHash, Request, Sender, TypedCommand,
    Userid, answer_refusal, command, decide,
};
use carrick_store::{LogEntry, Settings, Store};
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Row as _};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use super::slips::{MARK, PASSWORDS};

/// Outcome of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    NotUnderstood,
    Refused,
    Answered,
    Changed,
}

pub(super) struct Club {
    runtime: Runtime,
    store: Store,
    /// Another connection, which sees whether others have committed.
    watch: SqliteConnection,
    now: Timestamp,
    _folder: TempDir,
}

/// Commands before the first random line: boards in play, offers, one finished game.
const BEFORE: &[&str] = &[
    "alice> ankor challenge alice bob",
    "alice> ankor move 101 alice - d2",
    "bob> ankor move 101 bob - a1",
    "alice> ankor move 101 alice - d3",
    "bob> ankor move 101 bob - b1",
    "alice> ankor challenge -size=3 -noswap alice bob",
    "alice> ankor move 102 alice - a1",
    "bob> ankor move 102 bob - accept",
    "bob> ankor move 102 bob - propose",
    "alice> boche challenge alice bob",
    "alice> boche move 101 alice - a:d3",
    "bob> boche move 101 bob - b:d2",
    "bob> boche queue 101 bob - a:e4 b:e3",
    "alice> antipod challenge alice bob",
    "alice> antipod move 101 alice - f14",
    "alice> antipod challenge -radius=4 alice carol",
    "alice> antipod move 102 alice - d12",
    "carol> antipod move 102 carol - d9",
    "alice> antipod resign 102 alice -",
    "alice> anchor challenge -size=5 alice bob",
    "alice> anchor move 101 alice - E5",
    "bob> anchor move 101 bob - swap",
    "carol> anchor seek carol - -size=5 3",
    "carol> ankor subscribe all carol -",
];

impl Club {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let store = runtime.block_on(Store::open(&path, &Settings::default())).unwrap();
        let options = SqliteConnectOptions::new().filename(&path).read_only(true);
        let watch = runtime.block_on(SqliteConnection::connect_with(&options)).unwrap();
        let now = "2008-05-01T12:00:00Z".parse().unwrap();
        let mut club = Self { runtime, store, watch, now, _folder: folder };
        for (user, password) in PASSWORDS {
            club.must(&Sender::Nobody, &format!("signup {user} {password}"));
        }
        for line in BEFORE {
            let (user, line) = line.split_once("> ").unwrap();
            club.must(&Sender::User(user.parse().unwrap()), line);
        }
        club
    }

    fn must(&mut self, sender: &Sender, line: &str) {
        let (fate, decision) = self.carry_out(sender.clone(), line);
        assert_eq!(fate, Fate::Changed, "{line}: {:?}", decision.messages);
    }

    /// A number that changes with every commit.
    pub(super) fn version(&mut self) -> i64 {
        let version = sqlx::query("PRAGMA data_version").fetch_one(&mut self.watch);
        self.runtime.block_on(version).unwrap().get(0)
    }

    /// A line from a random sender, half a minute after the last.
    pub(super) fn says(&mut self, line: &str, random: &mut Rng) -> (Fate, Decision) {
        let sender = match random.u8(..8) {
            0..=2 => Sender::Nobody,
            3..=4 => Sender::User("alice".parse().unwrap()),
            5 => Sender::User("bob".parse().unwrap()),
            6 => Sender::User("carol".parse().unwrap()),
            _ => Sender::Address("alice@example.org".parse().unwrap()),
        };
        self.carry_out(sender, line)
    }

    fn carry_out(&mut self, sender: Sender, line: &str) -> (Fate, Decision) {
        self.now += SignedDuration::from_secs(30);
        let now = self.now;
        let entry = LogEntry {
            id: None,
            at: now,
            sender: sender.clone(),
            command: command::redact(line),
            reply_to: None,
        };
        let command = match command::parse(line) {
            Ok(command) => command,
            Err(error) => {
                let decision = answer_refusal(None, None, error.into());
                let again = decision.clone();
                let needs = Needs::default();
                let done = self.store.transaction(&needs, &entry, move |_| again);
                assert!(self.runtime.block_on(done).unwrap().refused);
                return (Fate::NotUnderstood, decision);
            }
        };
        let body = command.action.wants_body().then(|| "Good luck!\nI am off to lunch.".to_owned());
        let is_final = locks_out(&command);
        let request = Request::typed(sender, command, body);
        let (needs, evidence) = (request.needs(now), evidence(&request));
        let state = self.runtime.block_on(self.store.read(&needs)).unwrap();
        let decision = decide(&state, &request, &evidence, now);
        if is_final {
            let fate = if decision.refusal.is_some() { Fate::Refused } else { Fate::Answered };
            return (fate, decision);
        }
        let again = move |state: &_| decide(state, &request, &evidence, now);
        let done = self.runtime.block_on(self.store.transaction(&needs, &entry, again));
        let done = done.unwrap_or_else(|error| panic!("{line:?}: {error}"));
        assert_eq!(done.messages, decision.messages, "{line}");
        let asks = |message: &Message| matches!(message.link, Some(Link::Change(_)));
        let leaves_nothing = decision.events.is_empty() && !decision.messages.iter().any(asks);
        let fate = match (decision.refusal.is_some(), leaves_nothing) {
            (true, _) => Fate::Refused,
            (false, true) => Fate::Answered,
            (false, false) => Fate::Changed,
        };
        (fate, decision)
    }

    /// Checks that a text contains no password of the club, in upper or lower case. An address that
    /// was typed as a password is shown to its owner, whatever it contains.
    pub(super) fn has_no_password(&self, text: &str, context: &impl Fn() -> String) {
        let words = text.split_whitespace().filter(|word| !word.contains('@'));
        let text = words.collect::<Vec<_>>().join(" ").to_lowercase();
        for (user, password) in PASSWORDS {
            let password = password.to_lowercase();
            assert!(!text.contains(&password), "{}: {user}'s password\n{text}", context());
        }
    }
}

/// Whether a command would leave a player without account or password, or give a new user a name
/// that looks like a password, so that answers could contain it.
fn locks_out(command: &TypedCommand) -> bool {
    match command.action {
        Action::Delete | Action::ChangePassword | Action::Signoff => true,
        Action::Signup(_) => {
            command.credential.as_ref().is_some_and(|who| who.user.as_str().contains(MARK))
        }
        _ => false,
    }
}

/// The evidence that a carrier collects, without the time that hashing takes.
fn evidence(request: &Request) -> Evidence {
    let of = |user: &Userid| PASSWORDS.iter().find(|(name, _)| *name == user.as_str());
    let stored = |user: &Userid| PasswordHash::from_stored(format!("plain {user}"));
    let matching = |given: Option<(&Userid, &carrick_service::Password)>| {
        let (user, given) = given?;
        let (_, password) = of(user)?;
        (*given == password.parse().unwrap()).then(|| stored(user))
    };
    Evidence {
        verified: matching(request.password()),
        hashed: request.new_password().map(|(user, _)| stored(user)),
        new_verified: matching(request.new_password()),
        ..Evidence::default()
    }
}

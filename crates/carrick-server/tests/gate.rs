//! Password guesses where strangers have access: they are rate-limited, and reveal nothing.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use carrick_server::{
    At, Budget, Busy, Failure, Gate, GuessSource, Incoming, Rate, RateLimiter, RateLimits,
    TurnedAway, handle,
};
use carrick_service::Sender;
use carrick_store::{Committed, Settings, Store};
use jiff::Timestamp;
use tempfile::TempDir;

/// Six guesses of an account, and three by a sender.
const RATE: Rate = Rate { burst: 6, period: Duration::from_secs(30) };

struct Server {
    _folder: TempDir,
    store: Store,
    gate: Gate,
    second: Arc<AtomicU64>,
}

impl Server {
    /// A server with alice, whose password is tulip7.
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("carrick.db");
        let store = Store::open(path, &Settings::default()).await.unwrap();
        let limiter = RateLimiter::default().with_rate(Budget::SignIn, RATE, 100);
        let second = Arc::new(AtomicU64::new(0));
        let clock = second.clone();
        let clock = Arc::new(move || Duration::from_secs(clock.load(Ordering::SeqCst)));
        let gate = Gate::new(RateLimits::timed(limiter, clock), 2);
        let server = Self { _folder: folder, store, gate, second };
        assert!(!server.says("elsewhere", 0, "signup alice tulip7").await.refused);
        server
    }

    /// The answer to a stranger this many seconds after noon.
    async fn says(&self, sender: &str, second: u64, text: &str) -> Committed {
        self.tries(sender, second, text).await.unwrap()
    }

    async fn tries(&self, sender: &str, second: u64, text: &str) -> Result<Committed, Failure> {
        self.second.store(second, Ordering::SeqCst);
        let incoming = Incoming { sender: Sender::Nobody, text, body: None, id: None };
        let at = At { gate: &self.gate, sender, place: None };
        handle(&self.store, Some(at), incoming, time(second)).await
    }

    /// The text of the answer, or what the gate replies instead.
    async fn answer(&self, sender: &str, second: u64, text: &str) -> String {
        match self.tries(sender, second, text).await {
            Ok(mut done) => done.messages.remove(0).text,
            Err(Failure::TurnedAway(away)) => away.to_string(),
            Err(error) => panic!("{error}"),
        }
    }

    /// Whether the gate turns a password away.
    async fn is_away(&self, sender: &str, second: u64, text: &str) -> bool {
        let away = self.tries(sender, second, text).await;
        matches!(away, Err(Failure::TurnedAway(TurnedAway::TooMany(_))))
    }
}

fn time(second: u64) -> Timestamp {
    Timestamp::from_second(1_209_643_200).unwrap() + Duration::from_secs(second)
}

#[tokio::test]
async fn guesses_beyond_the_limit_are_turned_away_right_or_wrong() {
    let server = Server::new().await;
    for sender in ["a", "a", "b", "b", "c", "c"] {
        let answer = server.answer(sender, 0, "ankor limit alice wrong1 3").await;
        assert!(answer.starts_with("That userid and password"), "{answer}");
    }
    for password in ["wrong1", "tulip7"] {
        let text = format!("ankor limit alice {password} 3");
        assert!(server.is_away("d", 1, &text).await, "{password}");
    }
    assert!(!server.says("d", 60, "ankor limit alice tulip7 3").await.refused);
    // Senders who need no password are not limited.
    let sender = Sender::User("alice".parse().unwrap());
    let text = "ankor limit alice - none";
    let incoming = Incoming { sender, text, body: None, id: None };
    let at = At { gate: &server.gate, sender: "d", place: None };
    assert!(!handle(&server.store, Some(at), incoming, time(1)).await.unwrap().refused);
}

#[tokio::test]
async fn the_gate_does_not_reveal_which_accounts_exist() {
    let server = Server::new().await;
    for second in [0, 0, 0, 1, 30, 59, 60, 61] {
        let [one, other] = [
            server.answer("a", second, "ankor limit alice wrong1 3").await,
            server.answer("b", second, "ankor limit nobody_here wrong1 3").await,
        ];
        assert_eq!(one, other);
    }
}

#[tokio::test]
async fn guesses_by_a_sender_count_for_all_accounts_together() {
    let server = Server::new().await;
    for user in ["bob", "carol", "dave"] {
        server.says("a", 0, &format!("ankor limit {user} wrong1 3")).await;
    }
    assert!(server.is_away("a", 0, "ankor limit alice tulip7 3").await);
    assert!(!server.says("b", 0, "ankor limit alice tulip7 3").await.refused);
    // A new password is verified like the old one, so a change cannot be used to guess.
    for _ in 0..3 {
        server.says("c", 0, "change password alice wrong1 guess2").await;
    }
    assert!(server.is_away("c", 0, "change password alice wrong1 tulip7").await);
}

#[tokio::test]
async fn right_passwords_and_new_accounts_are_free() {
    let server = Server::new().await;
    for place in 0..5 {
        assert!(!server.says("a", 0, "ankor limit alice tulip7 3").await.refused);
        assert!(!server.says("a", 0, &format!("signup user{place} rose88")).await.refused);
    }
}

/// Someone else at their address has guessed.
#[tokio::test]
async fn a_sender_without_guesses_left_may_still_sign_up() {
    let server = Server::new().await;
    for _ in 0..3 {
        server.says("a", 0, "ankor limit alice wrong1 3").await;
    }
    assert!(!server.says("a", 0, "signup bob rose88").await.refused);
    assert!(server.is_away("a", 0, "signup alice rose88").await, "that would be a guess");
    let body = "signup cyd rose88\nsignup dora rose88\nankor limit alice tulip7 3";
    let incoming = Incoming {
        sender: Sender::Nobody,
        text: "multiple",
        body: Some(body.to_owned()),
        id: None,
    };
    let at = At { gate: &server.gate, sender: "a", place: None };
    let done = handle(&server.store, Some(at), incoming, time(0)).await.unwrap();
    let said: Vec<&str> = done.messages.iter().map(|message| &*message.text).collect();
    assert!(said[0].starts_with("Welcome to Carrick, cyd"), "{said:?}");
    assert!(said[1].contains("A body makes one account"), "{said:?}");
    assert!(said[2].contains("Too many wrong passwords"), "{said:?}");
}

/// The advice to try again is not recorded as the request's answer.
#[tokio::test]
async fn a_request_that_was_turned_away_runs_when_it_is_repeated() {
    let server = Server::new().await;
    for sender in ["a", "a", "a", "c", "c", "c"] {
        server.says(sender, 0, "ankor limit alice wrong1 3").await;
    }
    let at = At { gate: &server.gate, sender: "b", place: None };
    let incoming = |text| Incoming {
        sender: Sender::Nobody,
        text,
        body: None,
        id: Some("<1@example.org>".into()),
    };
    let text = "ankor computer alice tulip7";
    let away = handle(&server.store, Some(at), incoming(text), time(1)).await;
    assert!(matches!(away, Err(Failure::TurnedAway(_))));
    server.second.store(60, Ordering::SeqCst);
    let done = handle(&server.store, Some(at), incoming(text), time(60)).await.unwrap();
    assert!(!done.refused && !done.repeated, "{done:?}");
}

/// The command line has no gate.
#[tokio::test]
async fn the_command_line_is_not_throttled() {
    let server = Server::new().await;
    for _ in 0..5 {
        let text = "ankor limit alice wrong1 3";
        let incoming = Incoming { sender: Sender::Nobody, text, body: None, id: None };
        let answer = handle(&server.store, None, incoming, time(0)).await.unwrap();
        assert!(!answer.messages[0].text.contains("too many"));
    }
}

/// Limits do not use the machine's wall clock, so setting it back locks no one out.
#[tokio::test]
async fn a_clock_that_is_set_locks_no_one_out() {
    let server = Server::new().await;
    let at = At { gate: &server.gate, sender: "a", place: None };
    let says = async |password: &str, day: i64| {
        let text = format!("ankor limit alice {password} 3");
        let incoming = Incoming { sender: Sender::Nobody, text: &text, body: None, id: None };
        let now = time(0) + jiff::SignedDuration::from_hours(24 * day);
        handle(&server.store, Some(at), incoming, now).await.unwrap().refused
    };
    assert!(says("wrong1", 3000).await, "forward 3,000 days");
    assert!(!says("tulip7", 0).await, "and back");
    assert!(!says("tulip7", -1).await, "and back by a day");
}

fn gate() -> Gate {
    Gate::new(RateLimits::default(), 2)
}

#[tokio::test]
async fn no_more_passwords_are_hashed_together_than_the_gate_allows() {
    use std::sync::atomic::AtomicUsize;
    static NOW: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);
    let gate = gate();
    let hash = || {
        MOST.fetch_max(NOW.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(2) {
            std::hint::spin_loop();
        }
        NOW.fetch_sub(1, Ordering::SeqCst);
    };
    let all: Vec<_> = (0..8)
        .map(|_| {
            let gate = gate.clone();
            tokio::spawn(async move { gate.hash("a", hash).await })
        })
        .collect();
    for one in all {
        one.await.unwrap().unwrap();
    }
    assert!((1..=2).contains(&MOST.load(Ordering::SeqCst)));
}

/// During six wrong passwords from each of a hundred addresses, another user neither waits for all
/// six hundred nor is asked to try again.
#[tokio::test]
async fn an_occasional_sender_does_not_wait_for_frequent_ones() {
    let gate = gate();
    let done = Arc::new(AtomicU64::new(0));
    let hash = |done: Arc<AtomicU64>| {
        move || {
            std::thread::sleep(Duration::from_micros(200));
            done.fetch_add(1, Ordering::SeqCst)
        }
    };
    // All of them are queued before any is done: nothing else runs on this thread in the meantime.
    let flood: Vec<_> = (0..600)
        .map(|place| {
            let (gate, done) = (gate.clone(), done.clone());
            tokio::spawn(async move { gate.hash(&format!("s{}", place % 100), hash(done)).await })
        })
        .collect();
    tokio::task::yield_now().await;
    let already = done.load(Ordering::SeqCst);
    let before = gate.hash("honest", hash(done.clone())).await.unwrap() - already;
    assert!(before <= 60, "{before} were done meanwhile");
    let turned_away = {
        let mut turned_away = 0;
        for one in flood {
            turned_away += u32::from(one.await.unwrap() == Err(TurnedAway::Busy(Busy)));
        }
        turned_away
    };
    assert!(turned_away > 200, "{turned_away} of the others are told to come again");
    let mail = gate.for_source(GuessSource::ProvedMail);
    let patient: Vec<_> = (0..300)
        .map(|_| {
            let (mail, done) = (mail.clone(), done.clone());
            tokio::spawn(async move { mail.hash("relay", hash(done)).await })
        })
        .collect();
    for one in patient {
        one.await.unwrap().unwrap();
    }
}

//! Reviews of finished games by a worker: automatic, requested, and after a crash.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::time::Duration;

use carrick_coach::review::{Review, Times};
use carrick_games::GameKind;
use carrick_server::{Incoming, Strength, Worker, handle};
use carrick_service::{BoardId, Needs, ReviewNow, Sender};
use carrick_store::{JobKind, Settings, Store, WantedJob};
use jiff::{SignedDuration, Timestamp};

use crate::running::never_stops;

/// A small search is enough for these tests.
const QUICK: Strength = Strength { time: Duration::from_secs(60), nodes: 4, threads: 1 };

/// What a worker claims to review a game on a board.
const REVIEWS: WantedJob<'_> = WantedJob::of(&[JobKind::Review]);

pub(crate) const BOARD: BoardId = BoardId { kind: GameKind::Antipod, number: 101 };

pub(crate) struct Server {
    pub(crate) store: Store,
    now: Timestamp,
    _folder: tempfile::TempDir,
}

impl Server {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("carrick.db");
        let store = Store::open(&file, &Settings::default()).await.unwrap();
        never_stops(file.to_str().unwrap()).await;
        let now = "2008-05-01T12:00:00Z".parse().unwrap();
        let mut server = Self { store, now, _folder: folder };
        for user in ["alice", "bob"] {
            server.says(user, &format!("signup {user} {user}-pass")).await;
        }
        server
    }

    /// Sends a command, and returns the first line that its sender gets.
    pub(crate) async fn says(&mut self, user: &str, text: &str) -> String {
        let known = !text.starts_with("signup");
        let sender = if known { Sender::User(user.parse().unwrap()) } else { Sender::Nobody };
        self.hears(sender, text).await
    }

    /// Sends a command from a sender, and returns the first line that they get.
    pub(crate) async fn hears(&mut self, sender: Sender, text: &str) -> String {
        self.now += SignedDuration::from_mins(1);
        let incoming = Incoming { sender, text, body: None, id: None };
        let done = handle(&self.store, None, incoming, self.now).await.unwrap();
        done.messages[0].text.lines().next().unwrap_or_default().to_owned()
    }

    /// Plays a game of two people to its end.
    async fn play(&mut self) {
        self.says("alice", "antipod challenge -radius=4 alice bob").await;
        let turns = ["c3", "e5", "f5", "e6", "d6", "f7", "e7", "e13", "d12", "e12"];
        for (ply, turn) in turns.into_iter().enumerate() {
            let user = ["alice", "bob"][ply % 2];
            self.says(user, &format!("antipod move 101 {user} - {turn}")).await;
        }
    }

    pub(crate) fn worker(&self) -> Worker<impl Fn() -> Timestamp + Clone + Send + Sync + use<>> {
        let now = self.now;
        Worker::new(self.store.clone(), QUICK, move || now)
    }

    pub(crate) async fn works(&self) {
        let none_fails = |done: Result<_, _>| drop(done.unwrap());
        self.worker().run_once(1, none_fails, |_, _| ()).await.unwrap();
    }

    async fn review(&self) -> ReviewNow {
        self.store.review(BOARD).await.unwrap()
    }
}

#[tokio::test]
async fn a_game_between_people_is_reviewed_on_request() {
    let mut server = Server::new().await;
    server.play().await;
    server.works().await;
    assert_eq!(server.review().await, ReviewNow::default(), "no one has asked");
    server.says("alice", "antipod review 101 alice -").await;
    let under_way = server.review().await.under_way.unwrap();
    assert_eq!((under_way.judged, under_way.ahead), (0, 0));
    server.works().await;
    let now = server.review().await;
    let done = now.done.unwrap();
    assert_eq!((done.times, done.judged.len(), now.under_way), (Times::ONE, 11, None));
    let needs = Needs { boards: [BOARD].into(), ..Needs::default() };
    let record = server.store.read(&needs).await.unwrap().boards.remove(&BOARD).unwrap();
    let review = Review::of(&record.game().unwrap(), &done.judged).unwrap();
    assert!(review.values[10].proved && review.values[10].value == 0.0, "the second player won");
    let told = server.says("bob", "antipod review 101 bob -").await;
    assert!(told.contains("You were"), "{told}");
}

#[tokio::test]
async fn a_longer_review_replaces_the_first() {
    let mut server = Server::new().await;
    server.play().await;
    server.says("alice", "antipod review 101 alice -").await;
    server.works().await;
    server.says("alice", "antipod review 101 alice - 2").await;
    let now = server.review().await;
    assert_eq!(now.done.unwrap().times, Times::ONE, "it stays until the other is done");
    server.works().await;
    let now = server.review().await;
    assert_eq!(now.done.map(|done| (done.times.get(), done.judged.len())), Some((2, 11)));
    assert_eq!(now.under_way, None);
}

#[tokio::test]
async fn a_game_against_the_computer_is_reviewed_automatically() {
    let mut server = Server::new().await;
    server.says("alice", "antipod challenge -radius=4 --unrated alice level1").await;
    for turn in ["c3", "e5", "f5"] {
        server.says("alice", &format!("antipod move 101 alice - {turn}")).await;
        server.worker().answer_on(BOARD).await.unwrap();
    }
    server.says("alice", "antipod move 101 alice - resign").await;
    let under_way = server.review().await.under_way.unwrap();
    assert_eq!((under_way.times, under_way.asker), (Times::ONE, None));
    server.works().await;
    assert_eq!(server.review().await.done.unwrap().judged.len(), 7);
}

#[tokio::test]
async fn a_worker_that_dies_loses_one_position() {
    let mut server = Server::new().await;
    server.play().await;
    server.says("alice", "antipod review 101 alice -").await;
    let until = server.now + SignedDuration::from_secs(60);
    let claim = server.store.claim_job(REVIEWS, server.now, until).await.unwrap().unwrap();
    let judged =
        carrick_coach::review::Judged { value: 0.25, proved: false, line: vec!["c3".into()] };
    let claim = server.store.add_judged(claim, (0, &judged), false, until).await.unwrap().unwrap();
    assert_eq!(server.store.claimed_review(&claim).await.unwrap(), (Times::ONE, 1));
    // While the claim lasts, no one else reviews; then the next worker continues.
    server.works().await;
    assert_eq!(server.review().await.under_way.unwrap().judged, 1);
    server.now += SignedDuration::from_mins(2);
    server.works().await;
    let done = server.review().await.done.unwrap();
    assert_eq!(done.judged.len(), 11);
    assert_eq!(done.judged[0], judged, "what was judged stays");
    // The dead worker comes back, but its claim has expired.
    let late = server.store.add_judged(claim.clone(), (1, &judged), false, until).await.unwrap();
    assert_eq!(late, None);
    assert_eq!(server.store.renew_job(claim, until).await.unwrap(), None);
}

#[tokio::test]
async fn requested_reviews_come_before_automatic_ones() {
    let mut server = Server::new().await;
    server.says("alice", "antipod challenge -radius=4 --unrated alice level1").await;
    for turn in ["c3", "e5"] {
        server.says("alice", &format!("antipod move 101 alice - {turn}")).await;
        server.worker().answer_on(BOARD).await.unwrap();
    }
    server.says("alice", "antipod move 101 alice - resign").await;
    server.says("alice", "boche challenge -size=4 alice bob").await;
    for (user, turn) in [("alice", "d:d2"), ("bob", "b:c2"), ("alice", "c:d3")] {
        server.says(user, &format!("boche move 101 {user} - {turn}")).await;
    }
    server.says("bob", "boche review 101 bob -").await;
    assert_eq!(server.review().await.under_way.unwrap().ahead, 1);
    let until = server.now + SignedDuration::from_secs(60);
    let claim = server.store.claim_job(REVIEWS, server.now, until).await.unwrap().unwrap();
    assert_eq!(claim.board().unwrap().kind, GameKind::Boche);
}

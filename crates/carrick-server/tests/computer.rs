//! The computer at the boards of a server: asked by commands, answering through the same decisions,
//! each time exactly once, and in fair order.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::path::Path;
use std::time::Duration;

use carrick_engine::Limits;
use carrick_games::{AnyGame, AnyOptions, GameKind, Limits as Sizes, Seat};
use carrick_server::{Incoming, Strength, Worker, answer, handle};
use carrick_service::{
    Action, Addressee, Asked, BoardId, BoardRecord, Message, Needs, Offer, OfferKind, Sender, Terms,
};
use carrick_store::{Recipient, Settings, Store};
use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;

/// Little thought is enough for what is tested here.
const QUICK: Strength = Strength { time: Duration::from_secs(60), nodes: 4, threads: 1 };

/// A server in a folder of its own, and what time it is there.
struct Server {
    folder: TempDir,
    store: Store,
    now: Timestamp,
}

impl Server {
    async fn with(users: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await;
        let now = "2008-05-01T12:00:00Z".parse().unwrap();
        let mut server = Self { folder, store, now };
        for user in users {
            server.does(user, &format!("signup {user} {user}-pass")).await;
        }
        server
    }

    /// Carries out a command, which must be accepted.
    async fn does(&mut self, user: &str, text: &str) -> Vec<Message> {
        self.now += SignedDuration::from_mins(1);
        let known = !text.starts_with("signup");
        let sender = if known { Sender::User(user.parse().unwrap()) } else { Sender::Nobody };
        let incoming = Incoming { sender, text, body: None, id: None };
        let done = handle(&self.store, incoming, self.now).await.unwrap();
        assert!(!done.refused, "{text}: {}", done.messages[0].text);
        done.messages
    }

    /// A worker whose clock is so much ahead.
    fn worker(
        &self,
        store: &Store,
        ahead: SignedDuration,
    ) -> Worker<impl Fn() -> Timestamp + Clone + Send + Sync + use<>> {
        let now = self.now + ahead;
        Worker::new(store.clone(), QUICK, move || now)
    }

    /// Lets the computer answer on a board.
    async fn answers(&self, board: BoardId) -> Vec<Message> {
        let now = self.now;
        Worker::new(self.store.clone(), QUICK, move || now).answer_on(board).await.unwrap()
    }

    async fn board(&self, board: BoardId) -> BoardRecord {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        self.store.read(&needs).await.unwrap().boards.remove(&board).unwrap()
    }

    /// How many jobs nobody works on.
    async fn jobs(&self) -> usize {
        let (later, now) = (self.now + SignedDuration::from_hours(1), self.now);
        let (tell, told) = std::sync::mpsc::channel();
        let count = move |waiting: &[_]| {
            let _ = tell.send(waiting.len());
            None
        };
        assert_eq!(self.store.claim_job(later, now, count).await.unwrap(), None);
        told.try_iter().last().unwrap_or(0)
    }
}

async fn open(folder: &Path) -> Store {
    Store::open(folder.join("carrick.db"), &Settings::default()).await.unwrap()
}

fn board(kind: GameKind, number: u32) -> BoardId {
    BoardId { kind, number }
}

/// The game of a board.
fn game(record: &BoardRecord) -> AnyGame {
    let words: Vec<&str> = record.options.split_whitespace().collect();
    let options = AnyOptions::parse(record.id.kind, &words, Sizes::Challenge).unwrap();
    let play = |game: AnyGame, turn: &str| game.play_text(turn).unwrap();
    record.turns.iter().fold(AnyGame::new(options), |game, turn| play(game, &turn.text))
}

/// Plays a whole game by commands, one side at random and the other by the computer.
async fn check_whole_game(kind: GameKind, options: &str) {
    let mut server = Server::with(&["alice"]).await;
    let mut random = fastrand::Rng::with_seed(5);
    server.does("alice", &format!("{kind} computer {options} --level=1 alice -")).await;
    let id = board(kind, 101);
    for _ in 0..1000 {
        let told = server.answers(id).await;
        assert!(told.iter().all(|message| message.to == Addressee::User("alice".parse().unwrap())));
        let record = server.board(id).await;
        if record.ended.is_some() {
            break;
        }
        let legal = game(&record).legal();
        let turn = &legal[random.usize(..legal.len())];
        let number = record.turns.len() + 1;
        server.does("alice", &format!("{kind} move 101 alice - {turn}#{number}")).await;
    }
    let record = server.board(id).await;
    let reason = record.ended.unwrap().reason;
    assert!(!["time", "resignation"].contains(&reason.as_str()), "{reason}");
    assert_eq!(record.rating_changes, None, "a game for practice");
    assert_eq!(server.jobs().await, 0);
    let pending = server.store.pending(10_000).await.unwrap();
    let alice = Recipient::User("alice".parse().unwrap());
    assert!(pending.iter().all(|message| message.to == alice), "the computer gets no mail");
}

#[tokio::test]
async fn a_whole_game_of_ankor() {
    check_whole_game(GameKind::Ankor, "-size=4").await;
}

#[tokio::test]
async fn a_whole_game_of_boche() {
    check_whole_game(GameKind::Boche, "-size=4").await;
}

#[tokio::test]
async fn a_whole_game_of_antipod() {
    check_whole_game(GameKind::Antipod, "-radius=4").await;
}

#[tokio::test]
async fn a_whole_game_of_anchor() {
    check_whole_game(GameKind::Anchor, "-size=3").await;
}

/// Opens boards that the computer begins, the first of each pair with number 101.
async fn begun_by_the_computer(server: &mut Server, user: &str, boards: usize) {
    for place in 0..boards {
        // No pair may have more than five boards that have not begun.
        let level = 1 + place / 5;
        server.does(user, &format!("antipod challenge -radius=4 level{level} {user}")).await;
    }
}

#[tokio::test]
async fn twenty_boards_are_answered_in_turn_among_three_players() {
    let mut server = Server::with(&["alice", "bob", "carol"]).await;
    begun_by_the_computer(&mut server, "alice", 18).await;
    begun_by_the_computer(&mut server, "bob", 1).await;
    begun_by_the_computer(&mut server, "carol", 1).await;
    let mut order = String::new();
    let worker = server.worker(&server.store, SignedDuration::ZERO);
    let told = |done: Result<Vec<Message>, _>| {
        for message in done.unwrap() {
            let Addressee::User(user) = message.to else { panic!("an answer to nobody") };
            order.push_str(&user.as_str()[..1]);
        }
    };
    worker.run_once(1, told).await.unwrap();
    assert_eq!(order, format!("abc{}", "a".repeat(17)));
    assert_eq!(server.jobs().await, 0);
}

#[tokio::test]
async fn two_workers_at_once_play_every_turn_once() {
    let mut server = Server::with(&["alice"]).await;
    begun_by_the_computer(&mut server, "alice", 12).await;
    let (one, other) = (open(server.folder.path()).await, open(server.folder.path()).await);
    let workers = [&one, &other].map(|store| server.worker(store, SignedDuration::ZERO));
    let mut done = [0, 0];
    let [first, second] = &mut done;
    let (a, b) = tokio::join!(
        workers[0].run_once(2, |told| *first += told.unwrap().len()),
        workers[1].run_once(2, |told| *second += told.unwrap().len()),
    );
    a.unwrap();
    b.unwrap();
    assert_eq!(done[0] + done[1], 12, "{done:?}");
    for number in 101..113 {
        assert_eq!(server.board(board(GameKind::Antipod, number)).await.turns.len(), 1);
    }
}

/// The second worker takes the first for dead and thinks about the same turn.
#[tokio::test]
async fn an_answer_that_comes_after_another_counts_for_nothing() {
    let mut server = Server::with(&["alice"]).await;
    begun_by_the_computer(&mut server, "alice", 1).await;
    let id = board(GameKind::Antipod, 101);
    let (ahead, far_ahead) = (SignedDuration::from_secs(31), SignedDuration::from_secs(62));
    let workers =
        [SignedDuration::ZERO, ahead, far_ahead].map(|by| server.worker(&server.store, by));
    let [a, b, c] = &workers;
    let (a, b, c) = tokio::join!(a.answer_on(id), b.answer_on(id), c.answer_on(id));
    let told: Vec<usize> = [a, b, c].map(|done| done.unwrap().len()).into();
    assert_eq!(told.iter().sum::<usize>(), 1, "{told:?}");
    assert_eq!(server.board(id).await.turns.len(), 1);
    assert_eq!(server.jobs().await, 0);
}

#[tokio::test]
async fn a_claim_that_runs_out_is_taken_up() {
    let mut server = Server::with(&["alice"]).await;
    begun_by_the_computer(&mut server, "alice", 1).await;
    let id = board(GameKind::Antipod, 101);
    let until = server.now + SignedDuration::from_secs(30);
    let claimed = server.store.claim_job(server.now, until, move |_| Some(id)).await.unwrap();
    assert_eq!(claimed, Some(id));
    assert_eq!(server.answers(id).await, [], "somebody is at it");
    let late = server.worker(&server.store, SignedDuration::from_secs(30));
    assert_eq!(late.answer_on(id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn turns_are_given_back_in_games_for_practice_only() {
    let mut server = Server::with(&["alice"]).await;
    server.does("alice", "antipod computer -radius=4 --level=1 alice -").await;
    server.does("alice", "antipod challenge -radius=4 alice level1").await;
    for number in [101, 102] {
        let id = board(GameKind::Antipod, number);
        server.does("alice", &format!("antipod move {number} alice - c3")).await;
        assert_eq!(server.answers(id).await.len(), 1);
        assert_eq!(server.board(id).await.turns.len(), 2);
        server.does("alice", &format!("antipod move {number} alice - undo")).await;
        assert_eq!(server.answers(id).await.len(), 1);
    }
    let [practice, rated] = [
        server.board(board(GameKind::Antipod, 101)).await,
        server.board(board(GameKind::Antipod, 102)).await,
    ];
    assert_eq!((practice.turns.len(), practice.offer), (0, None));
    let rejected = Offer { by: Seat::First, kind: OfferKind::Undo, rejected: true };
    assert_eq!((rated.turns.len(), rated.offer), (2, Some(rejected)));
    // The same turn again, on a board of another generation.
    server.does("alice", "antipod move 101 alice - c3").await;
    assert_eq!(server.answers(practice.id).await.len(), 1);
    assert_eq!(server.board(practice.id).await.turns.len(), 2);
    assert_eq!(server.jobs().await, 0);
}

#[tokio::test]
async fn a_rematch_and_the_ratings_of_a_rated_game() {
    let mut server = Server::with(&["alice"]).await;
    server.does("alice", "antipod challenge -radius=4 alice level1").await;
    let id = board(GameKind::Antipod, 101);
    server.does("alice", "antipod move 101 alice - c3").await;
    server.answers(id).await;
    server.does("alice", "antipod resign 101 alice -").await;
    let changes = server.board(id).await.rating_changes.unwrap();
    assert!(changes[1].after.rating > 1500.0, "the computer has a rating");
    server.does("alice", "antipod rematch 101 alice -").await;
    let again = board(GameKind::Antipod, 102);
    assert_eq!(server.answers(again).await.len(), 1, "the computer begins");
    assert_eq!(server.board(again).await.turns.len(), 1);
}

/// What the computer is asked in a position of Antipod of radius 4 that Black, the second player, has
/// as good as won or lost.
#[track_caller]
fn asked(turns: &str, offer: Option<OfferKind>, level: u8) -> Asked {
    let players = ["alice".parse().unwrap(), format!("level{level}").parse().unwrap()];
    let id = board(GameKind::Antipod, 101);
    let at = Timestamp::UNIX_EPOCH;
    let mut record = BoardRecord::new(id, players, "-radius=4", Terms::default(), at);
    let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], Sizes::Challenge).unwrap();
    let mut game = AnyGame::new(options);
    for turn in turns.split_whitespace() {
        let seat = game.seat_to_move().unwrap();
        game = game.play_text(turn).unwrap();
        let text = game.last_turn().unwrap();
        record.turns.push(carrick_service::TurnRecord { text, seat, at });
    }
    record.offer = offer.map(|kind| Offer { by: Seat::First, kind, rejected: false });
    Asked::on(&record).unwrap()
}

#[test]
fn a_draw_is_for_those_who_are_not_better() {
    // Black has a way from a centre over the rim, White stones here and there.
    let ahead = "a2 c4 a3 b4 g5 c5 g6 b5 e2 c3";
    let action =
        |turns, level| answer(&asked(turns, Some(OfferKind::Draw), level), Limits::nodes(40));
    assert_eq!(action(ahead, 6), Action::Reject);
    assert_eq!(action("d5 a2 d3 a3 c3 b2 e5 g5 c4 g6", 6), Action::Accept);
}

/// Whoever runs the server may let the computer offer games; then it answers on them as on any board.
#[tokio::test]
async fn a_game_that_the_computer_seeks() {
    let mut server = Server::with(&["alice"]).await;
    server.does("level2", "antipod seek level2 - -radius=4 2").await;
    server.does("alice", "antipod take 1 alice -").await;
    let id = board(GameKind::Antipod, 101);
    if server.board(id).await.players[0].as_str() == "alice" {
        server.does("alice", "antipod move 101 alice - c3").await;
    }
    assert_eq!(server.answers(id).await.len(), 1);
    assert_eq!(server.jobs().await, 0);
}

/// The worker's death is no fault of the opponent's, and no merit either.
#[tokio::test]
async fn the_computer_never_loses_on_time() {
    let mut server = Server::with(&["alice"]).await;
    server.does("alice", "antipod challenge -radius=4 --totaltime=1 alice level1").await;
    let id = board(GameKind::Antipod, 101);
    server.does("alice", "antipod move 101 alice - c3").await;
    server.answers(id).await;
    let free = game(&server.board(id).await).legal()[0].clone();
    server.does("alice", &format!("antipod move 101 alice - {free}")).await;
    server.now += SignedDuration::from_hours(24 * 400);
    let swept = carrick_server::sweep(&server.store, server.now).await.unwrap();
    assert_eq!(swept.messages, []);
    assert_eq!(server.answers(id).await.len(), 1);
    let record = server.board(id).await;
    assert_eq!((record.turns.len(), record.ended), (4, None));
}

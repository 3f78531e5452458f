//! The computer in the games of a server: commands queue jobs, and the same decisions answer them,
//! each exactly once and in a fair order.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::future::ready;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::running::never_stops;
use carrick_engine::Limits;
use carrick_games::{AnyGame, AnyOptions, GameKind, Seat, SizeLimits};
use carrick_server::{Incoming, Strength, Worker, answer, handle};
use carrick_service::{
    Addressee, BoardId, BoardRecord, ComputerTask, Message, Move, Needs, Offer, OfferKind, Sender,
    Terms,
};
use carrick_store::{
    ConnectionPermit, ConnectionStep, Interceptor, InterceptorFuture, JobKind, Order, Recipient,
    Settings, Store, WantedJob,
};
use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;
use tokio::sync::Semaphore;

/// A small search is enough for these tests.
const QUICK: Strength = Strength { time: Duration::from_secs(60), nodes: 4, threads: 1 };

/// A server with a separate folder and clock.
struct Server {
    folder: TempDir,
    store: Store,
    now: Timestamp,
}

impl Server {
    async fn with(users: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await;
        never_stops(folder.path().join("carrick.db").to_str().unwrap()).await;
        let now = "2008-05-01T12:00:00Z".parse().unwrap();
        let mut server = Self { folder, store, now };
        for user in users {
            server.does(user, &format!("signup {user} {user}-pass")).await;
        }
        server
    }

    /// Runs a command, which must be accepted.
    async fn does(&mut self, user: &str, text: &str) -> Vec<Message> {
        self.now += SignedDuration::from_mins(1);
        let known = !text.starts_with("signup");
        let sender = if known { Sender::User(user.parse().unwrap()) } else { Sender::Nobody };
        let incoming = Incoming { sender, text, body: None, id: None };
        let done = handle(&self.store, None, incoming, self.now).await.unwrap();
        assert!(!done.refused, "{text}: {}", done.messages[0].text);
        done.messages
    }

    /// A worker whose clock is ahead by this much.
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

    /// Number of turns and answers that the computer owes.
    async fn jobs(&self) -> u64 {
        self.store.backlog(self.now).await.unwrap().jobs.count
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
    let options = AnyOptions::parse(record.id.kind, &words, SizeLimits::Challenge).unwrap();
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
    let reason = record.ended.unwrap().reason();
    assert!(!["time", "resignation"].contains(&reason), "{reason}");
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

/// Opens boards on which the computer moves first, the first of each pair with number 101.
async fn begun_by_the_computer(server: &mut Server, user: &str, boards: usize) {
    for place in 0..boards {
        // No pair may have more than five boards that have not started.
        let level = 1 + place / 5;
        server.does(user, &format!("antipod challenge -radius=4 level{level} {user}")).await;
    }
}

#[tokio::test]
async fn three_players_take_turns_on_twenty_boards() {
    let mut server = Server::with(&["alice", "bob", "carol"]).await;
    begun_by_the_computer(&mut server, "alice", 18).await;
    begun_by_the_computer(&mut server, "bob", 1).await;
    begun_by_the_computer(&mut server, "carol", 1).await;
    let mut order = String::new();
    let worker = server.worker(&server.store, SignedDuration::ZERO);
    let told = |done: Result<Vec<Message>, _>| {
        for message in done.unwrap() {
            let Addressee::User(user) = message.to else { panic!("an answer without a user") };
            order.push_str(&user.as_str()[..1]);
        }
    };
    worker.run_once(1, told, nobody_waits).await.unwrap();
    assert_eq!(order, format!("abc{}", "a".repeat(17)));
    assert_eq!(server.jobs().await, 0);
}

fn nobody_waits(board: BoardId, _: Timestamp) {
    panic!("{board} is not claimed by another worker");
}

#[tokio::test]
async fn two_simultaneous_workers_play_every_turn_once() {
    let mut server = Server::with(&["alice"]).await;
    begun_by_the_computer(&mut server, "alice", 12).await;
    let (one, other) = (open(server.folder.path()).await, open(server.folder.path()).await);
    let workers = [&one, &other].map(|store| server.worker(store, SignedDuration::ZERO));
    let mut done = [0, 0];
    let [first, second] = &mut done;
    let (a, b) = tokio::join!(
        workers[0].run_once(2, |told| *first += told.unwrap().len(), |_, _| {}),
        workers[1].run_once(2, |told| *second += told.unwrap().len(), |_, _| {}),
    );
    a.unwrap();
    b.unwrap();
    assert_eq!(done[0] + done[1], 12, "{done:?}");
    for number in 101..113 {
        assert_eq!(server.board(board(GameKind::Antipod, number)).await.turns.len(), 1);
    }
}

/// The second worker thinks that the first is dead, and searches for the same turn.
#[tokio::test]
async fn an_answer_after_another_one_is_ignored() {
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

/// A board on which the computer moves first, and the moment until which another worker has claimed
/// its job.
async fn claimed_by_another() -> (Server, BoardId, Timestamp) {
    let mut server = Server::with(&["alice"]).await;
    begun_by_the_computer(&mut server, "alice", 1).await;
    let id = board(GameKind::Antipod, 101);
    let until = server.now + SignedDuration::from_secs(30);
    let wanted = WantedJob::of(&[JobKind::Turn]);
    let claimed = server.store.claim_job(wanted, server.now, until).await.unwrap();
    assert_eq!(claimed.map(|job| job.board().unwrap()), Some(id));
    (server, id, until)
}

/// The clock stands still until the worker reports that it waits.
#[tokio::test]
async fn a_worker_that_runs_once_waits_for_claims_of_others() {
    let (server, id, until) = claimed_by_another().await;
    let (early, has_run_out) = (server.now, Arc::new(AtomicBool::new(false)));
    let runs_out = has_run_out.clone();
    let clock = move || if has_run_out.load(Ordering::Relaxed) { until } else { early };
    let worker = Worker::new(server.store.clone(), QUICK, clock);
    let (mut waited, mut answered) = (Vec::new(), 0);
    let report = |done: Result<Vec<Message>, _>| answered += done.unwrap().len();
    let waits = |board, until| {
        waited.push((board, until));
        runs_out.store(true, Ordering::Relaxed);
    };
    worker.run_once(1, report, waits).await.unwrap();
    assert_eq!((waited, answered), (vec![(id, until)], 1));
    assert_eq!(server.jobs().await, 0);
}

#[tokio::test]
async fn an_expired_claim_is_taken_over() {
    let (server, id, _) = claimed_by_another().await;
    assert_eq!(server.answers(id).await, [], "another worker has claimed it");
    let late = server.worker(&server.store, SignedDuration::from_secs(30));
    assert_eq!(late.answer_on(id).await.unwrap().len(), 1);
}

/// A player who passes again and again wants to count, whatever is left to gain.
#[tokio::test]
async fn the_third_pass_in_a_row_is_answered_by_a_pass() {
    let mut server = Server::with(&["alice"]).await;
    server.does("alice", "anchor computer -size=5 --level=3 --first alice -").await;
    let id = board(GameKind::Anchor, 101);
    let mut offers = Vec::new();
    for _ in 0..3 {
        server.does("alice", "anchor move 101 alice - pass").await;
        let messages = server.answers(id).await;
        offers.push(messages.iter().any(|message| message.text.contains("If you pass again")));
    }
    assert_eq!(offers, [false, true, false]);
    let game = game(&server.board(id).await);
    assert_eq!(game.turn_names()[4..], ["pass", "pass"]);
    assert!(game.outcome().is_some());
}

#[tokio::test]
async fn an_answer_waits_until_the_opponent_has_seen_their_own_turn() {
    let mut server = Server::with(&["alice"]).await;
    server.does("alice", "antipod computer -radius=4 --level=1 --first alice -").await;
    server.does("alice", "antipod move 101 alice - a2").await;
    let (pace, begun) = (SignedDuration::from_millis(60), Instant::now());
    let worker = server.worker(&server.store, SignedDuration::ZERO).with_pace(pace);
    worker.answer_on(board(GameKind::Antipod, 101)).await.unwrap();
    assert!(begun.elapsed() >= pace.unsigned_abs(), "{:?}", begun.elapsed());
    assert_eq!(game(&server.board(board(GameKind::Antipod, 101)).await).ply(), 2);
}

#[tokio::test]
async fn turns_are_given_back_only_in_practice_games() {
    let mut server = Server::with(&["alice"]).await;
    server.does("alice", "antipod computer -radius=4 --level=1 alice -").await;
    server.does("alice", "antipod challenge -radius=4 alice level1").await;
    // In the rated game the request is passed on; in the other one Alice gets an answer
    // immediately, and only once.
    for (number, answers) in [(101, 0), (102, 1)] {
        let id = board(GameKind::Antipod, number);
        server.does("alice", &format!("antipod move {number} alice - c3")).await;
        assert_eq!(server.answers(id).await.len(), 1);
        assert_eq!(server.board(id).await.turns.len(), 2);
        let undo = format!("antipod move {number} alice - undo");
        assert_eq!(server.does("alice", &undo).await.len(), 1);
        assert_eq!(server.answers(id).await.len(), answers);
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

/// One worker keeps playing; in the meantime turns are taken back, and another worker plays some.
#[tokio::test]
async fn the_search_of_a_worker_follows_the_game_anywhere() {
    let mut server = Server::with(&["alice"]).await;
    let worker = server.worker(&server.store, SignedDuration::from_hours(1));
    for kind in GameKind::ALL {
        let options = if kind == GameKind::Antipod { "-radius=4" } else { "-size=4" };
        server.does("alice", &format!("{kind} computer {options} --level=6 alice -")).await;
        let id = board(kind, 101);
        for step in 0..8 {
            let other = open(server.folder.path()).await;
            let elsewhere = server.worker(&other, SignedDuration::from_hours(1));
            match step % 3 {
                0 => drop(elsewhere.answer_on(id).await.unwrap()),
                _ => drop(worker.answer_on(id).await.unwrap()),
            }
            let record = server.board(id).await;
            if record.ended.is_some() {
                break;
            }
            // The stored turns form a game: each was legal where it was played.
            let legal = game(&record).legal();
            let own = record.seat_of(&"alice".parse().unwrap());
            let to_move = game(&record).seat_to_move();
            assert_eq!(to_move, own, "{kind} {step}");
            if step % 4 == 3 && record.turns.len() > 2 {
                server.does("alice", &format!("{kind} move 101 alice - undo")).await;
            } else {
                server.does("alice", &format!("{kind} move 101 alice - {}", legal[step])).await;
            }
        }
    }
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

/// The question to the computer in a position of Antipod with radius 4 that Black, the second
/// player, has virtually won or lost.
#[track_caller]
fn task(turns: &str, offer: Option<OfferKind>, level: u8) -> ComputerTask {
    let players = ["alice".parse().unwrap(), format!("level{level}").parse().unwrap()];
    let id = board(GameKind::Antipod, 101);
    let at = Timestamp::UNIX_EPOCH;
    let mut record = BoardRecord::new(id, players, "-radius=4", Terms::default(), at);
    let options =
        AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge).unwrap();
    let mut game = AnyGame::new(options);
    for turn in turns.split_whitespace() {
        let seat = game.seat_to_move().unwrap();
        game = game.play_text(turn).unwrap();
        let text = game.last_turn().unwrap().into();
        record.turns.push(carrick_service::TurnRecord { text, seat, at });
    }
    record.offer = offer.map(|kind| Offer { by: Seat::First, kind, rejected: false });
    ComputerTask::on(&record).unwrap()
}

#[test]
fn a_draw_is_accepted_unless_the_computer_is_ahead() {
    // Black has a way from a centre over the rim, and White has scattered stones.
    let ahead = "a2 c4 a3 b4 g5 c5 g6 b5 e2 c3";
    let action = |turns, rated| {
        let task = ComputerTask { rated, ..task(turns, Some(OfferKind::Draw), 6) };
        answer(&task, Limits::nodes(40))
    };
    let lost = "d5 a2 d3 a3 c3 b2 e5 g5 c4 g6";
    assert_eq!([ahead, lost].map(|turns| action(turns, false)), [Move::Reject, Move::Accept]);
    // No one gains points by asking, as long as the game is open.
    assert_eq!(["c3", ahead].map(|turns| action(turns, true)), [Move::Reject, Move::Reject]);
    assert_eq!(action(lost, true), Move::Accept);
}

/// An operator may let the computer offer games; then it answers in them as in any game.
#[tokio::test]
async fn the_computer_can_offer_an_open_game() {
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

/// The worker's death counts against no player.
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

/// How long the computer leaves a seek to people.
const A_DAY: SignedDuration = SignedDuration::from_hours(24);

/// Messages of a sweep at this moment, each with its addressee.
async fn sweep_at(store: &Store, now: Timestamp) -> Vec<(String, String)> {
    let swept = carrick_server::sweep(store, now).await.unwrap();
    assert!(swept.failed.is_none(), "{:?}", swept.failed);
    let told = |message: Message| match message.to {
        Addressee::User(user) | Addressee::Listener(user) => (user.to_string(), message.subject),
        Addressee::Sender => panic!("no one asked"),
    };
    swept.messages.into_iter().map(told).collect()
}

#[tokio::test]
async fn the_computer_accepts_a_seek_that_no_one_took_once() {
    let mut server = Server::with(&["alice"]).await;
    server.does("alice", "antipod seek alice - -radius=4 --level=3 3").await;
    let made = server.now;
    let early = made + A_DAY - SignedDuration::from_secs(1);
    assert_eq!(sweep_at(&server.store, early).await, []);
    // Two programs sweep at the same moment, and again an hour later.
    let other = open(server.folder.path()).await;
    let (one, two) =
        tokio::join!(sweep_at(&server.store, made + A_DAY), sweep_at(&other, made + A_DAY));
    let told: Vec<_> = one.into_iter().chain(two).collect();
    let [(to, subject)] = &told[..] else { panic!("{told:?}") };
    assert_eq!(to, "alice");
    assert!(subject.starts_with("New antipod board 101 ("), "{subject}");
    server.now = made + A_DAY + SignedDuration::from_hours(1);
    assert_eq!(sweep_at(&server.store, server.now).await, []);
    let record = server.board(board(GameKind::Antipod, 101)).await;
    assert!(record.seat_of(&"level3".parse().unwrap()).is_some());
    assert!(record.terms.rated, "as among people");
    let listed = server.does("alice", "list antipod").await;
    assert!(
        listed[0].text.contains("1  alice  -radius=4, 21 days a turn, 2 games\n"),
        "{listed:?}"
    );
    // The remaining games are for people, until they are offered again.
    assert_eq!(sweep_at(&server.store, server.now + A_DAY).await, []);
    server.does("alice", "antipod seek alice - -radius=4 --level=4 3").await;
    assert_eq!(sweep_at(&server.store, server.now + A_DAY).await.len(), 1);
    if record.players[0].as_str() == "level3" {
        assert_eq!(server.answers(record.id).await.len(), 1, "and it answers there");
    }
}

#[tokio::test]
async fn the_computer_ignores_seeks_that_are_not_for_it() {
    let mut server = Server::with(&["alice", "bob", "carol", "dave"]).await;
    server.does("alice", "antipod seek alice - --people").await;
    server.does("bob", "antipod seek bob -").await;
    server.does("bob", "vacation bob - 5").await;
    server.does("carol", "antipod seek carol -").await;
    server.does("carol", "antipod challenge carol dave").await;
    server.does("carol", "antipod limit carol - 1").await;
    server.does("dave", "antipod seek dave - --level=2").await;
    server.does("dave", "block dave - level2").await;
    let mut day = server.now;
    for _ in 0..3 {
        day += A_DAY;
        assert_eq!(sweep_at(&server.store, day).await, []);
    }
    let by_level = Incoming {
        sender: Sender::User("level3".parse().unwrap()),
        text: "antipod take 1 level3 -",
        body: None,
        id: None,
    };
    assert!(handle(&server.store, None, by_level, day).await.unwrap().refused, "people only");
    // When nothing prevents it any more, they are accepted.
    server.now = day;
    server.does("carol", "antipod limit carol - none").await;
    server.does("dave", "block dave - level2 off").await;
    let told = sweep_at(&server.store, day + A_DAY).await;
    let to: Vec<&str> = told.iter().map(|(to, _)| to.as_str()).collect();
    assert_eq!(to, ["carol", "dave"]);
    let told = sweep_at(&server.store, day + A_DAY * 4).await;
    assert!(told.iter().any(|(to, subject)| to == "bob" && subject.contains("New antipod board")));
}

/// Among equals the middle one; otherwise the level whose rating is nearest to the seeker's.
#[tokio::test]
async fn the_level_nearest_to_the_seekers_rating_accepts_a_seek() {
    let mut server = Server::with(&["alice", "bob"]).await;
    server.does("bob", "antipod seek bob -").await;
    // Alice wins against level7 and is rated above 1500, which level7 no longer is; level2 wins.
    for (winner, loser) in [("alice", "level7"), ("level2", "bob")] {
        let number = server.store.last_change().await.unwrap();
        server.does(winner, &format!("antipod challenge {winner} {loser} -radius=4")).await;
        let id = server.store.changes_since(number).await.unwrap()[0].board.number;
        server.does(winner, &format!("antipod move {id} {winner} - c3")).await;
        server.does(loser, &format!("antipod move {id} {loser} - d3")).await;
        server.does(loser, &format!("antipod resign {id} {loser} -")).await;
    }
    server.does("alice", "antipod seek alice - --unrated").await;
    sweep_at(&server.store, server.now + A_DAY).await;
    let [bobs, alices] = [
        server.board(board(GameKind::Antipod, 103)).await,
        server.board(board(GameKind::Antipod, 104)).await,
    ];
    assert!(bobs.seat_of(&"level7".parse().unwrap()).is_some(), "{:?}", bobs.players);
    assert!(alices.seat_of(&"level2".parse().unwrap()).is_some(), "{:?}", alices.players);
    assert!(!alices.terms.rated);
}

/// Holds back the first reader after the first commit.
#[derive(Debug)]
struct HoldsReader {
    has_committed: AtomicBool,
    held: Semaphore,
    go: Semaphore,
}

impl Interceptor for HoldsReader {
    fn permit(&self, writes: bool) -> InterceptorFuture<'_, ConnectionPermit> {
        let holds = !writes && self.has_committed.swap(false, Ordering::SeqCst);
        Box::pin(async move {
            if holds {
                self.held.add_permits(1);
                let _ = self.go.acquire().await;
            }
            Box::new(()) as ConnectionPermit
        })
    }

    fn step(&self, step: ConnectionStep) -> InterceptorFuture<'_, Order> {
        if step == ConnectionStep::Committed {
            self.has_committed.store(true, Ordering::SeqCst);
        }
        Box::pin(ready(Order::Go))
    }
}

#[tokio::test]
async fn a_game_that_ends_after_the_claim_is_not_a_failure() {
    let mut server = Server::with(&["ann"]).await;
    server.does("ann", "ankor computer -size=3 ann -").await;
    server.does("ann", "ankor move 101 ann - b1").await;
    // The worker is a separate program.
    let store = open(server.folder.path()).await;
    let holds = Arc::new(HoldsReader {
        has_committed: AtomicBool::new(false),
        held: Semaphore::new(0),
        go: Semaphore::new(0),
    });
    store.intercept(holds.clone());
    let worker = server.worker(&store, SignedDuration::ZERO);
    let board = BoardId { kind: GameKind::Ankor, number: 101 };
    let answering = tokio::spawn(async move { worker.answer_on(board).await });
    let _held = holds.held.acquire().await.unwrap();
    server.does("ann", "ankor resign 101 ann -").await;
    holds.go.add_permits(1);
    assert_eq!(answering.await.unwrap().unwrap(), []);
}

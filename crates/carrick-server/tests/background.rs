//! Background tasks of a long-running program: the worker, the sweeper, and the feed for live
//! pages. Stopping them loses nothing.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::sync::Arc;
use std::time::{Duration, Instant};

use carrick_games::GameKind;
use carrick_server::{Feed, Incoming, Strength, Sweeper, Worker, handle, sweep};
use carrick_service::{BoardId, BoardRecord, Needs, Sender};
use carrick_store::{Change, JobKind, Settings, Store};
use jiff::Timestamp;
use tempfile::TempDir;
use tokio::sync::{broadcast, mpsc, oneshot};

const FIRST: BoardId = BoardId { kind: GameKind::Antipod, number: 101 };

/// A server with alice and bob on it.
async fn server() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    for text in ["signup alice wonderland", "signup bob fixes-it"] {
        let incoming = Incoming { sender: Sender::Nobody, text, body: None, id: None };
        assert!(!handle(&store, None, incoming, time(0)).await.unwrap().refused);
    }
    (folder, store)
}

/// Opens the same file, as another program does.
async fn open(folder: &TempDir) -> Store {
    Store::open(folder.path().join("carrick.db"), &Settings::default()).await.unwrap()
}

/// A time this many minutes after noon.
fn time(minutes: i64) -> Timestamp {
    Timestamp::from_second(1_209_643_200 + 60 * minutes).unwrap()
}

/// Runs a command, which must be accepted.
async fn does(store: &Store, minute: i64, user: &str, text: &str) {
    let sender = Sender::User(user.parse().unwrap());
    let incoming = Incoming { sender, text, body: None, id: None };
    let done = handle(store, None, incoming, time(minute)).await.unwrap();
    assert!(!done.refused, "{text}: {}", done.messages[0].text);
}

async fn board(store: &Store) -> BoardRecord {
    let needs = Needs { boards: [FIRST].into(), ..Needs::default() };
    store.read(&needs).await.unwrap().boards.remove(&FIRST).unwrap()
}

/// The next change, which must come within half a second.
async fn next(changes: &mut broadcast::Receiver<Arc<Change>>) -> (BoardId, u32) {
    let change = tokio::time::timeout(Duration::from_millis(500), changes.recv()).await;
    let change = change.expect("a change within half a second").unwrap();
    (change.board, change.generation)
}

#[tokio::test(flavor = "multi_thread")]
async fn subscribers_get_the_changes_of_every_program() {
    let (folder, here) = server().await;
    let elsewhere = open(&folder).await;
    does(&here, 1, "alice", "antipod challenge alice bob").await;
    let feed = Feed::of(here.clone()).await.unwrap();
    let (mut one, mut other) = (feed.subscribe(), feed.subscribe());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = {
        let feed = feed.clone();
        tokio::spawn(async move {
            feed.run(async move { _ = stopped.await }, |error| panic!("{error}")).await;
        })
    };
    let story = [
        (&here, "alice", "antipod move 101 alice - f14", 1),
        (&elsewhere, "bob", "antipod move 101 bob - g14", 2),
        (&elsewhere, "bob", "antipod move 101 bob - propose", 2),
        (&here, "alice", "antipod move 101 alice - reject", 2),
        (&elsewhere, "bob", "antipod move 101 bob - undo", 2),
        (&elsewhere, "alice", "antipod move 101 alice - accept", 3),
        (&here, "alice", "antipod resign 101 alice -", 3),
    ];
    for (minute, (store, user, text, generation)) in (2..).zip(story) {
        does(store, minute, user, text).await;
        let heard = (next(&mut one).await, next(&mut other).await);
        assert_eq!(heard, ((FIRST, generation), (FIRST, generation)), "{text}");
    }
    drop(stop);
    running.await.unwrap();
    // Changes made while no feed ran are broadcast by the next one.
    does(&elsewhere, 20, "alice", "antipod challenge alice bob").await;
    assert!(one.try_recv().is_err());
    feed.run(async {}, |error| panic!("{error}")).await;
    assert_eq!(next(&mut one).await, (BoardId { number: 102, ..FIRST }, 0));
    assert!(one.try_recv().is_err(), "nothing is told twice");
}

/// A queued line is private to its owner.
#[tokio::test]
async fn a_queued_line_is_not_a_change() {
    let (_folder, store) = server().await;
    does(&store, 1, "alice", "antipod challenge alice bob").await;
    let before = store.last_change().await.unwrap();
    does(&store, 2, "bob", "antipod queue 101 bob - f14 g14").await;
    does(&store, 2, "alice", "antipod submit 101 alice - f14").await;
    assert_eq!(store.last_change().await.unwrap(), before);
    does(&store, 3, "alice", "antipod confirm 101 alice -").await;
    let changes = store.changes_since(before).await.unwrap();
    let seen: Vec<_> = changes.iter().map(|change| (change.board, change.generation)).collect();
    assert_eq!(seen, [(FIRST, 2)], "the turn and the queued answer, as one");
}

/// A worker that searches, if it may, until it is stopped.
fn worker(
    store: &Store,
    nodes: u64,
) -> Worker<impl Fn() -> Timestamp + Clone + Send + Sync + use<>> {
    let strength = Strength { time: Duration::from_secs(3600), nodes, threads: 2 };
    Worker::new(store.clone(), strength, || time(5))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_worker_does_the_jobs_of_every_program() {
    let (folder, here) = server().await;
    let elsewhere = open(&folder).await;
    let (stop, stopped) = oneshot::channel::<()>();
    let (tell, mut told) = mpsc::unbounded_channel();
    let running = {
        let worker = worker(&here, 4);
        tokio::spawn(async move {
            let report = |done: Result<_, _>| tell.send(done.unwrap()).unwrap();
            worker.run(1, async move { _ = stopped.await }, report).await;
        })
    };
    for (minute, store) in (1..).zip([&here, &elsewhere, &here]) {
        does(store, minute, "alice", "antipod challenge -radius=4 level3 alice").await;
        let messages: Vec<carrick_service::Message> = told.recv().await.unwrap();
        assert_eq!(messages.len(), 1);
    }
    drop(stop);
    running.await.unwrap();
}

/// The program is stopped while the computer thinks, and started again.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_owed_when_the_program_stops_is_played_once_after_a_restart() {
    let (folder, store) = server().await;
    does(&store, 1, "alice", "antipod challenge level9 alice").await;
    let start = Instant::now();
    // It would search for an hour.
    let thinking = {
        let store = store.clone();
        tokio::spawn(async move {
            while !is_claimed(&store).await {
                tokio::task::yield_now().await;
            }
        })
    };
    let mut reports = 0;
    worker(&store, u64::MAX)
        .run(2, async { thinking.await.unwrap() }, |done| {
            assert_eq!(done.unwrap(), []);
            reports += 1;
        })
        .await;
    assert_eq!(reports, 1);
    assert!(start.elapsed() < Duration::from_secs(60), "it gives up when it is stopped");
    assert_eq!(board(&store).await.turns.len(), 0);
    store.close().await;

    let again = open(&folder).await;
    let answered = worker(&again, 4).answer_on(FIRST).await.unwrap();
    assert_eq!(answered.len(), 1, "no one waits for the claim of the first worker");
    assert_eq!(worker(&again, 4).answer_on(FIRST).await.unwrap(), []);
    assert_eq!(board(&again).await.turns.len(), 1);
}

/// Whether a worker has claimed the only job.
async fn is_claimed(store: &Store) -> bool {
    store.claimed_job(JobKind::Turn, time(5)).await.unwrap().is_some()
}

#[tokio::test]
async fn a_sweeper_sweeps_immediately_and_stops_when_told() {
    let (_folder, store) = server().await;
    does(&store, 0, "alice", "antipod challenge alice bob").await;
    let sweeper = Sweeper::new(store.clone(), || time(60 * 24 * 22));
    let mut swept = Vec::new();
    sweeper.run(async {}, |one| swept.push(one.unwrap().messages.len())).await;
    assert_eq!(swept, [2], "the board vanished, and both are told");
    assert!(board(&store).await.ended.is_some());
}

/// The clock is ahead by more than a year for one sweep, or for all of some days.
#[tokio::test]
async fn a_clock_that_is_ahead_deletes_nothing() {
    const AHEAD: i64 = 60 * 24 * 400;
    let (_folder, store) = server().await;
    sweep(&store, time(0)).await.unwrap();
    does(&store, 0, "alice", "antipod challenge alice bob").await;
    let pending = store.pending(9).await.unwrap();
    assert!(pending.len() > 1);
    for minute in [AHEAD, AHEAD + 1, AHEAD + 60 * 24 * 3] {
        let sweeper = Sweeper::new(store.clone(), || time(minute));
        sweeper.run(async {}, |swept| assert!(swept.unwrap().failed.is_none())).await;
        assert_eq!(store.pending(9).await.unwrap(), pending, "{minute}");
    }
    let again = Sweeper::new(store.clone(), || time(2));
    again.run(async {}, |swept| assert!(swept.unwrap().failed.is_none())).await;
    assert_eq!(store.pending(9).await.unwrap(), pending);
    // Really old records are deleted.
    for day in [0, 2, 4, 6, 8].map(|day| 60 * 24 * day) {
        for hour in 0..48 {
            sweep(&store, time(day + 60 * hour)).await.unwrap();
        }
    }
    let last = Sweeper::new(store.clone(), || time(60 * 24 * 10));
    last.run(async {}, |swept| assert!(swept.unwrap().failed.is_none())).await;
    let left = store.pending(9).await.unwrap();
    assert!(left.iter().all(|message| !pending.contains(message)));
}

/// The clock of a running server is less than an hour ahead for a minute. Otherwise Alice's time
/// would be over.
#[tokio::test]
async fn a_clock_that_is_ahead_for_a_minute_costs_no_one_the_game() {
    let (_folder, store) = server().await;
    does(&store, 0, "alice", "antipod challenge --forfeittime=1 -radius=4 alice bob").await;
    does(&store, 0, "alice", "antipod move 101 alice - a2").await;
    does(&store, 0, "bob", "antipod move 101 bob - d12").await;
    let day = 60 * 24;
    for minute in (0..day).step_by(30) {
        sweep(&store, time(minute)).await.unwrap();
    }
    let now = day - 1;
    sweep(&store, time(now)).await.unwrap();
    store.keep_pace();
    // Time continues as before until a sweep has seen the jump.
    assert!(store.time(time(now + 45)) < time(now + 1));
    assert_eq!(store.time(time(now + 1)), time(now + 1));
    assert!(sweep(&store, time(now + 45)).await.unwrap().outage.is_some());
    assert_eq!(store.time(time(now + 45)), time(now + 45));
    assert!(board(&store).await.ended.is_none());
    does(&store, now + 45, "alice", "antipod move 101 alice - b3").await;
    sweep(&store, time(now + 1)).await.unwrap();
    assert_eq!(store.time(time(now + 1)), time(now + 1));
    let record = board(&store).await;
    assert_eq!(record.ended, None);
    assert_eq!(record.turn_since(), time(now + 1), "the turn is not ahead of the time");
}

//! Several handles and several processes on one file.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use carrick_games::Seat;
use carrick_service::{
    BoardEvent, BoardId, Decision, Event, Needs, Seek, StandIn, State, Terms, TurnRecord,
};
use carrick_store::Store;

use crate::cluster;
use crate::support::*;

/// Plays the next turn of a board, and returns its number.
async fn play_next(store: &Store, board: BoardId, who: &str) -> u32 {
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let (send, receive) = std::sync::mpsc::channel();
    let text = who.into();
    let decide = move |state: &State| {
        let ply = state.boards[&board].turns.len() as u32 + 1;
        send.send(ply).unwrap();
        let turn = TurnRecord { text, seat: Seat::First, at: minute(2) };
        let event =
            Event::Board(board, BoardEvent::TurnPlayed { ply, turn, to_move: Some(Seat::First) });
        Decision { events: vec![event], messages: vec![], refusal: None }
    };
    store.transaction(&needs, &entry(None), decide).await.unwrap();
    receive.recv().unwrap()
}

/// Number of turns on a board that each writer made.
fn tally(turns: &[TurnRecord], writers: usize) -> Vec<usize> {
    (0..writers)
        .map(|writer| turns.iter().filter(|turn| *turn.text == writer.to_string()).count())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn simultaneous_handles_lose_and_repeat_nothing() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    let other = open(&fixture.location()).await.unwrap();
    let stores = [fixture.store.clone(), fixture.store.clone(), other.clone(), other];
    let tasks: Vec<_> = (stores.into_iter().enumerate())
        .map(|(writer, store)| {
            tokio::spawn(async move {
                let mut plies = Vec::new();
                for _ in 0..40 {
                    plies.push(play_next(&store, id, &writer.to_string()).await);
                }
                plies
            })
        })
        .collect();
    let mut plies = Vec::new();
    for task in tasks {
        plies.extend(task.await.unwrap());
    }
    plies.sort_unstable();
    assert_eq!(plies, (1..=160).collect::<Vec<_>>());
    assert_eq!(tally(&fixture.board(id).await.unwrap().turns, 4), [40; 4]);
}

/// Not a test: the processes below run it.
#[tokio::test]
async fn child() {
    let Ok(path) = std::env::var("CARRICK_STORE_TEST_FILE") else { return };
    let who = std::env::var("CARRICK_STORE_TEST_NAME").unwrap();
    let count: u32 = std::env::var("CARRICK_STORE_TEST_COUNT").unwrap().parse().unwrap();
    let store = open(&path).await.unwrap();
    // Number of simultaneous writers, whose turns then share commits.
    let at_once: usize = std::env::var("CARRICK_STORE_TEST_AT_ONCE").unwrap().parse().unwrap();
    let playing = (0..at_once).map(|_| async {
        for _ in 0..count {
            println!("committed {}", play_next(&store, ankor(101), &who).await);
        }
    });
    futures_util::future::join_all(playing).await;
}

/// Runs this program again, as a writer that reports each turn on a line once it is committed.
fn spawn(location: &str, who: usize, count: u32, at_once: usize) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "writers::child", "--nocapture"])
        .env("CARRICK_STORE_TEST_FILE", location)
        .env("CARRICK_STORE_TEST_NAME", who.to_string())
        .env("CARRICK_STORE_TEST_COUNT", count.to_string())
        .env("CARRICK_STORE_TEST_AT_ONCE", at_once.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The turns that a process reports.
fn committed(child: &mut std::process::Child) -> impl Iterator<Item = u32> + use<> {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.filter_map(|line| {
        // The test harness may have started the line.
        line.unwrap().split_once("committed ").map(|(_, ply)| ply.trim().parse().unwrap())
    })
}

#[tokio::test]
async fn simultaneous_processes_lose_and_repeat_nothing() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    let mut children = [0, 1, 2].map(|who| spawn(&fixture.location(), who, 50, 1));
    let mut plies: Vec<u32> = children.iter_mut().flat_map(committed).collect();
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    plies.sort_unstable();
    assert_eq!(plies, (1..=150).collect::<Vec<_>>());
    assert_eq!(tally(&fixture.board(id).await.unwrap().turns, 3), [50; 3]);
}

#[tokio::test]
async fn a_killed_process_keeps_everything_reported_and_leaves_nothing_half_done() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    let mut reported = 0;
    for (turns, at_once) in [(1, 1), (3, 1), (7, 30), (20, 1), (50, 30), (90, 30)] {
        let mut child = spawn(&fixture.location(), 0, 100_000, at_once);
        // Writers that share a commit report in any order.
        reported = committed(&mut child).take(turns).max().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        fixture.settle().await;
        let found = fixture.board(id).await.unwrap().turns.len();
        assert!(found >= reported as usize, "{found} {reported}");
        // The log has one line for each turn: neither was written without the other.
        let logged = fixture.number("SELECT count(*) - 1 FROM requests").await;
        assert_eq!(logged, found as i64);
    }
    assert!(reported >= 31);
    if !cluster::is_wanted() {
        let check: String = sqlx::query_scalar("PRAGMA integrity_check")
            .fetch_one(&mut fixture.raw().await)
            .await
            .unwrap();
        assert_eq!(check, "ok");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_reader_sees_one_snapshot() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    let store = fixture.store.clone();
    let writing = tokio::spawn(async move {
        for _ in 0..100 {
            play_next(&store, id, "0").await;
        }
    });
    let everything =
        carrick_service::BoardFilter { kind: None, player: None, running: true, ended_since: None };
    let needs = Needs { boards: [id].into(), listed: vec![everything], ..Needs::default() };
    let mut last = 0;
    while !writing.is_finished() {
        let state = fixture.store.read(&needs).await.unwrap();
        let turns = state.boards[&id].turns.len();
        // Two tables, read by two statements.
        assert_eq!(state.summaries[0].ply as usize, turns);
        assert!(turns >= last);
        last = turns;
    }
    writing.await.unwrap();
}

#[tokio::test]
async fn commits_of_another_process_are_visible_changes_here() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    let mut last = fixture.store.last_change().await.unwrap();
    let mut child = spawn(&fixture.location(), 0, 30, 1);
    for ply in committed(&mut child) {
        let changes = fixture.store.changes_since(last).await.unwrap();
        // The child may be further than it has reported so far.
        let Some(change) = changes.last() else { continue };
        assert_eq!((changes.len(), change.board), (1, id), "one board, told once");
        assert!(change.generation >= ply && change.number > last);
        assert_eq!(change.number, u64::from(change.generation) + 1, "one for each turn");
        last = change.number;
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(last, 31);
    assert_eq!(fixture.store.changes_since(last).await.unwrap(), []);
    assert_eq!(fixture.store.last_change().await.unwrap(), last);
}

/// Waits until a counter of commits changes, and marks it as seen.
async fn heard(commits: &mut tokio::sync::watch::Receiver<u64>) {
    let changed = tokio::time::timeout(Duration::from_secs(20), commits.changed()).await;
    changed.expect("a change is told").unwrap();
}

#[tokio::test]
async fn a_server_announces_commits_of_others() {
    if !cluster::is_wanted() {
        return;
    }
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    let (here, elsewhere) = (fixture.store.clone(), open(&fixture.location()).await.unwrap());
    let mut commits = here.commits();
    let listening = tokio::spawn({
        let here = here.clone();
        async move { here.listen().await }
    });
    heard(&mut commits).await;
    play_next(&elsewhere, id, "0").await;
    heard(&mut commits).await;
    // Invisible changes are not announced. A process is notified of its own changes twice.
    play_next(&here, id, "1").await;
    heard(&mut commits).await;
    let moment = Duration::from_millis(500);
    let _ = tokio::time::timeout(moment, commits.changed()).await;
    elsewhere.note_sweep(minute(3)).await.unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(100), commits.changed()).await.is_err());
    let seek = Seek {
        kind: id.kind,
        number: 1,
        user: name("ann"),
        options: "-size=5".into(),
        terms: Terms::default(),
        made: minute(4),
        left: 1,
        stand_in: StandIn::Nobody,
        due: None,
    };
    write(&elsewhere, vec![Event::SeekSet(seek)]).await.unwrap();
    heard(&mut commits).await;
    // A broken connection is made again, with a look at what may have been missed.
    fixture
        .execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND query LIKE 'LISTEN %'",
        )
        .await;
    heard(&mut commits).await;
    play_next(&elsewhere, id, "0").await;
    heard(&mut commits).await;
    listening.abort();
}

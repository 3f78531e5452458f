//! Tests of the queue: places, ends, giving way.

use std::collections::BTreeSet;

use carrick_games::{GameKind, Seat, SizeLimits};
use carrick_service::{
    BoardEvent, BoardId, BoardRecord, Decision, Event, Needs, Sender, State, Terms, User, Userid,
};
use carrick_store::{LogEntry, Settings, WantedJob};
use jiff::SignedDuration;

use super::*;

/// A request that takes long enough to be observed, or hardly any time.
fn request(name: &str, owner: Option<&str>, nodes: u64) -> AnalysisRequest {
    let options = AnyOptions::parse(GameKind::Antipod, &["-radius=5"], SizeLimits::Challenge);
    AnalysisRequest {
        name: name.to_owned(),
        owner: owner.map(str::to_owned),
        address: "192.0.2.1".to_owned(),
        game: AnyGame::new(options.unwrap()),
        lines: 3,
        nodes,
    }
}

/// A queue in which an analysis lasts until it is cancelled.
fn endless() -> Analyses {
    let long = Duration::from_secs(3600);
    Analyses::new(AnalysisBounds { time: long, search: long, ..AnalysisBounds::default() })
}

const LONG: u64 = u64::MAX;

async fn until(attendance: &mut AnalysisHandle, wanted: impl Fn(&AnalysisState) -> bool) {
    let mut state = attendance.now();
    while !wanted(&state) {
        state = attendance.next().await.expect("it continues");
    }
}

fn is_done(state: &AnalysisState) -> bool {
    matches!(state, AnalysisState::Done(_))
}

fn is_running(state: &AnalysisState) -> bool {
    matches!(state, AnalysisState::Running(Some(_)))
}

fn place(analyses: &Analyses, name: &str) -> Option<usize> {
    match analyses.look(name)? {
        AnalysisState::Waiting { place } => Some(place),
        _ => None,
    }
}

#[tokio::test]
async fn an_analysis_is_reported_until_it_is_done() {
    let analyses = Analyses::default();
    let name = analyses.ask(request("a", Some("ann"), 200)).unwrap();
    let mut attendance = analyses.attend(&name).unwrap();
    until(&mut attendance, is_done).await;
    let AnalysisState::Done(report) = analyses.look("a").unwrap() else { panic!("it is done") };
    assert!(report.done && report.nodes == 200 && report.map.is_some());
    // A finished analysis can still be viewed.
    drop(attendance);
    assert!(is_done(&analyses.look("a").unwrap()));
    assert_eq!(analyses.ask(request("b", Some("ann"), 200)).unwrap(), "a", "asked again");
}

#[tokio::test]
async fn the_queue_moves_up_when_one_leaves() {
    let analyses = endless();
    analyses.ask(request("first", None, LONG)).unwrap();
    let mut first = analyses.attend("first").unwrap();
    for (index, name) in ["second", "third", "fourth"].into_iter().enumerate() {
        analyses.ask(request(name, Some(name), LONG)).unwrap();
        assert_eq!(place(&analyses, name), Some(index + 1));
    }
    until(&mut first, is_running).await;
    let mut third = analyses.attend("third").unwrap();
    drop(analyses.attend("second"));
    assert!(analyses.look("second").is_none(), "no one follows it");
    until(&mut third, |state| matches!(state, AnalysisState::Waiting { place: 1 })).await;
    assert_eq!(place(&analyses, "fourth"), Some(2));
    drop(first);
    until(&mut third, is_running).await;
    assert_eq!(place(&analyses, "fourth"), Some(1));
    analyses.close();
    until(&mut third, |state| matches!(state, AnalysisState::Stopped)).await;
}

#[tokio::test]
async fn an_owner_has_one_at_a_time() {
    let analyses = endless();
    analyses.ask(request("a", Some("ann"), LONG)).unwrap();
    let mut first = analyses.attend("a").unwrap();
    until(&mut first, is_running).await;
    analyses.ask(request("b", Some("ann"), 100)).unwrap();
    until(&mut first, |state| matches!(state, AnalysisState::Stopped)).await;
    let mut second = analyses.attend("b").unwrap();
    until(&mut second, is_done).await;
}

#[tokio::test]
async fn a_full_queue_refuses() {
    let analyses = endless();
    let names: Vec<String> = (0..10).map(|number| number.to_string()).collect();
    let asked = names.iter().map(|name| analyses.ask(request(name, None, LONG)).is_ok());
    // One runs and eight wait.
    assert_eq!(asked.filter(|&taken| taken).count(), 9);
    analyses.close();
}

#[tokio::test]
async fn only_the_latest_finished_analyses_are_kept() {
    let analyses = Analyses::new(AnalysisBounds { kept: 2, ..AnalysisBounds::default() });
    for name in ["a", "b", "c"] {
        analyses.ask(request(name, None, 20)).unwrap();
        let mut attendance = analyses.attend(name).unwrap();
        until(&mut attendance, is_done).await;
        // Its place is free a moment later.
        while analyses.room().running > 0 {
            tokio::task::yield_now().await;
        }
    }
    let kept: BTreeSet<String> = analyses.room().known.keys().cloned().collect();
    assert_eq!(kept, ["b", "c"].map(str::to_owned).into());
}

/// While the computer owes a turn, an analysis pauses and reports nothing.
#[tokio::test]
async fn an_analysis_gives_way_to_turns_that_are_owed() {
    let analyses = endless();
    let manners = analyses.0.manners.clone();
    let turn = manners.begin();
    analyses.ask(request("a", None, LONG)).unwrap();
    let mut attendance = analyses.attend("a").unwrap();
    while manners.resting() == 0 {
        tokio::task::yield_now().await;
    }
    assert!(!is_running(&attendance.now()), "it has not started");
    drop(turn);
    until(&mut attendance, is_running).await;
}

/// A worker of another process is visible only by its claim in the database.
#[tokio::test]
async fn an_analysis_gives_way_to_a_turn_that_another_process_searches_for() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("carrick.db"), &Settings::default()).await.unwrap();
    let now: Timestamp = "2008-05-01T12:00:00Z".parse().unwrap();
    let alice: Userid = "alice".parse().unwrap();
    let id = BoardId { kind: GameKind::Antipod, number: 101 };
    let players = ["level1".parse().unwrap(), alice.clone()];
    let terms = Terms { rated: false, ..Terms::default() };
    let board = Box::new(BoardRecord::new(id, players, "-radius=4", terms, now));
    let events = vec![
        Event::UserJoined(User::new(alice.clone(), now, None)),
        Event::BoardOpened { board, to_move: Seat::First },
        Event::Board(id, BoardEvent::JobMade { opponent: alice, cost_ms: 1 }),
    ];
    let decide = move |_: &State| Decision { events, ..Decision::default() };
    let (command, sender) = ("a game begins".to_owned(), Sender::Nobody);
    let entry = LogEntry { id: None, at: now, command, sender, reply_to: None };
    store.transaction(&Needs::default(), &entry, decide).await.unwrap();
    let expires = now + SignedDuration::from_secs(30);
    let wanted = WantedJob::of(&[JobKind::Turn]);
    let claimed = store.claim_job(wanted, now, expires).await.unwrap().unwrap();

    let analyses = endless();
    let stopped = std::future::pending();
    let watches = analyses.give_way(&store, move || now, stopped);
    let pauses = async {
        analyses.ask(request("a", None, LONG)).unwrap();
        let mut attendance = analyses.attend("a").unwrap();
        while analyses.0.manners.resting() == 0 {
            tokio::task::yield_now().await;
        }
        store.release_job(&claimed).await.unwrap();
        while analyses.0.manners.resting() > 0 {
            tokio::task::yield_now().await;
        }
        until(&mut attendance, is_running).await;
    };
    tokio::select! {
        () = watches => unreachable!("it watches forever"),
        () = pauses => {}
    }
}

const BOUNDS: AnalysisBounds = AnalysisBounds {
    waiting_per_address: 3,
    waiting: 5,
    places: 1,
    kept: 1,
    time: std::time::Duration::ZERO,
    search: std::time::Duration::ZERO,
};

/// Names such as `a1`, whose first letter is the address, in the order in which they run.
fn order(names: &[&str]) -> Vec<String> {
    let mut line = AnalysisLine::default();
    for name in names {
        // A refused name is missing from the result.
        let _ = line.join(name, &name[..1], BOUNDS);
    }
    std::iter::from_fn(|| line.next()).collect()
}

#[test]
fn addresses_take_turns_however_many_they_send() {
    assert_eq!(order(&["a1", "a2", "a3", "b1"]), ["a1", "b1", "a2", "a3"]);
    assert_eq!(order(&["a1", "a2", "b1", "c1", "b2"]), ["a1", "b1", "c1", "a2", "b2"]);
}

#[test]
fn no_more_wait_than_the_limits_allow() {
    assert_eq!(order(&["a1", "a2", "a3", "a4", "b1"]), ["a1", "b1", "a2", "a3"]);
    assert_eq!(order(&["a1", "b1", "c1", "d1", "e1", "f1"]), ["a1", "b1", "c1", "d1", "e1"]);
}

#[test]
fn waiting_analyses_know_their_places() {
    let mut line = AnalysisLine::default();
    let places: Vec<usize> =
        ["a1", "a2", "b1"].map(|name| line.join(name, &name[..1], BOUNDS).unwrap()).into();
    assert_eq!(places, [1, 2, 2]);
    assert_eq!(line.places().collect::<Vec<_>>(), [("a1", 1), ("b1", 2), ("a2", 3)]);
    assert!(line.leave("b1") && !line.leave("b1"));
    assert_eq!(line.places().collect::<Vec<_>>(), [("a1", 1), ("a2", 2)]);
}

//! Locks of boards, on a server: what waits for what, and what is decided again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use carrick_games::Seat;
use carrick_service::{BoardId, Decision, Needs, RatingChange, SeatResult, State};
use carrick_store::{Store, StoreError};
use futures_util::future::{join_all, try_join_all};
use sqlx::Connection as _;

use crate::cluster;
use crate::support::*;

/// Boards of ann and bob.
async fn fixture(boards: u32) -> Option<Fixture> {
    let opened = (101..101 + boards).map(|number| opened(ankor(number), ["ann", "bob"]));
    if cluster::is_wanted() { Some(Fixture::with(opened.collect()).await) } else { None }
}

/// Plays the next turn of a board.
async fn play(store: &Store, board: BoardId) -> Result<(), StoreError> {
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let decide = move |state: &State| {
        let ply = state.boards[&board].turns.len() as u32 + 1;
        Decision { events: vec![played(board, ply)], messages: vec![], refusal: None }
    };
    store.transaction(&needs, &entry(None), decide).await.map(drop)
}

/// Ends a board, with ratings that count the games of both; `times` counts the decisions.
async fn end(store: &Store, board: BoardId, times: Arc<AtomicU32>) -> Result<(), StoreError> {
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let decide = move |state: &State| {
        times.fetch_add(1, Ordering::Relaxed);
        let change = |user: &str, seat| {
            let before = state.ratings.get(&(board.kind, name(user))).copied();
            let before = before.unwrap_or(rating(1500.0, 0));
            let after = rating(1600.0, before.games[0] + 1);
            rated(board, user, seat, RatingChange { before, after })
        };
        let events = vec![
            ended(board, SeatResult::Won(Seat::First), 9),
            change("ann", Seat::First),
            change("bob", Seat::Second),
        ];
        Decision { events, messages: vec![], refusal: None }
    };
    store.transaction(&needs, &entry(None), decide).await.map(drop)
}

/// Whether something has not ended after a while.
async fn waits<T>(task: &mut tokio::task::JoinHandle<T>) -> bool {
    tokio::time::timeout(Duration::from_millis(150), task).await.is_err()
}

#[tokio::test]
async fn a_turn_waits_for_its_board_alone() {
    let Some(fixture) = fixture(2).await else { return };
    let mut other = cluster::raw(&fixture.location()).await;
    let mut open = other.begin().await.unwrap();
    let lock = "SELECT number FROM boards WHERE number = 101 FOR NO KEY UPDATE";
    sqlx::query(lock).fetch_one(&mut *open).await.unwrap();
    let store = fixture.store.clone();
    let mut same = tokio::spawn(async move { play(&store, ankor(101)).await });
    assert!(waits(&mut same).await);
    play(&fixture.store, ankor(102)).await.unwrap();
    assert!(!same.is_finished());
    open.commit().await.unwrap();
    same.await.unwrap().unwrap();
}

#[tokio::test]
async fn whatever_is_no_turn_waits_until_nothing_is_written() {
    let Some(fixture) = fixture(1).await else { return };
    let mut other = cluster::raw(&fixture.location()).await;
    let mut open = other.begin().await.unwrap();
    sqlx::query("SELECT pg_advisory_xact_lock_shared(1130451531)")
        .execute(&mut *open)
        .await
        .unwrap();
    let (store, times) = (fixture.store.clone(), Arc::new(AtomicU32::new(0)));
    let counted = Arc::clone(&times);
    let mut ending = tokio::spawn(async move { end(&store, ankor(101), counted).await });
    assert!(waits(&mut ending).await);
    assert_eq!(times.load(Ordering::Relaxed), 1);
    open.commit().await.unwrap();
    ending.await.unwrap().unwrap();
    assert_eq!(times.load(Ordering::Relaxed), 2, "decided again when nobody else wrote");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_same_players_that_end_at_once_are_all_rated() {
    let Some(fixture) = fixture(24).await else { return };
    let stores = [fixture.store.clone(), open(&fixture.location()).await.unwrap()];
    let times = Arc::new(AtomicU32::new(0));
    let all = (101..125).map(|number| {
        let (store, times) = (stores[number as usize % 2].clone(), Arc::clone(&times));
        async move {
            play(&store, ankor(number)).await?;
            end(&store, ankor(number), times).await
        }
    });
    try_join_all(all).await.unwrap();
    let state = fixture
        .store
        .read(&Needs { users: [name("ann"), name("bob")].into(), ..Needs::default() })
        .await
        .unwrap();
    for user in ["ann", "bob"] {
        assert_eq!(state.ratings[&(ankor(101).kind, name(user))].games[0], 24);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_numbered_in_order_and_none_is_skipped() {
    let Some(fixture) = fixture(12).await else { return };
    let stores = [fixture.store.clone(), open(&fixture.location()).await.unwrap()];
    let reader = open(&fixture.location()).await.unwrap();
    let mut last = reader.last_change().await.unwrap();
    let playing = tokio::spawn(async move {
        let each =
            (101..113).flat_map(|number| stores.iter().map(move |store| (store.clone(), number)));
        join_all(each.map(|(store, number)| async move {
            for _ in 0..20 {
                play(&store, ankor(number)).await.unwrap();
            }
        }))
        .await;
    });
    let mut seen: BTreeMap<BoardId, u32> = BTreeMap::new();
    loop {
        let is_last = playing.is_finished();
        for change in reader.changes_since(last).await.unwrap() {
            assert!(change.number > last);
            last = change.number;
            let before = seen.insert(change.board, change.generation);
            assert!(before.is_none_or(|before| before <= change.generation));
        }
        if is_last {
            break;
        }
    }
    playing.await.unwrap();
    assert_eq!(seen, (101..113).map(|number| (ankor(number), 40)).collect());
}

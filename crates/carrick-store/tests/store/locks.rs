//! Several handles that write at the same time, on a server.

use std::collections::BTreeMap;

use carrick_games::Seat;
use carrick_service::{BoardId, Decision, Needs, RatingChange, SeatResult, State};
use carrick_store::{Store, StoreError};
use futures_util::future::{join_all, try_join_all};

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

/// Ends a board, with ratings that count the games of both.
async fn end(store: &Store, board: BoardId) -> Result<(), StoreError> {
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let decide = move |state: &State| {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_same_players_that_end_together_are_all_rated() {
    let Some(fixture) = fixture(24).await else { return };
    let stores = [fixture.store.clone(), open(&fixture.location()).await.unwrap()];
    let all = (101..125).map(|number| {
        let store = stores[number as usize % 2].clone();
        async move {
            play(&store, ankor(number)).await?;
            end(&store, ankor(number)).await
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

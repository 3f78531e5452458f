//! Requests that share a batch have the same effect as requests one after another.

use std::panic::AssertUnwindSafe;

use carrick_games::Seat;
use carrick_service::{
    BoardEvent, BoardId, BoardRecord, Decision, Event, GameSettings, Needs, Offer, OfferKind,
    Plans, SeatResult, Sender, State,
};
use carrick_store::{Committed, LogEntry, Store};
use futures_util::FutureExt as _;
use futures_util::future::join_all;
use proptest::prelude::*;
use sqlx::Executor as _;

use crate::support::*;

/// Request of a random user.
#[derive(Debug, Clone)]
enum Wish {
    /// The next turn of a board in its current state.
    Next(u32),
    /// A turn with this number, usually not the next one: then the store refuses it.
    Ply(u32, u32),
    /// The next turn, under an id that others may also use.
    Named(u32, u8),
    /// A question that changes nothing, answered with the state that it saw.
    Look(u32),
    /// A decision that panics.
    Panic,
    /// A subscription and a time zone: state that other requests of the batch also see.
    Watch(u32, bool),
    Notify(bool),
    Zone(bool),
    /// An offer, conditional moves, and the last turn taken back: other changes that affect only
    /// one board.
    Offer(u32),
    Plan(u32),
    Undo(u32),
    /// The end of a game, with its ratings.
    End(u32),
    /// A turn followed by something that the store refuses: the turn must also be undone.
    Half(u32),
}

fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    let board = 101_u32..104;
    let wish = prop_oneof![
        4 => board.clone().prop_map(Wish::Next),
        2 => (board.clone(), 1..12_u32).prop_map(|(board, ply)| Wish::Ply(board, ply)),
        2 => (board.clone(), 0..4_u8).prop_map(|(board, name)| Wish::Named(board, name)),
        2 => board.clone().prop_map(Wish::Look),
        1 => Just(Wish::Panic),
        1 => (board.clone(), any::<bool>()).prop_map(|(board, on)| Wish::Watch(board, on)),
        1 => any::<bool>().prop_map(Wish::Notify),
        1 => any::<bool>().prop_map(Wish::Zone),
        1 => board.clone().prop_map(Wish::Offer),
        1 => board.clone().prop_map(Wish::Plan),
        2 => board.clone().prop_map(Wish::Undo),
        1 => board.clone().prop_map(Wish::End),
        1 => board.prop_map(Wish::Half),
    ];
    prop::collection::vec(wish, 1..90)
}

/// Wishes that mostly change only one board, a few of them through one handle after another.
fn in_turn() -> impl Strategy<Value = Vec<(Vec<Wish>, usize)>> {
    let board = 101_u32..103;
    let alone = prop_oneof![
        4 => board.clone().prop_map(Wish::Next),
        3 => board.clone().prop_map(Wish::Undo),
        2 => board.clone().prop_map(Wish::Look),
        1 => board.clone().prop_map(Wish::Offer),
        1 => board.prop_map(Wish::Plan),
    ];
    let any = wishes().prop_map(|wishes| wishes[0].clone());
    let wish = prop_oneof![19 => alone, 1 => any];
    prop::collection::vec((prop::collection::vec(wish, 1..4), 0..3_usize), 1..30)
}

fn decide(wish: &Wish, id: BoardId, state: &State) -> Decision {
    let board = &state.boards[&id];
    let turns = board.turns.len() as u32;
    // The answer contains everything that was seen, so that it can be compared.
    let says = |events| Decision {
        events,
        messages: vec![message(Some("ann"), &format!("{state:?}"))],
        refusal: None,
    };
    match wish {
        Wish::Next(_) | Wish::Named(..) => says(vec![next(board)]),
        Wish::Ply(_, ply) => says(vec![played(id, *ply)]),
        Wish::Look(_) => says(vec![]),
        Wish::Watch(_, on) => {
            says(vec![Event::Board(id, BoardEvent::SubscriptionSet { user: name("cyd"), on: *on })])
        }
        Wish::Notify(on) => {
            let game = GameSettings { notify: *on, ..GameSettings::default() };
            says(vec![set("cyd", |all| all.set_game(id.kind, game))])
        }
        Wish::Zone(on) => {
            let zone = if *on { "Europe/Paris" } else { "UTC" };
            says(vec![set("bob", |all| all.zone = zone.parse().unwrap())])
        }
        Wish::Offer(_) => {
            let offer = Offer { by: Seat::First, kind: OfferKind::Draw, rejected: false };
            says(vec![Event::Board(id, BoardEvent::OfferMade(offer))])
        }
        Wish::Plan(_) => {
            let queues = [Some(format!("b{turns}")), None];
            let plans = Plans { queues, submitted: None };
            says(vec![Event::Board(id, BoardEvent::PlansChanged(plans))])
        }
        Wish::Undo(_) => match board.turns.last() {
            Some(last) => says(vec![Event::Board(
                id,
                BoardEvent::TurnsUndone { by: last.seat, ply: turns - 1 },
            )]),
            None => says(vec![]),
        },
        Wish::End(_) if board.ended.is_some() => says(vec![]),
        Wish::End(_) => {
            let change = |user: &str| {
                let before = state.ratings.get(&(id.kind, name(user))).copied();
                let before = before.unwrap_or(rating(1500.0, 0));
                let after = rating(1600.0, before.games[0] + 1);
                carrick_service::RatingChange { before, after }
            };
            says(vec![
                ended(id, SeatResult::Won(Seat::First), 9),
                rated(id, "ann", Seat::First, change("ann")),
                rated(id, "bob", Seat::Second, change("bob")),
            ])
        }
        Wish::Panic => panic!("a decision with a fault"),
        Wish::Half(_) => says(vec![played(id, turns + 1), played(id, turns + 1)]),
    }
}

/// The next turn of a board, a different one after each undo.
fn next(board: &BoardRecord) -> Event {
    let ply = board.turns.len() as u32 + 1;
    let mut event = played(board.id, ply);
    if let Event::Board(_, BoardEvent::TurnPlayed { turn, .. }) = &mut event {
        turn.text = format!("{}.{ply}", board.undone.times).into();
    }
    event
}

/// Outcome of a request, as text for comparison.
async fn carry_out(store: Store, wish: Wish) -> String {
    let number = match wish {
        Wish::Next(board) | Wish::Ply(board, _) | Wish::Named(board, _) => board,
        Wish::Look(board) | Wish::Half(board) => board,
        Wish::Watch(board, _) | Wish::End(board) => board,
        Wish::Offer(board) | Wish::Plan(board) | Wish::Undo(board) => board,
        Wish::Panic | Wish::Notify(_) | Wish::Zone(_) => 101,
    };
    let id = ankor(number);
    let named = match wish {
        Wish::Named(_, name) => Some(name.to_string()),
        _ => None,
    };
    let command = format!("ankor move {number} ann *");
    let entry = LogEntry { id: named, command, sender: Sender::User(name("ann")), ..entry(None) };
    let needs = Needs { boards: [id].into(), ..Needs::default() };
    let answer = store.transaction(&needs, &entry, move |state| decide(&wish, id, state));
    match AssertUnwindSafe(answer).catch_unwind().await {
        Ok(answer) => format!("{answer:?}"),
        Err(_) => "panicked".to_owned(),
    }
}

async fn fixture() -> Fixture {
    Fixture::new().await.holding(boards()).await
}

fn boards() -> Vec<Event> {
    (101..104).map(|number| opened(ankor(number), ["ann", "bob"])).collect()
}

/// All rows of the tables that these requests write, as text.
async fn tables(fixture: &Fixture) -> Vec<String> {
    let mut rows = Vec::new();
    for (columns, rest) in [
        ("kind, number, ply, to_move, touched", "FROM boards ORDER BY number"),
        ("kind, number, change", "FROM board_changes ORDER BY number"),
        ("number, ply, seat, at, turn", "FROM turns ORDER BY number, ply"),
        ("number, id, at, sender, command, refused", "FROM requests ORDER BY number"),
        ("kind, number, userid", "FROM subscriptions ORDER BY kind, number, userid"),
        ("kind, userid, rating, won", "FROM ratings ORDER BY kind, userid"),
        ("number, request, userid, subject, state", "FROM outbox ORDER BY number"),
        ("name, next", "FROM counters ORDER BY name"),
    ] {
        rows.extend(fixture.rows(columns, rest).await);
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_batch_has_the_effect_of_single_requests(wishes in wishes()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (alone, together) = (fixture().await, fixture().await);
            // A separate handle, since a fixture's may have an interceptor.
            let store = open(&together.location()).await.unwrap();
            let mut expected = Vec::new();
            for wish in wishes.clone() {
                expected.push(carry_out(alone.store.clone(), wish).await);
            }
            let all = wishes.into_iter().map(|wish| carry_out(store.clone(), wish));
            assert_eq!(join_all(all).await, expected);
            assert_eq!(tables(&together).await, tables(&alone).await);
        });
    }

    /// A handle must not keep anything from before that others have changed.
    #[test]
    fn alternating_handles_behave_like_one(wishes in in_turn()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (one, several) = (fixture().await, fixture().await);
            let mut handles = Vec::new();
            for _ in 0..3 {
                handles.push(open(&several.location()).await.unwrap());
            }
            for (wishes, handle) in wishes {
                for wish in wishes {
                    let expected = carry_out(one.store.clone(), wish.clone()).await;
                    assert_eq!(carry_out(handles[handle].clone(), wish).await, expected);
                }
            }
            assert_eq!(tables(&several).await, tables(&one).await);
        });
    }
}

async fn play(store: &Store, board: BoardId) -> Result<Committed, carrick_store::StoreError> {
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let decide = move |state: &State| decide(&Wish::Next(board.number), board, state);
    store.transaction(&needs, &entry(None), decide).await
}

#[tokio::test]
async fn requests_waiting_together_share_a_commit() {
    let fixture = fixture().await;
    let commits = fixture.store.commits();
    let before = *commits.borrow();
    let all = join_all((0..60).map(|_| play(&fixture.store, ankor(101)))).await;
    assert!(all.iter().all(Result::is_ok));
    assert_eq!(fixture.board(ankor(101)).await.unwrap().turns.len(), 60);
    assert_eq!(*commits.borrow() - before, 1);
}

/// A full disk or a damaged file may end the transaction in the middle of a statement. Requests
/// that shared it must not be written as if it were still open.
#[tokio::test]
async fn only_the_turn_that_the_database_aborts_fails() {
    let fixture = Fixture::in_file().await.holding(boards()).await;
    fixture
        .raw()
        .await
        .execute(
            "CREATE TRIGGER full BEFORE INSERT ON turns WHEN NEW.number = 102 \
         BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END",
        )
        .await
        .unwrap();
    let boards = [101, 103, 102, 101, 103].map(ankor);
    let done = join_all(boards.map(|board| play(&fixture.store, board))).await;
    assert_eq!(done.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false, true, true]);
    for (number, turns) in [(101, 2), (102, 0), (103, 2)] {
        assert_eq!(fixture.board(ankor(number)).await.unwrap().turns.len(), turns, "{number}");
    }
    assert_eq!(fixture.number("SELECT count(*) - 1 FROM requests").await, 4);
    fixture.execute("DROP TRIGGER full").await;
    play(&fixture.store, ankor(102)).await.unwrap();
}

#[tokio::test]
async fn a_request_dropped_in_time_has_no_effect() {
    let fixture = fixture().await;
    let first = play(&fixture.store, ankor(101));
    let gone = play(&fixture.store, ankor(102));
    let mut gone = Box::pin(gone);
    assert!(gone.as_mut().now_or_never().is_none());
    drop(gone);
    first.await.unwrap();
    let board = fixture.board(ankor(102)).await.unwrap();
    assert!(board.turns.is_empty());
}

#[test]
fn a_runtime_that_ends_leaves_a_store_that_works() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let first = runtime();
    let fixture = first.block_on(fixture());
    // One request is made, and the runtime ends before its task has started.
    first.block_on(async {
        let asked = play(&fixture.store, ankor(101)).now_or_never();
        assert!(asked.is_none());
    });
    drop(first);
    let found = runtime().block_on(async {
        let store = open(&fixture.location()).await.unwrap();
        play(&store, ankor(101)).await
    });
    found.unwrap();
}

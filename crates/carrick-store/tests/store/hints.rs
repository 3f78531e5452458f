//! Hints: they mark the game, wait in a queue, and are stored unchanged.

use carrick_coach::hint::{Found, Hint, Step};
use carrick_service::{
    AskedHint, BoardEvent, BoardId, BoardRecord, Event, HintNow, Needs, QueueNow, Terms,
};
use carrick_store::{Job, JobKind, Pending, Store, StoreError, WantedJob};

use crate::support::*;

/// Two practice games.
async fn practice() -> Fixture {
    let terms = Terms { rated: false, ..Terms::default() };
    let opened = [101, 102]
        .map(|number| opened_as(BoardRecord { terms, ..board(ankor(number), ["ann", "level3"]) }));
    Fixture::with(opened.into()).await
}

fn asked(number: u32, generation: u32) -> Event {
    Event::Board(
        ankor(number),
        BoardEvent::HintAsked { generation, asker: name("ann"), mailed: false },
    )
}

fn hint() -> Hint {
    Hint {
        line: ["d3", "f4", "d3-e4'"].map(str::to_owned).into(),
        near: Some("d4'".to_owned()),
        before: Found { value: 0.625, proved: false, nodes: 12_000 },
        after: Found { value: 1.0, proved: true, nodes: 0 },
    }
}

async fn now(fixture: &Fixture, board: BoardId) -> HintNow {
    let needs = Needs { hint: Some((board, name("ann"))), ..Needs::default() };
    fixture.store.read(&needs).await.unwrap().hint
}

#[tokio::test]
async fn a_hint_marks_the_game_and_comes_back_unchanged() {
    let fixture = practice().await;
    let board = ankor(101);
    assert_eq!(now(&fixture, board).await, HintNow::default());
    fixture.write(vec![asked(101, 0)]).await.unwrap();
    let waits = AskedHint { generation: 0, told: None, hint: None, ahead: 0, mailed: false };
    let queue = QueueNow { waiting: 1, of_asker: 1, of_place: 1, ahead: 1 };
    let all = HintNow { asked: Some(waits.clone()), queue };
    assert_eq!(now(&fixture, board).await, all);
    assert_eq!(fixture.board(board).await.unwrap().hints, 1);

    let found = Event::Board(board, BoardEvent::HintFound { generation: 0, hint: hint() });
    let told = Event::Board(board, BoardEvent::HintTold { generation: 0, step: Step::Turn });
    fixture.write(vec![found.clone(), told]).await.unwrap();
    let knows = AskedHint { told: Some(Step::Turn), hint: Some(hint()), ..waits };
    let all = HintNow { asked: Some(knows), ..HintNow::default() };
    assert_eq!(now(&fixture, board).await, all);
    let again = fixture.write(vec![found]).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "it is found once");

    // The next position has no hint, and the game stays marked.
    fixture.write(vec![played(board, 1)]).await.unwrap();
    assert_eq!(now(&fixture, board).await, HintNow::default());
    fixture.write(vec![asked(101, 1)]).await.unwrap();
    assert_eq!(fixture.board(board).await.unwrap().hints, 2);
    let kept = fixture.number("SELECT count(*) FROM hints WHERE number = 101").await;
    assert_eq!(kept, 1, "the one that was found");
}

/// Claims the next hint, for any board or for one.
async fn claim(store: &Store, on: Option<BoardId>, from: i64, until: i64) -> Option<Job> {
    let wanted = WantedJob { board: on, ..WantedJob::of(&[JobKind::Hint]) };
    store.claim_job(wanted, minute(from), minute(until)).await.unwrap()
}

/// A worker's clock may be behind the time of the job, for example after it went back.
#[tokio::test]
async fn a_worker_whose_clock_is_behind_claims_a_job() {
    let fixture = practice().await;
    fixture.write(vec![asked(101, 0)]).await.unwrap();
    let job = claim(&fixture.store, None, -40, -39).await.unwrap();
    assert_eq!(job.board().unwrap(), ankor(101));
    assert_eq!(claim(&fixture.store, None, -40, -39).await, None, "it is claimed");
    fixture.store.release_job(&job).await.unwrap();
    assert_eq!(claim(&fixture.store, None, -40, -39).await, Some(job));
}

#[tokio::test]
async fn hints_are_claimed_in_order_and_replaced_when_the_game_moves_on() {
    let fixture = practice().await;
    let store = &fixture.store;
    assert_eq!(claim(store, None, 1, 2).await, None);
    fixture.write(vec![asked(101, 0), asked(102, 0)]).await.unwrap();
    assert_eq!(now(&fixture, ankor(102)).await.asked.unwrap().ahead, 1);
    let backlog = store.backlog(minute(1)).await.unwrap();
    assert_eq!(backlog.hints, Pending { count: 2, since: Some(minute(0)) });
    let first = claim(store, None, 1, 2).await.unwrap();
    assert_eq!((first.board().unwrap(), first.number().unwrap()), (ankor(101), 0));
    let second = claim(store, None, 1, 2).await.unwrap();
    assert_eq!(second.board().unwrap(), ankor(102));
    assert_eq!(claim(store, None, 1, 2).await, None, "both are claimed");

    store.release_job(&second).await.unwrap();
    assert_eq!(claim(store, Some(ankor(101)), 1, 2).await, None);
    assert_eq!(claim(store, None, 1, 2).await, Some(second.clone()));
    // On one board the game has moved on, and a hint is requested again.
    fixture.write(vec![played(ankor(101), 1)]).await.unwrap();
    assert_eq!(now(&fixture, ankor(101)).await.asked, None);
    fixture.write(vec![asked(101, 1)]).await.unwrap();
    assert_eq!(fixture.board(ankor(101)).await.unwrap().hints, 2);
    let again = claim(store, None, 1, 2).await.unwrap();
    assert_eq!((again.board().unwrap(), again.number().unwrap()), (ankor(101), 1));
    // The worker dies, and the claims expire.
    assert_eq!(claim(store, None, 3, 4).await.map(|job| job.key), Some(second.key));
    let last = claim(store, None, 3, 4).await.unwrap();
    assert_eq!(last.key, again.key);
    store.drop_job(&again).await.unwrap();
    assert_eq!(store.backlog(minute(1)).await.unwrap().hints.count, 2, "its claim has expired");
    store.drop_job(&last).await.unwrap();
    assert_eq!(store.backlog(minute(1)).await.unwrap().hints.count, 1);
}

#[tokio::test]
async fn a_rated_game_has_no_hints() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    assert!(fixture.write(vec![asked(101, 0)]).await.is_err());
    assert_eq!(fixture.number("SELECT count(*) FROM jobs").await, 0);
}

/// A practice game of each of these users, on boards from 101; the first letter stands for the
/// place that they come from.
async fn practice_of(users: &[&str]) -> Fixture {
    let terms = Terms { rated: false, ..Terms::default() };
    let names: std::collections::BTreeSet<&str> = users.iter().copied().collect();
    let joined = names.iter().map(|name| Event::UserJoined(user(name)));
    let opened = (101..).zip(users).map(|(number, user)| {
        opened_as(BoardRecord { terms, ..board(ankor(number), [*user, "level3"]) })
    });
    let fixture = Fixture::new().await;
    fixture.write(joined.chain(opened).collect()).await.unwrap();
    for user in names {
        fixture.store.note_place(&name(user), &user[..1]).await.unwrap();
    }
    fixture
}

#[tokio::test]
async fn network_addresses_take_turns_with_hints() {
    // In the order in which they ask, each on their own board.
    let users = ["a1", "a1", "a2", "a3", "b1", "b1", "c1"];
    let fixture = practice_of(&users).await;
    for (number, user) in (101..).zip(users) {
        let board = ankor(number);
        let event = Event::Board(
            board,
            BoardEvent::HintAsked { generation: 0, asker: name(user), mailed: false },
        );
        fixture.write(vec![event]).await.unwrap();
    }
    let needs = |user| Needs { hint: Some((ankor(101), name(user))), ..Needs::default() };
    let store = &fixture.store;
    let queue = |user| async move { store.read(&needs(user)).await.unwrap().hint.queue };
    for (user, of_asker, of_place, ahead) in [("a1", 2, 4, 7), ("b1", 2, 2, 6), ("c1", 1, 1, 5)] {
        let expected = QueueNow { waiting: 7, of_asker, of_place, ahead };
        assert_eq!(queue(user).await, expected, "{user}");
    }
    let mut order = Vec::new();
    while let Some(job) = claim(store, None, 1, 2).await {
        order.push(job.asker.to_string());
    }
    assert_eq!(order, ["a1", "b1", "c1", "a2", "b1", "a3", "a1"]);
}

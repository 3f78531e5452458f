//! Reviews of hotseat games.

use carrick_coach::review::{Judged, Times};
use carrick_games::{GameKind, Seat};
use carrick_service::{Event, QueueNow, Refusal, ReviewNow};
use carrick_store::{Job, JobKind, OfflineGame, OfflineOpponent, ReviewedGame, Store, WantedJob};

use crate::support::*;

#[tokio::test]
async fn a_hotseat_game_loses_its_review_when_it_continues() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    let (store, ann) = (&fixture.store, name("ann"));
    let begun = store.begin_hotseat(&ann, GameKind::Ankor, "-size=4", minute(0), most(9)).await;
    let number = begun.unwrap().unwrap();
    let kept = store.hotseat(&ann, number).await.unwrap().unwrap();
    let asked = store.ask_for_hotseat_review(&ann, &kept, Times::ONE, minute(1), |_| Ok(()));
    asked.await.unwrap().unwrap();
    let now = store.hotseat_review(&ann, &kept).await.unwrap();
    assert_eq!((now.queue.waiting, now.queue.of_asker, now.queue.of_place), (1, 1, 1));
    assert_eq!(now.under_way.unwrap().ahead, 0);
    let claim = claim(store).await.unwrap();
    let game = ReviewedGame::Hotseat { kind: GameKind::Ankor, number };
    assert_eq!(ReviewedGame::of(&claim).unwrap(), game);
    assert_eq!(self::claim(store).await, None, "it is claimed");
    let judged = Judged { value: 0.5, proved: false, line: Vec::new() };
    store.add_judged(claim, (0, &judged), true, minute(21)).await.unwrap().unwrap();
    let now = store.hotseat_review(&ann, &kept).await.unwrap();
    assert_eq!((now.done.unwrap().judged, now.under_way), (vec![judged], None));
    assert!(store.play_hotseat(&ann, &kept, "a1", minute(4)).await.unwrap());
    assert_eq!(store.hotseat_review(&ann, &kept).await.unwrap().done, None);
}

/// Claims the next review.
async fn claim(store: &Store) -> Option<Job> {
    let wanted = WantedJob::of(&[JobKind::Review, JobKind::HotseatReview]);
    store.claim_job(wanted, minute(20), minute(21)).await.unwrap()
}

/// Users at three network addresses, which are the first letters of their names.
async fn of_places(users: &[&str]) -> Fixture {
    let fixture = Fixture::new().await;
    fixture.write(users.iter().map(|id| Event::UserJoined(user(id))).collect()).await.unwrap();
    for user in users {
        fixture.store.note_place(&name(user), &user[..1]).await.unwrap();
    }
    fixture
}

#[tokio::test]
async fn network_addresses_take_turns_with_reviews_and_long_ones_wait_longer() {
    let fixture = of_places(&["a1", "a2", "b1", "c1"]).await;
    let store = &fixture.store;
    let asks = |user: &'static str, times: u8, at: i64| async move {
        let user = name(user);
        let begun =
            store.begin_hotseat(&user, GameKind::Ankor, "-size=4", minute(at), most(9)).await;
        let number = begun.unwrap().unwrap();
        let kept = store.hotseat(&user, number).await.unwrap().unwrap();
        let times = Times::try_from(times).unwrap();
        let asked = store.ask_for_hotseat_review(&user, &kept, times, minute(at), |_| Ok(()));
        asked.await.unwrap().unwrap();
        store.hotseat_review(&user, &kept).await.unwrap()
    };
    // Who asks, for what length, and how many reviews come before it then.
    for (at, (user, times, ahead)) in (1..).zip([
        ("a1", 2, 0),
        ("a1", 1, 1),
        ("a2", 1, 1),
        ("b1", 8, 3),
        ("c1", 1, 0),
        ("b1", 1, 5),
    ]) {
        let now = asks(user, times, at).await;
        assert_eq!(now.under_way.unwrap().ahead, ahead, "{user} {times}");
    }
    let of_b = asks("b1", 1, 9).await.queue;
    assert_eq!(of_b, QueueNow { waiting: 7, of_asker: 3, of_place: 10, ahead: 7 });
    let mut order = Vec::new();
    while let Some(job) = claim(store).await {
        order.push(job.board().unwrap().number);
    }
    assert_eq!(order, [5, 1, 3, 2, 4, 6, 7], "c1, a1, a2, a1, b1, b1, b1");
}

#[tokio::test]
async fn a_full_queue_refuses_the_next_request() {
    let fixture = of_places(&["a1"]).await;
    let (store, user) = (&fixture.store, name("a1"));
    let one_waits = |now: &ReviewNow| match now.queue.of_place {
        0 => Ok(()),
        _ => Err(Refusal::Suspended),
    };
    let mut asked = Vec::new();
    for at in 0..2 {
        let begun =
            store.begin_hotseat(&user, GameKind::Ankor, "-size=4", minute(at), most(9)).await;
        let kept = store.hotseat(&user, begun.unwrap().unwrap()).await.unwrap().unwrap();
        let done = store.ask_for_hotseat_review(&user, &kept, Times::ONE, minute(at), one_waits);
        asked.push(done.await.unwrap().is_ok());
    }
    assert_eq!(asked, [true, false]);
}

#[tokio::test]
async fn one_network_address_has_at_most_eight_automatic_reviews() {
    let fixture = of_places(&["a1", "a2", "b1"]).await;
    let against = Some(OfflineOpponent { level: "level1".parse().unwrap(), person: Seat::First });
    for (at, user) in (0..).zip(["a1", "a2", "a1", "a2", "a1", "a2", "a1", "a2", "a1", "a2", "b1"])
    {
        let game = OfflineGame {
            id: format!("{at:036}"),
            kind: GameKind::Ankor,
            options: "-size=4".to_owned(),
            turns: "a1".to_owned(),
            against,
            resigned: Some(Seat::First),
            is_reviewed: true,
        };
        fixture.store.hand_in(&name(user), &game, minute(at), most(50)).await.unwrap();
    }
    let waiting = fixture.rows("asker, count(*)", "FROM jobs GROUP BY asker ORDER BY 1").await;
    assert_eq!(waiting, ["a1|4", "a2|4", "b1|1"]);
}

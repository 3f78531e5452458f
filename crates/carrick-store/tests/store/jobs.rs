//! The queue of background jobs: the order in which they are claimed.

use std::collections::BTreeSet;

use carrick_service::{BoardEvent, BoardId, BoardRecord, Event, Terms};
use carrick_store::{AfterFailure, Job, JobKind, WantedJob};
use jiff::SignedDuration;

use crate::support::*;

/// Longest time of a turn, in milliseconds.
const LONG: u32 = 3000;

/// Users who ask for turns: `alice@home`.
struct World {
    fixture: Fixture,
    boards: u32,
    claims: i64,
}

impl World {
    async fn with(users: &[&str]) -> Self {
        let fixture = Fixture::new().await;
        let names: BTreeSet<(&str, &str)> =
            users.iter().map(|user| user.split_once('@').unwrap()).collect();
        let joined = names.iter().map(|(name, _)| Event::UserJoined(user(name)));
        fixture.write(joined.collect()).await.unwrap();
        for (user, place) in names {
            fixture.store.note_place(&name(user), place).await.unwrap();
        }
        Self { fixture, boards: 0, claims: 0 }
    }

    /// Queues a turn for a user, with the time that it is expected to take.
    async fn asks(&mut self, user: &str, cost_ms: u32) -> BoardId {
        let (user, _) = user.split_once('@').unwrap();
        self.boards += 1;
        let id = ankor(100 + self.boards);
        let terms = Terms { rated: false, ..Terms::default() };
        let board = BoardRecord { terms, ..board(id, [user, "level3"]) };
        let owed = BoardEvent::JobMade { opponent: name(user), cost_ms };
        self.fixture.write(vec![opened_as(board), Event::Board(id, owed)]).await.unwrap();
        id
    }

    /// Claims the next job of at most this cost.
    async fn claim(&mut self, most_cost: u32) -> Option<Job> {
        self.claims += 1;
        let wanted = WantedJob { most_cost, ..WantedJob::of(&[JobKind::Turn]) };
        self.fixture.store.claim_job(wanted, minute(1), minute(1 + self.claims)).await.unwrap()
    }

    /// Claims the next job and does it.
    async fn does(&mut self, most_cost: u32) -> Option<Job> {
        let job = self.claim(most_cost).await?;
        self.fixture.store.drop_job(&job).await.unwrap();
        Some(job)
    }

    /// The order in which jobs are done, by the first letters of the users.
    async fn order(&mut self) -> String {
        let mut order = String::new();
        while let Some(job) = self.does(u32::MAX).await {
            order.push_str(&job.asker.as_str()[..1]);
        }
        order
    }
}

#[tokio::test]
async fn network_addresses_share_the_time_by_what_their_jobs_cost() {
    type Asked<'a> = &'a [(usize, &'a str, u32)];
    let all: [(Asked<'_>, &str); 6] = [
        // Many boards of one user do not delay two others.
        (&[(4, "al@home", LONG), (1, "bo@work", LONG), (1, "cy@school", LONG)], "abcaaa"),
        (&[(3, "al@home", LONG), (3, "bo@work", LONG)], "ababab"),
        // Three accounts at one address count as one address.
        (
            &[
                (1, "al@home", LONG),
                (1, "di@home", LONG),
                (1, "ed@home", LONG),
                (3, "bo@work", LONG),
            ],
            "abdbeb",
        ),
        // At an address, users take turns.
        (&[(3, "al@home", LONG), (1, "di@home", LONG)], "adaa"),
        // Short jobs do not wait for long ones, and cost their address little.
        (&[(2, "al@home", LONG), (5, "bo@work", 10)], "bbbbbaa"),
        (&[(1, "al@home", LONG), (1, "bo@work", 50), (1, "cy@school", 30)], "cba"),
    ];
    for (asked, expected) in all {
        let users: Vec<&str> = asked.iter().map(|(_, user, _)| *user).collect();
        let mut world = World::with(&users).await;
        for (times, user, cost) in asked {
            for _ in 0..*times {
                world.asks(user, *cost).await;
            }
        }
        assert_eq!(world.order().await, expected, "{asked:?}");
    }
}

#[tokio::test]
async fn a_new_address_does_not_wait_for_jobs_of_other_addresses() {
    let mut world = World::with(&["al@home", "bo@work", "cy@school"]).await;
    for _ in 0..20 {
        world.asks("al@home", LONG).await;
    }
    for _ in 0..10 {
        assert_eq!(world.does(u32::MAX).await.unwrap().asker.as_str(), "al");
    }
    world.asks("bo@work", LONG - 1).await;
    world.asks("cy@school", 10).await;
    assert!(world.order().await.starts_with("cba"));
}

#[tokio::test]
async fn a_slot_for_short_jobs_takes_no_long_one() {
    let mut world = World::with(&["al@home"]).await;
    world.asks("al@home", LONG).await;
    assert_eq!(world.claim(200).await, None);
    let short = world.asks("al@home", 200).await;
    assert_eq!(world.does(200).await.unwrap().board().unwrap(), short);
    assert_eq!(world.claim(200).await, None);
    assert_eq!(world.does(LONG).await.unwrap().cost, LONG);
}

/// New addresses ask for as much as can be done. Older jobs are done anyway, after a time that does
/// not grow with the number of later jobs.
#[tokio::test]
async fn nothing_waits_forever() {
    for cost in [LONG, 2000] {
        let new: Vec<String> = (0..60).map(|number| format!("u{number}@place{number}")).collect();
        let users: Vec<&str> = new.iter().map(String::as_str).chain(["al@home"]).collect();
        let mut world = World::with(&users).await;
        let mut left = BTreeSet::new();
        for _ in 0..3 {
            left.insert(world.asks("al@home", LONG).await);
        }
        for (number, user) in new.iter().enumerate() {
            world.asks(user, cost).await;
            if number >= 5 {
                let done = world.does(u32::MAX).await.unwrap();
                left.remove(&done.board().unwrap());
            }
        }
        assert!(left.is_empty(), "{left:?} still wait beside jobs of {cost} ms");
    }
}

#[tokio::test]
async fn a_failing_job_pauses_longer_each_time_and_is_abandoned_unless_it_is_a_turn() {
    let mut world = World::with(&["al@home"]).await;
    let turn = world.asks("al@home", LONG).await;
    let terms = Terms { rated: false, ..Terms::default() };
    let practice = ankor(102);
    let hint = BoardEvent::HintAsked { generation: 0, asker: name("al"), mailed: false };
    let events = vec![
        opened_as(BoardRecord { terms, ..board(practice, ["al", "level3"]) }),
        Event::Board(practice, hint),
    ];
    world.fixture.write(events).await.unwrap();
    let store = world.fixture.store.clone();
    for (board, last) in [(turn, Some(64)), (practice, None)] {
        let wanted = WantedJob { board: Some(board), ..WantedJob::of(&JobKind::ALL) };
        let claim =
            async |from| store.claim_job(wanted, from, from + SignedDuration::from_mins(1)).await;
        let mut now = 1;
        for pause in [Some(1), Some(4), Some(16), Some(64), last] {
            let job = claim(minute(now)).await.unwrap().unwrap();
            let due = store.job_failed(&job, minute(now)).await.unwrap();
            let expected = pause.map_or(AfterFailure::IsGivenUp, |pause| {
                AfterFailure::PausesUntil(minute(now + pause))
            });
            assert_eq!(due, expected, "{board}");
            let claimed = store.claimed_job(job.kind, minute(now)).await.unwrap();
            assert!(claimed.is_none() || pause == Some(1), "{board}: a pause is not a claim");
            let other = Job { payload: "other".to_owned(), ..job };
            let again = store.job_failed(&other, minute(now)).await.unwrap();
            assert_eq!(again, AfterFailure::IsNoLongerWanted);
            now += pause.unwrap_or(900);
            let early = minute(now) - SignedDuration::from_secs(1);
            assert_eq!(claim(early).await.unwrap(), None, "{board}");
        }
        assert_eq!(claim(minute(now)).await.unwrap().is_some(), last.is_some(), "{board}");
    }
}

#[tokio::test]
async fn a_job_is_claimed_once_and_again_when_the_claim_has_expired() {
    let mut world = World::with(&["al@home"]).await;
    let board = world.asks("al@home", LONG).await;
    let first = world.claim(u32::MAX).await.unwrap();
    assert_eq!(first.until, minute(2));
    let store = world.fixture.store.clone();
    assert_eq!(store.claimed_job(JobKind::Turn, minute(1)).await.unwrap(), Some(first.clone()));
    let wanted = WantedJob { board: Some(board), ..WantedJob::of(&JobKind::ALL) };
    assert_eq!(store.claim_job(wanted, minute(1), minute(3)).await.unwrap(), None);
    let again = store.claim_job(wanted, minute(2), minute(4)).await.unwrap().unwrap();
    // The first worker was only slow; its claim has expired.
    store.release_job(&first).await.unwrap();
    assert_eq!(store.renew_job(first, minute(9)).await.unwrap(), None);
    assert_eq!(store.claim_job(wanted, minute(3), minute(5)).await.unwrap(), None);
    let renewed = store.renew_job(again, minute(6)).await.unwrap().unwrap();
    assert_eq!(store.claim_job(wanted, minute(5), minute(7)).await.unwrap(), None);
    store.release_job(&renewed).await.unwrap();
    assert!(store.claim_job(wanted, minute(5), minute(7)).await.unwrap().is_some());
}

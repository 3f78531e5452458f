//! Figures for operators: what was committed, what is queued, how large the files are.

use carrick_service::{BoardEvent, Decision, Event, Needs, Refusal, State};
use carrick_store::{Activity, Backlog, Figures, LogEntry, Pending};

use crate::support::*;

#[tokio::test]
async fn commits_requests_and_turns_are_counted() {
    let at = ankor(101);
    let fixture = Fixture::with(vec![opened(at, ["ann", "bob"])]).await;
    let before = fixture.store.activity();
    fixture.write(vec![played(at, 1), played(at, 2)]).await.unwrap();
    // A refused turn, and a question that changes nothing, are not commits.
    fixture.write(vec![played(at, 9)]).await.unwrap_err();
    let nothing = |_: &State| Decision { refusal: Some(Refusal::Suspended), ..Decision::default() };
    fixture.store.transaction(&Needs::default(), &entry(None), nothing).await.unwrap();
    let expected = Activity {
        commits: before.commits + 1,
        requests: before.requests + 1,
        turns: before.turns + 2,
    };
    assert_eq!(fixture.store.activity(), expected);
}

#[tokio::test]
async fn queues_are_counted_with_the_time_of_their_oldest_entry() {
    let at = ankor(101);
    let fixture = Fixture::with(vec![opened(at, ["ann", "bob"])]).await;
    let job = Event::Board(at, BoardEvent::JobMade { opponent: name("ann"), cost_ms: 1 });
    fixture.write(vec![job]).await.unwrap();
    let message = message(Some("bob"), "turn");
    let tells = move |_: &State| Decision {
        events: vec![set("bob", |all| all.news = true)],
        messages: vec![message.clone(), message],
        refusal: None,
    };
    let later = LogEntry { at: minute(5), ..entry(None) };
    fixture.store.transaction(&Needs::default(), &later, tells).await.unwrap();
    let expected = Backlog {
        jobs: Pending { count: 1, since: Some(minute(0)) },
        messages: Pending { count: 2, since: Some(minute(5)) },
        games: 1,
        ..Backlog::default()
    };
    assert_eq!(fixture.store.backlog(minute(9)).await.unwrap(), expected);
    let before = fixture.store.backlog(minute(4)).await.unwrap();
    assert_eq!(before.messages, Pending::default(), "they come only later");
    let sizes = fixture.store.sizes().await.unwrap();
    assert!(sizes.database > 100_000, "{sizes:?}");
    let fixture = Fixture::in_file().await.holding(vec![]).await;
    let sizes = fixture.store.sizes().await.unwrap();
    assert!(sizes.database > 0 && sizes.log > 0, "{sizes:?}");
    assert!(sizes.free.unwrap() > 0, "{sizes:?}");
}

#[tokio::test]
async fn people_and_the_last_backup_are_reported() {
    let fixture = Fixture::in_file().await.holding(vec![]).await;
    let now = jiff::Timestamp::now();
    let before = fixture.store.figures(now).await.unwrap();
    assert_eq!(before, Figures { users: 3, sessions: 0, backup: None });
    let copy = fixture.path().with_file_name("copy.db");
    carrick_store::backup(&fixture.path(), &copy, false, |_, _| {}).await.unwrap();
    let after = fixture.store.figures(now).await.unwrap();
    let age = after.backup.unwrap().duration_since(now).as_secs();
    assert!((-1..60).contains(&age), "{after:?}");
    let [writing, reading] = fixture.store.connections();
    assert_eq!((writing.most, reading.most), (1, 4));
    assert!(writing.used <= 1 && reading.used <= 4, "{writing:?} {reading:?}");
}

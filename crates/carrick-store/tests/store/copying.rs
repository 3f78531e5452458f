//! Copies of a whole database, between files and servers.

use carrick_games::Seat;
use carrick_service::{Decision, Event, Message, Needs, SeatResult, State};
use carrick_store::{CopyError, Location, Settings, Store, StoreError, copy};
use sqlx::Executor as _;

use crate::cluster::{self, Database};
use crate::support::*;

/// Events of games that are in play, finished, or rated.
fn games() -> Vec<Event> {
    let mut events = Vec::new();
    for number in 101..160 {
        let id = ankor(number);
        events.push(opened(id, ["ann", "bob"]));
        events.extend((1..number % 7).map(|ply| played(id, ply)));
        if number % 3 == 0 {
            events.push(ended(id, SeatResult::Won(Seat::First), i64::from(number)));
        }
    }
    events
}

/// A closed file with games, requests, messages and lists.
async fn filled() -> Fixture {
    let fixture = Fixture::in_file().await.holding(games()).await;
    let text: String = "ä ∅ 'quoted' \"twice\"\n\u{1F600}".into();
    let letters: Vec<Message> = (0..700).map(|_| message(Some("ann"), &text)).collect();
    let decide = |_: &State| Decision { events: vec![], messages: letters, refusal: None };
    let needs = Needs::default();
    fixture.store.transaction(&needs, &entry(Some("x")), decide).await.unwrap();
    fixture.store.close().await;
    fixture
}

/// A path in the folder of a fixture's file.
fn beside(fixture: &Fixture, name: &str) -> Location {
    fixture.path().with_file_name(name).into()
}

async fn copied(from: &Location, to: &Location) -> Result<(u64, u64), CopyError> {
    copy(from, to, &mut |_, _| {}).await.map(|copied| (copied.rows, copied.written))
}

#[tokio::test]
async fn a_file_and_its_copy_are_the_same() {
    let fixture = filled().await;
    let [from, to] = [Location::from(fixture.path()), beside(&fixture, "copy.db")];
    let (rows, written) = copied(&from, &to).await.unwrap();
    assert!(rows > 800 && written > 800, "{rows} {written}");
    let again = Store::open(to.clone(), &Settings::default()).await.unwrap();
    let needs = Needs { boards: [ankor(105)].into(), ..Needs::default() };
    assert_eq!(again.read(&needs).await.unwrap().boards.len(), 1);
    again.close().await;
    let refused = copied(&from, &to).await.unwrap_err();
    assert!(matches!(refused, CopyError::NotEmpty(_)), "{refused:?}");
    let refused = copied(&from, &from).await.unwrap_err();
    assert!(matches!(refused, CopyError::Same(_)), "{refused:?}");
    // Also under another name.
    let file = from.file().unwrap();
    let link = file.with_file_name("link.db");
    std::os::unix::fs::symlink(file, &link).unwrap();
    let refused = copied(&from, &link.into()).await.unwrap_err();
    assert!(matches!(refused, CopyError::Same(_)), "{refused:?}");
    let refused = copied(&beside(&fixture, "none.db"), &to).await.unwrap_err();
    assert!(matches!(refused, CopyError::Missing(_)), "{refused:?}");
}

#[tokio::test]
async fn a_database_in_use_is_not_copied() {
    let fixture = Fixture::new().await;
    let folder = tempfile::tempdir().unwrap();
    let other = Location::from(folder.path().join("other.db"));
    let here: Location = fixture.location().parse().unwrap();
    let refused = copied(&here, &other).await.unwrap_err();
    assert!(matches!(&refused, CopyError::InUse(place) if *place == here), "{refused:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a file was left behind");
    Store::open(other.clone(), &Settings::default()).await.unwrap().close().await;
    for [from, to] in [[&here, &other], [&other, &here]] {
        let refused = copied(from, to).await.unwrap_err();
        assert!(matches!(&refused, CopyError::InUse(place) if *place == here), "{refused:?}");
        assert!(refused.to_string().contains("stop `carrick serve`"), "{refused}");
    }
}

#[tokio::test]
async fn an_interrupted_copy_cannot_be_opened_and_is_continued() {
    let fixture = filled().await;
    let [from, to] = [Location::from(fixture.path()), beside(&fixture, "copy.db")];
    copied(&from, &to).await.unwrap();
    // Its state in the middle of a copy.
    let mut raw = raw(to.file().unwrap()).await;
    raw.execute("PRAGMA foreign_keys = OFF").await.unwrap();
    raw.execute("CREATE TABLE copying (one BIGINT)").await.unwrap();
    raw.execute("DELETE FROM turns WHERE number > 120").await.unwrap();
    raw.execute("DELETE FROM counters").await.unwrap();
    sqlx::Connection::close(raw).await.unwrap();
    let unopened = Store::open(to.clone(), &Settings::default()).await.unwrap_err();
    assert!(matches!(unopened, StoreError::Unfinished { .. }), "{unopened:?}");
    let (rows, written) = copied(&from, &to).await.unwrap();
    assert!(written < rows, "{written} of {rows}");
    Store::open(to, &Settings::default()).await.unwrap().close().await;
}

#[tokio::test]
async fn a_file_moves_to_a_server_and_back() {
    if !cluster::is_wanted() {
        return;
    }
    let fixture = filled().await;
    let database = Database::any().await;
    let server: Location = database.0.parse().unwrap();
    let [from, back] = [Location::from(fixture.path()), beside(&fixture, "back.db")];
    let (rows, _) = copied(&from, &server).await.unwrap();
    let mut raw = cluster::raw(&database.0).await;
    let planned_for: f32 =
        sqlx::query_scalar("SELECT reltuples FROM pg_class WHERE relname = 'outbox'")
            .fetch_one(&mut raw)
            .await
            .unwrap();
    assert!(planned_for >= 700.0, "statements are planned for {planned_for} rows");
    raw.execute("CREATE TABLE copying (one BIGINT)").await.unwrap();
    raw.execute("DELETE FROM outbox WHERE number > 100").await.unwrap();
    sqlx::Connection::close(raw).await.unwrap();
    let unopened = Store::open(server.clone(), &Settings::default()).await.unwrap_err();
    assert!(matches!(unopened, StoreError::Unfinished { .. }), "{unopened:?}");
    let (again, written) = copied(&from, &server).await.unwrap();
    assert!(again == rows && written < rows, "{written} of {rows}");
    assert_eq!(copied(&server, &back).await.unwrap().0, rows);
    let store = Store::open(back, &Settings::default()).await.unwrap();
    let needs = Needs { boards: [ankor(105)].into(), ..Needs::default() };
    assert_eq!(store.read(&needs).await.unwrap().boards.len(), 1);
    store.close().await;
}

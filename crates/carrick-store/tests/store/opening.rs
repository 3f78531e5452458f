//! Opening files: new ones, old ones, and those that are something else.

use std::path::Path;
use std::time::Duration;

use carrick_games::GameKind;
use carrick_service::{ComputerLevel, Decision, Event, Needs};
use carrick_store::{Settings, Store, StoreError};
use sqlx::{Connection as _, Executor as _};

use crate::support::*;

/// Opens a file that must be refused, and checks that it was left as it was.
async fn refused(path: &Path) -> StoreError {
    use std::os::unix::fs::PermissionsExt as _;
    let before = std::fs::read(path).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o640)).unwrap();
    let error = open_file(path).await.unwrap_err();
    assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(before == std::fs::read(path).unwrap(), "{error} but the file was changed");
    error
}

#[tokio::test]
async fn an_old_file_is_opened_as_often_as_one_likes() {
    let fixture = Fixture::in_file().await.holding(vec![opened(ankor(101), ["ann", "bob"])]).await;
    let schema = "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY name)";
    let read = async || -> String {
        sqlx::query_scalar(schema).fetch_one(&mut fixture.raw().await).await.unwrap()
    };
    let before = read().await;
    for _ in 0..2 {
        let again = open_file(&fixture.path()).await.unwrap();
        let needs = Needs { boards: [ankor(101)].into(), ..Needs::default() };
        assert_eq!(again.read(&needs).await.unwrap().boards.len(), 1);
        again.close().await;
    }
    assert_eq!(read().await, before);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite");
    let scripts = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(
        fixture.number("SELECT count(*) FROM _sqlx_migrations").await,
        i64::try_from(scripts).unwrap()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_new_file_can_be_opened_by_many_at_once() {
    for _ in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("carrick.db");
        let opening: Vec<_> = (0..6)
            .map(|_| {
                let path = path.clone();
                tokio::spawn(async move { open_file(&path).await.map(drop) })
            })
            .collect();
        for one in opening {
            one.await.unwrap().unwrap();
        }
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "Richard's PBeM server, 1994\n".repeat(100)).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::NotADatabase { .. }), "{error:?}");
    assert!(error.to_string().contains("notes.txt is not an SQLite database"), "{error}");
}

#[tokio::test]
async fn a_database_of_another_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for setup in ["CREATE TABLE users (id INTEGER)", "PRAGMA application_id = 7"] {
        let path = folder.path().join(format!("{}.db", setup.len()));
        let options =
            sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
        connection.execute(setup).await.unwrap();
        connection.close().await.unwrap();
        let error = refused(&path).await;
        assert!(matches!(error, StoreError::OtherProgram { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn a_file_of_a_newer_release_is_refused() {
    let fixture = Fixture::in_file().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    raw.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (999, 'later', TRUE, x'00', 0)",
    )
    .await
    .unwrap();
    raw.close().await.unwrap();
    let error = refused(&fixture.path()).await;
    assert!(matches!(error, StoreError::Newer { found: 999, known: 1..999, .. }), "{error:?}");
}

/// Files as an older release could leave them.
#[tokio::test]
async fn spellings_of_an_address_become_one() {
    let fixture = Fixture::in_file().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    raw.execute(
        "DELETE FROM _sqlx_migrations WHERE version = 15; DROP INDEX addresses_confirmed;
         CREATE UNIQUE INDEX addresses_confirmed ON addresses (address) WHERE confirmed = 1;
         INSERT INTO users (userid, joined, news) VALUES ('zoe', 0, 1), ('zora', 0, 1);
         INSERT INTO addresses (userid, place, address, confirmed) VALUES
            ('zoe', 0, 'Zoe@example.org', 0), ('zoe', 1, 'zoe@example.org', 1), ('zoe', 2, 'x@example.org', 0),
            ('zora', 0, 'ZOE@example.org', 1), ('zora', 1, 'zora@example.org', 1)",
    )
    .await
    .unwrap();
    raw.close().await.unwrap();
    open_file(&fixture.path()).await.unwrap().close().await;
    let mut raw = fixture.raw().await;
    let sql = "SELECT group_concat(address || ' ' || confirmed, ', ' ORDER BY userid, place) FROM addresses \
               WHERE userid IN ('zoe', 'zora')";
    let left: String = sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap();
    assert_eq!(left, "zoe@example.org 1, x@example.org 0, ZOE@example.org 0, zora@example.org 1");
}

/// A person's account with a novice's name, from a release in which it was a name like others.
#[tokio::test]
async fn a_person_with_the_name_of_a_novice_keeps_what_is_theirs_under_another() {
    let fixture = Fixture::in_file().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    raw.execute(
        "DELETE FROM _sqlx_migrations WHERE version = 25;
         UPDATE users SET joined = 5, password = 'x' WHERE userid = 'novice2';
         DELETE FROM users WHERE userid IN ('novice1', 'novice3');
         INSERT INTO users (userid, joined, news) VALUES ('novice2a', 0, 0), ('zoe', 0, 0);
         INSERT INTO users (userid, joined, news, deleted, renamed_to) VALUES ('yan', 0, 0, 3, 'novice2');
         INSERT INTO blocks (userid, blocked) VALUES ('zoe', 'novice2');
         INSERT INTO addresses (userid, place, address, confirmed) VALUES ('novice2', 0, 'a@example.org', 1);
         INSERT INTO boards (kind, number, first_player, second_player, options, forfeit_days, nag_days, rated, \
            created, touched, ply, to_move, due) \
            VALUES ('antipod', 101, 'zoe', 'novice2', '-radius=6', 21, 7, 1, 0, 0, 0, 'first', 9)",
    )
    .await
    .unwrap();
    raw.close().await.unwrap();
    open_file(&fixture.path()).await.unwrap().close().await;
    let mut raw = fixture.raw().await;
    let sql = "SELECT (SELECT joined || password FROM users WHERE userid = 'novice2b') || ' ' || \
               (SELECT renamed_to FROM users WHERE userid = 'yan') || ' ' || (SELECT blocked FROM blocks) || ' ' || \
               (SELECT userid FROM addresses) || ' ' || (SELECT second_player FROM boards)";
    let now: String = sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap();
    assert_eq!(now, "5x novice2b novice2b novice2b novice2b");
    let sql = "SELECT group_concat(userid, ' ' ORDER BY length(userid), userid) FROM users \
               WHERE password IS NULL AND userid GLOB 'novice[0-9]*' AND userid NOT GLOB '*[a-z]'";
    let novices: String = sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap();
    let all: Vec<_> = ComputerLevel::all().filter(|level| level.number().is_none()).collect();
    let all: Vec<_> = all.into_iter().map(ComputerLevel::name).collect();
    assert_eq!(novices, all.join(" "));
}

/// A person with the name of one of the novices that came later, in either database.
#[tokio::test]
async fn a_person_with_the_name_of_a_later_novice_keeps_what_is_theirs_under_another() {
    let fixture = Fixture::new().await;
    fixture.store.close().await;
    for statement in [
        "DELETE FROM _sqlx_migrations WHERE version = 36",
        "UPDATE users SET joined = 5, password = 'x', appearance = 'dark' WHERE userid = 'novice5'",
        "DELETE FROM users WHERE userid LIKE 'novice%' \
         AND userid NOT IN ('novice1', 'novice2', 'novice3', 'novice5')",
        "INSERT INTO users (userid, joined, news) VALUES ('novice5a', 0, 0), ('zoe', 0, 0)",
        "INSERT INTO users (userid, joined, news, deleted, renamed_to) \
         VALUES ('yan', 0, 0, 3, 'novice5')",
        "INSERT INTO blocks (userid, blocked) VALUES ('zoe', 'novice5')",
        "INSERT INTO addresses (userid, place, address, confirmed) \
         VALUES ('novice5', 0, 'a@example.org', 1)",
        "INSERT INTO boards (kind, number, first_player, second_player, options, forfeit_days, nag_days, rated, \
         created, touched, ply, to_move, due) \
         VALUES ('antipod', 101, 'zoe', 'novice5', '-radius=6', 21, 7, 1, 0, 0, 0, 'first', 9)",
    ] {
        fixture.execute(statement).await;
    }
    open(&fixture.location()).await.unwrap().close().await;
    let person =
        fixture.rows("joined, password, appearance", "FROM users WHERE userid = 'novice5b'");
    assert_eq!(person.await, ["5|x|dark"]);
    for (column, rest) in [
        ("renamed_to", "FROM users WHERE userid = 'yan'"),
        ("blocked", "FROM blocks"),
        ("userid", "FROM addresses"),
        ("second_player", "FROM boards"),
    ] {
        assert_eq!(fixture.rows(column, rest).await, ["novice5b"], "{column} {rest}");
    }
    let computers = fixture.number(
        "SELECT count(*) FROM users WHERE password IS NULL AND userid LIKE 'novice%' AND userid <> 'novice5a'",
    );
    assert_eq!(computers.await, i64::from(GameKind::MOST_NOVICES));
}

/// Accounts as an older release could leave them: one deleted, one with everything that a person
/// can have.
#[tokio::test]
async fn the_computers_players_are_themselves_again() {
    let fixture = Fixture::in_file().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    raw.execute(
        "DELETE FROM _sqlx_migrations WHERE version = 19;
         UPDATE users SET deleted = 5 WHERE userid = 'level3';
         UPDATE users SET password = 'x', news = 1, reset_asked = 5 WHERE userid = 'level4';
         INSERT INTO users (userid, joined, news, deleted) VALUES ('level', 0, 0, 5), ('levels', 0, 0, 5);
         INSERT INTO web_passwords VALUES ('level4', 'x', 0);
         INSERT INTO sessions VALUES (printf('%064d', 0), 'level4', 0, 0, 9, 'a browser');
         INSERT INTO api_tokens VALUES (1, 'level4', printf('%064d', 0), 'mine', 'play', 0, NULL, 9);
         INSERT INTO addresses (userid, place, address, confirmed) VALUES ('level4', 0, 'a@example.org', 1);
         INSERT INTO absences (userid, since, until, signed_off, over) VALUES ('level4', 0, 9, 1, 0)",
    )
    .await
    .unwrap();
    raw.close().await.unwrap();
    open_file(&fixture.path()).await.unwrap().close().await;
    let mut raw = fixture.raw().await;
    let sql =
        "SELECT group_concat(userid, ' ' ORDER BY userid) FROM users WHERE deleted IS NOT NULL";
    let deleted: String = sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap();
    assert_eq!(deleted, "level levels");
    let sql = "SELECT (SELECT count(*) FROM users WHERE userid = 'level4' \
               AND (password IS NOT NULL OR news = 1 OR reset_asked IS NOT NULL)) \
               + (SELECT count(*) FROM web_passwords) + (SELECT count(*) FROM sessions) \
               + (SELECT count(*) FROM api_tokens) + (SELECT count(*) FROM absences) \
               + (SELECT count(*) FROM addresses WHERE userid = 'level4')";
    let left: i64 = sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap();
    assert_eq!(left, 0);
}

/// A program of before would work on tables that are no longer such as it knows.
#[tokio::test]
async fn a_file_that_another_program_has_open_is_not_upgraded() {
    let fixture = Fixture::in_file().await;
    fixture.store.close().await;
    let mut other = fixture.raw().await;
    // One that may run twice.
    other.execute("DELETE FROM _sqlx_migrations WHERE version = 44").await.unwrap();
    let count = "SELECT count(*) FROM _sqlx_migrations";
    let before = fixture.number(count).await;
    let error = refused(&fixture.path()).await;
    assert!(matches!(error, StoreError::UsedByOthers { .. }), "{error:?}");
    assert!(error.to_string().contains("other programs have it open; stop them all"), "{error}");
    assert_eq!(fixture.number(count).await, before);
    assert_eq!(copies(&fixture), 0, "nothing was done");
    other.close().await.unwrap();
    open_file(&fixture.path()).await.unwrap().close().await;
    assert_eq!(fixture.number(count).await, before + 1);
    assert_eq!(copies(&fixture), 1);
}

/// Number of copies from before upgrades beside a file.
fn copies(fixture: &Fixture) -> usize {
    let files = std::fs::read_dir(fixture.path().parent().unwrap()).unwrap();
    let name = |file: std::io::Result<std::fs::DirEntry>| file.unwrap().file_name();
    files.map(name).filter(|name| name.to_str().unwrap().contains(".schema-")).count()
}

#[tokio::test]
async fn a_schema_that_is_not_the_released_one_is_refused() {
    let fixture = Fixture::in_file().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    raw.execute("UPDATE _sqlx_migrations SET checksum = x'00'").await.unwrap();
    raw.close().await.unwrap();
    let error = refused(&fixture.path()).await;
    assert!(matches!(error, StoreError::Altered { version: 1, .. }), "{error:?}");
}

#[tokio::test]
async fn a_folder_that_does_not_exist_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = open_file(&folder.path().join("no/such/carrick.db")).await.unwrap_err();
    assert!(matches!(error, StoreError::CannotOpen { .. }), "{error:?}");
    let error = open_file(folder.path()).await.unwrap_err();
    assert!(matches!(error, StoreError::CannotOpen { .. }), "{error:?}");
}

#[tokio::test]
async fn names_that_mean_something_to_sqlite_are_only_names() {
    let folder = tempfile::tempdir().unwrap();
    for odd in [":memory:", "file:x?mode=memory", "50% & more.db"] {
        let path = folder.path().join(odd);
        let store = open_file(&path).await.unwrap();
        let join = |_: &_| Decision {
            events: vec![Event::UserJoined(user("ann"))],
            messages: vec![],
            refused: false,
        };
        store.transaction(&Needs::default(), &entry(None), join).await.unwrap();
        store.close().await;
        assert!(path.is_file(), "{odd}");
        let store = open_file(&path).await.unwrap();
        assert!(store.password_of(&name("ann")).await.unwrap().is_some(), "{odd}");
    }
}

#[tokio::test]
async fn a_writer_that_does_not_let_go_is_waited_for_and_then_reported() {
    let fixture = Fixture::in_file().await.holding(vec![]).await;
    let settings = Settings { busy_timeout: Duration::from_millis(20), ..Settings::default() };
    let store = Store::open(&fixture.path(), &settings).await.unwrap();
    let mut other = fixture.raw().await;
    let lock = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let nothing = |_: &_| Decision { events: vec![], messages: vec![], refused: false };
    let result = store.transaction(&Needs::default(), &entry(None), nothing).await;
    assert!(matches!(result, Err(StoreError::Busy)), "{result:?}");
    // Readers are not held up.
    assert!(store.password_of(&name("ann")).await.unwrap().is_some());
    lock.rollback().await.unwrap();
    store.transaction(&Needs::default(), &entry(None), nothing).await.unwrap();
}

#[tokio::test]
async fn a_stored_value_that_cannot_be_read_is_named_and_not_shown() {
    let fixture = Fixture::in_file().await.holding(vec![opened(ankor(101), ["ann", "bob"])]).await;
    let mut raw = fixture.raw().await;
    raw.execute("PRAGMA ignore_check_constraints = ON").await.unwrap();
    raw.execute("UPDATE boards SET to_move = NULL, result = 'secret', reason = 'x', ended = 1")
        .await
        .unwrap();
    let needs = Needs { boards: [ankor(101)].into(), ..Needs::default() };
    let error = fixture.store.read(&needs).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { column: "result" }), "{error:?}");
    assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
}

#[tokio::test]
async fn errors_show_no_secrets() {
    let fixture = Fixture::in_file().await.holding(vec![]).await;
    // A duplicate confirmed address, the one failure with something private in its row.
    let mail = carrick_service::UserAddress {
        address: "x@secret.org".parse().unwrap(),
        confirmed: true,
        returned: false,
    };
    let with =
        |id| Event::UserJoined(carrick_service::User { addresses: vec![mail.clone()], ..user(id) });
    let error = fixture.write(vec![with("dan"), with("eve")]).await.unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("secret") && !shown.contains("argon2"), "{shown}");
}

#[tokio::test]
async fn every_table_is_strict_and_every_reference_indexed_by_a_key() {
    let fixture = Fixture::in_file().await;
    let loose = "SELECT count(*) FROM pragma_table_list \
                 WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%' \
                 AND name <> '_sqlx_migrations'";
    assert_eq!(fixture.number(loose).await, 0);
    assert!(fixture.number("SELECT count(*) FROM pragma_table_list WHERE strict = 1").await >= 20);
    assert_eq!(fixture.number("SELECT count(*) FROM pragma_foreign_key_check").await, 0);
}

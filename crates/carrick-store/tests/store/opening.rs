//! Opening files: new ones, old ones, and files that are something else.

use std::path::Path;
use std::time::Duration;

use carrick_service::{Decision, Event, Needs};
use carrick_store::{BackupError, Settings, Store, StoreError, restore};
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
async fn an_old_file_can_be_opened_any_number_of_times() {
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
async fn a_new_file_can_be_opened_by_many_at_the_same_time() {
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
async fn a_file_that_is_not_a_database_is_refused() {
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

/// Migrations of files started with number 1, and those of servers with number 32.
#[tokio::test]
async fn a_database_of_a_development_version_is_refused() {
    let fixture = Fixture::new().await;
    fixture.store.close().await;
    for development in [
        "UPDATE _sqlx_migrations SET description = 'state'",
        "UPDATE _sqlx_migrations SET version = 32",
    ] {
        fixture.execute(development).await;
        let error = open(&fixture.location()).await.unwrap_err();
        assert!(matches!(error, StoreError::Unreleased { .. }), "{error:?}");
        let said = error.to_string();
        assert!(said.contains("an early development version of carrick"), "{said}");
        assert!(said.contains("`carrick export --all -o games.jsonl`"), "{said}");
    }
    fixture.execute("UPDATE _sqlx_migrations SET version = 1, description = 'schema'").await;
    open(&fixture.location()).await.unwrap().close().await;
}

#[tokio::test]
async fn a_backup_of_a_development_version_is_refused() {
    let fixture = Fixture::in_file().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    raw.execute("UPDATE _sqlx_migrations SET version = 32").await.unwrap();
    raw.close().await.unwrap();
    let target = fixture.path().with_file_name("new.db");
    let error = restore(&fixture.path(), &target, false, "old").await.unwrap_err();
    assert!(matches!(error, BackupError::Store(StoreError::Unreleased { .. })), "{error:?}");
    assert!(!target.exists());
}

#[tokio::test]
async fn an_altered_schema_is_refused() {
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
async fn special_names_of_sqlite_are_ordinary_file_names() {
    let folder = tempfile::tempdir().unwrap();
    for odd in [":memory:", "file:x?mode=memory", "50% & more.db"] {
        let path = folder.path().join(odd);
        let store = open_file(&path).await.unwrap();
        let join = |_: &_| Decision {
            events: vec![Event::UserJoined(user("ann"))],
            messages: vec![],
            refusal: None,
        };
        store.transaction(&Needs::default(), &entry(None), join).await.unwrap();
        store.close().await;
        assert!(path.is_file(), "{odd}");
        let store = open_file(&path).await.unwrap();
        assert!(store.password_of(&name("ann")).await.unwrap().is_some(), "{odd}");
    }
}

#[tokio::test]
async fn a_writer_that_keeps_the_lock_is_waited_for_and_then_reported() {
    let fixture = Fixture::in_file().await.holding(vec![]).await;
    let settings = Settings { busy_timeout: Duration::from_millis(20), ..Settings::default() };
    let store = Store::open(&fixture.path(), &settings).await.unwrap();
    let mut other = fixture.raw().await;
    let lock = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let nothing = |_: &_| Decision { events: vec![], messages: vec![], refusal: None };
    let result = store.transaction(&Needs::default(), &entry(None), nothing).await;
    assert!(matches!(result, Err(StoreError::Busy)), "{result:?}");
    // Readers are not delayed.
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
    // A duplicate confirmed address, the one failure with private data in its row.
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

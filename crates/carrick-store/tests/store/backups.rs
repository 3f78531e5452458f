//! Backups, restores and upgrades: copies that are complete, private and checked.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use carrick_service::{ComputerLevel, Decision, Needs};
use carrick_store::{BackupError, Notice, Store, StoreError, backup, restore};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use crate::support::*;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    format!("{}{suffix}", path.display()).into()
}

async fn turns(store: &Store, from: u32, to: u32) {
    for ply in from..=to {
        let decide = move |_: &_| Decision {
            events: vec![played(ankor(101), ply)],
            messages: vec![],
            refusal: None,
        };
        store.transaction(&Needs::default(), &entry(None), decide).await.unwrap();
    }
}

async fn club() -> Fixture {
    Fixture::in_file().await.holding(vec![opened(ankor(101), ["ann", "bob"])]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_backup_made_while_others_write_can_be_restored() {
    let fixture = club().await;
    turns(&fixture.store, 1, 50).await;
    let ends = Arc::new(AtomicBool::new(false));
    let (store, end) = (fixture.store.clone(), Arc::clone(&ends));
    let writing = tokio::spawn(async move {
        let mut ply = 50;
        while !end.load(Ordering::Relaxed) {
            ply += 1;
            turns(&store, ply, ply).await;
        }
        ply
    });
    let folder = tempfile::tempdir().unwrap();
    let copies = [folder.path().join("a.db"), folder.path().join("b.db")];
    let mut least = 50;
    for copy in &copies {
        let made = backup(&fixture.path(), copy, false, |_, _| {}).await.unwrap();
        assert!(made.count("turns") >= least, "{made:?}");
        assert_eq!(made.count("requests"), made.count("turns") + 1, "nothing is halved");
        assert_eq!(made.count("users"), 3 + ComputerLevel::all().len() as u64);
        assert_eq!(mode(copy), 0o600);
        least = made.count("turns");
    }
    ends.store(true, Ordering::Relaxed);
    assert!(u64::from(writing.await.unwrap()) >= least);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left there");

    // The target is a database in use, and none is replaced without being asked.
    let target = folder.path().join("new.db");
    let done = restore(&copies[0], &target, false, "old").await.unwrap();
    assert_eq!(done.aside, None);
    let store = open_file(&target).await.unwrap();
    assert!(store.password_of(&name("ann")).await.unwrap().is_some());
    let in_use = restore(&copies[1], &target, true, "old").await;
    assert!(matches!(in_use, Err(BackupError::InUse(_))), "{in_use:?}");
    store.close().await;
    let there = restore(&copies[1], &target, false, "old").await;
    assert!(matches!(there, Err(BackupError::Exists(_))), "{there:?}");
    let done = restore(&copies[1], &target, true, "old").await.unwrap();
    let aside = done.aside.unwrap();
    assert_eq!(aside, folder.path().join("new.db.old"));
    let now = backup(&target, &folder.path().join("c.db"), false, |_, _| {}).await.unwrap();
    let before = backup(&aside, &folder.path().join("d.db"), false, |_, _| {}).await.unwrap();
    assert_eq!(now.rows, done.backup.rows);
    assert!(before.count("turns") <= now.count("turns"));
}

#[tokio::test]
async fn an_invalid_backup_is_not_restored() {
    let fixture = club().await;
    turns(&fixture.store, 1, 200).await;
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.db");
    backup(&fixture.path(), &good, false, |_, _| {}).await.unwrap();
    let again = backup(&fixture.path(), &good, false, |_, _| {}).await;
    assert!(matches!(again, Err(BackupError::Exists(_))), "{again:?}");
    backup(&fixture.path(), &good, true, |_, _| {}).await.unwrap();
    let bytes = fs::read(&good).unwrap();
    let cut = bytes[..bytes.len() / 2].to_vec();
    let mut scratched = bytes.clone();
    scratched[bytes.len() / 3..bytes.len() / 3 + 9000].fill(0x55);
    for (what, bytes) in [
        ("cut", cut),
        ("scratched", scratched),
        ("text", b"no database".repeat(99)),
        ("empty", vec![]),
    ] {
        let bad = folder.path().join(what);
        fs::write(&bad, bytes).unwrap();
        let target = folder.path().join("target.db");
        let refused = restore(&bad, &target, false, "old").await.unwrap_err();
        assert!(matches!(refused, BackupError::Bad { .. }), "{what}: {refused:?}");
        assert!(refused.to_string().contains("is not a good backup: "), "{refused}");
        assert!(!target.exists());
    }
    // A plain copy of a database in use, whose log is next to it.
    let copied = folder.path().join("copied.db");
    for suffix in ["", "-wal"] {
        fs::copy(beside(&fixture.path(), suffix), beside(&copied, suffix)).unwrap();
    }
    let refused = restore(&copied, &folder.path().join("x.db"), false, "old").await.unwrap_err();
    assert!(refused.to_string().contains("carrick backup --db"), "{refused}");
    let missing = restore(&folder.path().join("none"), &good, true, "old").await;
    assert!(matches!(missing, Err(BackupError::Missing(_))));
}

/// Number of turns in a file without its log.
async fn turns_in_the_file_alone(path: &Path) -> i64 {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("alone.db");
    fs::copy(path, &copy).unwrap();
    let mut raw =
        SqliteConnectOptions::new().filename(&copy).immutable(true).connect().await.unwrap();
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'turns'";
    let made: i64 = sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap();
    if made == 0 {
        return 0;
    }
    sqlx::query_scalar("SELECT count(*) FROM turns").fetch_one(&mut raw).await.unwrap()
}

#[tokio::test]
async fn the_log_is_checkpointed_when_asked_and_at_the_end() {
    let fixture = club().await;
    turns(&fixture.store, 1, 1).await;
    assert_eq!(turns_in_the_file_alone(&fixture.path()).await, 0, "it is in the log alone");
    fixture.store.checkpoint().await.unwrap();
    assert_eq!(turns_in_the_file_alone(&fixture.path()).await, 1);
    turns(&fixture.store, 2, 3).await;
    // Someone else has the file open, so that its last connection does not belong to this store.
    let mut other = fixture.raw().await;
    let _: i64 =
        sqlx::query_scalar("SELECT count(*) FROM turns").fetch_one(&mut other).await.unwrap();
    fixture.store.close().await;
    assert_eq!(turns_in_the_file_alone(&fixture.path()).await, 3);
    assert_eq!(fs::metadata(beside(&fixture.path(), "-wal")).unwrap().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_is_checkpointed_while_another_process_writes() {
    let fixture = club().await;
    turns(&fixture.store, 1, 1).await;
    let (begin, begun) = mpsc::channel();
    let (end, ended) = mpsc::channel::<()>();
    let (store, ended) = (fixture.store.clone(), Arc::new(Mutex::new(ended)));
    let writing = tokio::spawn(async move {
        let decide = move |_: &_| {
            begin.send(()).unwrap();
            // Even if the test has failed.
            let _ = ended.lock().unwrap().recv();
            let events = vec![played(ankor(101), 2)];
            Decision { events, messages: vec![], refusal: None }
        };
        store.transaction(&Needs::default(), &entry(None), decide).await.unwrap();
    });
    begun.recv().unwrap();
    fixture.store.checkpoint().await.unwrap();
    assert_eq!(turns_in_the_file_alone(&fixture.path()).await, 1);
    end.send(()).unwrap();
    writing.await.unwrap();
    fixture.store.checkpoint().await.unwrap();
    assert_eq!(turns_in_the_file_alone(&fixture.path()).await, 2);
}

#[tokio::test]
async fn files_are_private_and_older_ones_become_private() {
    let fixture = club().await;
    let files = || ["", "-wal", "-shm"].map(|suffix| beside(&fixture.path(), suffix));
    for file in files() {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    }
    let again = open_file(&fixture.path()).await.unwrap();
    for file in files() {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    let said = again.notices().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(
        said.contains("carrick.db could be read by other users of this machine (mode 644)"),
        "{said}"
    );
    assert_eq!(again.notices().len(), 3, "{said}");
    let third = open_file(&fixture.path()).await.unwrap();
    assert!(third.notices().is_empty(), "nothing had to be done");
}

#[tokio::test]
async fn an_empty_file_and_a_truncated_one_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty.db");
    let file = fs::File::create(&path).unwrap();
    file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(60)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let store = open_file(&path).await.unwrap();
    assert_eq!(store.notices(), [Notice::Empty { path }]);

    let fixture = club().await;
    turns(&fixture.store, 1, 99).await;
    fixture.store.close().await;
    let length = fs::metadata(fixture.path()).unwrap().len();
    let file = fs::File::options().write(true).open(fixture.path()).unwrap();
    file.set_len(length / 2).unwrap();
    let error = open_file(&fixture.path()).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
    assert!(error.to_string().contains("carrick restore"), "{error}");
}

/// Removes the drafts of any backups whose processes are gone, and nothing else.
#[tokio::test]
async fn leftovers_of_a_killed_backup_are_removed_by_the_next_one() {
    let fixture = club().await;
    let folder = tempfile::tempdir().unwrap();
    let own = std::process::id();
    let left = [
        "a.db.999999999.carrick-partial".to_owned(),
        "b.db.999999999.carrick-partial".to_owned(),
        "b.db.999999999.carrick-partial-journal".to_owned(),
    ];
    let kept = [
        format!("b.db.{own}.carrick-partial"),
        "notes.carrick-partial".to_owned(),
        "b.db.x9.carrick-partial".to_owned(),
        "999999999.carrick-partial.db".to_owned(),
        // Files of other programs.
        "film.mkv.999999999.partial".to_owned(),
        "a.db.999999999.partial".to_owned(),
    ];
    for name in left.iter().chain(&kept) {
        fs::write(folder.path().join(name), "a beginning").unwrap();
    }
    backup(&fixture.path(), &folder.path().join("a.db"), false, |_, _| {}).await.unwrap();
    let is_there = |name: &String| folder.path().join(name).exists();
    assert_eq!(left.iter().filter(|name| is_there(name)).count(), 0);
    assert_eq!(kept.iter().filter(|name| is_there(name)).count(), kept.len());
}

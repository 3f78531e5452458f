//! A disk that fails at each of the writes of a turn.

use std::fs;
use std::path::Path;
use std::process::Command;

use carrick_service::{Decision, Event, Needs};
use carrick_store::{Store, StoreError, Trouble};

use crate::support::*;

/// Runs a test of this binary again, alone, with a library that makes writes fail. Returns, in that
/// run, the file that controls which.
fn with_faults(test: &str, errors: &[&str]) -> Option<std::path::PathBuf> {
    if let Some(file) = std::env::var_os("FAULT_AT") {
        return Some(file.into());
    }
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("faults.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/store/faults.c");
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(source)
        .arg("-ldl")
        .status();
    assert!(made.unwrap().success());
    for error in errors {
        let at = folder.path().join(format!("at {error}"));
        fs::write(&at, "0").unwrap();
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env("FAULT_AT", &at)
            .env("FAULT", error)
            .env("LD_PRELOAD", &library)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("1 passed"), "{said}");
    }
    None
}

async fn play(store: &Store, ply: u32) -> Result<(), StoreError> {
    let decide = move |_: &_| Decision {
        events: vec![played(ankor(101), ply)],
        messages: vec![message(Some("bob"), "your turn")],
        refusal: None,
    };
    store.transaction(&Needs::default(), &entry(None), decide).await.map(drop)
}

async fn check(path: &Path, turns: u32) {
    let mut raw = raw(path).await;
    let whole: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut raw).await.unwrap();
    assert_eq!(whole, "ok");
    let sql = "SELECT count(*) || ' ' || max(ply) || ' ' || (SELECT ply FROM boards) || ' ' \
               || (SELECT count(*) - 1 FROM requests) FROM turns";
    let found: String = sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap();
    assert_eq!(found, format!("{turns} {turns} {turns} {turns}"));
}

/// EIO and ENOSPC, at the first write, the second and so on, until a turn has fewer.
#[tokio::test]
async fn on_a_failing_disk_a_turn_is_played_completely_or_not_at_all_and_then_again() {
    let test = "faults::on_a_failing_disk_a_turn_is_played_completely_or_not_at_all_and_then_again";
    let Some(at) = with_faults(test, &["5", "28"]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("carrick.db");
    let store = open_file(&path).await.unwrap();
    let users = ["ann", "bob"].map(|name| Event::UserJoined(user(name)));
    let all = users.into_iter().chain([opened(ankor(101), ["ann", "bob"])]).collect();
    let decide = |_: &_| Decision { events: all, messages: vec![], refusal: None };
    store.transaction(&Needs::default(), &entry(None), decide).await.unwrap();

    let (mut ply, mut failures) = (0, 0);
    for write in 1.. {
        fs::write(&at, write.to_string()).unwrap();
        let done = play(&store, ply + 1).await;
        let left: i32 = fs::read_to_string(&at).unwrap().trim().parse().unwrap();
        fs::write(&at, "0").unwrap();
        match done {
            Ok(()) => ply += 1,
            Err(StoreError::Failed { trouble: Trouble::Failing | Trouble::Full, .. }) => {
                failures += 1;
            }
            Err(other) => panic!("write {write}: {other:?}"),
        }
        if left > 0 {
            break;
        }
        assert_eq!(left, -1, "write {write} has failed");
        // Without reopening the file.
        ply += 1;
        play(&store, ply).await.unwrap_or_else(|error| panic!("after write {write}: {error:?}"));
        check(&path, ply).await;
    }
    assert!(failures >= 5, "a turn has more writes than {failures}");
    store.close().await;
    let store = open_file(&path).await.unwrap();
    play(&store, ply + 1).await.unwrap();
    check(&path, ply + 1).await;
}

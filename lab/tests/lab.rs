//! `carrick-lab lab`: plans that are played, interrupted, reported and verified.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use expect_test::{Expect, expect};
use tempfile::TempDir;

/// A plan of about a second.
const PLAN: &str = r#"
question = "Who wins on a small sphere?"

[[study]]
name = "balance"
boards = ["antipod -radius=4"]
players = ["random", "tree:3"]
openings = ["own", "even:4"]
games = 400
"#;

fn carrick(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    command.arg("lab").args(line.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[track_caller]
fn succeeds(line: &str) -> String {
    let output = carrick(line).output().unwrap();
    let errors = text(output.stderr);
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{line}");
    text(output.stdout)
}

/// Error message of a command, without the folder's name.
#[track_caller]
fn refuses(line: &str, folder: &TempDir, expected: &Expect) {
    let output = carrick(line).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    expected
        .assert_eq(&text(output.stderr).replace(&folder.path().display().to_string(), "FOLDER"));
}

/// A folder with the plan, and the command line that plays it there.
fn planned() -> (TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().unwrap();
    let (plan, games) = (folder.path().join("plan.toml"), folder.path().join("games"));
    fs::write(&plan, PLAN).unwrap();
    let line = format!("run {} --seed 5 --out {}", plan.display(), games.display());
    (folder, games, line)
}

fn lines(games: &Path) -> usize {
    fs::read_to_string(games.join("rest.jsonl")).unwrap_or_default().lines().count()
}

#[test]
fn a_plan_is_played_reported_and_verified() {
    let (_folder, games, line) = planned();
    let told = succeeds(&line);
    let name = games.display();
    assert_eq!(
        told,
        format!("1600 games are in {name}; `carrick-lab lab report {name}` writes the report.\n")
    );
    let told = succeeds(&format!("report {name}"));
    assert_eq!(told, format!("{name}/report.md\n{name}/summary.csv\n{name}/points-1.svg\n"));
    assert_eq!(
        succeeds(&format!("verify {name} --again 4")),
        "1600 games follow the rules, the plan and the seed; 4 were played again, turn for turn; 3 files \
         of the report follow from them.\n"
    );
}

#[test]
fn after_a_kill_the_same_command_continues() {
    let (folder, games, line) = planned();
    succeeds(&line);
    let whole = fs::read(games.join("games.jsonl.gz")).unwrap();
    let killed = folder.path().join("killed");
    let line = line.replace(&games.display().to_string(), &killed.display().to_string());
    for after in [5, 40] {
        let mut child = carrick(&line).spawn().unwrap();
        while lines(&killed) < after && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    succeeds(&format!("{line} --threads 1"));
    assert_eq!(fs::read(killed.join("games.jsonl.gz")).unwrap(), whole);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_tells_how_to_continue() {
    let (_folder, games, line) = planned();
    let child = carrick(&format!("{line} --threads 1")).spawn().unwrap();
    while lines(&games) < 5 {
        std::thread::yield_now();
    }
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let Output { stderr, status, .. } = child.wait_with_output().unwrap();
    let told = text(stderr);
    assert!(told.starts_with("carrick-lab: interrupted with "), "{told}");
    assert!(told.ends_with(" left; run the same command to continue\n"), "{told}");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(2));
    assert!(succeeds(&format!("report {}", games.display())).contains("report.md"));
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let (_folder, games, line) = planned();
    // A limit on the size of files represents a full disk.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 20; exec {} lab {line}",
        env!("CARGO_BIN_EXE_carrick-lab")
    );
    let output = Command::new("bash").args(["-c", &limited]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = text(output.stderr);
    assert!(told.contains("nothing is lost: free some space"), "{told}");
    let before = fs::read_to_string(games.join("rest.jsonl")).unwrap();
    let whole = before.split_at(before.rfind('\n').unwrap() + 1).0;
    let child = carrick(&format!("{line} --threads 1")).spawn().unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    succeeds(&format!("verify {} --again 1", games.display()));
    let first: serde_json::Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    assert_eq!(first["study"], "balance");
}

#[test]
fn wrong_plans_and_folders_are_refused() {
    let (folder, games, line) = planned();
    let plan = folder.path().join("plan.toml");
    let name = games.display().to_string();
    refuses(
        &line.replace("plan.toml", "none.toml"),
        &folder,
        &expect![[r#"
            carrick-lab: cannot read FOLDER/none.toml: No such file or directory (os error 2)
        "#]],
    );
    fs::write(&plan, PLAN.replace("games =", "game =")).unwrap();
    refuses(
        &line,
        &folder,
        &expect![[r#"
            carrick-lab: FOLDER/plan.toml: TOML parse error at line 9, column 1
              |
            9 | game = 400
              | ^^^^
            unknown field `game`, expected one of `name`, `boards`, `players`, `meeting`, `openings`, `first_turns`, `games`, `until`, `judge`, `exact`
            docs/lab.md lists the keys of a plan
        "#]],
    );
    fs::write(&plan, PLAN.replace("tree:3", "tree")).unwrap();
    refuses(
        &line,
        &folder,
        &expect![[r#"
        carrick-lab: FOLDER/plan.toml: study "balance", players: tree thinks for as long as it may; give a number, as in tree:64
    "#]],
    );
    fs::write(&plan, PLAN).unwrap();
    refuses(
        &format!("report {name}"),
        &folder,
        &expect![[r#"
        carrick-lab: FOLDER/games is not a laboratory's folder, because it has no run.json; `carrick-lab lab run PLAN --seed 1 --out FOLDER/games` makes one
    "#]],
    );
    refuses(
        &format!("verify {}", folder.path().display()),
        &folder,
        &expect![[r#"
        carrick-lab: FOLDER is not a laboratory's folder, because it has no run.json; `carrick-lab lab run PLAN --seed 1 --out FOLDER` makes one
    "#]],
    );
    fs::write(folder.path().join("diary.txt"), "mine").unwrap();
    refuses(
        &line.replace(&name, &folder.path().display().to_string()),
        &folder,
        &expect![[r#"
        carrick-lab: FOLDER is not empty and is not a laboratory's folder; name a new folder with --out
    "#]],
    );
    succeeds(&line);
    refuses(
        &line.replace("--seed 5", "--seed 6"),
        &folder,
        &expect![[r#"
        carrick-lab: FOLDER/games was started with seed 5, but this is 6; continue with the same one, or name another folder with --out
    "#]],
    );
    let compressed = games.join("games.jsonl.gz");
    let bytes = fs::read(&compressed).unwrap();
    fs::write(&compressed, &bytes[..bytes.len() - 100]).unwrap();
    let output = carrick(&format!("verify {name}")).output().unwrap();
    let told = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("games.jsonl.gz is damaged: from byte "), "{told}");
    assert!(
        told.contains("restore it from a copy, or run the plan again in another folder"),
        "{told}"
    );
}

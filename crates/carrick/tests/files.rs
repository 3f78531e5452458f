//! Files that commands write, and files that they must leave alone.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{Club, serve};

fn carrick(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(line.split(' ')).current_dir(folder).env_remove("CARRICK_LOG");
    command.stdin(Stdio::null());
    command
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_command_that_fails_neither_destroys_a_file_nor_leaves_one() {
    let club = Club::new();
    club.does(&["signup alice password"]);
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let database = club.database();
    let database = database.display();
    fs::write(here.join("empty.jsonl"), "").unwrap();
    for (file, line) in [
        ("game.sgf", format!("export --db {database} ankor 999 -o game.sgf")),
        ("game.sgf", "export --db nowhere.db ankor 101 -o game.sgf".to_owned()),
        ("games/", format!("export --db {database} ankor 999 -o games/")),
        ("map.svg", "draw ankor z9 -o map.svg".to_owned()),
        ("map.svg", "analyse ankor z9 -o map.svg".to_owned()),
    ] {
        let before = names(here);
        let output = carrick(here, &line).output().unwrap();
        assert!(!output.status.success(), "{line}");
        assert_eq!(names(here), before, "{line}: {}", errors(&output));
        if file.ends_with('/') {
            continue;
        }
        fs::write(here.join(file), "precious").unwrap();
        let output = carrick(here, &line).output().unwrap();
        assert!(!output.status.success(), "{line}");
        assert_eq!(fs::read_to_string(here.join(file)).unwrap(), "precious", "{line}");
        fs::remove_file(here.join(file)).unwrap();
        assert_eq!(names(here), before, "{line}: {}", errors(&output));
    }
    let output = carrick(here, &format!("import --db {database} empty.jsonl")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(errors(&output), "empty.jsonl contains no game\ncarrick: nothing was imported\n");
}

#[test]
fn settings_that_are_rewritten_keep_their_mode_and_owner() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("carrick.toml");
    fs::write(&file, "database = \"postgres://carrick:hush@db.example/carrick\"\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let is_root = fs::metadata(&file).unwrap().uid() == 0;
    if is_root {
        std::os::unix::fs::chown(&file, None, Some(12_345)).unwrap();
    }
    let line = "setup mail --domain carrick.example --relay localhost";
    let output = carrick(folder.path(), line).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    let found = fs::metadata(&file).unwrap();
    assert_eq!(found.permissions().mode() & 0o777, 0o640);
    assert!(!is_root || found.gid() == 12_345);
    assert_eq!(names(folder.path()), ["carrick.toml"]);
}

#[test]
fn wrong_paths_of_key_and_database_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("ca.pem"), "-----BEGIN CERTIFICATE-----\n").unwrap();
    fs::set_permissions(here.join("ca.pem"), fs::Permissions::from_mode(0o644)).unwrap();
    fs::create_dir(here.join("folder")).unwrap();
    fs::set_permissions(here.join("folder"), fs::Permissions::from_mode(0o755)).unwrap();
    let before = names(here);
    for (key, database, said) in [
        ("ca.pem", "new.db", "ca.pem: line 1 of the key file should be"),
        ("folder", "new.db", "folder is not a file"),
        ("/dev/zero", "new.db", "/dev/zero is not a file"),
        ("", "ca.pem", "ca.pem is not an SQLite database"),
        ("", "folder", "folder cannot be opened: it is a folder"),
        ("", "nowhere/x.db", "there is no folder"),
    ] {
        for line in [
            "serve --listen 127.0.0.1:0",
            "reset ann",
            "receive --address g@c.example --from a@b.example",
        ] {
            let mut command = carrick(here, line);
            command.args(["--db", database]);
            if !key.is_empty() {
                command.args(["--key", key]);
            }
            let output = command.output().unwrap();
            assert!(!output.status.success(), "{line} {key} {database}");
            let told = errors(&output);
            let is_missing = line.starts_with("reset") && told.contains("there is no database");
            assert!(told.contains(said) || is_missing, "{line} {key} {database}: {told}");
            assert_eq!(names(here), before, "{line} {key} {database}");
            let mode = |name: &str| fs::metadata(here.join(name)).unwrap().permissions().mode();
            assert_eq!((mode("ca.pem") & 0o777, mode("folder") & 0o777), (0o644, 0o755));
        }
    }
}

#[test]
fn a_question_creates_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for line in
        ["do list", "do help move", "admin users", "backup copy.db", "outbox list", "export --all"]
    {
        let mut command = carrick(here, line);
        command.env("HOME", here).env_remove("XDG_DATA_HOME").env_remove("CARRICK_DB");
        let output = command.output().unwrap();
        assert_eq!(output.status.success(), line.starts_with("do "), "{line}: {}", errors(&output));
        assert_eq!(names(here), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn a_missing_folder_is_reported_once() {
    let club = Club::new();
    club.does(&["signup alice password"]);
    let line = format!("backup --db {} nowhere/copy.db", club.database().display());
    let output = carrick(Path::new("/"), &line).output().unwrap();
    let told = errors(&output);
    assert_eq!(told.matches("No such file").count(), 1, "{told}");
}

/// The output of a command if the club's folder is on a read-only mount, below `ro`.
fn read_only(folder: &Path, line: &str) -> Option<Output> {
    let mounted = "mount --bind db ro && mount -o remount,ro,bind ro && exec \"$@\"";
    let is_possible = Command::new("unshare")
        .args(["-rm", "sh", "-c", "mount --bind db ro && mount -o remount,ro,bind ro"])
        .current_dir(folder)
        .output();
    if !is_possible.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", mounted, "sh", env!("CARGO_BIN_EXE_carrick")]);
    Some(command.args(line.split(' ')).current_dir(folder).output().unwrap())
}

#[test]
fn a_database_on_a_read_only_mount_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::create_dir(here.join("db")).unwrap();
    fs::create_dir(here.join("ro")).unwrap();
    let record = "(;GM[8003]SZ[4]PB[ann]PW[bob]DT[2008-05-01]RE[W+R];W[a2];B[d12])";
    fs::write(here.join("game.sgf"), record).unwrap();
    let output = carrick(here, "import --db db/c.db game.sgf").output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    let exported = carrick(here, "export --db db/c.db --all").output().unwrap();
    for (line, works) in [
        ("export --db ro/c.db --all", true),
        ("backup --db ro/c.db copy.db", true),
        ("do --db ro/c.db list", true),
        ("admin users --db ro/c.db", true),
        ("do --db ro/c.db signup zoe tulip77", false),
        ("tick --db ro/c.db", false),
    ] {
        // If this user may not mount anything, there is nothing to test.
        let Some(output) = read_only(here, line) else { return };
        let told = errors(&output);
        assert_eq!(output.status.success(), works, "{line}: {told}");
        assert!(works || told.contains("read-only"), "{line}: {told}");
        if line.starts_with("export") {
            assert_eq!(output.stdout, exported.stdout);
        }
    }
    let copied = carrick(here, "export --db copy.db --all").output().unwrap();
    assert_eq!(copied.stdout, exported.stdout);
}

#[test]
fn limits_of_the_system_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = |limit: &str| {
        let script =
            format!("ulimit {limit}; exec \"$0\" do --db {}.db signup ann tulip77", &limit[1..2]);
        let mut command = Command::new("bash");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_carrick")]);
        errors(&command.current_dir(folder.path()).output().unwrap())
    };
    let told = run("-f 100");
    assert!(told.contains("the limit on sizes of files (`ulimit -f`"), "{told}");
    let told = run("-n 10");
    assert!(told.contains("too many files are open"), "{told}");
}

#[test]
fn a_game_of_an_sgf_file_keeps_its_date() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let export = |record: &str, name: &str| {
        fs::write(here.join("game.sgf"), record).unwrap();
        let line = format!("import --db {name}.db game.sgf");
        let output = carrick(here, &line).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let line = format!("export --db {name}.db antipod 101 --format sgf");
        String::from_utf8(carrick(here, &line).output().unwrap().stdout).unwrap()
    };
    let game = |dates: &str| format!("(;GM[8003]SZ[4]PB[ann]PW[bob]{dates}RE[W+R];W[a2];B[d12])");
    for (name, dates, begun, ended) in [
        ("one", "DT[2008-05-01]", "2008-05-01", "2008-05-01"),
        ("two", "DT[2008-05-01,03]", "2008-05-01", "2008-05-03"),
        ("both", "DT[2008-05-01]BEGUN[2007-01-02T03:04:05Z]", "2007-01-02", "2007-01-02"),
    ] {
        let sgf = export(&game(dates), name);
        assert!(sgf.contains(&format!("BEGUN[{begun}T")), "{sgf}");
        assert!(sgf.contains(&format!("ENDED[{ended}T")), "{sgf}");
    }
}

#[test]
fn a_server_without_a_terminal_survives_a_hangup() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = crate::support::Serving::start(serve(folder.path(), None, &["--log", "info"]));
    server.signal(rustix::process::Signal::HUP);
    server.logs("there is no access log to reopen");
    server.stop();
}

//! Keeping a server: backups and restores, upgrades, full disks, and plain copies of the file.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Running, Tables};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, SqlSafeStr as _};

const PROGRAM: &str = env!("CARGO_BIN_EXE_carrick");

fn carrick(words: &[&str], database: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(words).arg("--db").arg(database).env_remove("CARRICK_LOG");
    command.stdin(Stdio::null());
    command
}

/// Standard output, standard error and exit status of a command.
fn said(mut command: Command) -> (String, String, Option<i32>) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn does(database: &Path, words: &[&str]) -> String {
    let mut command = Command::new(PROGRAM);
    command.arg("do").arg("--db").arg(database).args(words).stdin(Stdio::null());
    let (out, errors, status) = said(command);
    assert_eq!((errors.as_str(), status), ("", Some(0)), "{words:?}: {out}");
    out
}

/// Two players with a board and this many turns on it.
fn club(database: &Path) {
    for user in ["alice", "bob"] {
        does(database, &[&format!("signup {user} password")]);
    }
    does(database, &["--as", "alice", "anchor challenge -size=5 -pie=none alice bob"]);
    does(database, &["--as", "alice", "anchor move 101 alice - a1"]);
}

/// A running server, with its address.
struct Server {
    process: Running,
    address: String,
    log: PathBuf,
}

impl Server {
    fn start(database: &Path, log: &Path) -> Self {
        let mut command = carrick(&["serve", "--listen", "127.0.0.1:0", "--no-limits"], database);
        command.stdout(Stdio::piped()).stderr(File::create(log).unwrap());
        let mut process = Running(command.spawn().unwrap());
        let mut lines = BufReader::new(process.0.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.strip_prefix("Carrick is at http://").unwrap().to_owned();
        Self { process, address, log: log.to_owned() }
    }

    fn stop(mut self) {
        let id = self.process.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.process.0.wait().unwrap().success());
    }

    /// The status and the body of an answer.
    fn ask(&self, request: &str) -> (u16, String) {
        let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let head = head.replace('\n', "\r\n");
        write!(
            stream,
            "{head}\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    /// Asks a probe until it gives this answer.
    fn becomes(&self, path: &str, expected: (u16, &str)) {
        let since = Instant::now();
        loop {
            let (status, body) = self.ask(&format!("GET {path} HTTP/1.1"));
            if (status, body.trim()) == expected {
                return;
            }
            assert!(since.elapsed() < Duration::from_secs(20), "{path}: {status} {body}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Number of turns in a copy of only the database file, made as by `cp`.
fn turns_in_a_plain_copy(database: &Path) -> i64 {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    fs::copy(database, &copy).unwrap();
    let tables = Tables::open(&copy);
    match tables.number("SELECT count(*) FROM sqlite_schema WHERE name = 'turns'") {
        0 => 0,
        _ => tables.number("SELECT count(*) FROM turns"),
    }
}

#[test]
fn a_backup_of_a_server_that_runs_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (database, copy) = (at("club.db"), at("copy.db"));
    club(&database);
    let server = Server::start(&database, &at("log"));
    let backup = |words: &[&str]| {
        said(carrick(&[&["backup", copy.to_str().unwrap()], words].concat(), &database))
    };
    let (out, errors, status) = backup(&["--with-key"]);
    assert_eq!((errors.as_str(), status), ("", Some(0)));
    assert!(
        out.contains("1 board, 1 turn, schema") && out.contains("copy.key is a copy of its key"),
        "{out}"
    );
    for file in ["club.db", "club.key", "copy.db", "copy.key"] {
        assert_eq!(fs::metadata(at(file)).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    let (_, errors, status) = backup(&[]);
    assert!(errors.contains("copy.db is there already") && status == Some(2), "{errors}");
    let (out, _, status) = backup(&["--replace"]);
    assert!(out.contains("The key is not in it") && status == Some(0), "{out}");

    // Later turns are gone after a restore, and kept in the previous database.
    does(&database, &["--as", "bob", "anchor move 101 bob - b2"]);
    let restore = |words: &[&str], to: &Path| {
        said(carrick(&[&["restore", copy.to_str().unwrap()], words].concat(), to))
    };
    let (_, errors, _) = restore(&[], &database);
    assert!(errors.contains("club.db is there already"), "{errors}");
    let (_, errors, status) = restore(&["--replace"], &database);
    assert!(errors.contains("is in use; stop `carrick serve`") && status == Some(2), "{errors}");
    server.stop();
    let (out, errors, status) = restore(&["--replace"], &database);
    assert_eq!((errors.as_str(), status), ("", Some(0)), "{out}");
    let aside =
        out.split("The previous database is now ").nth(1).unwrap().split(".\n").next().unwrap();
    let turns = "SELECT count(*) FROM turns";
    assert_eq!(Tables::open(Path::new(aside)).number(turns), 2);
    assert_eq!(Tables::open(&database).number(turns), 1);
    does(&database, &["--as", "bob", "anchor move 101 bob - c3"]);

    // Onto another machine.
    let elsewhere = at("elsewhere.db");
    let (out, _, status) = restore(&[], &elsewhere);
    assert!(out.contains("elsewhere.key is its key") && status == Some(0), "{out}");
    assert_eq!(fs::read(at("club.key")).unwrap(), fs::read(at("elsewhere.key")).unwrap());
    fs::write(at("elsewhere.key"), "another").unwrap();
    fs::remove_file(&elsewhere).unwrap();
    let (_, errors, _) = restore(&[], &elsewhere);
    assert!(errors.contains("is not the same key as the one next to the backup"), "{errors}");
}

/// The test waits for the checkpoint three seconds after a commit.
#[test]
fn the_file_alone_contains_the_turns_while_a_server_runs_and_after_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("club.db");
    club(&database);
    let server = Server::start(&database, &folder.path().join("log"));
    let form = "user=carol&password=a+long+enough+one&to=";
    let ask = format!(
        "POST /sign-up HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\n{form}"
    );
    let (status, body) = server.ask(&ask);
    assert_eq!(status, 303, "{body}");
    let since = Instant::now();
    let users = || {
        let copy = folder.path().join("copy.db");
        fs::copy(&database, &copy).unwrap();
        Tables::open(&copy).number("SELECT count(*) FROM users WHERE userid = 'carol'")
    };
    while users() == 0 {
        assert!(since.elapsed() < Duration::from_secs(30), "nobody checkpoints the log");
        std::thread::sleep(Duration::from_millis(100));
    }
    // Another program has the file open, so that the server's last connection is not the last one.
    let other = Tables::open(&database);
    assert_eq!(other.number("SELECT count(*) FROM turns"), 1);
    does(&database, &["--as", "bob", "anchor move 101 bob - b2"]);
    server.stop();
    assert_eq!(turns_in_a_plain_copy(&database), 2);
}

/// A database without the newest migration, with a table that no migration knows.
fn of_previous_schema(path: &Path) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../carrick-store/migrations/sqlite");
    let scripts = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut migrations: Vec<Migration> = scripts
        .map(|script| {
            let (number, name) =
                script.file_stem().unwrap().to_str().unwrap().split_once('_').unwrap();
            let sql = AssertSqlSafe(fs::read_to_string(&script).unwrap()).into_sql_str();
            let kind = MigrationType::Simple;
            Migration::new(number.parse().unwrap(), name.to_owned().into(), kind, sql, false)
        })
        .collect();
    migrations.sort_by_key(|migration| migration.version);
    migrations.pop();
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        let mut raw = options.connect().await.unwrap();
        raw.execute("PRAGMA journal_mode = WAL; PRAGMA application_id = 0x4361524b").await.unwrap();
        Migrator::with_migrations(migrations).run_direct(None, &mut raw, false).await.unwrap();
        raw.execute("CREATE TABLE kept AS SELECT 'zoe' AS userid").await.unwrap();
        raw.close().await.unwrap();
    });
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

#[test]
fn reading_does_not_upgrade_and_writing_names_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("old.db");
    of_previous_schema(&database);
    let previous = carrick_store::known_schema() - 1;
    let before = fs::read(&database).unwrap();
    let path = database.to_str().unwrap();
    for words in [
        &["do", "--db", path, "list"][..],
        &["do", "--db", path, "ankor show 101"],
        &["do", "--db", path, "no such command"],
        &["export", "--db", path, "--all"],
        &["outbox", "--db", path, "list"],
    ] {
        let mut command = Command::new(PROGRAM);
        command.args(words).stdin(Stdio::null()).env("HOME", folder.path());
        let (_, errors, status) = said(command);
        assert_eq!(status, Some(2), "{words:?}: {errors}");
        assert!(
            errors.contains(&format!("was written by an older carrick (its schema is {previous}")),
            "{words:?}: {errors}"
        );
        assert!(errors.contains("`carrick upgrade` brings it up to date"), "{words:?}: {errors}");
        assert!(fs::read(&database).unwrap() == before, "{words:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no copy was made");

    let (_, errors, status) = said(carrick(&["upgrade"], &database));
    assert_eq!(status, Some(0), "{errors}");
    let copy = folder.path().join(format!("old.db.schema-{previous}"));
    assert!(errors.contains(copy.to_str().unwrap()), "{errors}");
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    for file in [&copy, &database] {
        assert_eq!(Tables::open(file).text("SELECT userid FROM kept"), ["zoe"]);
    }
    let (out, errors, _) = said(carrick(&["upgrade"], &database));
    assert!(out.contains("is up to date") && errors.is_empty(), "{out}{errors}");
    does(&database, &["list"]);

    // A command that writes upgrades the database automatically.
    let other = folder.path().join("other.db");
    of_previous_schema(&other);
    let mut command = Command::new(PROGRAM);
    command.arg("do").arg("--db").arg(&other).arg("signup ann password").stdin(Stdio::null());
    let (_, errors, status) = said(command);
    assert_eq!(status, Some(0), "{errors}");
    assert!(errors.contains(&format!("other.db.schema-{previous}")), "{errors}");
}

/// Runs a test of this binary again, alone, with its own filesystem of 4 MB.
fn on_a_small_disk(test: &str) -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("SMALL_DISK") {
        return Some(folder.into());
    }
    let folder = tempfile::tempdir().unwrap();
    let script =
        "mount -t tmpfs -o size=4m small \"$SMALL_DISK\" && exec \"$0\" --exact \"$1\" --nocapture";
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script]);
    command.arg(std::env::current_exe().unwrap()).arg(test).env("SMALL_DISK", folder.path());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("1 passed"), "{said}");
    None
}

#[test]
fn probes_and_the_log_report_a_full_disk_and_everything_continues_when_it_has_room() {
    let Some(disk) = on_a_small_disk(
        "keeping::probes_and_the_log_report_a_full_disk_and_everything_continues_when_it_has_room",
    ) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let database = disk.join("club.db");
    let server = Server::start(&database, &folder.path().join("log"));
    let sign_up = |user: &str| {
        let form = format!("user={user}&password=a+long+enough+one&to=");
        let kind = "Content-Type: application/x-www-form-urlencoded";
        server.ask(&format!("POST /sign-up HTTP/1.1\n{kind}\n\n{form}")).0
    };
    assert_eq!(sign_up("anna"), 303);
    server.becomes("/readyz", (200, "ready"));
    let mut filler = File::create(disk.join("filler")).unwrap();
    let fill = |filler: &mut File| {
        for size in [64 * 1024, 1] {
            while filler.write_all(&vec![1; size]).is_ok() {}
        }
    };
    // The write-ahead log may have its own room for a while.
    for user in 0.. {
        fill(&mut filler);
        if sign_up(&format!("user{user}")) == 503 {
            break;
        }
    }
    server.becomes("/readyz", (503, "full"));
    // Some may fit into the space that others have left.
    let refused = (0..40).filter(|user| sign_up(&format!("later{user}")) == 503).take(5).count();
    assert_eq!(refused, 5);
    server.becomes("/healthz", (200, "ok"));
    assert_eq!(server.ask("GET /about HTTP/1.1").0, 200, "what only reads goes on");
    drop(filler);
    fs::remove_file(disk.join("filler")).unwrap();
    assert_eq!(sign_up("zora"), 303, "without a restart");
    server.becomes("/readyz", (200, "ready"));
    let since = Instant::now();
    let mut log = String::new();
    while !log.contains("again") && since.elapsed() < Duration::from_secs(10) {
        server.becomes("/readyz", (200, "ready"));
        log = fs::read_to_string(&server.log).unwrap();
    }
    let count = |what: &str| log.lines().filter(|line| line.contains(what)).count();
    assert_eq!(count("the database cannot be written: the disk is full"), 1, "{log}");
    assert_eq!(count("the database can be written again"), 1, "{log}");
    assert!(log.contains("club.db") && log.contains("bytes"), "{log}");
    let complaints = log.lines().filter(|line| !line.contains(" INFO "));
    assert!(complaints.count() <= 4, "{log}");
    server.stop();
}

/// The password of a database is in one file.
#[test]
fn every_command_finds_the_database_in_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let (database, settings) = (folder.path().join("club.db"), folder.path().join("club.toml"));
    does(&database, &["signup alice alicepass"]);
    fs::write(&settings, format!("database = \"{}\"\n", database.display())).unwrap();
    let usual = folder.path().join("usual");
    for words in [
        &["do", "list"][..],
        &["tick"],
        &["worker", "--once"],
        &["admin", "users"],
        &["export", "--all"],
        &["ratings", "rebuild"],
        &["outbox", "list"],
        &["token", "alice", "--scopes", "read"],
        &["upgrade"],
    ] {
        let mut command = Command::new(PROGRAM);
        // Words after a command of the old server belong to it.
        let flag_at = if words[0] == "do" { 1 } else { words.len() };
        command.args(&words[..flag_at]).arg("--config").arg(&settings).args(&words[flag_at..]);
        command.env("XDG_DATA_HOME", &usual).stdin(Stdio::null());
        let (out, errors, status) = said(command);
        assert_eq!(status, Some(0), "{words:?}: {out}{errors}");
        if words[0] == "admin" {
            assert!(out.contains("alice"), "{out}");
        }
    }
    assert!(!usual.exists(), "the usual database was made");
}

/// A backup with a key that opens nothing would be noticed only when it is needed.
#[test]
fn a_backup_and_a_restore_take_no_file_that_is_not_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("club.db");
    does(&database, &["signup alice password"]);
    let (key, copy) = (database.with_extension("key"), database.with_file_name("copy.db"));
    let backup = || said(carrick(&["backup", "--with-key", copy.to_str().unwrap()], &database));
    fs::write(&key, "hush").unwrap();
    let (_, errors, status) = backup();
    assert!(errors.contains("line 1 of the key file should be") && status == Some(2), "{errors}");
    assert!(!copy.exists() && !copy.with_extension("key").exists());
    fs::remove_file(&key).unwrap();
    let (_, errors, _) = backup();
    assert!(errors.contains("there is no key"), "{errors}");

    said(carrick(&["backup", copy.to_str().unwrap()], &database));
    fs::write(copy.with_extension("key"), "hush").unwrap();
    let other = database.with_file_name("other.db");
    let (_, errors, status) = said(carrick(&["restore", copy.to_str().unwrap()], &other));
    assert!(errors.contains("the key next to the backup") && status == Some(2), "{errors}");
    assert!(!other.exists());
}

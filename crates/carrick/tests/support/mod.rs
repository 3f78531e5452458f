//! A club of players who share a fresh database and use only `carrick do`.
#![allow(dead_code, unused_imports, unreachable_pub, clippy::unwrap_used)] // each test file uses its own part

#[path = "../../../carrick-store/tests/store/cluster.rs"]
pub mod cluster;
mod players;
mod running;
mod serving;
mod tables;

use std::cell::Cell;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[allow(unused_imports)]
pub use players::{does, four_players, play, refuses, says, to, told};
pub use running::Running;
pub use serving::{Serving, free_port, serve};
pub use tables::Tables;
use tempfile::TempDir;

/// A database in its own folder, or on the tests' server, and the program to use it with.
pub struct Club {
    place: Place,
    /// A folder for keys, settings and, unless it is on a server, the database.
    folder: TempDir,
    /// Number of commands since nine o'clock on the first of May 2008, one a minute; without it the
    /// club lives at the current time.
    minutes: Option<Cell<u32>>,
}

enum Place {
    Folder,
    Server(cluster::Database),
}

/// Output of the program.
#[derive(Debug)]
pub struct Said {
    pub out: String,
    pub accepted: bool,
}

impl Club {
    pub fn new() -> Self {
        let place = if cluster::is_wanted() {
            let made = std::thread::spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.unwrap().block_on(cluster::Database::any())
            });
            Place::Server(made.join().unwrap())
        } else {
            Place::Folder
        };
        Self { place, folder: tempfile::tempdir().unwrap(), minutes: None }
    }

    /// A club in the spring of 2008, so that every run sees the same times.
    pub fn of_2008() -> Self {
        Self { minutes: Some(Cell::new(0)), ..Self::new() }
    }

    /// The database, as a value of `--db`.
    pub fn database(&self) -> PathBuf {
        match &self.place {
            Place::Folder => self.file("club.db"),
            Place::Server(database) => PathBuf::from(&database.0),
        }
    }

    /// A file of this name in the club's folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `carrick do` on this club's database, not yet started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.arg("do").arg("--db").arg(self.database());
        if let Some(minutes) = &self.minutes {
            let minute = minutes.replace(minutes.get() + 1);
            let (hour, minute) = (9 + minute / 60, minute % 60);
            command.args(["--now", &format!("2008-05-01T{hour:02}:{minute:02}:00Z")]);
        }
        command.args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command and returns its output.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> Said {
        let output = self.command(arguments).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(errors, "", "{arguments:?}");
        Said { out: String::from_utf8(output.stdout).unwrap(), accepted: output.status.success() }
    }

    /// Records that a server runs forever, after everything that happens in a test, even if sweeps
    /// are rare.
    pub fn server_never_stops(&self) {
        let sql = "INSERT INTO sweeps (one, at) VALUES (1, 253402207200000000) ON CONFLICT (one) DO UPDATE SET at = excluded.at RETURNING at";
        Tables::open(&self.database()).number(sql);
    }

    /// Gives every user a confirmed address.
    pub fn confirm_addresses(&self) {
        let sql = "INSERT INTO addresses (userid, place, address, confirmed) \
                   SELECT userid, 0, userid || '@example.org', 1 FROM users WHERE userid NOT LIKE 'level%' \
                   RETURNING userid";
        Tables::open(&self.database()).text(sql);
    }

    /// `carrick tick` on this club's database at a given time, not yet started.
    pub fn tick_command(&self, now: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.args(["tick", "--now", now, "--db"]).arg(self.database());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Output of `carrick admin` on this club's database; the action must be accepted.
    #[track_caller]
    pub fn admin(&self, arguments: &[&str]) -> String {
        let output = self.admin_command(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// `carrick admin` on this club's database, not yet started.
    pub fn admin_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.arg("admin").arg("--db").arg(self.database()).args(arguments);
        if self.minutes.is_some() && !arguments.contains(&"--now") {
            command.args(["--now", "2008-05-01T12:00:00Z"]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Output of `carrick ratings rebuild`, and whether all ratings were correct.
    pub fn rebuild_ratings(&self) -> (String, bool) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.args(["ratings", "rebuild", "--db"]).arg(self.database());
        let output = command.output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        (String::from_utf8(output.stdout).unwrap(), output.status.success())
    }

    /// Sweeps at a given time and returns the messages.
    #[track_caller]
    pub fn tick(&self, now: &str) -> String {
        let output = self.tick_command(now).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command at a given time, which must be accepted.
    #[track_caller]
    pub fn does_at(&self, now: &str, arguments: &[&str]) -> String {
        self.does(&[&["--now", now], arguments].concat())
    }

    /// Runs a command at a given time, which must be refused.
    #[track_caller]
    pub fn refuses_at(&self, now: &str, arguments: &[&str]) -> String {
        self.refuses(&[&["--now", now], arguments].concat())
    }

    /// Runs a command that must be accepted.
    #[track_caller]
    pub fn does(&self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert!(said.accepted, "{arguments:?} was refused:\n{}", said.out);
        said.out
    }

    /// Runs a command that must be refused.
    #[track_caller]
    pub fn refuses(&self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert!(!said.accepted, "{arguments:?} was accepted:\n{}", said.out);
        said.out
    }
}

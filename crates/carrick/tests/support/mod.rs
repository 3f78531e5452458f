//! A club of players who share a fresh database and know nothing but `carrick do`.
#![allow(dead_code, unused_imports, unreachable_pub, clippy::unwrap_used)] // each test file uses its own part

mod players;
mod tables;

use std::path::PathBuf;
use std::process::{Command, Stdio};

#[allow(unused_imports)]
pub use players::{does, four_players, play, refuses, says, to, told};
pub use tables::Tables;
use tempfile::TempDir;

/// A database in a folder of its own, and the program to use it with.
pub struct Club {
    folder: TempDir,
}

/// What the program said.
#[derive(Debug)]
pub struct Said {
    pub out: String,
    pub accepted: bool,
}

impl Club {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("club.db")
    }

    /// `carrick do` on this club's database, not yet started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.arg("do").arg("--db").arg(self.database()).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command and returns what it said.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> Said {
        let output = self.command(arguments).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(errors, "", "{arguments:?}");
        Said { out: String::from_utf8(output.stdout).unwrap(), accepted: output.status.success() }
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

//! Commands as they are typed: at a shell, in a folder with its own database.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Users and their passwords, as in the examples.
const USERS: [(&str, &str); 6] = [
    ("ann", "secret42"),
    ("bob", "hidden77"),
    ("alice", "wonderland"),
    ("camb", "secret"),
    ("carol", "carol-pass"),
    ("dave", "dave-pass"),
];

/// A folder in which commands are typed, with a database.
pub(crate) struct Folder {
    folder: TempDir,
}

/// Result of a command.
pub(crate) struct Came {
    pub(crate) accepted: bool,
    pub(crate) out: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A folder with these users, each with the usual password or their own (`bob:fixes-it`), after
    /// these commands: `ann: ankor challenge ann bob`.
    pub(crate) fn with(users: &[&str], commands: &[&str]) -> Self {
        let folder = Self::new();
        for user in users {
            let (user, password) = match user.split_once(':') {
                Some((user, password)) => (user, password),
                None => (*user, password_of(user)),
            };
            folder.must(&format!("carrick do \"signup {user} {password}\""));
        }
        for command in commands {
            let (user, command) = command.split_once(": ").unwrap();
            folder.must(&format!("carrick do --as {user} --leave \"{command}\""));
        }
        folder
    }

    /// A copy of the folder.
    pub(crate) fn copy(&self) -> Self {
        let copy = Self::new();
        for entry in std::fs::read_dir(self.path()).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
            }
        }
        copy
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Types a line at a shell.
    pub(crate) fn shell(&self, line: &str) -> Came {
        let program = Path::new(env!("CARGO_BIN_EXE_carrick")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let output = Command::new("bash")
            .args(["-c", line])
            .current_dir(self.path())
            .env("PATH", path)
            .env("CARRICK_DB", self.path().join("carrick.db"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        Came { accepted: output.status.success(), out: String::from_utf8_lossy(&said).into_owned() }
    }

    /// Types a line that must succeed.
    #[track_caller]
    pub(crate) fn must(&self, line: &str) -> String {
        let came = self.shell(line);
        assert!(came.accepted, "{line}\n{}", came.out);
        came.out
    }

    /// Types a command that a text mentions, of the command language or of the shell. If it needs a
    /// body or more words, help about it is enough.
    #[track_caller]
    pub(crate) fn said(&self, example: &str) {
        match example {
            "list" | "help" => _ = self.command(example),
            "carrick do" => _ = self.must("carrick help do"),
            name if !name.contains(' ') => _ = self.must(&format!("carrick help {name}")),
            _ if example.starts_with("carrick ") => _ = self.must(example),
            _ => _ = self.command(example),
        }
    }

    /// Sends a command of the language to the server, with the reader's password filled in.
    #[track_caller]
    pub(crate) fn command(&self, command: &str) -> String {
        let command = with_password(command);
        self.must(&format!("carrick do --leave \"{command}\""))
    }
}

pub(crate) fn password_of(user: &str) -> &'static str {
    let known = USERS.iter().find(|(name, _)| *name == user);
    known.unwrap_or_else(|| panic!("no password of {user} is known")).1
}

/// A command with the password of the preceding user in place of `<password>`.
pub(crate) fn with_password(command: &str) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    let typed = words.iter().enumerate().map(|(place, word)| match *word {
        "<password>" => password_of(words[place - 1]),
        word => word,
    });
    typed.collect::<Vec<_>>().join(" ")
}

/// Whether a text is a pattern, with parts that its reader chooses.
pub(crate) fn is_pattern(text: &str) -> bool {
    text.replace("<password>", "").contains(['<', '…', '[', '|'])
}

/// Whether a text is a command of the language: it starts with the name of one, or with a game and
/// the name of one.
pub(crate) fn is_command(text: &str) -> bool {
    const ALONE: [&str; 19] = [
        "help",
        "signup",
        "add",
        "change",
        "delete",
        "signoff",
        "signon",
        "reset",
        "vacation",
        "list",
        "message",
        "broadcast",
        "news",
        "block",
        "multiple",
        "all",
        "rules",
        "chall",
        "prev",
    ];
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_game = ["ankor", "boche", "antipod", "anchor"].contains(&first);
    is_game && is_word(second) && second != "board" || ALONE.contains(&first)
}

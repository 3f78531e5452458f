//! `carrick serve` with mail, and a look into its database.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use carrick_games::Seat;
use carrick_mail::incoming::Site;
use carrick_service::{BoardId, BoardRecord, Needs, User};
use carrick_store::{MailQueueSizes, Outgoing, Recipient, Route, Settings, Store};
use carrick_tokens::{Keyring, Powers, ReplyToken};
use jiff::{SignedDuration, Timestamp};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;
use tokio::runtime::{Builder, Runtime};

/// The address for commands.
pub(crate) const GAMES: &str = "games@carrick.example";
/// The name of the relay.
pub(crate) const RELAY: &str = "mx.carrick.example";

pub(crate) struct Server {
    /// Address of its pages.
    pub(crate) site: String,
    folder: PathBuf,
    child: Child,
    runtime: Runtime,
    store: Store,
}

impl Server {
    /// Starts one in a folder.
    pub(crate) fn start(folder: &Path, socket: &Path) -> Self {
        Self::start_with(folder, socket, "")
    }

    /// Starts it with more lines at the end of its settings.
    pub(crate) fn start_with(folder: &Path, socket: &Path, more: &str) -> Self {
        let database = folder.join("club.db");
        let settings = format!(
            "listen = \"127.0.0.1:0\"\ndatabase = \"{}\"\n\n[mail]\naddress = \"{GAMES}\"\nrelay = \
             \"{RELAY}\"\nlisten = \"{}\"\n{more}",
            database.display(),
            socket.display()
        );
        fs::write(folder.join("carrick.toml"), settings).unwrap();
        let (child, site) = spawn(folder);
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let store = runtime.block_on(Store::open(&database, &Settings::default())).unwrap();
        Self { site, folder: folder.to_owned(), child, runtime, store }
    }

    /// Stops it and waits until it has.
    pub(crate) fn stop(&mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success(), "it ends in good order");
    }

    /// Starts it again.
    pub(crate) fn start_again(&mut self) {
        (self.child, self.site) = spawn(&self.folder);
    }

    pub(crate) fn board(&self, id: BoardId) -> BoardRecord {
        let needs = Needs { boards: [id].into(), ..Needs::default() };
        let mut state = self.runtime.block_on(self.store.read(&needs)).unwrap();
        state.boards.remove(&id).unwrap()
    }

    /// The reply address in the mail to the player to move.
    pub(crate) fn play_address(&self, board: &BoardRecord, seat: Seat) -> String {
        let keys = fs::read_to_string(self.folder.join("club.key")).unwrap();
        let keys: Keyring = keys.parse().unwrap();
        let token = ReplyToken {
            board: board.id,
            generation: board.generation(),
            seat,
            powers: Powers::TO_MOVE,
            expires: Timestamp::now() + SignedDuration::from_hours(1),
        };
        let site = Site { commands: GAMES.parse().unwrap(), relay: None };
        site.play_address(&keys.seal(&token))
    }

    /// Confirms every address, as the link sent there does.
    pub(crate) fn confirm_addresses(&self) {
        self.runtime.block_on(async {
            let file = self.folder.join("club.db");
            let mut raw = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
            sqlx::query("UPDATE addresses SET confirmed = 1").execute(&mut raw).await.unwrap();
        });
    }

    /// Size of the outgoing queue.
    pub(crate) fn waiting_mail(&self) -> MailQueueSizes {
        self.runtime.block_on(self.store.waiting_mail()).unwrap()
    }

    /// The messages that wait to be sent, as `to: subject`, oldest first; takes them out of the
    /// queue.
    pub(crate) fn said(&self) -> Vec<String> {
        self.runtime.block_on(async {
            let mut said = Vec::new();
            for message in self.store.pending(1000).await.unwrap() {
                let to = match &message.to {
                    Recipient::User(user) => user.to_string(),
                    Recipient::Address(address) => address.to_string(),
                };
                said.push(format!("{to}: {}", message.subject));
            }
            let nowhere = |_: &Outgoing, _: Option<&User>, _| Route::Nowhere;
            let now = Timestamp::now();
            self.store.hand_on(now, now, 1000, nowhere).await.unwrap();
            said
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the program and waits until it accepts mail. Also returns the address of its pages.
fn spawn(folder: &Path) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_carrick"))
        .args(["serve", "--config"])
        .arg(folder.join("carrick.toml"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // All three lines, before the pipe is closed.
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said: Vec<String> = lines.take(3).map(Result::unwrap).collect();
    assert!(said[1].starts_with("Mail comes in"), "{said:?}");
    let site = said[0].split_whitespace().last().unwrap().trim_end_matches('/').to_owned();
    (child, site)
}

//! The server, in a separate process.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use carrick_mail::incoming::Site;
use carrick_post::{Bounds, Listener, LmtpAddress, MailReceiver};
use carrick_server::{Gate, RateLimits};
use carrick_store::{Settings, Store};
use carrick_tokens::Keyring;
use jiff::Timestamp;

use crate::{GAMES, Outcome};

/// The same number of simultaneous hashes as in `carrick serve`.
pub(crate) const HASHED_AT_ONCE: usize = 2;

pub(crate) struct Server {
    pub(crate) socket: PathBuf,
    child: Child,
}

pub(crate) fn keys() -> Keyring {
    Keyring::new([7; 32])
}

pub(crate) fn site() -> Outcome<Site> {
    Ok(Site { commands: GAMES.parse()?, relay: None })
}

/// Accepts mail until it is killed, as `carrick serve` does.
pub(crate) async fn serve(folder: &str) -> Outcome<()> {
    let folder = Path::new(folder);
    let store = Store::open(folder.join("carrick.db"), &Settings::default()).await?;
    let gate = Gate::new(RateLimits::default(), HASHED_AT_ONCE);
    let receiver = MailReceiver::new(store, &gate, keys(), site()?, Timestamp::now);
    let listener = Listener::bind(&LmtpAddress::Socket(folder.join("lmtp"))).await?;
    println!("ready");
    listener.serve(receiver, Bounds::default(), std::future::pending()).await;
    Ok(())
}

impl Server {
    pub(crate) fn spawn(folder: &Path) -> Outcome<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut ready = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut ready)?;
        Ok(Self { socket: folder.join("lmtp"), child })
    }

    /// Memory that it uses.
    pub(crate) fn resident_bytes(&self) -> Outcome<u64> {
        self.status("VmRSS:")
    }

    /// The maximum that it ever used.
    pub(crate) fn peak_bytes(&self) -> Outcome<u64> {
        self.status("VmHWM:")
    }

    /// Waits until it has read all input, so that its memory no longer grows.
    pub(crate) async fn settle(&self) -> Outcome<()> {
        let mut before = 0;
        loop {
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
            match self.resident_bytes()? {
                now if now == before => return Ok(()),
                now => before = now,
            }
        }
    }

    fn status(&self, name: &str) -> Outcome<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(name)).ok_or("no such line")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

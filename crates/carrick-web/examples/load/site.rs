//! The site, in a process of its own.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use carrick_server::Feed;
use carrick_store::{Settings, Store};
use carrick_web::{App, ServerKey, Setup};
use jiff::Timestamp;

use crate::Outcome;

pub(crate) struct Site {
    pub(crate) address: String,
    child: Child,
}

/// Serves until it is killed, as `carrick serve` does, without the computer.
pub(crate) async fn serve(database: &str) -> Outcome<()> {
    let store = Store::open(database, &Settings::default()).await?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let setup = Setup {
        base_url: format!("http://{address}").parse()?,
        on_lan: true,
        trusted_proxies: Default::default(),
        key: ServerKey::new([7; 32]),
        tokens: carrick_tokens::Keyring::new([7; 32]),
    };
    let feed = Feed::of(store.clone()).await?;
    let app = App::new(store, feed.clone(), setup, Arc::new(Timestamp::now));
    let telling = feed.run(std::future::pending(), |error| eprintln!("{error}"));
    println!("{address}");
    tokio::join!(carrick_web::serve(listener, app, std::future::pending()), telling);
    Ok(())
}

impl Site {
    pub(crate) fn spawn(database: &Path) -> Outcome<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut address)?;
        Ok(Self { address: address.trim().to_owned(), child })
    }

    /// The memory of the process that is in use.
    pub(crate) fn resident_bytes(&self) -> Outcome<i64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<i64>()? * 1024)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

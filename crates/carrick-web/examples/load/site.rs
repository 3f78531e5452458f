//! The site in a process of its own.

use std::future::pending;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use carrick_server::{Feed, run_checkpoints};
use carrick_store::{Location, Settings, Store, StoreError};
use carrick_tokens::Keyring;
use carrick_web::{App, SiteSetup};
use jiff::Timestamp;

use crate::Outcome;

pub(crate) struct Site {
    pub(crate) address: String,
    child: Child,
    output: BufReader<ChildStdout>,
}

/// Serves until it is killed, as `carrick serve` does, without the computer. Answers each line of
/// its input with the number of commits so far.
pub(crate) async fn serve(database: &str) -> Outcome<()> {
    let store = Store::open(database.parse::<Location>()?, &Settings::default()).await?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let setup = SiteSetup {
        base_url: format!("http://{address}").parse()?,
        on_lan: true,
        trusted_proxies: Default::default(),
        security_contact: None,
        keys: Keyring::new([7; 32]),
    };
    let commits = store.commits();
    let feed = Feed::of(store.clone()).await?;
    // All readers come from one address, whose limits would apply to them together.
    let app =
        App::new(store.clone(), feed.clone(), setup, Arc::new(Timestamp::now)).without_limits();
    let report = |error: StoreError| eprintln!("{error}");
    let telling = feed.run(pending(), report);
    let checkpoints = run_checkpoints(store, pending(), report);
    println!("{address}");
    std::thread::spawn(move || {
        for _ in std::io::stdin().lines() {
            println!("{}", *commits.borrow());
        }
    });
    tokio::join!(carrick_web::serve(listener, app, pending()), telling, checkpoints);
    Ok(())
}

impl Site {
    pub(crate) fn spawn(database: &str) -> Outcome<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .arg(database)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut address = String::new();
        output.read_line(&mut address)?;
        Ok(Self { address: address.trim().to_owned(), child, output })
    }

    /// Kills the process, which gets no time for anything.
    pub(crate) fn kill(&mut self) -> Outcome<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Resident memory of the process.
    pub(crate) fn resident_bytes(&self) -> Outcome<i64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<i64>()? * 1024)
    }

    /// Processor time of the process so far.
    pub(crate) fn cpu(&self) -> Outcome<Duration> {
        cpu_of(self.child.id())
    }

    /// Number of commits so far.
    pub(crate) fn commits(&mut self) -> Outcome<u64> {
        writeln!(self.child.stdin.as_mut().ok_or("no input")?)?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim().parse()?)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Processor time of a process so far: the sum over the threads that it has.
pub(crate) fn cpu_of(process: u32) -> Outcome<Duration> {
    let mut nanoseconds = 0;
    for thread in std::fs::read_dir(format!("/proc/{process}/task"))? {
        let schedule = std::fs::read_to_string(thread?.path().join("schedstat"))?;
        let running = schedule.split(' ').next().ok_or("no schedstat")?;
        nanoseconds += running.parse::<u64>()?;
    }
    Ok(Duration::from_nanos(nanoseconds))
}

//! `carrick serve` in a separate process, with mail and metrics.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use carrick_tokens::Keyring;
use rustix::process::{Pid, Signal, kill_process};

use super::Outcome;
use super::client::Client;

/// The address for commands.
pub(super) const GAMES: &str = "games@carrick.example";

pub(super) struct Server {
    child: Child,
    /// Kept open: the server writes to it.
    _output: BufReader<ChildStdout>,
    folder: PathBuf,
    /// Addresses of the site and of its metrics.
    pub(super) address: String,
    metrics: String,
}

/// Figures of a process from `/proc`.
pub(super) struct Process {
    pub(super) resident_bytes: u64,
    pub(super) descriptors: usize,
    pub(super) threads: usize,
}

/// Metrics by name; those with labels are added up.
pub(super) type Metrics = BTreeMap<String, f64>;

pub(super) fn database(folder: &Path) -> PathBuf {
    folder.join("carrick.db")
}

impl Server {
    /// Starts the program, and waits until it listens. Its log is added to a file.
    pub(super) fn start(program: &Path, folder: &Path) -> Outcome<Self> {
        let settings = format!(
            "listen = \"127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\ndatabase = {:?}\nthreads = 1\n\n\
             [mail]\naddress = \"{GAMES}\"\nlisten = {:?}\n\n[mail.out]\nmaildir = {:?}\nper_domain = 6000\n",
            database(folder),
            folder.join("lmtp"),
            folder.join("out")
        );
        let file = folder.join("carrick.toml");
        fs::write(&file, settings)?;
        let log = File::options().create(true).append(true).open(folder.join("carrick.log"))?;
        let mut child = Command::new(program)
            .args(["serve", "--config"])
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let (mut address, mut metrics) = (String::new(), String::new());
        while metrics.is_empty() {
            let mut line = String::new();
            if output.read_line(&mut line)? == 0 {
                return Err("the server did not start; carrick.log says why".into());
            }
            let after = |start: &str| line.trim().strip_prefix(start).map(str::to_owned);
            address = after("Carrick is at http://").unwrap_or(address);
            metrics = after("Metrics are at http://").unwrap_or(metrics);
        }
        let metrics = metrics.trim_end_matches("/metrics.").to_owned();
        Ok(Self { child, _output: output, folder: folder.to_owned(), address, metrics })
    }

    /// Keys of the tokens in its emails.
    pub(super) fn keys(&self) -> Outcome<Keyring> {
        Ok(fs::read_to_string(database(&self.folder).with_extension("key"))?.parse()?)
    }

    /// Its socket for mail.
    pub(super) fn socket(&self) -> PathBuf {
        self.folder.join("lmtp")
    }

    /// Stops it as an operator does.
    pub(super) fn stop(mut self) -> Outcome<()> {
        let id = i32::try_from(self.child.id())?;
        kill_process(Pid::from_raw(id).ok_or("no process")?, Signal::TERM)?;
        match self.child.wait()?.success() {
            true => Ok(()),
            false => Err("the server did not stop well; carrick.log says why".into()),
        }
    }

    pub(super) fn process(&self) -> Outcome<Process> {
        let folder = PathBuf::from(format!("/proc/{}", self.child.id()));
        let status = fs::read_to_string(folder.join("status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(Process {
            resident_bytes: line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024,
            descriptors: fs::read_dir(folder.join("fd"))?.count(),
            threads: fs::read_dir(folder.join("task"))?.count(),
        })
    }

    /// Processor time so far, including threads that have ended.
    pub(super) fn cpu(&self) -> Outcome<Duration> {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split(' ').collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
        // Fields 14 and 15 of the line, of which the first two are cut off; Linux always counts 100
        // ticks a second.
        let spent = ticks(12).zip(ticks(13)).ok_or("no stat")?;
        Ok(Duration::from_millis(10 * (spent.0 + spent.1)))
    }

    pub(super) async fn metrics(&self) -> Outcome<Metrics> {
        let mut client = Client::connect(&self.metrics).await?;
        let answer = client.get("/metrics", None).await?;
        let mut metrics = Metrics::new();
        for line in answer.body.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, value)) = line.rsplit_once(' ') else { continue };
            let name = name.split('{').next().unwrap_or(name);
            *metrics.entry(name.to_owned()).or_default() += value.parse::<f64>()?;
        }
        Ok(metrics)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has already ended if all went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

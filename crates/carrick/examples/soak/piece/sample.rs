//! Samples of a server under load: the memory it uses, and the time of a request.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::meter::{Meter, Spread};
use super::server::{Metrics, Server, database};
use super::{Outcome, meter};

/// One sample. Numbers of requests, turns, emails and events are those since the previous sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// Number of the piece, from 1, and the seconds since it started.
    pub(crate) piece: u32,
    pub(crate) seconds: f64,
    pub(crate) at: String,
    /// Load average of the machine over a minute: everything that runs on it.
    pub(crate) load: f64,
    pub(crate) resident_mb: f64,
    pub(crate) descriptors: usize,
    pub(crate) threads: usize,
    /// Sizes of the write-ahead log and of the database.
    pub(crate) log_mb: f64,
    pub(crate) database_mb: f64,
    /// Processor time of the server per request, including everything else that it does.
    pub(crate) processor_ms: f64,
    pub(crate) requests: usize,
    pub(crate) turns: u64,
    /// Emails that left the outbox.
    pub(crate) mails: usize,
    /// Events that streams reported.
    pub(crate) events: u64,
    pub(crate) failures: u64,
    pub(crate) put_off: u64,
    pub(crate) skipped: u64,
    pub(crate) streams: f64,
    /// Turns that the computer owes, and requested hints and reviews.
    pub(crate) jobs: f64,
    pub(crate) hints: f64,
    pub(crate) reviews: f64,
    /// Messages that have not left the outbox, and the age of the oldest in seconds.
    pub(crate) messages: f64,
    pub(crate) oldest_message: f64,
    pub(crate) latency: BTreeMap<String, Spread>,
}

impl Sample {
    pub(crate) fn all(&self) -> Option<Spread> {
        self.latency.get(meter::ALL).copied()
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("samples.jsonl")
}

/// All samples so far.
pub(crate) fn read(folder: &Path) -> Outcome<Vec<Sample>> {
    if !file(folder).exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(file(folder))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Takes samples of a server, and writes each one down immediately.
pub(super) struct Sampler {
    piece: u32,
    folder: PathBuf,
    file: File,
    start: Instant,
    cpu: Duration,
    turns: u64,
    events: u64,
}

impl Sampler {
    pub(super) fn new(piece: u32, folder: &Path, server: &Server) -> Outcome<Self> {
        let file = File::options().create(true).append(true).open(file(folder))?;
        let (folder, start, cpu) = (folder.to_owned(), Instant::now(), server.cpu()?);
        Ok(Self { piece, folder, file, start, cpu, turns: 0, events: 0 })
    }

    pub(super) async fn take(&mut self, server: &Server, meter: &Meter) -> Outcome<Sample> {
        let metrics = server.metrics().await?;
        let value = |name: &str| figure(&metrics, name);
        let (process, cpu, latency) = (server.process()?, server.cpu()?, meter.take());
        let requests = latency.get(meter::ALL).map_or(0, |all| all.count);
        let mega = |bytes: f64| bytes / 1e6;
        let spent = (cpu - self.cpu).as_secs_f64() * 1e3;
        let sample = Sample {
            piece: self.piece,
            seconds: self.start.elapsed().as_secs_f64(),
            at: Timestamp::now().to_string(),
            load: load()?,
            resident_mb: mega(process.resident_bytes as f64),
            descriptors: process.descriptors,
            threads: process.threads,
            log_mb: mega(value("carrick_database_log_bytes")?),
            database_mb: mega(fs::metadata(database(&self.folder))?.len() as f64),
            processor_ms: spent / requests.max(1) as f64,
            requests,
            turns: meter.turns.get() - self.turns,
            mails: self.collect_mails()?,
            events: meter.events.get() - self.events,
            failures: meter.failures().0,
            put_off: meter.put_off.get(),
            skipped: meter.skipped.get(),
            streams: value("carrick_event_streams")?,
            jobs: value("carrick_jobs_waiting")?,
            hints: value("carrick_hints_waiting")?,
            reviews: value("carrick_reviews_waiting")?,
            messages: value("carrick_messages_waiting")?,
            oldest_message: value("carrick_oldest_message_age_seconds")?,
            latency,
        };
        (self.cpu, self.turns, self.events) = (cpu, meter.turns.get(), meter.events.get());
        writeln!(self.file, "{}", serde_json::to_string(&sample)?)?;
        Ok(sample)
    }

    /// Takes the emails out of the Maildir, as their readers would.
    fn collect_mails(&self) -> Outcome<usize> {
        let Ok(mails) = fs::read_dir(self.folder.join("out/new")) else { return Ok(0) };
        let mut count = 0;
        for mail in mails {
            fs::remove_file(mail?.path())?;
            count += 1;
        }
        Ok(count)
    }
}

fn figure(metrics: &Metrics, name: &str) -> Outcome<f64> {
    metrics.get(name).copied().ok_or_else(|| format!("no metric {name}").into())
}

/// Load average of the machine over the last minute.
fn load() -> Outcome<f64> {
    let text = fs::read_to_string("/proc/loadavg")?;
    Ok(text.split(' ').next().unwrap_or_default().parse()?)
}

//! Access log: one line per request, written by a separate thread, so that responses do not wait
//! for the disk.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use carrick_web::{Access, AccessLog};
#[cfg(unix)]
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
#[cfg(unix)]
use rustix::io::Errno;
use serde::Serialize;

use crate::system::LogFormat;

/// Maximum number of queued lines; further lines are dropped and counted.
const WAITING: usize = 10_000;

/// Destination of the access log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LogTarget {
    /// Standard output.
    Output,
    File(PathBuf),
}

impl LogTarget {
    /// Destination named by a path; `-` is standard output.
    pub(super) fn of(path: PathBuf) -> Self {
        if path.as_os_str() == "-" { Self::Output } else { Self::File(path) }
    }

    pub(super) fn open(&self) -> io::Result<File> {
        match self {
            Self::Output => output(),
            Self::File(path) => {
                let mut options = OpenOptions::new();
                options.create(true).append(true);
                #[cfg(unix)]
                {
                    use std::os::unix::fs::OpenOptionsExt as _;
                    options.mode(0o640).custom_flags(OFlags::NONBLOCK.bits().cast_signed());
                }
                let file = options.open(path).map_err(without_reader)?;
                // Opening must not wait for a pipe's reader, but writing may.
                #[cfg(unix)]
                fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
                Ok(file)
            }
        }
    }
}

/// Explains what is wrong with a pipe that has no reader.
fn without_reader(error: io::Error) -> io::Error {
    #[cfg(unix)]
    if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) {
        return io::Error::other("it is a pipe that no program reads; start its reader first");
    }
    error
}

/// A separate handle for standard output, because `main` holds its lock.
#[cfg(unix)]
fn output() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn output() -> io::Result<File> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "name a file"))
}

enum Said {
    Line(String),
    /// Reopen the file, which was moved away (log rotation).
    Reopen,
    End,
}

/// Access log with its writer thread.
pub(super) struct Writing {
    lines: SyncSender<Said>,
    lost: Arc<AtomicU64>,
    thread: JoinHandle<()>,
    pub(super) is_file: bool,
}

impl Writing {
    /// Opens the log and starts the writer thread.
    pub(super) fn start(target: LogTarget, format: LogFormat) -> Result<(AccessLog, Self)> {
        let file = target.open().with_context(|| match &target {
            LogTarget::Output => "the access log cannot be written to standard output".to_owned(),
            LogTarget::File(path) => format!("the access log {} cannot be opened", path.display()),
        })?;
        let (lines, receiver) = sync_channel(WAITING);
        let lost = Arc::new(AtomicU64::new(0));
        let is_file = target != LogTarget::Output;
        let thread = {
            let lost = lost.clone();
            thread::Builder::new()
                .name("access log".to_owned())
                .spawn(move || write(&receiver, &target, file, &lost))?
        };
        let (sender, missed) = (lines.clone(), lost.clone());
        let log = AccessLog::new(move |access| {
            if sender.try_send(Said::Line(line(access, format))).is_err() {
                missed.fetch_add(1, Ordering::Relaxed);
            }
        });
        Ok((log, Self { lines, lost, thread, is_file }))
    }

    /// Reopens the file, for log rotation.
    pub(super) fn reopen(&self) {
        // A full channel means that the file cannot be written at all.
        let _ = self.lines.try_send(Said::Reopen);
    }

    /// Writes the remaining lines and stops the thread, unless the destination accepts no more.
    pub(super) fn end(self) {
        let until = Instant::now() + FAREWELL;
        // A full channel means that nothing can be written at the moment.
        if self.lines.try_send(Said::End).is_ok() {
            while !self.thread.is_finished() && Instant::now() < until {
                thread::sleep(Duration::from_millis(5));
            }
        }
        tell_lost(&self.lost);
    }
}

/// Maximum time for writing the remaining lines when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

fn write(said: &Receiver<Said>, target: &LogTarget, file: impl Write, lost: &AtomicU64) {
    let mut out = BufWriter::new(Box::new(file) as Box<dyn Write>);
    let mut fails = false;
    loop {
        let next = match said.try_recv() {
            Ok(next) => next,
            Err(TryRecvError::Empty) => {
                // The queue is empty, so make the written lines visible.
                flush(&mut out, &mut fails);
                if !fails {
                    tell_lost(lost);
                }
                match said.recv() {
                    Ok(next) => next,
                    Err(_) => return,
                }
            }
            Err(TryRecvError::Disconnected) => return,
        };
        match next {
            // Buffered lines are not on the disk yet: only a flush shows that writing works again.
            Said::Line(line) => {
                if let Err(error) = out.write_all(line.as_bytes()) {
                    lost.fetch_add(1, Ordering::Relaxed);
                    tell_failure(&error, &mut fails);
                }
            }
            Said::Reopen => {
                flush(&mut out, &mut fails);
                match target.open() {
                    Ok(file) => {
                        out = BufWriter::new(Box::new(file));
                        tracing::info!("the access log was reopened");
                    }
                    Err(error) => tracing::error!(%error, "the access log cannot be reopened"),
                }
            }
            Said::End => {
                flush(&mut out, &mut fails);
                return;
            }
        }
    }
}

/// Flushes the log. Reports a failure only once, until writing works again.
fn flush(out: &mut impl Write, fails: &mut bool) {
    match out.flush() {
        Ok(()) if *fails => {
            *fails = false;
            tracing::warn!("the access log can be written again");
        }
        Ok(()) => {}
        Err(error) => tell_failure(&error, fails),
    }
}

fn tell_failure(error: &io::Error, fails: &mut bool) {
    if !std::mem::replace(fails, true) {
        tracing::error!(%error, "the access log cannot be written");
    }
}

fn tell_lost(lost: &AtomicU64) {
    match lost.swap(0, Ordering::Relaxed) {
        0 => {}
        lines => tracing::warn!(
            lines,
            "lines of the access log were lost: it could not be written, or not fast enough"
        ),
    }
}

/// Formats a line of the log, with its newline.
fn line(access: &Access, format: LogFormat) -> String {
    #[derive(Serialize)]
    struct AccessLine<'a> {
        time: String,
        address: &'a str,
        method: &'a str,
        path: &'a str,
        status: Option<u16>,
        bytes: u64,
        milliseconds: f64,
    }
    let mut text = match format {
        LogFormat::Text => access.to_string(),
        LogFormat::Json => {
            let line = AccessLine {
                time: format!("{:.3}", access.time),
                address: &access.address,
                method: access.method,
                path: &access.path,
                status: access.status,
                bytes: access.bytes,
                milliseconds: (access.duration.as_secs_f64() * 10_000.0).round() / 10.0,
            };
            serde_json::to_string(&line).unwrap_or_default()
        }
    };
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn lines_in_both_formats() {
        let access = Access {
            time: "2008-05-01T12:00:00.5Z".parse().unwrap(),
            address: "192.0.2.1".to_owned(),
            method: "GET",
            path: "/rules".to_owned(),
            status: Some(200),
            bytes: 17,
            duration: Duration::from_micros(1234),
        };
        let text = line(&access, LogFormat::Text);
        assert_eq!(text, "2008-05-01T12:00:00.500Z 192.0.2.1 GET /rules 200 17 1.2ms\n");
        let json = line(&access, LogFormat::Json);
        let expected = r#"{"time":"2008-05-01T12:00:00.500Z","address":"192.0.2.1","method":"GET","path":"/rules","status":200,"bytes":17,"milliseconds":1.2}"#;
        assert_eq!(json, format!("{expected}\n"));
    }
}

//! Standard output, with a clear error if it cannot be written.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::signal;

/// Writer for standard output whose errors name it.
#[derive(Debug)]
pub struct Printed<W>(pub W);

impl<W: Write> Write for Printed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(unwritten)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(unwritten)
    }
}

fn unwritten(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the output cannot be written: {error}"))
}

/// Prints a value as one line of JSON.
pub fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// An error with its causes, without repetitions.
#[must_use]
pub fn explained(error: &anyhow::Error) -> String {
    let mut said = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // Some errors already include their causes.
        if !said.ends_with(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    said
}

/// Explains why a file could not be written completely.
const FILE_SIZE: &str = "; a file has reached the limit on sizes of files (`ulimit -f`, LimitFSIZE= in a unit of \
                         systemd)";

/// Prints on standard error why a program failed.
pub fn complain(program: &str, said: &str) {
    let limit = if signal::reached_file_size() { FILE_SIZE } else { "" };
    // If nothing can be printed, the exit status still shows the failure.
    let _ = writeln!(io::stderr(), "{program}: {said}{limit}");
}

/// Whether the reader of standard output has closed it, as in `carrick show … | head`.
#[must_use]
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

// Progress line of a long task, on a terminal.

/// Interval between updates of the line.
const EVERY: Duration = Duration::from_millis(200);

/// Escape sequence: returns to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// Progress line on standard error, overwritten and finally cleared. Prints nothing if standard
/// error is not a terminal, or if the task is short.
#[derive(Debug)]
pub struct ProgressLine {
    last: Option<Instant>,
    shown: bool,
}

impl ProgressLine {
    /// Starts the clock, before the task begins.
    #[must_use]
    pub fn start() -> Self {
        Self { last: io::stderr().is_terminal().then(Instant::now), shown: false }
    }

    /// Updates the line, if enough time has passed.
    pub fn show(&mut self, how_far: impl FnOnce() -> String) {
        let Some(last) = &mut self.last else { return };
        if last.elapsed() < EVERY {
            return;
        }
        *last = Instant::now();
        self.shown = true;
        // A failed update does no harm.
        let _ = write!(io::stderr(), "{CLEAR}{} ", how_far());
    }

    /// Clears the line, for other output.
    pub fn clear(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "{CLEAR}");
            self.shown = false;
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

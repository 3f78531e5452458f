//! Progress line of a long task, on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Interval between updates of the line.
const EVERY: Duration = Duration::from_millis(200);

/// Escape sequence: returns to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// Progress line on standard error, overwritten and finally cleared. Prints nothing when standard
/// error is not a terminal, or when the task is short.
#[derive(Debug)]
pub struct Progress {
    last: Option<Instant>,
    shown: bool,
}

impl Progress {
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

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

//! How far a long task has come, for whoever sits at the terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line is written anew.
const EVERY: Duration = Duration::from_millis(200);

/// Back to the start of the line, and the line is empty.
const CLEAR: &str = "\r\x1b[K";

/// A line on standard error that is written over and over, and gone at the end. Nothing when that
/// is no terminal, or when the task is short.
#[derive(Debug)]
pub(crate) struct Progress {
    last: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// Before anything is done.
    pub(crate) fn new() -> Self {
        Self { last: io::stderr().is_terminal().then(Instant::now), shown: false }
    }

    /// Shows how far it is, if it is time for that.
    pub(crate) fn show(&mut self, how_far: impl FnOnce() -> String) {
        let Some(last) = &mut self.last else { return };
        if last.elapsed() < EVERY {
            return;
        }
        *last = Instant::now();
        self.shown = true;
        // Nobody would mind if it cannot be shown.
        let _ = write!(io::stderr(), "{CLEAR}{} ", how_far());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "{CLEAR}");
        }
    }
}

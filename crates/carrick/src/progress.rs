//! How far a long task has come, for whoever sits at the terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line is written anew.
const EVERY: Duration = Duration::from_millis(200);

/// A line on standard error that is written over and over, and gone at the end. Nothing when that is
/// no terminal, or when the task is short.
#[derive(Debug)]
pub(crate) struct Progress {
    what: &'static str,
    last: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// Before anything is done: `what` is done to games.
    pub(crate) fn new(what: &'static str) -> Self {
        Self { what, last: io::stderr().is_terminal().then(Instant::now), shown: false }
    }

    /// So many games are done, of so many.
    pub(crate) fn show(&mut self, done: usize, all: usize) {
        let Some(last) = &mut self.last else { return };
        if last.elapsed() < EVERY {
            return;
        }
        *last = Instant::now();
        self.shown = true;
        // Nobody would mind if it cannot be shown.
        let _ = write!(io::stderr(), "\r{} game {done} of {all} ", self.what);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r{:60}\r", "");
        }
    }
}

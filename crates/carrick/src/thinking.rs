//! How hard the computer thinks at a terminal: by nodes, which gives the same thoughts again, or by
//! the clock.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use carrick_engine::{Level, Limits};

use crate::cli::ThinkingArguments;
use crate::interrupt;
use crate::worker::processors;

/// What bounds a thought.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) threads: usize,
}

impl ThinkingArguments {
    /// What the computer may use for a thought: what was asked for, or else `time` and the machine.
    pub(crate) fn budget(&self, time: Duration) -> Budget {
        let by_nodes = self.nodes.is_some();
        Budget {
            nodes: self.nodes.unwrap_or(u64::MAX),
            time: (!by_nodes).then_some(time),
            threads: self.threads.unwrap_or(if by_nodes { 1 } else { processors() }),
        }
    }

    /// The seed that was given, or one that nobody knows.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }
}

impl Budget {
    /// How long the strongest level thinks about a turn.
    pub(crate) const FULL: Duration = Duration::from_millis(Level::FULL_TIME_MS);

    /// Thinks within these limits, or until [Ctrl-C](interrupt::end_thoughts) ends it.
    pub(crate) fn think<T>(&self, think: impl FnOnce(Limits<'_>) -> T) -> T {
        let start = Instant::now();
        let late = || self.time.is_some_and(|time| start.elapsed() >= time);
        let stop = || interrupt::ended_thoughts().is_some() || late();
        think(Limits { nodes: self.nodes, stop: &stop, threads: self.threads })
    }
}

/// Says that the computer thinks while it does, to whoever sits at a terminal.
pub(crate) fn shown<T>(think: impl FnOnce() -> T) -> T {
    let mut err = io::stderr();
    let shows = err.is_terminal();
    // Whether it can be said or not does not matter to the thought.
    if shows {
        let _ = write!(err, "Thinking …").and_then(|()| err.flush());
    }
    let thought = think();
    if shows {
        let _ = write!(err, "\r\u{1b}[K").and_then(|()| err.flush());
    }
    thought
}

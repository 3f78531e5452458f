//! Search budget at a terminal: by nodes, which is reproducible, or by time.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use carrick_cli::interrupt;
use carrick_engine::{Level, Limits};

use crate::cli::ThinkingArguments;
use crate::system::processors;

/// Search budget for one turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) threads: usize,
}

impl ThinkingArguments {
    /// Budget for one turn: the limits given on the command line, or else `time` on all processors.
    pub(crate) fn budget(&self, time: Duration) -> Budget {
        let by_nodes = self.nodes.is_some();
        Budget {
            nodes: self.nodes.unwrap_or(u64::MAX),
            time: (!by_nodes).then_some(time),
            threads: self.threads.unwrap_or(if by_nodes { 1 } else { processors() }),
        }
    }

    /// Random seed from the command line, or a random one.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }
}

impl Budget {
    /// Time that the strongest level may think about a turn.
    pub(crate) const FULL: Duration = Duration::from_millis(Level::FULL_TIME_MS);

    /// One of a number of equal parts of the budget, at least one; a part has at least one node.
    pub(crate) fn part(&self, parts: u32) -> Self {
        Self {
            nodes: (self.nodes / u64::from(parts)).max(1),
            time: self.time.map(|time| time / parts),
            ..*self
        }
    }

    /// Searches within these limits, or until [Ctrl-C](interrupt::end_thoughts).
    pub(crate) fn think<T>(&self, think: impl FnOnce(Limits<'_>) -> T) -> T {
        let start = Instant::now();
        let late = || self.time.is_some_and(|time| start.elapsed() >= time);
        let stop = || interrupt::ended_thoughts().is_some() || late();
        think(Limits { nodes: self.nodes, stop: &stop, threads: self.threads })
    }
}

/// Shows on a terminal that the computer is thinking, while it does.
pub(crate) fn shown<T>(think: impl FnOnce() -> T) -> T {
    let mut err = io::stderr();
    let shows = err.is_terminal();
    // Whether the message can be shown does not matter to the search.
    if shows {
        let _ = write!(err, "Thinking …").and_then(|()| err.flush());
    }
    let thought = think();
    if shows {
        let _ = write!(err, "\r\u{1b}[K").and_then(|()| err.flush());
    }
    thought
}

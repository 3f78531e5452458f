//! The trace of a run: a line for everything that happens, and a hash of all lines.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of lines that are kept for a report.
const KEPT: usize = 60;

/// A trace. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Trace(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    hash: u64,
    lines: u64,
    last: VecDeque<String>,
    most: usize,
}

impl Trace {
    /// A trace that keeps its last lines, or all.
    #[must_use]
    pub(crate) fn new(keeps_all: bool) -> Self {
        let most = if keeps_all { usize::MAX } else { KEPT };
        // The offset basis of 64-bit FNV-1a.
        let hash = 0xcbf2_9ce4_8422_2325;
        Self(Arc::new(Mutex::new(State { hash, lines: 0, last: VecDeque::new(), most })))
    }

    /// Adds a line.
    pub(crate) fn note(&self, line: impl Display) {
        let line = line.to_string();
        let mut state = self.state();
        for byte in line.bytes().chain([b'\n']) {
            state.hash = (state.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        state.lines += 1;
        state.last.push_back(line);
        if state.last.len() > state.most {
            state.last.pop_front();
        }
    }

    /// The hash of all lines so far.
    #[must_use]
    pub(crate) fn hash(&self) -> u64 {
        self.state().hash
    }

    /// The lines that are kept.
    #[must_use]
    pub(crate) fn lines(&self) -> Vec<String> {
        self.state().last.iter().cloned().collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

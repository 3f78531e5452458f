//! The trace of a run: a line for everything that happens, and a hash of all lines.

use std::collections::VecDeque;
use std::fmt;
use std::fmt::Display;
use std::ops::AddAssign;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::machine::Counts;

/// Number of lines that are kept for a report.
const KEPT: usize = 60;

/// A trace. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Trace(Arc<Mutex<TraceState>>);

#[derive(Debug)]
struct TraceState {
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
        Self(Arc::new(Mutex::new(TraceState { hash, lines: 0, last: VecDeque::new(), most })))
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

    fn state(&self) -> MutexGuard<'_, TraceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Numbers of what happened in runs, to see that they are worth something.

/// Numbers of one run or of many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rounds of work.
    pub rounds: u64,
    /// Requests that were heard an answer to, refusals included.
    pub answers: u64,
    /// Refusals.
    pub refused: u64,
    /// Answers that were those of an earlier delivery.
    pub repeated: u64,
    /// Requests that failed or were cut off.
    pub unanswered: u64,
    /// Turns that were played.
    pub turns: u64,
    /// Turns by mail.
    pub by_mail: u64,
    /// Turns of the computer.
    pub by_computer: u64,
    /// Games that ended, and those that ended because time ran out.
    pub ended: u64,
    /// Games that ended because time ran out.
    pub by_time: u64,
    /// Mails that the relay took, and those that it took more than once.
    pub mails: u64,
    /// Mails that were taken more than once.
    pub mails_again: u64,
    /// Steps and faults.
    pub counts: Counts,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        let Counts { permits, busy, failed, unheard, full, crashes, torn } = other.counts;
        for (sum, one) in [
            (&mut self.rounds, other.rounds),
            (&mut self.answers, other.answers),
            (&mut self.refused, other.refused),
            (&mut self.repeated, other.repeated),
            (&mut self.unanswered, other.unanswered),
            (&mut self.turns, other.turns),
            (&mut self.by_mail, other.by_mail),
            (&mut self.by_computer, other.by_computer),
            (&mut self.ended, other.ended),
            (&mut self.by_time, other.by_time),
            (&mut self.mails, other.mails),
            (&mut self.mails_again, other.mails_again),
            (&mut self.counts.permits, permits),
            (&mut self.counts.busy, busy),
            (&mut self.counts.failed, failed),
            (&mut self.counts.unheard, unheard),
            (&mut self.counts.full, full),
            (&mut self.counts.crashes, crashes),
            (&mut self.counts.torn, torn),
        ] {
            *sum += one;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, answers, refused, repeated, unanswered, .. } = self;
        let Self { turns, by_mail, by_computer, ended, by_time, .. } = self;
        let Self { mails, mails_again, counts, .. } = self;
        let Counts { permits, busy, failed, unheard, full, crashes, torn } = counts;
        writeln!(
            f,
            "{rounds} rounds of {permits} transactions: {answers} answers ({refused} refusals, \
             {repeated} repeated), {unanswered} unanswered"
        )?;
        writeln!(
            f,
            "{turns} turns ({by_mail} by mail, {by_computer} by the computer), {ended} games ended \
             ({by_time} by time), {mails} mails ({mails_again} taken again)"
        )?;
        write!(
            f,
            "{crashes} crashes ({torn} within a commit), {busy} times busy, {failed} failures \
             ({unheard} after the commit), {full} rounds with a full disk"
        )
    }
}

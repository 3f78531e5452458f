//! The trace of a run: one line for everything that happens, and a hash of all lines.

use std::collections::VecDeque;
use std::fmt;
use std::fmt::Display;
use std::ops::AddAssign;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of lines to keep for a report.
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
    /// A trace that keeps only its last lines, or all of them.
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

    /// The kept lines.
    #[must_use]
    pub(crate) fn lines(&self) -> Vec<String> {
        self.state().last.iter().cloned().collect()
    }

    fn state(&self) -> MutexGuard<'_, TraceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Numbers of what happened in runs, to see whether they are useful.

macro_rules! tally {
    ($($(#[$about:meta])* $name:ident,)+) => {
        /// Numbers for one run or for many.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Tally {
            $($(#[$about])* pub $name: u64,)+
        }

        impl AddAssign for Tally {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)+
            }
        }
    };
}

tally! {
    /// Rounds of work.
    rounds,
    /// Answered requests, including refused ones.
    answers,
    /// Refusals.
    refused,
    /// Answers recorded for an earlier delivery.
    repeated,
    /// Requests that failed or were cut off.
    unanswered,
    /// Turns that were played.
    turns,
    /// Turns by mail.
    by_mail,
    /// Turns by the computer.
    by_computer,
    /// Games that ended.
    ended,
    /// Games that ended on time.
    by_time,
    /// Emails that the relay took.
    mails,
    /// Emails that the relay took more than once.
    mails_again,
    /// Transactions and connections.
    permits,
    /// Writers that found the database busy.
    busy,
    /// Statements and commits that failed.
    failed,
    /// Commits that succeeded but were reported as failed.
    unheard,
    /// Rounds with a full disk.
    full,
    /// Crashes.
    crashes,
    /// Crashes in the middle of a commit.
    torn,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, answers, refused, repeated, unanswered, .. } = self;
        let Self { turns, by_mail, by_computer, ended, by_time, .. } = self;
        let Self { mails, mails_again, permits, busy, failed, unheard, .. } = self;
        let Self { full, crashes, torn, .. } = self;
        writeln!(
            f,
            "{rounds} rounds of {permits} transactions: {answers} answers ({refused} refusals, \
             {repeated} repeated), {unanswered} unanswered"
        )?;
        writeln!(
            f,
            "{turns} turns ({by_mail} by mail, {by_computer} by the computer), {ended} games ended \
             ({by_time} by time), {mails} emails ({mails_again} taken again)"
        )?;
        write!(
            f,
            "{crashes} crashes ({torn} within a commit), {busy} times busy, {failed} failures \
             ({unheard} after the commit), {full} rounds with a full disk"
        )
    }
}

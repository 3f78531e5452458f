//! The latest time at which a server is known to have run, and what a clock tells after that.
//!
//! Clocks fall back: a machine without a battery starts in 1970, and one that was years ahead is
//! set right. Neither may make a turn or a deadline older than those before it. So time goes on
//! from the latest that is known, at the pace of the clock that has fallen. After a day that clock
//! is believed: it was wrong before.

use jiff::{SignedDuration, Timestamp};

/// Time for which a clock that has fallen back has to go on before it is believed. A clock that was
/// wrong has dated whatever is further ahead.
pub const BELIEVED_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// Furthest that a clock is taken to have fallen: seventy years, since a machine without a battery
/// may start in 1970. A later time is not a time.
const FARTHEST: SignedDuration = SignedDuration::from_hours(24 * 25_567);

/// Longest step of a clock that has fallen: sweeps are no further apart while a server runs.
const STEP: SignedDuration = SignedDuration::from_hours(1);

/// The latest time at which a server is known to have run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Latest {
    /// The time.
    pub at: Timestamp,
    /// The clock that showed less then.
    pub fallen: Option<Fallen>,
}

/// A clock that has fallen back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fallen {
    /// Time that it showed when it was first found behind.
    pub since: Timestamp,
    /// Time that it showed at the latest time that is known.
    pub shown: Timestamp,
}

impl Fallen {
    /// How much it has gone on, if it goes on as clocks do.
    fn step(self, now: Timestamp) -> Option<SignedDuration> {
        let step = now.duration_since(self.shown);
        (SignedDuration::ZERO..=STEP).contains(&step).then_some(step)
    }
}

impl Latest {
    /// The time that a clock showed that was right.
    #[must_use]
    pub const fn right(at: Timestamp) -> Self {
        Self { at, fallen: None }
    }

    /// The time when a clock shows `now`. It is never before the latest time that is known.
    #[must_use]
    pub fn time(self, now: Timestamp) -> Timestamp {
        if self.at <= now || self.at.duration_since(now) > FARTHEST {
            return now;
        }
        let step = self.fallen.and_then(|fallen| fallen.step(now)).unwrap_or_default();
        self.at.checked_add(step).unwrap_or(self.at)
    }

    /// The latest time that is known when a server runs and its clock shows `now`.
    #[must_use]
    pub fn noted(self, now: Timestamp) -> Self {
        let behind = self.at.duration_since(now);
        if behind <= SignedDuration::ZERO {
            return Self::right(now);
        }
        if behind <= STEP || behind > FARTHEST {
            return Self::right(self.at);
        }
        let same = self.fallen.filter(|fallen| fallen.step(now).is_some());
        let since = same.map_or(now, |fallen| fallen.since);
        if now.duration_since(since) >= BELIEVED_AFTER {
            return Self::right(now);
        }
        Self { at: self.time(now), fallen: Some(Fallen { since, shown: now }) }
    }
}

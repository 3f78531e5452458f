//! Outages: time for which no server ran, and which is charged to nobody.
//!
//! The sweep, which looks for what is due, notes when. Where it did not for more than an hour, no
//! server ran: no mail was read, no page shown, and no turn could be made. Clocks stand still then,
//! as they do for a player who is [away](crate::Absence).

use jiff::{SignedDuration, Timestamp};

/// A gap that is no longer is a restart, or a sweep that came late.
const NOTICED: SignedDuration = SignedDuration::from_hours(1);

/// A stretch of time for which no server ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// When a server was last known to run.
    pub since: Timestamp,
    /// When one ran again.
    pub until: Timestamp,
}

impl Outage {
    /// The outage that is known from a server that runs `now`, when none is known to have run since
    /// `last`. A clock that was set back tells nothing.
    #[must_use]
    pub fn between(last: Timestamp, now: Timestamp) -> Option<Self> {
        (now.duration_since(last) > NOTICED).then_some(Self { since: last, until: now })
    }

    /// The rest of it when a server runs at a moment inside: a clock stood wrong that made it.
    /// `None` when nothing speaks against it.
    #[must_use]
    pub fn corrected(self, now: Timestamp) -> Option<Self> {
        let inside = self.since < now && self.until.duration_since(now) > NOTICED;
        inside.then_some(Self { until: now, ..self })
    }
}

/// The known times for which no server ran.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outages {
    /// Those that are over, in any order.
    pub past: Vec<Outage>,
    /// When a server was last known to run; `None` when nobody has ever noted it.
    pub swept: Option<Timestamp>,
}

impl Outages {
    /// All of them, and the one that ends now, with this very request, if nobody has noted it yet.
    pub(crate) fn by(&self, now: Timestamp) -> impl Iterator<Item = Outage> + '_ {
        let unnoted = self.swept.and_then(|last| Outage::between(last, now));
        self.past.iter().copied().chain(unnoted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minute(minute: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minute)
    }

    #[test]
    fn a_gap_of_more_than_an_hour_is_an_outage() {
        for (last, now, noticed) in [
            (0, 1, false),
            (0, 60, false),
            (0, 61, true),
            (0, 60 * 24 * 200, true),
            (500, 500, false),
            // The clock was set back.
            (500, 1, false),
        ] {
            let outage = Outage { since: minute(last), until: minute(now) };
            let found = Outage::between(minute(last), minute(now));
            assert_eq!(found, noticed.then_some(outage), "{last} {now}");
        }
    }

    #[test]
    fn whoever_runs_inside_an_outage_disproves_it() {
        let outage = Outage { since: minute(100), until: minute(1000) };
        for (now, until) in [
            (50, None),
            (100, None),
            (101, Some(101)),
            (700, Some(700)),
            (940, None),
            (1000, None),
            (2000, None),
        ] {
            let corrected = until.map(|until| Outage { until: minute(until), ..outage });
            assert_eq!(outage.corrected(minute(now)), corrected, "{now}");
        }
    }
}

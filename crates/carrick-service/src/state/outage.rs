//! Outages: time for which no server ran, and which is charged to nobody.
//!
//! The sweep, which looks for what is due, notes when. Where it did not for more than an hour, no
//! server ran: no mail was read, no page shown, and no turn could be made. Clocks stand still then,
//! as they do for a player who is [away](crate::Absence). A clock that jumps ahead looks the same.

use jiff::{SignedDuration, Timestamp};

/// A gap that is no longer is a restart, or a sweep that came late.
const NOTICED: SignedDuration = SignedDuration::from_hours(1);

/// How much more time a clock may show than has passed, until it has jumped.
const JUMPED: SignedDuration = SignedDuration::from_mins(2);

/// Outages that are no longer change no age of anything.
const LONG: SignedDuration = SignedDuration::from_hours(24);

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

    /// The outage between two times when time is known to have `passed` since `last`, by a clock
    /// that cannot be set: so much of the gap is none. More is an outage, or a clock that has
    /// jumped ahead.
    #[must_use]
    pub fn beyond(passed: SignedDuration, last: Timestamp, now: Timestamp) -> Option<Self> {
        let is_more = now.duration_since(last) > passed.saturating_add(JUMPED);
        is_more.then_some(Self { since: last, until: now })
    }

    /// The rest of it when a server runs at a moment inside: a clock stood wrong that made it.
    /// `None` when nothing speaks against it.
    #[must_use]
    pub fn corrected(self, now: Timestamp) -> Option<Self> {
        let inside = self.since < now && self.until.duration_since(now) > JUMPED;
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

    /// The moment after which servers have run for so long until `now`. Times of more than a day
    /// without one are left out, and so is a clock that is ahead: neither makes anything old.
    #[must_use]
    pub fn ago(&self, age: SignedDuration, now: Timestamp) -> Timestamp {
        let mut known: Vec<Outage> = self.by(now).filter(|outage| outage.until <= now).collect();
        known.sort_by_key(|outage| std::cmp::Reverse(outage.until));
        let before = |at: Timestamp, by| at.checked_sub(by).unwrap_or(Timestamp::MIN);
        known.into_iter().fold(before(now, age), |ago, Outage { since, until }| {
            let length = until.duration_since(since);
            if until > ago && length > LONG { before(ago, length) } else { ago }
        })
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
    fn a_clock_that_jumps_while_a_server_runs_makes_an_outage() {
        for (passed, shown, is_outage) in [
            (1, 1, false),
            (1, 3, false),
            (1, 4, true),
            (1, 45, true),
            (90, 90, false),
            (1, 0, false),
        ] {
            let passed = SignedDuration::from_mins(passed);
            let found = Outage::beyond(passed, minute(500), minute(500 + shown));
            let outage = Outage { since: minute(500), until: minute(500 + shown) };
            assert_eq!(found, is_outage.then_some(outage), "{passed} {shown}");
        }
    }

    #[test]
    fn outages_make_nothing_older() {
        let day = 24 * 60;
        let outage = |since, until| Outage { since: minute(since), until: minute(until) };
        let past = vec![outage(20 * day, 30 * day), outage(2 * day, 4 * day)];
        let outages = Outages { past, swept: Some(minute(40 * day)) };
        for (days, now, ago) in [
            (1, 40, 39),
            (10, 40, 30),
            (11, 40, 19),
            (20, 40, 10),
            (26, 40, 4),
            (27, 40, 1),
            // Not noted yet.
            (1, 400, 39),
            // Before it, which a clock that was ahead has noted.
            (1, 25, 24),
        ] {
            let outages = match now {
                25 => Outages { swept: None, ..outages.clone() },
                _ => outages.clone(),
            };
            let found = outages.ago(SignedDuration::from_hours(24 * days), minute(now * day));
            assert_eq!(found, minute(ago * day), "{days} {now}");
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
            (997, Some(997)),
            (998, None),
            (1000, None),
            (2000, None),
        ] {
            let corrected = until.map(|until| Outage { until: minute(until), ..outage });
            assert_eq!(outage.corrected(minute(now)), corrected, "{now}");
        }
    }
}

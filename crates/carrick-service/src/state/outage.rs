//! Outages: time in which no server ran, which counts for no player.
//!
//! The sweep, which looks for what is due, records when it runs. If it did not run for more than an
//! hour, there was no server: no email was read, no page was shown, and no turn could be played.
//! Clocks are then stopped, as they are for a player who is [away](crate::Absence). A clock that
//! jumps ahead looks the same.

use jiff::{SignedDuration, Timestamp};

/// A gap up to this long is a restart, or a late sweep.
const NOTICED: SignedDuration = SignedDuration::from_hours(1);

/// How much more time a clock may show than has passed before it counts as having jumped.
const JUMPED: SignedDuration = SignedDuration::from_mins(2);

/// Outages up to this long do not change the age of anything.
const LONG: SignedDuration = SignedDuration::from_hours(24);

/// A period in which no server ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// When a server was last known to run.
    pub since: Timestamp,
    /// When one ran again.
    pub until: Timestamp,
}

impl Outage {
    /// The outage detected by a server that runs `now`, if none is known to have run since `last`.
    /// Nothing can be said if the clock was set back.
    #[must_use]
    pub fn between(last: Timestamp, now: Timestamp) -> Option<Self> {
        (now.duration_since(last) > NOTICED).then_some(Self { since: last, until: now })
    }

    /// The outage between two times, if a clock that cannot be set shows that this much time has
    /// `passed` since `last`. That part of the gap is not an outage; the rest is, or the clock has
    /// jumped ahead.
    #[must_use]
    pub fn beyond(passed: SignedDuration, last: Timestamp, now: Timestamp) -> Option<Self> {
        let is_more = now.duration_since(last) > passed.saturating_add(JUMPED);
        is_more.then_some(Self { since: last, until: now })
    }

    /// The rest of it if a server runs at a moment inside it, because a wrong clock produced it.
    /// `None` if nothing contradicts it.
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
    /// When a server was last known to run; `None` if this was never recorded.
    pub swept: Option<Timestamp>,
}

impl Outages {
    /// All of them, including the one that ends with this request, if it has not been recorded yet.
    pub(crate) fn by(&self, now: Timestamp) -> impl Iterator<Item = Outage> + '_ {
        let unnoted = self.swept.and_then(|last| Outage::between(last, now));
        self.past.iter().copied().chain(unnoted)
    }

    /// The moment since which servers have run for this long until `now`. Outages of more than a
    /// day are left out, and so is the time by which a clock is ahead: neither makes anything old.
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
    fn outages_do_not_age_anything() {
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
            // Not recorded yet.
            (1, 400, 39),
            // Before it: recorded by a clock that was ahead.
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
    fn a_server_that_runs_inside_an_outage_disproves_it() {
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

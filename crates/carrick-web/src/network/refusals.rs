//! Log of refused requests: the first of each kind with its network address, then one count a
//! minute, so that a flood does not fill the disk.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

/// How often counts are logged.
const EVERY: Duration = Duration::from_secs(60);

/// Maximum number of addresses told apart within a minute, for each kind.
const MOST_ADDRESSES: usize = 1000;

/// Maximum number of kinds: the variants of [`Refusal`], some of them once per route.
const MOST_KINDS: usize = 1000;

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Refusal {
    /// A request for another host.
    Host,
    /// A request that names two hosts.
    TwoHosts,
    /// A form that no page of this site sent (CSRF).
    Form,
    /// Too many requests.
    TooMany,
    /// Too many connections.
    Connections,
    /// Too many wrong passwords.
    Guesses,
    /// A wrong password.
    Password,
    /// A wrong token.
    Token,
}

impl Refusal {
    const fn words(self) -> &'static str {
        match self {
            Self::Host => "turned away: a request for another host",
            Self::TwoHosts => "turned away: a request that names two hosts",
            Self::Form => "turned away: a form from elsewhere",
            Self::TooMany => "turned away: too many requests",
            Self::Connections => "turned away: too many connections",
            Self::Guesses => "turned away: too many wrong passwords or codes",
            Self::Password => "a wrong password",
            Self::Token => "a wrong token",
        }
    }

    /// The reason as a label of metrics.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Host => "other_host",
            Self::TwoHosts => "two_hosts",
            Self::Form => "cross_site_form",
            Self::TooMany => "rate_limit",
            Self::Connections => "connections",
            Self::Guesses => "guesses",
            Self::Password => "wrong_password",
            Self::Token => "wrong_token",
        }
    }

    /// How many of this kind get a line of their own, each minute. Wrong passwords get more:
    /// nothing else shows a slow guesser.
    const fn each(self) -> u64 {
        match self {
            Self::Password | Self::Token => 30,
            _ => 1,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// Refusals of one kind since the last count.
#[derive(Debug)]
struct Tally {
    /// When the counting began.
    since: Duration,
    /// Number that got lines of their own.
    told: u64,
    /// Number that did not.
    untold: u64,
    /// How many of those came from each address.
    from: HashMap<String, u64>,
}

/// Count of refusals, as a line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) refusal: Refusal,
    /// The route, for kinds that are counted by route.
    pub(crate) page: String,
    /// Number of refusals beyond those with lines of their own.
    pub(crate) count: u64,
    /// Number of addresses they came from, as far as these were told apart.
    pub(crate) addresses: usize,
    /// The address that most of them came from.
    pub(crate) most_from: String,
}

/// Counts of refused requests, by kind. Times are counted from the server's start.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    kinds: HashMap<(Refusal, String), Tally>,
}

impl Refusals {
    /// Notes a refused request. Returns whether it gets a line of its own.
    pub(crate) fn note(&mut self, refusal: Refusal, page: &str, from: &str, now: Duration) -> bool {
        let key = (refusal, page.to_owned());
        if !self.kinds.contains_key(&key) && self.kinds.len() >= MOST_KINDS {
            return false;
        }
        let new = || Tally { since: now, told: 0, untold: 0, from: HashMap::new() };
        let tally = self.kinds.entry(key).or_insert_with(new);
        if tally.told < refusal.each() {
            tally.told += 1;
            return true;
        }
        tally.untold += 1;
        if let Some(count) = tally.from.get_mut(from) {
            *count += 1;
        } else if tally.from.len() < MOST_ADDRESSES {
            tally.from.insert(from.to_owned(), 1);
        }
        false
    }

    /// Takes the counts that are due and starts new ones; forgets kinds that were quiet for a
    /// minute. With `all`, every count is due.
    pub(crate) fn due(&mut self, now: Duration, all: bool) -> Vec<Count> {
        let mut counts = Vec::new();
        self.kinds.retain(|(refusal, page), tally| {
            if !all && now < tally.since + EVERY {
                return true;
            }
            if tally.untold == 0 {
                return false;
            }
            let most = tally.from.iter().max_by_key(|(address, count)| (**count, *address));
            counts.push(Count {
                refusal: *refusal,
                page: page.clone(),
                count: tally.untold,
                addresses: tally.from.len(),
                most_from: most.map(|(address, _)| address.clone()).unwrap_or_default(),
            });
            // The first address of an ongoing flood was logged already.
            *tally = Tally { since: now, told: refusal.each(), untold: 0, from: HashMap::new() };
            true
        });
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_flood_is_a_line_and_then_one_a_minute() {
        let mut refusals = Refusals::default();
        let mut lines = 0;
        for second in 0..600 {
            for request in 0..100 {
                let from = if request < 90 { "192.0.2.1" } else { "192.0.2.2" };
                lines += u64::from(refusals.note(Refusal::TooMany, "/position", from, at(second)));
            }
            for count in refusals.due(at(second), false) {
                lines += 1;
                assert!(count.count >= 5_900, "{count:?}");
                assert_eq!((count.addresses, &*count.most_from), (2, "192.0.2.1"));
            }
        }
        assert_eq!(lines, 10);
        let left = refusals.due(at(600), true);
        assert_eq!(left.len(), 1, "what is not told yet is told at the end");
        // After a quiet minute, the next one is a first again.
        assert!(refusals.due(at(700), false).is_empty());
        assert!(refusals.note(Refusal::TooMany, "/position", "192.0.2.1", at(701)));
        assert!(!refusals.note(Refusal::TooMany, "/position", "192.0.2.1", at(702)));
        assert!(refusals.note(Refusal::TooMany, "/games", "192.0.2.1", at(702)), "another kind");
        assert!(refusals.note(Refusal::Form, "", "192.0.2.1", at(702)), "another kind");
    }

    #[test]
    fn wrong_passwords_stand_for_themselves_up_to_a_number() {
        let mut refusals = Refusals::default();
        let told = (0..1000).filter(|_| refusals.note(Refusal::Password, "", "192.0.2.1", at(0)));
        assert_eq!(told.count(), 30);
        assert_eq!(refusals.due(at(60), false)[0].count, 970);
    }

    #[test]
    fn what_is_kept_has_a_bound() {
        let mut refusals = Refusals::default();
        for number in 0..5000 {
            refusals.note(Refusal::Form, "", &number.to_string(), at(0));
            refusals.note(Refusal::TooMany, &number.to_string(), "192.0.2.1", at(0));
        }
        assert_eq!(refusals.kinds.len(), MOST_KINDS);
        let kept: usize = refusals.kinds.values().map(|tally| tally.from.len()).sum();
        assert!(kept <= MOST_ADDRESSES, "{kept}");
    }
}

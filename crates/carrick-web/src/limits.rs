//! How often somebody may do something that costs. (Guesses of passwords are counted by the
//! [`Gate`](carrick_server::Gate), together with those that come by other ways.)
//!
//! Buckets that refill: each key may act `burst` times at once, and again as time goes by. They are kept
//! in memory; a restart forgives everybody.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Trying a link that sets a password, by network address.
    Link,
    /// Making an account, by network address.
    SignUp,
    /// Beginning to play as a guest, by network address.
    Guest,
    /// Asking for a link, by network address.
    Reset,
    /// Trying a code of the second factor, by user.
    Code,
    /// Showing the password again in a session, by user: strangers who guess it without one do not count here.
    Proof,
    /// Anything that changes something, by user.
    Act,
    /// A request to the API with a token, by token; or for a position of the site with a session, by user.
    Token,
    /// A request to the API without a good one, or for a position of the site, by network address.
    Stranger,
    /// A picture of pixels, which takes a processor for tens of milliseconds, by network address.
    Picture,
}

impl Kind {
    /// How many at once, and how many an hour in the long run.
    const fn rate(self) -> (f64, f64) {
        match self {
            Self::Link => (8.0, 20.0),
            Self::SignUp => (10.0, 20.0),
            Self::Guest => (20.0, 40.0),
            Self::Reset => (5.0, 10.0),
            Self::Code => (6.0, 12.0),
            Self::Proof => (10.0, 30.0),
            Self::Act => (120.0, 7200.0),
            Self::Token => (600.0, 36_000.0),
            Self::Stranger => (240.0, 14_400.0),
            Self::Picture => (30.0, 1800.0),
        }
    }
}

/// When there are more keys than this, those whose bucket is full again are forgotten.
const MANY: usize = 10_000;

#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Timestamp,
}

/// All buckets.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    /// Whether everything is allowed, as often as anybody likes.
    off: bool,
    buckets: Mutex<HashMap<(Kind, String), Bucket>>,
}

impl Limits {
    /// No limits at all.
    pub(crate) fn off() -> Self {
        Self { off: true, ..Self::default() }
    }

    /// Takes one from the bucket of a key; whether there was one.
    pub(crate) fn allows(&self, kind: Kind, key: impl Into<String>, now: Timestamp) -> bool {
        if self.off {
            return true;
        }
        let (burst, an_hour) = kind.rate();
        let refilled = |kind: Kind, bucket: &Bucket| {
            let (burst, an_hour) = kind.rate();
            let hours = now.duration_since(bucket.at).as_secs_f64().max(0.0) / 3600.0;
            (bucket.left + hours * an_hour).min(burst)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY {
            buckets.retain(|(kind, _), bucket| refilled(*kind, bucket) < kind.rate().0);
        }
        let bucket = buckets.entry((kind, key.into())).or_insert(Bucket { left: burst, at: now });
        let left = refilled(kind, bucket);
        debug_assert!(an_hour > 0.0);
        let allowed = left >= 1.0;
        *bucket = Bucket { left: if allowed { left - 1.0 } else { left }, at: now };
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_refills() {
        let limits = Limits::default();
        let start: Timestamp = "2008-05-01T12:00:00Z".parse().unwrap();
        let allowed =
            |who: &str, at| (0..50).take_while(|_| limits.allows(Kind::Link, who, at)).count();
        assert_eq!(allowed("ann", start), 8);
        assert_eq!(allowed("bob", start), 8, "others have their own");
        let later = start + jiff::SignedDuration::from_mins(6);
        assert_eq!(allowed("ann", later), 2);
    }
}

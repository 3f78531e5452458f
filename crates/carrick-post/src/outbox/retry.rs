//! Retries: backoff after failures, and when a mail is given up.

use carrick_store::Verdict;
use jiff::{SignedDuration, Timestamp};

use crate::transport::SendError;

/// Wait after the first try that failed; twice that after the second, and so on.
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);

/// Maximum wait between two tries.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(4);

/// Maximum number of tries; with the waits between them about three days.
pub(super) const MOST_TRIES: u32 = 24;

/// Rest after the relay was not there for the first time, during which nothing is sent; and the
/// longest.
const FIRST_REST: SignedDuration = SignedDuration::from_secs(5);
const LONGEST_REST: SignedDuration = SignedDuration::from_mins(5);

/// The longest rest as it is spread.
pub(super) const MOST_REST: SignedDuration = SignedDuration::from_secs(450);

/// A mail at which the relay was not there comes behind those that were to go with it: should it be
/// at fault after all, it keeps no other waiting.
const BEHIND: SignedDuration = SignedDuration::from_secs(5);

/// Verdict on a mail that could not be sent at its `tries`th try. `random` is from 0 to 1.
pub(super) fn verdict(error: &SendError, tries: u32, now: Timestamp, random: f64) -> Verdict {
    let failure = error.reason().to_string();
    match error {
        SendError::Unreachable(_) => Verdict::Untried { due: now + BEHIND, failure: Some(failure) },
        SendError::Later(_) if tries < MOST_TRIES => {
            Verdict::Later { due: now + wait(FIRST_WAIT, LONGEST_WAIT, tries, random), failure }
        }
        SendError::Later(_) => Verdict::Dead(format!("{failure} (tried {tries} times)")),
        SendError::Never(_) => Verdict::Dead(failure),
        SendError::Nobody(_) => Verdict::Nobody(failure),
    }
}

/// Rest when the relay was not there for so many times in a row.
pub(super) fn rest(times: u32, random: f64) -> SignedDuration {
    wait(FIRST_REST, LONGEST_REST, times, random)
}

/// Exponential backoff with jitter: doubles with each time, and is spread over half to one and a
/// half of that, so that mails that failed together do not come back together.
fn wait(first: SignedDuration, longest: SignedDuration, times: u32, random: f64) -> SignedDuration {
    let doubled = first.as_secs_f64() * 2_f64.powi(times.clamp(1, 32) as i32 - 1);
    let seconds = doubled.min(longest.as_secs_f64()) * (0.5 + random.clamp(0.0, 1.0));
    SignedDuration::try_from_secs_f64(seconds).unwrap_or(longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::Reason;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    /// Seconds until the next try; `None` when the mail is given up.
    fn next(error: fn(Reason) -> SendError, tries: u32, random: f64) -> Option<i64> {
        match verdict(&error(Reason::new("450 no")), tries, NOW, random) {
            Verdict::Later { due, .. } | Verdict::Untried { due, .. } => Some(due.as_second()),
            Verdict::Dead(_) | Verdict::Nobody(_) => None,
            Verdict::Sent => panic!("it was not"),
        }
    }

    #[test]
    fn waits_double_up_to_four_hours() {
        let waits: Vec<_> = (1..12).map(|tries| next(SendError::Later, tries, 0.5)).collect();
        let expected = [60, 120, 240, 480, 960, 1920, 3840, 7680, 14400, 14400, 14400];
        assert_eq!(waits, expected.map(Some));
        assert_eq!(next(SendError::Later, 3, 0.0), Some(120));
        assert_eq!(next(SendError::Later, 3, 1.0), Some(360));
    }

    #[test]
    fn tries_end_after_about_three_days() {
        assert_eq!(next(SendError::Later, MOST_TRIES, 0.5), None);
        let all: i64 = (1..MOST_TRIES).filter_map(|tries| next(SendError::Later, tries, 0.5)).sum();
        assert!((60..=84).contains(&(all / 3600)), "{} hours", all / 3600);
        assert_eq!(next(SendError::Never, 1, 0.5), None);
    }

    #[test]
    fn what_the_relay_is_at_fault_for_never_ends_a_mail() {
        assert_eq!(next(SendError::Unreachable, 1000, 0.5), Some(BEHIND.as_secs()));
        assert_eq!(rest(1, 0.5), FIRST_REST);
        assert_eq!(rest(1000, 0.5), LONGEST_REST);
    }
}

//! Routing of messages: to addresses, into the digest, or nowhere.

use carrick_service::{Address, Link, Mailing, Notification, User, Zone};
use carrick_store::{AttemptOutcome, Outgoing, Recipient, Route};
use jiff::{SignedDuration, Timestamp};

use crate::transport::SendError;

/// Minimum time between two questions to an address whether it belongs to a user, however many
/// users name it.
pub(super) const ASK_AGAIN: SignedDuration = SignedDuration::from_hours(24);

/// Hour at which the digest is due, in the user's time zone.
const HOUR: i8 = 7;

/// Decides where a message goes; `asked` says whether its question has been asked recently.
pub(super) fn route(message: &Outgoing, user: Option<&User>, asked: bool, now: Timestamp) -> Route {
    let user = match (&message.to, user) {
        (Recipient::Address(address), _) => return Route::Addresses(vec![address.clone()]),
        (Recipient::User(_), Some(user)) if user.deleted.is_none() && user.suspended.is_none() => {
            user
        }
        (Recipient::User(_), _) => return Route::Nowhere,
    };
    if let Some(Link::Confirm(address)) = &message.link {
        let waits = |entry: &carrick_service::UserAddress| {
            entry.address == *address && !entry.confirmed && !asked
        };
        return match user.addresses.iter().any(waits) {
            true => Route::Addresses(vec![address.clone()]),
            false => Route::Nowhere,
        };
    }
    if asked {
        return Route::Nowhere;
    }
    let confirmed = user.addresses.iter().filter(|entry| entry.confirmed);
    let addresses: Vec<Address> = confirmed.map(|entry| entry.address.clone()).collect();
    let is_wanted = message.answer || message.link.is_some();
    let notice =
        Notification { kind: &message.about.kind, board: message.board, plays: message.plays };
    if !is_wanted && notice.is_stopped_by(user) {
        return Route::Nowhere;
    }
    match user.settings.mailing() {
        _ if addresses.is_empty() => Route::Nowhere,
        Mailing::Daily if !is_wanted => Route::Digest(next_morning(&user.settings.zone, now)),
        Mailing::Never if !is_wanted => Route::Nowhere,
        Mailing::Each | Mailing::Daily | Mailing::Never => Route::Addresses(addresses),
    }
}

/// The next time that clocks in a zone show the hour at which the daily email is due.
fn next_morning(zone: &Zone, now: Timestamp) -> Timestamp {
    zone.next(HOUR, now)
}

// Retries: backoff after failures, and when Carrick gives up on an email.

/// Wait after the first failed try; twice that after the second, and so on.
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);

/// Maximum wait between two tries.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(4);

/// Maximum number of tries; with the waits between them, about three days.
pub(super) const MOST_TRIES: u32 = 24;

/// Pause after the relay was unavailable for the first time, during which nothing is sent; and the
/// maximum pause.
const FIRST_REST: SignedDuration = SignedDuration::from_secs(5);
const LONGEST_REST: SignedDuration = SignedDuration::from_mins(5);

/// The maximum pause with its random part.
pub(super) const MOST_REST: SignedDuration = SignedDuration::from_secs(450);

/// An email during which the relay became unavailable goes behind those that were to be sent with
/// it: if it is at fault after all, it does not delay the others.
const BEHIND: SignedDuration = SignedDuration::from_secs(5);

/// Verdict on an email that could not be sent at its `tries`th try. `random` is from 0 to 1.
pub(super) fn verdict(
    error: &SendError,
    tries: u32,
    now: Timestamp,
    random: f64,
) -> AttemptOutcome {
    let failure = error.reason().to_string();
    match error {
        SendError::Unreachable(_) => {
            AttemptOutcome::Untried { due: now + BEHIND, failure: Some(failure) }
        }
        SendError::Later(_) if tries < MOST_TRIES => AttemptOutcome::Later {
            due: now + wait(FIRST_WAIT, LONGEST_WAIT, tries, random),
            failure,
        },
        SendError::Later(_) => AttemptOutcome::Dead(format!("{failure} (tried {tries} times)")),
        SendError::Never(_) => AttemptOutcome::Dead(failure),
        SendError::Nobody(_) => AttemptOutcome::Nobody(failure),
    }
}

/// Pause after the relay was unavailable this many times in a row.
pub(super) fn rest(times: u32, random: f64) -> SignedDuration {
    wait(FIRST_REST, LONGEST_REST, times, random)
}

/// Exponential backoff with jitter: doubles each time, and is spread from half to one and a half of
/// that, so that emails that failed together are not tried again together.
fn wait(first: SignedDuration, longest: SignedDuration, times: u32, random: f64) -> SignedDuration {
    let doubled = first.as_secs_f64() * 2_f64.powi(times.clamp(1, 32) as i32 - 1);
    let seconds = doubled.min(longest.as_secs_f64()) * (0.5 + random.clamp(0.0, 1.0));
    SignedDuration::try_from_secs_f64(seconds).unwrap_or(longest)
}

#[cfg(test)]
mod tests {
    use carrick_service::{UserAddress, UserSettings};

    use super::*;
    use crate::transport::Reason;

    fn now() -> Timestamp {
        "2008-05-01T12:00:00Z".parse().unwrap()
    }

    /// A user with the addresses a@x.org, confirmed, and b@x.org, not.
    fn ann(mailing: Mailing) -> User {
        let entry = |address: &str, confirmed| UserAddress {
            address: address.parse().unwrap(),
            confirmed,
            returned: false,
        };
        let mut settings = UserSettings::default();
        settings.set_mailing(mailing);
        User {
            settings,
            addresses: vec![entry("a@x.org", true), entry("b@x.org", false)],
            ..User::new("ann".parse().unwrap(), now(), None)
        }
    }

    fn message() -> Outgoing {
        Outgoing {
            number: 7,
            answer: false,
            to: Recipient::User("ann".parse().unwrap()),
            subject: "ankor board 101: ann to move".into(),
            text: String::new(),
            board: None,
            link: None,
            about: carrick_service::About::default(),
            plays: false,
            created: now(),
        }
    }

    fn to(addresses: &[&str]) -> Route {
        Route::Addresses(addresses.iter().map(|address| address.parse().unwrap()).collect())
    }

    #[test]
    fn mail_goes_to_confirmed_addresses_as_its_user_wants_it() {
        let route = |mailing| route(&message(), Some(&ann(mailing)), false, now());
        assert_eq!(route(Mailing::Each), to(&["a@x.org"]));
        assert_eq!(route(Mailing::Daily), Route::Digest("2008-05-02T07:00:00Z".parse().unwrap()));
        assert_eq!(route(Mailing::Never), Route::Nowhere);
    }

    #[test]
    fn stopped_mail_comes_neither_immediately_nor_in_the_daily_email() {
        let board = carrick_service::BoardId { kind: carrick_games::GameKind::Ankor, number: 101 };
        let turn = Outgoing { board: Some(board), plays: true, ..message() };
        for mailing in [Mailing::Each, Mailing::Daily] {
            let muted = User { muted: [board].into(), ..ann(mailing) };
            assert_eq!(route(&turn, Some(&muted), false, now()), Route::Nowhere);
            let mut no_turns = ann(mailing);
            no_turns.settings.turn_mail = false;
            assert_eq!(route(&turn, Some(&no_turns), false, now()), Route::Nowhere);
            let watched = Outgoing { plays: false, ..turn.clone() };
            assert_ne!(route(&watched, Some(&no_turns), false, now()), Route::Nowhere);
            let answer = Outgoing { answer: true, ..turn.clone() };
            assert_eq!(route(&answer, Some(&muted), false, now()), to(&["a@x.org"]));
        }
    }

    #[test]
    fn answers_and_links_always_come() {
        let never = ann(Mailing::Never);
        let answer = Outgoing { answer: true, ..message() };
        let reset = Outgoing { link: Some(Link::Reset), ..message() };
        for message in [answer, reset] {
            assert_eq!(route(&message, Some(&never), false, now()), to(&["a@x.org"]));
        }
        let stranger = Recipient::Address("c@x.org".parse().unwrap());
        let message = Outgoing { to: stranger, answer: true, ..message() };
        assert_eq!(route(&message, None, false, now()), to(&["c@x.org"]));
    }

    #[test]
    fn an_address_is_asked_once_a_day_and_only_while_a_user_claims_it() {
        let ann = ann(Mailing::Each);
        for (address, asked, expected) in [
            ("b@x.org", false, to(&["b@x.org"])),
            ("b@x.org", true, Route::Nowhere),
            ("a@x.org", false, Route::Nowhere),
            ("c@x.org", false, Route::Nowhere),
        ] {
            let link = Some(Link::Confirm(address.parse().unwrap()));
            let message = Outgoing { link, ..message() };
            assert_eq!(route(&message, Some(&ann), asked, now()), expected, "{address} {asked}");
        }
    }

    #[test]
    fn users_without_an_address_and_deleted_users_get_nothing() {
        let mut ann = ann(Mailing::Each);
        ann.addresses.remove(0);
        assert_eq!(route(&message(), Some(&ann), false, now()), Route::Nowhere);
        ann.addresses[0].confirmed = true;
        assert_eq!(route(&message(), Some(&ann), false, now()), to(&["b@x.org"]));
        ann.deleted = Some(now());
        assert_eq!(route(&message(), Some(&ann), false, now()), Route::Nowhere);
    }

    #[test]
    fn the_morning_is_the_users_own() {
        for (zone, now, morning) in [
            ("UTC", "2008-05-01T06:59:59Z", "2008-05-01T07:00:00Z"),
            ("UTC", "2008-05-01T07:00:00Z", "2008-05-02T07:00:00Z"),
            ("Europe/Paris", "2008-05-01T04:00:00Z", "2008-05-01T05:00:00Z"),
            ("America/New_York", "2008-05-01T04:00:00Z", "2008-05-01T11:00:00Z"),
            // Clocks there were set forward that night.
            ("Europe/Paris", "2008-03-29T12:00:00Z", "2008-03-30T05:00:00Z"),
        ] {
            let zone: Zone = zone.parse().unwrap();
            let found = next_morning(&zone, now.parse().unwrap());
            assert_eq!(found, morning.parse().unwrap(), "{zone} {now}");
        }
    }

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    /// Seconds until the next try; `None` when Carrick gives up on the email.
    fn next(error: fn(Reason) -> SendError, tries: u32, random: f64) -> Option<i64> {
        match verdict(&error(Reason::new("450 no")), tries, NOW, random) {
            AttemptOutcome::Later { due, .. } | AttemptOutcome::Untried { due, .. } => {
                Some(due.as_second())
            }
            AttemptOutcome::Dead(_) | AttemptOutcome::Nobody(_) => None,
            AttemptOutcome::Sent => panic!("it was not"),
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
    fn faults_of_the_relay_never_end_an_email() {
        assert_eq!(next(SendError::Unreachable, 1000, 0.5), Some(BEHIND.as_secs()));
        assert_eq!(rest(1, 0.5), FIRST_REST);
        assert_eq!(rest(1000, 0.5), LONGEST_REST);
    }
}

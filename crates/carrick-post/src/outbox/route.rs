//! Routing of messages: to addresses, into the digest, or nowhere.

use carrick_service::{Address, Link, Mailing, Notice, User, Zone};
use carrick_store::{Outgoing, Recipient, Route};
use jiff::{SignedDuration, Timestamp};

/// Minimum time between two questions to an address whether it is somebody's, however many users
/// name it.
pub(super) const ASK_AGAIN: SignedDuration = SignedDuration::from_hours(24);

/// Hour at which the digest is due, in the user's time zone.
const HOUR: i8 = 7;

/// Decides where a message goes; `asked` says whether its question was asked often enough of late.
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
    let Outgoing { subject, board, plays, news, .. } = message;
    let notice = Notice { subject, board: *board, plays: *plays, news: *news };
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

/// The next time that clocks in a zone show the hour at which the mail of the day is due.
fn next_morning(zone: &Zone, now: Timestamp) -> Timestamp {
    zone.next(HOUR, now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carrick_service::{UserAddress, UserSettings};

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
            digest: false,
            to: Recipient::User("ann".parse().unwrap()),
            subject: "ankor board 101: ann to move".into(),
            text: String::new(),
            board: None,
            link: None,
            news: false,
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
    fn what_was_stopped_comes_neither_at_once_nor_in_the_mail_of_the_day() {
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
    fn answers_and_links_come_in_any_case() {
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
    fn an_address_is_asked_once_a_day_and_only_while_somebody_claims_it() {
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
    fn nothing_goes_to_those_without_an_address_and_to_the_deleted() {
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
            // Clocks there were set forward in that night.
            ("Europe/Paris", "2008-03-29T12:00:00Z", "2008-03-30T05:00:00Z"),
        ] {
            let zone: Zone = zone.parse().unwrap();
            let found = next_morning(&zone, now.parse().unwrap());
            assert_eq!(found, morning.parse().unwrap(), "{zone} {now}");
        }
    }
}

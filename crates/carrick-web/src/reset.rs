//! The link that sets a new web password: derived when a letter is sent, stored nowhere.

use carrick_service::{User, Userid};
use jiff::{SignedDuration, Timestamp};

use crate::{BaseUrl, ServerKey};

/// How long a link is good.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24);

const PURPOSE: &str = "reset";

/// The link for a user who asked for it at a moment, for whoever sends the letter.
///
/// A GET shows a form, a POST sets the password; it is good for a day and for one change.
#[must_use]
pub fn reset_link(base: &BaseUrl, key: &ServerKey, user: &Userid, asked: Timestamp) -> String {
    format!("{base}/reset/{user}/{}", key.mac(PURPOSE, &subject(user, asked)))
}

/// Whether a token is the user's last one, unused and not too old.
pub(crate) fn is_good(key: &ServerKey, user: &User, token: &str, now: Timestamp) -> bool {
    user.reset_asked.is_some_and(|asked| {
        now < asked + GOOD_FOR && key.verifies(PURPOSE, &subject(&user.id, asked), token)
    })
}

fn subject(user: &Userid, asked: Timestamp) -> String {
    format!("{user} {}", asked.as_microsecond())
}

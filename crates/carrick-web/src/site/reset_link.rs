//! Password reset links: sealed when a letter is sent, stored nowhere.

use carrick_service::{User, Userid, must_be_a_person};
use carrick_tokens::{Keyring, ResetToken};
use jiff::{SignedDuration, Timestamp};

use crate::site::BaseUrl;

/// Validity of a link.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24);

/// The password reset link for a user who asked for it at `asked`.
///
/// A GET shows a form; a POST sets the web password, the command password or both. The link is
/// valid for a day and for one change.
#[must_use]
pub fn reset_link(base: &BaseUrl, keys: &Keyring, user: &Userid, asked: Timestamp) -> String {
    let token = ResetToken { user: user.clone(), asked, expires: asked + GOOD_FOR };
    format!("{base}/reset/{}", keys.seal(&token))
}

/// Whether a genuine token is the user's latest one and unused.
pub(crate) fn is_last(token: &ResetToken, user: &User) -> bool {
    let signs_in = user.deleted.is_none() && must_be_a_person(&user.id).is_ok();
    let asked = user.reset_asked.filter(|_| signs_in);
    user.id == token.user && asked.is_some_and(|asked| asked.as_second() == token.asked.as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_good_for_people_only() {
        let asked = "2008-05-01T12:00:00Z".parse().unwrap();
        for (user, good) in [("alice", true), ("level3", false)] {
            let id: Userid = user.parse().unwrap();
            let user = User { reset_asked: Some(asked), ..User::new(id.clone(), asked, None) };
            let token = ResetToken { user: id, asked, expires: asked + GOOD_FOR };
            assert_eq!(is_last(&token, &user), good);
        }
    }
}

//! Letters with a link by which a user confirms a request made in their name.

use super::{Case, told};
use crate::command::Refusal;
use crate::effects::{Addressee, Decision, Link, Message};
use crate::people::Userid;
use crate::reply;
use crate::requests::AccountChange;
use crate::state::User;

/// The answer to a change of an account that is made only by the link that goes to its user.
pub(in crate::decide) fn ask_for_change(user: &Userid, change: AccountChange) -> Decision {
    let mut answer = told("Carrick: a link", reply::wrapped(&not_yet(NOTHING_CHANGED), 0));
    answer.messages.push(letter(user, change));
    answer
}

/// The answer to a challenge by a mail that only claims to come from a user: it is made by the link
/// that goes to that user.
///
/// # Errors
/// The words beside the challenge are too long.
pub(in crate::decide) fn ask_for_challenge(
    case: Case<'_>,
    user: &User,
) -> Result<Decision, Refusal> {
    let mut answer = told("Carrick: a link", reply::wrapped(&not_yet(NOTHING_BEGUN), 0));
    let command = Box::new(case.request.command.clone());
    answer.messages.push(letter(&user.id, AccountChange::Challenge(command, case.body()?)));
    Ok(answer)
}

fn letter(user: &Userid, change: AccountChange) -> Message {
    let question = change.question(user);
    let text = match &change {
        AccountChange::Challenge(_, words) => format!(
            "A mail with your address as its sender, probably yours, asks: shall {question}? The link \
             below does it, once, and within three days{}. If it was not you, do nothing: no game begins.",
            if words.is_some() { ", and passes on what was written beside it" } else { "" }
        ),
        _ => format!(
            "Somebody who knows the command password, probably you, asks by mail: shall {question}? The link \
             below does it, once, and within three days. If it was not you, do nothing: all stays as it \
             is. Then choose another command password, since somebody knows yours; `reset {user}` mails a \
             link for that."
        ),
    };
    Message {
        to: Addressee::User(user.clone()),
        subject: change.title(user),
        text: reply::wrapped(&text, 0),
        board: None,
        link: Some(Link::Change(change)),
    }
}

/// Maximum number of links to account changes that a user is sent a day, and of links to
/// challenges: who knows no password, keeps nobody from changing their account.
pub const LINKS_A_DAY: u32 = 10;

const NOTHING_CHANGED: &str = "Nothing is changed yet: that needs your word, since anybody who knows your \
                               command password could ask for it.";

const NOTHING_BEGUN: &str = "Nothing has begun yet: a challenge takes no password, and nothing proves that this \
                             mail is yours.";

fn not_yet(why: &str) -> String {
    format!(
        "{why} A link that does it goes to the mail addresses that you have confirmed, {LINKS_A_DAY} a day at \
         most, and is good for three days."
    )
}

/// The refusal of a change of an account that has no confirmed address.
pub(in crate::decide) const NO_ADDRESS: &str = "an account is changed from here only through a link sent to a mail address that you \
                          have confirmed, and you have confirmed none; name the address that you signed up \
                          with in `add <userid> <password> <address>` to be asked once more whether it is yours, \
                          or change the account on its page";

//! Changes of an account by whoever is not known beyond doubt: a command password, or the address
//! of a mail, is not enough to take an account over or to end it. And challenges, which take no
//! password, by a mail whose address nothing proves.

use jiff::Timestamp;

use super::{Case, decide, told};
use crate::command::{Command, Credential, Refusal};
use crate::effects::{Addressee, Decision, Event, Link, Message};
use crate::people::{Userid, must_be_a_person};
use crate::reply;
use crate::requests::{AccountChange, Evidence, Keeps, Sender};
use crate::state::{State, User};

/// Makes a change for which its user has given their word.
///
/// `state` must hold what [`AccountChange::needs`] asked for.
#[must_use]
pub fn decide_change(
    state: &State,
    user: &Userid,
    change: &AccountChange,
    now: Timestamp,
) -> Decision {
    if let Some(request) = change.request(user) {
        return decide(state, &request, &Evidence::default(), now);
    }
    let is_here = must_be_a_person(user).is_ok()
        && state.users.get(user).is_some_and(|user| user.deleted.is_none());
    let mut done = told("Carrick: password changed", PASSWORD_CHANGED);
    if let (AccountChange::Password(password), true) = (change, is_here) {
        let (user, password) = (user.clone(), password.clone());
        done.events.push(Event::PasswordChanged { user, password, keeps: Keeps::default() });
    }
    done
}

/// What is answered to a change of the command password.
pub(super) const PASSWORD_CHANGED: &str = "\
Your command password is changed. Tokens of programs and the address of your
feed, if you had any, are good no more, but for those that you chose to keep.
";

impl<'a> Case<'a> {
    /// What is answered to a change of an account that needs a link; nothing when the command is
    /// none, or comes from somebody who needs no link.
    pub(super) fn by_link(self) -> Result<Option<Decision>, Refusal> {
        if matches!(self.request.sender, Sender::User(_)) {
            return Ok(None);
        }
        let Some((who, change)) = self.change() else { return Ok(None) };
        let user = self.speaker(who)?;
        let done = decide_change(self.state, &user.id, &change, self.now);
        if done.refused || changes_nothing(&done, user) {
            return Ok(Some(done));
        }
        if !user.addresses.iter().any(|entry| entry.confirmed) {
            return Err(Refusal::new(NO_ADDRESS));
        }
        let mut answer = told("Carrick: a link", reply::wrapped(&not_yet(NOTHING_CHANGED), 0));
        answer.messages.push(letter(&user.id, change));
        Ok(Some(answer))
    }

    /// What is answered to a challenge by a mail that only claims to come from a user: it is made
    /// by the link that goes to that user.
    pub(super) fn asked_whether_he_challenges(self, user: &User) -> Result<Decision, Refusal> {
        let mut answer = told("Carrick: a link", reply::wrapped(&not_yet(NOTHING_BEGUN), 0));
        let command = Box::new(self.request.command.clone());
        let change = AccountChange::Challenge(command, self.body()?);
        answer.messages.push(letter(&user.id, change));
        Ok(answer)
    }

    /// The change that the command asks for, and in whose name.
    #[deny(clippy::wildcard_enum_match_arm)]
    fn change(self) -> Option<(&'a Credential, AccountChange)> {
        Some(match &self.request.command {
            Command::AddAddresses(who, new) => (who, AccountChange::AddAddresses(new.clone())),
            Command::ChangeAddresses(who, new) => (who, AccountChange::Addresses(new.clone())),
            Command::ChangePassword(who, _) => {
                (who, AccountChange::Password(self.evidence.hashed.clone()?))
            }
            Command::Delete(who) => (who, AccountChange::Delete),
            Command::Signoff(who) => (who, AccountChange::Signoff),
            Command::Signon(who) => (who, AccountChange::Signon),
            Command::Help(_)
            | Command::Signup { .. }
            | Command::Reset(_)
            | Command::Vacation(..)
            | Command::List(_)
            | Command::Message(..)
            | Command::Broadcast(_)
            | Command::News(..)
            | Command::Block(..)
            | Command::Multiple
            | Command::AllShow(..)
            | Command::Game(..) => return None,
        })
    }
}

/// Whether everything is so already, but for questions whether an address is the user's: to ask one
/// again needs no link.
fn changes_nothing(done: &Decision, user: &User) -> bool {
    done.events.iter().all(|event| match event {
        Event::AddressesSet { addresses, .. } => *addresses == user.addresses,
        _ => false,
    })
}

fn letter(user: &Userid, change: AccountChange) -> Message {
    let question = change.question(user);
    let text = match &change {
        AccountChange::Challenge(_, words) => format!(
            "A mail that bears your address, probably yours, asks: shall {question}? The link below does it, \
             once, and within three days{}. If it was not you, do nothing: no game begins.",
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

const NOTHING_CHANGED: &str = "Nothing is changed yet: that needs your word, since whoever knows your command \
                               password could ask for it.";

const NOTHING_BEGUN: &str = "Nothing has begun yet: a challenge takes no password, and nothing proves that this \
                             mail is yours.";

fn not_yet(why: &str) -> String {
    format!(
        "{why} A link that does it goes to the mail addresses that you have confirmed, {LINKS_A_DAY} a day at \
         most, and is good for three days."
    )
}

const NO_ADDRESS: &str = "an account is changed from here only through a link sent to a mail address that you \
                          have confirmed, and you have confirmed none; name the address that you signed up \
                          with in `add <userid> <password> <address>` to be asked once more whether it is yours, \
                          or change the account on its page";

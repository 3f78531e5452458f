//! Changes of an account by a sender who is not known beyond doubt: a command password, or the
//! address of a mail, is not enough to take an account over or to end it. And challenges, which
//! take no password, by a mail whose address nothing proves.

use jiff::Timestamp;

use super::decide;
use crate::command::{Command, Credential, Refusal};
use crate::decide::account::PASSWORD_CHANGED;
use crate::decide::case::{Case, NO_ADDRESS, ask_for_change, told};
use crate::effects::{Decision, Event, UserEvent};
use crate::people::{Userid, must_be_a_person};
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
        done.events.push(Event::User(
            user,
            UserEvent::PasswordChanged { password, keeps: Keeps::default() },
        ));
    }
    done
}

impl<'a> Case<'a> {
    /// The answer to a change of an account that needs a link; `None` when the command is none, or
    /// comes from somebody who needs no link.
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
        Ok(Some(ask_for_change(&user.id, change)))
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
            | Command::Puzzle(_)
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
    done.events.iter().all(
        |event| matches!(event, Event::User(_, UserEvent::AddressesSet(addresses)) if *addresses == user.addresses),
    )
}

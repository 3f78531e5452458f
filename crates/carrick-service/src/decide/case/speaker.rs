//! The sender of a request as a user: known, claimed or proved.

use super::Case;
use crate::command::{Credential, Refusal};
use crate::people::Userid;
use crate::requests::Sender;
use crate::state::User;

/// Refusal of a suspended user.
pub(in crate::decide) const SUSPENDED: &str = "your account is suspended: an operator of this server has stopped it, and \
     your games are paused; ask the administrator of the server";

impl<'a> Case<'a> {
    /// The user the sender is known to be without a password.
    pub(in crate::decide) fn known(self) -> Option<&'a User> {
        match &self.request.sender {
            Sender::Nobody | Sender::Console | Sender::Claim(_) => None,
            Sender::User(user) => self.here(user),
            Sender::Address(address) => self.here(self.state.owners.get(address)?),
        }
    }

    /// The user who confirmed the address that a mail only claims to come from.
    pub(in crate::decide) fn claimed(self) -> Option<&'a User> {
        let Sender::Claim(address) = &self.request.sender else { return None };
        self.here(self.state.owners.get(address)?)
    }

    /// A user, unless they have left.
    fn here(self, user: &Userid) -> Option<&'a User> {
        self.state.users.get(user).filter(|user| user.deleted.is_none())
    }

    /// The user that a credential proves.
    ///
    /// # Errors
    /// A wrong password or an unknown user: one sentence for both.
    /// An account that an operator has suspended.
    pub(in crate::decide) fn speaker(self, who: &Credential) -> Result<&'a User, Refusal> {
        let user = self.proved(who)?;
        match user.suspended {
            Some(_) => Err(Refusal::of_words(SUSPENDED)),
            None => Ok(user),
        }
    }

    /// The user that a credential proves, suspended or not.
    fn proved(self, who: &Credential) -> Result<&'a User, Refusal> {
        let user = self.state.users.get(&who.user);
        if who.password.is_none() {
            return match (user, self.known()) {
                (Some(user), Some(known)) if user.id == known.id => Ok(known),
                (_, Some(known)) => Err(Refusal::of_words(format!(
                    "you are known here as {}, and - stands only for your own password",
                    known.id
                ))),
                (_, None) => Err(Refusal::of_words(
                    "- stands for the password only where you are known without one; type your \
                     command password in its place",
                )),
            };
        }
        let proved = self.evidence.verified.as_ref();
        match user {
            Some(user) if proved.is_some() && user.password.as_ref() == proved => Ok(user),
            _ => Err(Refusal::of_words(
                "that userid and that password do not belong together; check both, or sign up with \
                 `signup <userid> <password>`",
            )),
        }
    }

    /// A user who must exist.
    ///
    /// # Errors
    /// A sentence that does not repeat the name, which may be a password in the wrong place.
    pub(in crate::decide) fn existing(
        self,
        user: &Userid,
        which: &str,
    ) -> Result<&'a User, Refusal> {
        self.state.users.get(user).filter(|user| user.deleted.is_none()).ok_or_else(|| {
            Refusal::of_words(format!(
                "the {which} is not a user of this server; a new player begins with \
                 `signup <userid> <password>`"
            ))
        })
    }
}

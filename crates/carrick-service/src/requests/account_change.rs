//! Changes that need a link: asked for by a mail or with a command password, they are made only
//! when the user presses a button on the page that the link leads to. Most change an account.

use jiff::Timestamp;

use super::{Request, Sender};
use crate::command::{Command, Credential};
use crate::people::{Address, PasswordHash, Userid};
use crate::state::Needs;

/// A change that waits for a user's confirmation: of their account, or a challenge in their name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountChange {
    /// More mail addresses.
    AddAddresses(Vec<Address>),
    /// Other mail addresses.
    Addresses(Vec<Address>),
    /// Another command password.
    Password(PasswordHash),
    /// The end of the account.
    Delete,
    /// Away until they sign on again.
    Signoff,
    /// Back.
    Signon,
    /// A challenge in the user's name: the command, and the words beside it.
    Challenge(Box<Command>, Option<String>),
}

impl AccountChange {
    /// The change as a page and a letter ask for it, after "Shall" and before a question mark.
    #[must_use]
    pub fn question(&self, user: &Userid) -> String {
        match self {
            Self::AddAddresses(new) => format!("mail for {user} also go to {}", listed(new)),
            Self::Addresses(new) => format!("mail for {user} go to {} alone", listed(new)),
            Self::Password(_) => format!("{user} get the new command password"),
            Self::Delete => format!("the account {user} be deleted and its games be resigned"),
            Self::Signoff => format!("{user} be signed off"),
            Self::Signon => format!("{user} be signed on"),
            Self::Challenge(command, _) => format!("{user} challenge with `{command}`"),
        }
    }

    /// Its title, as the head of a page or the Subject of a letter.
    #[must_use]
    pub fn title(&self, user: &Userid) -> String {
        match self {
            Self::Challenge(..) => format!("Does {user} challenge?"),
            _ => format!("Shall the account {user} be changed?"),
        }
    }

    /// The state that has to be loaded before it is made.
    #[must_use]
    pub fn needs(&self, user: &Userid, now: Timestamp) -> Needs {
        match self.request(user) {
            Some(request) => request.needs(now),
            None => Needs { users: [user.clone()].into(), ..Needs::default() },
        }
    }

    /// The command that makes it, given by the user; none sets a password that is a hash already.
    pub(crate) fn request(&self, user: &Userid) -> Option<Request> {
        let who = Credential { user: user.clone(), password: None };
        let command = match self {
            Self::AddAddresses(new) => Command::AddAddresses(who, new.clone()),
            Self::Addresses(new) => Command::ChangeAddresses(who, new.clone()),
            Self::Password(_) => return None,
            Self::Delete => Command::Delete(who),
            Self::Signoff => Command::Signoff(who),
            Self::Signon => Command::Signon(who),
            Self::Challenge(command, _) => (**command).clone(),
        };
        let body = match self {
            Self::Challenge(_, words) => words.clone(),
            _ => None,
        };
        Some(Request { sender: Sender::User(user.clone()), command, body, seen: None })
    }
}

fn listed(addresses: &[Address]) -> String {
    let addresses: Vec<&str> = addresses.iter().map(Address::as_str).collect();
    crate::people::and(&addresses)
}

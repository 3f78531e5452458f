//! Changes that need a link: asked for by a mail or with a command password, they are made only
//! when the user presses a button on the page that the link leads to. Most change an account.

use jiff::Timestamp;

use super::{Request, Sender};
use crate::command::{self, Command, Credential};
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
            Self::AddAddresses(_)
            | Self::Addresses(_)
            | Self::Password(_)
            | Self::Delete
            | Self::Signoff
            | Self::Signon => {
                format!("Shall the account {user} be changed?")
            }
        }
    }

    /// Its name and its detail, as a store keeps them.
    ///
    /// ```
    /// use carrick_service::AccountChange;
    /// assert_eq!(AccountChange::Delete.as_stored(), ("delete", String::new()));
    /// let change = AccountChange::AddAddresses(vec!["ann@example.org".parse()?]);
    /// let (name, detail) = change.as_stored();
    /// assert_eq!(AccountChange::from_stored(name, &detail), Some(change));
    /// # Ok::<(), carrick_service::AddressError>(())
    /// ```
    #[must_use]
    pub fn as_stored(&self) -> (&'static str, String) {
        let spaced =
            |all: &[Address]| all.iter().map(Address::as_str).collect::<Vec<_>>().join(" ");
        match self {
            Self::AddAddresses(new) => ("add", spaced(new)),
            Self::Addresses(new) => ("addresses", spaced(new)),
            Self::Password(hash) => ("password", hash.as_stored().to_owned()),
            Self::Delete => ("delete", String::new()),
            Self::Signoff => ("signoff", String::new()),
            Self::Signon => ("signon", String::new()),
            // The first line is the command; the lines below are its body.
            Self::Challenge(command, None) => ("challenge", command.to_string()),
            Self::Challenge(command, Some(words)) => ("challenge", format!("{command}\n{words}")),
        }
    }

    /// The change that was kept in this way; `None` when none was.
    #[must_use]
    pub fn from_stored(name: &str, detail: &str) -> Option<Self> {
        let addresses =
            || -> Option<Vec<Address>> { detail.split(' ').map(|one| one.parse().ok()).collect() };
        Some(match name {
            "add" => Self::AddAddresses(addresses()?),
            "addresses" => Self::Addresses(addresses()?),
            "password" => Self::Password(PasswordHash::from_stored(detail.to_owned())),
            "delete" => Self::Delete,
            "signoff" => Self::Signoff,
            "signon" => Self::Signon,
            "challenge" => {
                let (line, words) = match detail.split_once('\n') {
                    Some((line, words)) => (line, Some(words.to_owned())),
                    None => (detail, None),
                };
                Self::Challenge(Box::new(command::parse(line).ok()?), words)
            }
            _ => return None,
        })
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
            Self::AddAddresses(_)
            | Self::Addresses(_)
            | Self::Password(_)
            | Self::Delete
            | Self::Signoff
            | Self::Signon => None,
        };
        Some(Request { sender: Sender::User(user.clone()), command, body, seen: None })
    }
}

fn listed(addresses: &[Address]) -> String {
    let addresses: Vec<&str> = addresses.iter().map(Address::as_str).collect();
    crate::people::and(&addresses)
}

//! A command on its way in, and the evidence about it.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::command::{Command, Credential, Sent, Spec, Who};
use crate::people::{Address, BoardId, Password, PasswordHash, Userid};
use crate::state::Needs;

/// How the sender of a command is known before they say a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sender {
    /// Not at all.
    Nobody,
    /// Nobody in particular, at the keyboard of the server: may open a board between any two, since
    /// its user holds the database, and counts as nobody otherwise.
    Console,
    /// Beyond doubt: a session, a token, or someone who holds the database.
    User(Userid),
    /// By a mail address that was proved to be theirs; counts as the user who confirmed it.
    Address(Address),
    /// By a mail address that nothing proves; counts as nobody, but the user who confirmed it can
    /// be asked.
    Claim(Address),
}

/// A command on its way in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Its sender.
    pub sender: Sender,
    /// The command.
    pub command: Command,
    /// The lines that came with it, if any.
    pub body: Option<String>,
    /// The [generation](crate::BoardRecord::generation) of the board that the sender had seen,
    /// where a carrier knows it: a page, a program, a token that was mailed. Then a turn or an
    /// answer changes the board only while it is of that generation.
    pub seen: Option<u32>,
}

/// People who may make an account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Those whom an operator invites.
    Invite,
    /// Nobody.
    Closed,
}

impl Registration {
    /// Why nobody may make an account without an invitation; `None` where everybody may.
    #[must_use]
    pub const fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Open => None,
            Self::Invite => Some(
                "new players come here by invitation only; ask the operator of this site for one",
            ),
            Self::Closed => Some("this site takes no new players"),
        }
    }
}

/// Evidence about a request's passwords, found before it is decided, since hashing is slow and
/// salts are random.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The stored hash that the given password was found to match.
    pub verified: Option<PasswordHash>,
    /// The hash of the new password, for `signup` and `change password`.
    pub hashed: Option<PasswordHash>,
    /// For `change password`: the stored hash that the *new* password was found to match, so that a
    /// repeat is answered as the first was.
    pub new_verified: Option<PasswordHash>,
    /// For `change password`: the sessions and tokens that its user, on the account page, has
    /// ticked to be kept.
    pub keeps: Keeps,
    /// For `signup`: who may make an account where the request came in.
    pub registration: Registration,
}

/// Sessions and tokens that stay good when a password changes: all others that were given out while
/// the old one was good end with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keeps {
    /// The tokens of programs of these numbers.
    pub tokens: BTreeSet<u64>,
    /// The address of the feed.
    pub feed: bool,
}

impl Request {
    /// The password to verify, and whose it should be.
    #[must_use]
    pub fn password(&self) -> Option<(&Userid, &Password)> {
        match self.command.spec().who {
            Who::Anybody => None,
            Who::User(who) => Some((&who.user, who.password.as_ref()?)),
            Who::New(user, password) => Some((user, password)),
        }
    }

    /// The new password to hash, and whose it will be.
    #[must_use]
    pub fn new_password(&self) -> Option<(&Userid, &Password)> {
        let Spec { who, new_password, .. } = self.command.spec();
        who.user().zip(new_password)
    }

    /// The state that has to be loaded to decide it.
    #[must_use]
    pub fn needs(&self, now: Timestamp) -> Needs {
        let mut needs = Needs::default();
        match &self.sender {
            Sender::Nobody | Sender::Console => {}
            Sender::User(user) => _ = needs.users.insert(user.clone()),
            Sender::Address(address) | Sender::Claim(address) => {
                needs.addresses.insert(address.clone());
            }
        }
        let sent = Sent { at: now, has_body: self.body.is_some() };
        self.command.spec().add_to(&mut needs, sent);
        needs
    }

    /// The board the command is about, if it is about one.
    #[must_use]
    pub fn board(&self) -> Option<BoardId> {
        self.command.spec().board
    }
}

impl Command {
    /// How the command is typed, with the game's name where there is one.
    #[must_use]
    pub fn usage_line(&self) -> String {
        self.spec().usage.line_for(self.kind())
    }

    /// The game it is about, if it is about one.
    #[must_use]
    pub const fn kind(&self) -> Option<GameKind> {
        if let Self::Game(kind, _) = self { Some(*kind) } else { None }
    }

    /// Whether the command only asks for something to be shown, so that it changes nothing.
    #[must_use]
    pub fn is_question(&self) -> bool {
        self.spec().is_question
    }

    /// Whether the command makes no sense without the lines that go with it, so that a carrier
    /// which must be asked for them asks.
    #[must_use]
    pub fn wants_body(&self) -> bool {
        self.spec().wants_body
    }

    /// The userid and password that the command carries.
    #[must_use]
    pub fn credential(&self) -> Option<&Credential> {
        match self.spec().who {
            Who::User(who) => Some(who),
            Who::Anybody | Who::New(..) => None,
        }
    }
}

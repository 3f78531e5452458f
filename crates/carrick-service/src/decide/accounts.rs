//! Accounts: signing up, changing the password.

use std::fmt::Write as _;

use jiff::{SignedDuration, Timestamp};

use super::addresses::{each_once, letters};
use super::by_link::PASSWORD_CHANGED;
use super::{Case, told};
use crate::command::{Credential, Refusal};
use crate::effects::{Addressee, Decision, Event, Link, Message};
use crate::people::{Address, Userid, must_be_a_person};
use crate::reply;
use crate::requests::Sender;
use crate::state::User;

impl Case<'_> {
    pub(super) fn signup(self, id: &Userid, addresses: &[Address]) -> Result<Decision, Refusal> {
        if let Some(user) = self.state.users.get(id) {
            let same_password = user.password.is_some() && user.password == self.evidence.verified;
            return if same_password { Ok(welcome(user)) } else { Err(taken()) };
        }
        let mut addresses = addresses.to_vec();
        if let (Sender::Address(address), true) = (&self.request.sender, addresses.is_empty()) {
            addresses.push(address.clone());
        }
        let user = User {
            addresses: each_once(&[], addresses),
            ..User::new(id.clone(), self.now, self.evidence.hashed.clone())
        };
        let mut decision = welcome(&user);
        decision.messages.extend(letters(id, &user.addresses));
        decision.events.push(Event::UserJoined(user));
        Ok(decision)
    }

    pub(super) fn change_password(self, who: &Credential) -> Result<Decision, Refusal> {
        let done = || told("Carrick: password changed", PASSWORD_CHANGED);
        let new = &self.evidence.new_verified;
        // `-` for somebody else is no repetition: the answer would say whether a guess is their
        // password.
        let may_repeat = matches!(&self.request.sender, Sender::User(known) if *known == who.user);
        let repeated = self.state.users.get(&who.user).filter(|_| may_repeat).is_some_and(|user| {
            new.is_some() && user.password == *new && self.evidence.verified.is_none()
        });
        if repeated {
            return Ok(done());
        }
        let user = self.speaker(who)?;
        let hashed = self.evidence.hashed.clone();
        let password =
            hashed.ok_or_else(|| Refusal::new("the new password could not be stored"))?;
        let mut decision = done();
        let (user, keeps) = (user.id.clone(), self.evidence.keeps.clone());
        decision.events.push(Event::PasswordChanged { user, password, keeps });
        Ok(decision)
    }

    /// `reset uid`: the answer is the same whoever is named.
    pub(super) fn reset(self, id: &Userid) -> Decision {
        let mut decision = told(
            "Carrick: a new password",
            reply::wrapped(
                "If there is a user of that name who has confirmed a mail address, a link that sets a \
                 new password goes there; at most one an hour. Whoever keeps this server can make \
                 such a link, too.",
                0,
            ),
        );
        // What was asked while the clock was ahead keeps nobody waiting when it is set back.
        let just_asked = |asked: Timestamp| (asked..asked + RESET_PAUSE).contains(&self.now);
        let user = self.state.users.get(id).filter(|user| {
            must_be_a_person(id).is_ok()
                && user.addresses.iter().any(|entry| entry.confirmed)
                && !user.reset_asked.is_some_and(just_asked)
        });
        if let Some(user) = user {
            let user = user.id.clone();
            decision.messages.push(Message {
                to: Addressee::User(user.clone()),
                subject: format!("A new password for {user}"),
                text: RESET_LETTER.to_owned(),
                board: None,
                link: Some(Link::Reset),
            });
            decision.events.push(Event::ResetAsked { user, at: self.now });
        }
        decision
    }
}

/// How long a user who asked for a link gets no other.
const RESET_PAUSE: SignedDuration = SignedDuration::from_hours(1);

const RESET_LETTER: &str = "\
Somebody, probably you, has asked for a new password for this account. The
link below sets one: for commands, for the web, or for both. If it was not
you, do nothing: all stays as it is.
";

fn taken() -> Refusal {
    Refusal::new("that userid is taken; choose another, or use the password it was made with")
}

fn welcome(user: &User) -> Decision {
    let id = &user.id;
    let examples = [
        (format!("antipod computer {id} <password>"), "a game with the computer"),
        (format!("antipod seek {id} <password>"), "offers a game to everybody"),
        ("list".to_owned(), "the boards, and open games"),
        ("help tutorial".to_owned(), "a first game, in steps"),
        ("help".to_owned(), "everything else"),
    ];
    let width = examples.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let mut text = format!(
        "Welcome to Carrick, {id}.\n\nYour password goes into every command that acts for you. Type it where \
         these\nsay <password>:\n\n"
    );
    for (command, meaning) in examples {
        let _ = writeln!(text, "  {command:width$}  {meaning}");
    }
    if !user.addresses.is_empty() {
        let list: Vec<&str> = user.addresses.iter().map(|entry| entry.address.as_str()).collect();
        let list = list.join(", ");
        let _ = writeln!(text, "\nMail is sent to an address only once it is confirmed: {list}");
    }
    told(format!("Welcome to Carrick, {id}"), text)
}

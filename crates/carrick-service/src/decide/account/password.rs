//! The command password: changing it, and a link that sets a new one.

use jiff::{SignedDuration, Timestamp};

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, told};
use crate::effects::{Addressee, Decision, Event, Link, Message, UserEvent};
use crate::people::{Userid, must_be_a_person};
use crate::reply;
use crate::requests::Sender;

impl Case<'_> {
    pub(in crate::decide) fn change_password(self, who: &Credential) -> Result<Decision, Refusal> {
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
        decision.events.push(Event::User(user, UserEvent::PasswordChanged { password, keeps }));
        Ok(decision)
    }

    /// `reset uid`: the answer is the same for every name.
    pub(in crate::decide) fn reset(self, id: &Userid) -> Decision {
        let mut decision = told(
            "Carrick: a new password",
            reply::wrapped(
                "If there is a user of that name who has confirmed a mail address, a link that sets a \
                 new password goes there; at most one an hour. The administrator of this server \
                 can make such a link, too.",
                0,
            ),
        );
        // A request from a time when the clock was ahead keeps nobody waiting when it is set back.
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
            decision.events.push(Event::User(user, UserEvent::ResetAsked(self.now)));
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

/// Answer to a change of the command password.
pub(in crate::decide) const PASSWORD_CHANGED: &str = "\
Your command password is changed. Tokens of programs and the address of your
feed, if you had any, are good no more, but for those that you chose to keep.
";

//! What comes before and after the function that decides an action: links that are emailed first,
//! clocks that have run out, boards that have changed.

use jiff::Timestamp;

use crate::decide::account::PASSWORD_CHANGED;
use crate::decide::context::{DecisionContext, answer_with_usage, ask_for_change, told};
use crate::decide::follow_up;
use crate::effects::{Decision, Event, UserEvent};
use crate::people::{BoardId, Userid, must_be_a_person};
use crate::refusal::Refusal;
use crate::requests::{AccountChange, Evidence, Keeps, Request, Sender};
use crate::state::{BoardRecord, State, User};

/// Decides a command: the events that happen and the messages that go out.
///
/// `state` must hold what [`Request::needs`] asked for. The sender is always answered; a refused
/// command has no events.
#[must_use]
pub fn decide(state: &State, request: &Request, evidence: &Evidence, now: Timestamp) -> Decision {
    decide_with(DecisionContext { state, request, evidence, now }, |refusal| {
        refusal.is_about_words().then(|| request.action.usage_line())
    })
}

/// Decides a request that was not typed as a command, such as the first line of an answer to a
/// turn's email: its refusal has no usage line.
#[must_use]
pub fn decide_untyped(
    state: &State,
    request: &Request,
    evidence: &Evidence,
    now: Timestamp,
) -> Decision {
    decide_with(DecisionContext { state, request, evidence, now }, |_| None)
}

fn decide_with(
    context: DecisionContext<'_>,
    usage: impl FnOnce(&Refusal) -> Option<String>,
) -> Decision {
    let request = context.request;
    let mut decision = context.decide().unwrap_or_else(|refusal| {
        let usage = usage(&refusal);
        answer_with_usage(request.action.kind(), request.board(), refusal, usage)
    });
    follow_up::follow_up(context, &mut decision);
    decision
}

impl DecisionContext<'_> {
    fn decide(self) -> Result<Decision, Refusal> {
        let spec = self.request.action.spec();
        if let Some(user) = self.request.who().filter(|_| spec.takes_a_person) {
            must_be_a_person(user)?;
        }
        // A password is not enough, no matter who is signed in.
        let is_known =
            matches!(&self.request.sender, Sender::User(me) if self.request.who() == Some(me));
        if !is_known && let Some(change) = (spec.change)(self.evidence) {
            return self.by_link(change);
        }
        let Some(board) = spec.board else { return (spec.decide)(self) };
        if spec.is_timed
            && let Some(expired) = self.too_late(board)?
        {
            return Ok(expired);
        }
        let decision = (spec.decide)(self)?;
        if !decision.events.is_empty() {
            self.as_seen(board)?;
        }
        Ok(decision)
    }

    /// Checks that a board is still as the sender of a change saw it, if that is known. A command
    /// that changes nothing is not checked, so a turn that arrives twice gets two answers.
    ///
    /// # Errors
    /// When it has changed since.
    fn as_seen(self, board: BoardId) -> Result<(), Refusal> {
        let now = self.state.boards.get(&board).map(BoardRecord::generation);
        match (self.request.seen, now) {
            (Some(seen), Some(now)) if seen != now => Err(Refusal::Changed(board)),
            _ => Ok(()),
        }
    }
}

// Changes of an account by a sender who is not known beyond doubt, because a command password or
// the address of an email must not be enough to take over or delete an account; and challenges,
// which take no password, in an email with an unproved address.

/// Makes a change that its user has confirmed.
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

impl DecisionContext<'_> {
    /// The answer to a change of an account by a sender who may need a link to confirm it.
    fn by_link(self, change: AccountChange) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let done = decide_change(self.state, &user.id, &change, self.now);
        if done.refusal.is_some() || changes_nothing(&done, user) {
            return Ok(done);
        }
        if !user.addresses.iter().any(|entry| entry.confirmed) {
            return Err(Refusal::NoAddress);
        }
        Ok(ask_for_change(&user.id, change))
    }
}

/// Whether nothing would change except questions about addresses: asking one again needs no link.
fn changes_nothing(done: &Decision, user: &User) -> bool {
    done.events.iter().all(
        |event| matches!(event, Event::User(_, UserEvent::AddressesSet(addresses)) if *addresses == user.addresses),
    )
}

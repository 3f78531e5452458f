//! Each command to the function that decides it.

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::command::{Command, Credential, GameCommand, HelpTopic, Who};
use crate::decide::account::PASSWORD_CHANGED;
use crate::decide::computer::PracticeChoices;
use crate::decide::context::{DecisionContext, answer_with_usage, ask_for_change, told};
use crate::decide::follow_up;
use crate::decide::looking::help_answer;
use crate::decide::starting::SeekOffer;
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
        refusal.is_about_words().then(|| request.command.usage_line())
    })
}

/// Decides a request that nobody has typed as a command, such as the first line of an answer to a
/// turn's mail: its refusal ends with no usage line.
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
        answer_with_usage(request.command.kind(), request.board(), refusal, usage)
    });
    follow_up::follow_up(context, &mut decision);
    decision
}

#[deny(clippy::wildcard_enum_match_arm)]
impl DecisionContext<'_> {
    fn decide(self) -> Result<Decision, Refusal> {
        let spec = self.request.command.spec();
        if let Some(user) = spec.who.user().filter(|_| spec.takes_a_person) {
            must_be_a_person(user)?;
        }
        if let Some(decision) = self.by_link()? {
            return Ok(decision);
        }
        match &self.request.command {
            Command::Help(topics) => Ok(help_answer(topics)),
            Command::Signup { user, addresses, .. } => self.signup(user, addresses),
            Command::ChangePassword(who, _) => self.change_password(who),
            Command::List(kinds) => Ok(self.list(kinds)),
            Command::Puzzle(kinds) => Ok(self.puzzle(kinds)),
            Command::Game(kind, command) => self.decide_game(*kind, command),
            Command::AddAddresses(who, new) => self.add_addresses(who, new),
            Command::ChangeAddresses(who, new) => self.change_addresses(who, new),
            Command::Delete(who) => self.delete(who),
            Command::Vacation(who, Some(days)) => self.vacation(who, *days),
            Command::Vacation(who, None) | Command::Signon(who) => self.back(who),
            Command::Signoff(who) => self.signoff(who),
            Command::Reset(user) => Ok(self.reset(user)),
            Command::Message(who, to) => self.message(who, to),
            Command::Broadcast(who) => self.broadcast(who),
            Command::News(who, on) => self.news(who, *on),
            Command::Block(who, other, on) => self.block(who, other, *on),
            // The carrier of a body opens it; one that is still closed lay inside another.
            Command::Multiple => Err(Refusal::NestedMultiple),
            Command::AllShow(user, selector) => self.all_show(user, *selector),
        }
    }

    fn decide_game(self, kind: GameKind, command: &GameCommand) -> Result<Decision, Refusal> {
        let spec = self.request.command.spec();
        if let (Some(board), Who::User(who), true) = (spec.board, spec.who, spec.is_timed)
            && let Some(expired) = self.too_late(board, who)?
        {
            return Ok(expired);
        }
        let decision = self.of_game(kind, command)?;
        match spec.board.filter(|_| !decision.events.is_empty()) {
            Some(board) => self.as_seen(board).map(|()| decision),
            None => Ok(decision),
        }
    }

    /// Checks that a board is still as the sender of a change has seen it, as far as that is known.
    /// A command that changes nothing is not checked: a turn that comes twice is answered twice.
    ///
    /// # Errors
    /// It has gone on, or back.
    fn as_seen(self, board: BoardId) -> Result<(), Refusal> {
        let now = self.state.boards.get(&board).map(BoardRecord::generation);
        match (self.request.seen, now) {
            (Some(seen), Some(now)) if seen != now => Err(Refusal::Changed(board)),
            _ => Ok(()),
        }
    }

    fn of_game(self, kind: GameKind, command: &GameCommand) -> Result<Decision, Refusal> {
        match command {
            GameCommand::Help => Ok(help_answer(&[HelpTopic::Game(kind)])),
            GameCommand::Standings => Ok(self.standings(kind)),
            GameCommand::Games(users, selector) => self.games(kind, users, *selector),
            GameCommand::Show(boards) => self.show(kind, boards),
            GameCommand::ShowOf(users, selector) => self.show_of(kind, users, *selector),
            GameCommand::Challenge { options, terms, first, second } => {
                self.challenge(kind, options, *terms, [first, second])
            }
            GameCommand::Move { board, who, action, number } => {
                self.play(*board, who, action, *number)
            }
            GameCommand::Set(who, settings) => self.set(kind, who, settings),
            GameCommand::Rematch(board, who) => self.rematch(*board, who),
            GameCommand::Seek { who, options, terms, count, stand_in } => self.seek(
                kind,
                who,
                SeekOffer { options, terms: *terms, count: *count, stand_in: *stand_in },
            ),
            GameCommand::CancelSeeks(who) => self.cancel_seeks(kind, who),
            GameCommand::Take(seek, who) => self.take(kind, *seek, who),
            GameCommand::Challenges(who, accept) => self.challenges(kind, who, *accept),
            GameCommand::Limit(who, limit) => self.limit(kind, who, *limit),
            GameCommand::Review(board, who, times) => self.review(*board, who, *times),
            GameCommand::Notify(who, on) => self.notify(kind, who, *on),
            GameCommand::Subscribe(Some(board), who, on) => self.subscribe(*board, who, *on),
            GameCommand::Subscribe(None, who, on) => self.subscribe_all(kind, who, *on),
            GameCommand::Chat(board, who) => self.chat(*board, who),
            GameCommand::History(player) => self.history(kind, player.as_ref()),
            GameCommand::ShowAs(who, boards, selector) => {
                self.show_as(kind, who, boards, *selector)
            }
            GameCommand::Queue(board, who, line) => self.queue(*board, who, line.as_deref()),
            GameCommand::Preview(board, at, moves) => self.preview(*board, *at, moves),
            GameCommand::PreviewNew(options, moves) => self.preview_new(kind, options, moves),
            GameCommand::Submit(board, who, turn, number) => {
                self.submit(*board, who, turn, *number)
            }
            GameCommand::Hint(board, who, step) => self.hint(*board, who, *step),
            GameCommand::Confirm(board, who) => self.confirm(*board, who),
            GameCommand::Retry { board, turn, level, who } => {
                self.retry(*board, who, *turn, *level)
            }
            GameCommand::Computer { options, level, teaching, seat, given, who } => {
                let (level, teaching, seat) = (*level, *teaching, *seat);
                let choices = PracticeChoices { level, teaching, seat, given };
                self.computer(kind, who, options, choices)
            }
        }
    }
}

// Changes of an account by a sender who is not known beyond doubt: a command password, or the
// address of a mail, is not enough to take an account over or to end it. And challenges, which
// take no password, by a mail whose address nothing proves.

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

impl<'a> DecisionContext<'a> {
    /// The answer to a change of an account that needs a link; `None` when the command is none, or
    /// comes from somebody who needs no link.
    fn by_link(self) -> Result<Option<Decision>, Refusal> {
        if matches!(self.request.sender, Sender::User(_)) {
            return Ok(None);
        }
        let Some((who, change)) = self.change() else { return Ok(None) };
        let user = self.speaker(who)?;
        let done = decide_change(self.state, &user.id, &change, self.now);
        if done.refusal.is_some() || changes_nothing(&done, user) {
            return Ok(Some(done));
        }
        if !user.addresses.iter().any(|entry| entry.confirmed) {
            return Err(Refusal::NoAddress);
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

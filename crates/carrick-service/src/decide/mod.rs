//! What a command does: pure decisions on a snapshot of the state.

mod accounts;
mod audience;
mod boards;
mod body;
mod challenge;
mod chat;
mod choices;
mod letters;
mod opening;
mod play;
mod seeks;
mod speaker;
mod watching;

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::command::{Command, GameCommand, Refusal};
use crate::{Addressee, BoardId, Decision, Evidence, Message, Request, State, help};

/// Decides a command: the events that happen and the messages that go out.
///
/// `state` must hold what [`Request::needs`] asked for. The sender is always answered; a refused
/// command has no events.
#[must_use]
pub fn decide(state: &State, request: &Request, evidence: &Evidence, now: Timestamp) -> Decision {
    let case = Case { state, request, evidence, now };
    let mut decision = case.decide().unwrap_or_else(|refusal| {
        let kind = match &request.command {
            Command::Game(kind, _) => Some(*kind),
            _ => None,
        };
        answer_refusal(kind, request.board(), &refusal)
    });
    audience::tell(state, &mut decision);
    decision
}

/// The answer to a command that was refused, or could not be understood at all.
#[must_use]
pub fn answer_refusal(
    kind: Option<GameKind>,
    board: Option<BoardId>,
    refusal: &Refusal,
) -> Decision {
    let subject = match (board, kind) {
        (Some(BoardId { kind, number }), _) => format!("{kind} board {number}: error"),
        (None, Some(kind)) => format!("{kind}: error"),
        (None, None) => "Carrick: error".to_owned(),
    };
    let message = Message { to: Addressee::Sender, subject, text: format!("{refusal}\n"), board };
    Decision { events: Vec::new(), messages: vec![message], refused: true }
}

/// Everything a decision may look at.
#[derive(Clone, Copy)]
struct Case<'a> {
    state: &'a State,
    request: &'a Request,
    evidence: &'a Evidence,
    now: Timestamp,
}

impl Case<'_> {
    fn decide(self) -> Result<Decision, Refusal> {
        match &self.request.command {
            Command::Help(topics) => Ok(help_answer(topics)),
            Command::Signup { user, addresses, .. } => self.signup(user, addresses),
            Command::ChangePassword(who, _) => self.change_password(who),
            Command::List(kinds) => Ok(self.list(kinds)),
            Command::Game(kind, command) => self.decide_game(*kind, command),
            Command::AddAddresses(..) | Command::ChangeAddresses(..) => {
                Err(not_yet("changing addresses"))
            }
            Command::Delete(_) => Err(not_yet("deleting an account")),
            Command::Signoff(_) | Command::Signon(_) => Err(not_yet("signing off and on")),
            Command::Reset(_) => Err(not_yet("resetting a password")),
            Command::Vacation(..) => Err(not_yet("taking a vacation")),
            Command::Message(who, to) => self.message(who, to),
            Command::Broadcast(who) => self.broadcast(who),
            Command::News(who, on) => self.news(who, *on),
            Command::Block(who, other, on) => self.block(who, other, *on),
            Command::Multiple => Err(not_yet("sending several commands at once")),
            Command::AllShow(..) => Err(not_yet("showing the boards of all games at once")),
        }
    }

    fn decide_game(self, kind: GameKind, command: &GameCommand) -> Result<Decision, Refusal> {
        match command {
            GameCommand::Help => Ok(help_answer(&[crate::HelpTopic::Game(kind)])),
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
            GameCommand::Rematch(board, who) => self.rematch(*board, who),
            GameCommand::Seek { who, options, terms, count } => {
                self.seek(kind, who, options, *terms, *count)
            }
            GameCommand::CancelSeeks(who) => self.cancel_seeks(kind, who),
            GameCommand::Take(seek, who) => self.take(kind, *seek, who),
            GameCommand::Challenges(who, accept) => self.challenges(kind, who, *accept),
            GameCommand::Limit(who, limit) => self.limit(kind, who, *limit),
            GameCommand::Notify(who, on) => self.notify(kind, who, *on),
            GameCommand::Subscribe(Some(board), who, on) => self.subscribe(*board, who, *on),
            GameCommand::Subscribe(None, who, on) => self.subscribe_all(kind, who, *on),
            GameCommand::Chat(board, who) => self.chat(*board, who),
            GameCommand::History(_) => Err(not_yet("the history of past games")),
            GameCommand::ShowAs(..) => Err(not_yet("showing a board turned for a player")),
            GameCommand::Queue(..) => Err(not_yet("queueing conditional moves")),
            GameCommand::Preview(..) | GameCommand::PreviewNew(..) => {
                Err(not_yet("previewing a position"))
            }
            GameCommand::Submit(..) | GameCommand::Confirm(..) => {
                Err(not_yet("looking at a move before it is confirmed"))
            }
            GameCommand::Set(..) => Err(not_yet("display settings")),
            GameCommand::Computer { .. } => Err(not_yet("playing against the computer")),
        }
    }
}

/// An answer to the sender alone, without effects.
fn told(subject: impl Into<String>, text: impl Into<String>) -> Decision {
    let message =
        Message { to: Addressee::Sender, subject: subject.into(), text: text.into(), board: None };
    Decision { events: Vec::new(), messages: vec![message], refused: false }
}

fn help_answer(topics: &[crate::HelpTopic]) -> Decision {
    let text = match topics {
        [] => help::text(None),
        some => some.iter().map(|&topic| help::text(Some(topic))).collect::<Vec<_>>().join("\n"),
    };
    told("Carrick: help", text)
}

/// The answer to a command of the language that this version does not carry out.
fn not_yet(what: &str) -> Refusal {
    Refusal::new(format!(
        "not yet: {what} is part of the command language, but this version of the server cannot do it; \
         `help commands` shows what it can do"
    ))
}

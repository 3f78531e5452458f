//! Answers to the sender: plain ones, refusals, and answers to choices.

use carrick_games::GameKind;

use crate::command::Refusal;
use crate::effects::{Addressee, Decision, Event, Message, UserEvent};
use crate::people::BoardId;
use crate::reply;
use crate::state::{Choices, User};

/// An answer to the sender alone, without effects.
pub(in crate::decide) fn told(subject: impl Into<String>, text: impl Into<String>) -> Decision {
    let message = Message {
        to: Addressee::Sender,
        subject: subject.into(),
        text: text.into(),
        board: None,
        link: None,
    };
    Decision { events: Vec::new(), messages: vec![message], refused: false }
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
    let text = refusal.to_string().lines().map(|line| reply::wrapped(line, 0)).collect();
    let message = Message { to: Addressee::Sender, subject, text, board, link: None };
    Decision { events: Vec::new(), messages: vec![message], refused: true }
}

/// The answer to a choice; the event only if something changes.
pub(in crate::decide) fn chosen(
    user: &User,
    kind: GameKind,
    choices: Choices,
    what: &str,
    text: String,
) -> Decision {
    let mut decision = told(format!("{kind}: {what}"), text);
    if user.choices(kind) != choices {
        decision.events.push(Event::User(user.id.clone(), UserEvent::ChoicesSet { kind, choices }));
    }
    decision
}

//! Answers to the sender: plain ones, refusals, and answers to choices.

use carrick_games::GameKind;

use crate::command::Refusal;
use crate::effects::{Addressee, Decision, Event, Message, UserEvent};
use crate::people::{BoardId, GameSettings, UserSettings};
use crate::reply;
use crate::state::User;

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

/// The answer to a choice in a game; the event only if something changes.
pub(in crate::decide) fn chosen(
    user: &User,
    kind: GameKind,
    chosen: GameSettings,
    what: &str,
    text: String,
) -> Decision {
    let mut decision = told(format!("{kind}: {what}"), text);
    let settings = user.settings.clone().with_game(kind, chosen);
    decision.events.extend(settings_changed(user, settings));
    decision
}

/// The event of new settings, if they are others.
pub(in crate::decide) fn settings_changed(user: &User, settings: UserSettings) -> Option<Event> {
    (settings != user.settings)
        .then(|| Event::User(user.id.clone(), UserEvent::SettingsChanged(Box::new(settings))))
}

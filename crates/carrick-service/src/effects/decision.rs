//! Decision of a command: its events and messages.

use super::{BoardEvent, Event, Message};
use crate::state::{Letter, Readers};

/// The effects of a command and everything there is to say about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decision {
    /// Changes of the state; none when the command was refused or was a question.
    pub events: Vec<Event>,
    /// Messages to the sender, who is always answered, and to users.
    pub messages: Vec<Message>,
    /// Whether the command was refused.
    pub refused: bool,
}

impl Decision {
    /// Number of turns that it plays.
    #[must_use]
    pub fn turns(&self) -> u32 {
        let is_turn =
            |event: &&Event| matches!(event, Event::Board(_, BoardEvent::TurnPlayed { .. }));
        self.events.iter().filter(is_turn).count() as u32
    }

    /// Whether its messages to users are news that somebody broadcast.
    #[must_use]
    pub fn tells_news(&self) -> bool {
        let is_news =
            |event: &Event| matches!(event, Event::LetterWritten(Letter { to: Readers::News, .. }));
        self.events.iter().any(is_news)
    }
}

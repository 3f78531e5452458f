//! What comes of a command.

use super::{Event, Message};
use crate::state::{Letter, Readers};

/// The effects of a command and everything there is to say about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decision {
    /// What changes; nothing when the command was refused or only asked.
    pub events: Vec<Event>,
    /// Who is told what. The sender is always answered.
    pub messages: Vec<Message>,
    /// Whether the command was refused.
    pub refused: bool,
}

impl Decision {
    /// Whether its messages to users bring what somebody wrote to all who read the news.
    #[must_use]
    pub fn tells_news(&self) -> bool {
        let is_news =
            |event: &Event| matches!(event, Event::LetterWritten(Letter { to: Readers::News, .. }));
        self.events.iter().any(is_news)
    }
}

//! What comes of a command.

use crate::{Event, Message};

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

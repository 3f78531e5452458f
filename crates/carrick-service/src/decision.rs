//! What a command comes to, before anything is written.

use crate::{Event, Message};

/// What was decided from a [`State`](crate::State): what changes, and what is said about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decision {
    /// What happened, in order; nothing when the command was refused or only asked.
    pub events: Vec<Event>,
    /// What to say, in order.
    pub messages: Vec<Message>,
    /// Whether the command was refused.
    pub refused: bool,
}

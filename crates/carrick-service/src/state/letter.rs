//! Letters: messages, remarks and news by users.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::people::{BoardId, Userid};

/// Something a user wrote to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Its author.
    pub from: Userid,
    /// To whom.
    pub to: Readers,
    /// Lines ended by line feeds, no control characters.
    pub text: String,
    /// When.
    pub at: Timestamp,
}

/// Readers of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readers {
    /// These users.
    Users(BTreeSet<Userid>),
    /// Everybody who reads the news.
    News,
    /// The players and subscribers of a board; everybody else may look.
    Board(BoardId),
}

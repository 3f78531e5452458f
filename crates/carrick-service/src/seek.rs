//! Open games that wait for somebody to take them.

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::{Terms, Userid};

/// An offer of games to whoever takes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    /// The game.
    pub kind: GameKind,
    /// The number within that game.
    pub number: u32,
    /// Who offers them.
    pub user: Userid,
    /// The game's options in canonical form.
    pub options: String,
    /// The server's options.
    pub terms: Terms,
    /// When the offer was made.
    pub made: Timestamp,
    /// How many games are left; with none left the seek is gone.
    pub left: u32,
}

//! Turns, and the other things that a player does in their place.

use std::fmt;

/// Action of a player: a turn, an offer or the answer to one, a resignation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Play a turn, written in the game's notation (`pass` and `swap` are turns too): normalised
    /// text, not yet read by the game.
    Play(String),
    /// Offer a draw.
    Propose,
    /// Ask to take the last turn back.
    Undo,
    /// Accept the opponent's offer.
    Accept,
    /// Reject it.
    Reject,
    /// Resign.
    Resign,
}

impl Action {
    /// The action of this name; `None` for a turn.
    ///
    /// ```
    /// use carrick_service::Action;
    /// assert_eq!(Action::named("Propose"), Some(Action::Propose));
    /// assert_eq!(Action::named("d3"), None);
    /// ```
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let all = [Self::Propose, Self::Undo, Self::Accept, Self::Reject, Self::Resign];
        all.into_iter().find(|action| word.eq_ignore_ascii_case(&action.to_string()))
    }
}

impl fmt::Display for Action {
    /// Writes the word that stands for it in a command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Play(turn) => turn,
            Self::Propose => "propose",
            Self::Undo => "undo",
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Resign => "resign",
        })
    }
}

/// Words that can stand in a move's place besides the game's own turns.
pub(in crate::command) const ACTIONS: [&str; 5] = ["propose", "undo", "accept", "reject", "resign"];

//! Reasons why a turn of Antipod is illegal.

use super::Place;
use crate::{Colour, GameKind, Outcome};

/// Why a turn of Antipod is against the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// There is already a stone on the point.
    #[error("{place} is taken: a {} stone stands there; any empty point is open to you",
        adjective(*.by))]
    Taken {
        /// The point.
        place: Place,
        /// The colour of the stone.
        by: Colour,
    },
    /// The point is one of the two poles, which Black holds from the start.
    #[error(
        "{place} is a pole, and Black stands there from the start; any empty point is open to you"
    )]
    Centre {
        /// The point.
        place: Place,
    },
    /// The turn is for a larger board.
    #[error("this board has no such point")]
    OffBoard,
    /// The game is over.
    #[error("the game is over ({})", .outcome.sentence(GameKind::Antipod))]
    Over {
        /// The outcome.
        outcome: Outcome,
    },
}

const fn adjective(colour: Colour) -> &'static str {
    match colour {
        Colour::Light => "white",
        Colour::Dark => "black",
    }
}

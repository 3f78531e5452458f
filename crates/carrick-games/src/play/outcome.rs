//! Outcomes: how a game ends, and the proof on the board.

use std::fmt;

use crate::{Colour, GameKind};

/// Outcome of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One colour won.
    Win {
        /// The winner.
        winner: Colour,
        /// The reason for the win.
        by: WinBy,
    },
    /// No one won.
    Draw(DrawBy),
}

/// Why a game was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WinBy {
    /// A connected path: the three sides (Ankor, Boche) or the two poles (Antipod).
    Path,
    /// A ring between the two poles (Antipod).
    Ring,
    /// An enclosed group (Boche).
    Enclosure,
    /// The higher score (Anchor).
    Score,
    /// The opponent resigned.
    Resignation,
    /// The opponent's time ran out.
    Time,
}

/// Why a game was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DrawBy {
    /// Equal scores (Anchor).
    Score,
    /// The same position, with the same player to move, occurred for the third time (Ankor).
    Repetition,
    /// A hundred moves in a row without a cube added (Ankor).
    NoProgress,
    /// Two passes in a row, because neither player could do anything else (Ankor).
    Passes,
    /// The players agreed on it.
    Agreement,
}

impl WinBy {
    /// All reasons.
    pub const ALL: [Self; 6] =
        [Self::Path, Self::Ring, Self::Enclosure, Self::Score, Self::Resignation, Self::Time];

    /// The reason in a word, as in records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Ring => "ring",
            Self::Enclosure => "enclosure",
            Self::Score => "score",
            Self::Resignation => "resignation",
            Self::Time => "time",
        }
    }
}

impl DrawBy {
    /// All reasons.
    pub const ALL: [Self; 5] =
        [Self::Score, Self::Repetition, Self::NoProgress, Self::Passes, Self::Agreement];

    /// The reason in a word or two, as in records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Repetition => "repetition",
            Self::NoProgress => "no progress",
            Self::Passes => "passes",
            Self::Agreement => "agreement",
        }
    }
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Colour> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// The outcome with the colours exchanged.
    #[must_use]
    pub fn with_colours_exchanged(self) -> Self {
        match self {
            Self::Win { winner, by } => Self::Win { winner: !winner, by },
            Self::Draw(_) => self,
        }
    }

    /// The reason in a word or two, as in records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Win { by, .. } => by.reason(),
            Self::Draw(by) => by.reason(),
        }
    }

    /// The result in one word, as in records: the winner's colour, or `draw`.
    #[must_use]
    pub const fn word(self, kind: GameKind) -> &'static str {
        match self.winner() {
            Some(colour) => kind.colour_name(colour),
            None => "draw",
        }
    }

    /// The outcome as a sentence in the terms of the given game, without a full stop.
    ///
    /// ```
    /// use carrick_games::{Colour, GameKind, Outcome, WinBy};
    /// let outcome = Outcome::Win { winner: Colour::Light, by: WinBy::Ring };
    /// let said = outcome.sentence(GameKind::Antipod).to_string();
    /// assert_eq!(said, "White wins: a ring parts the two poles");
    /// ```
    #[must_use]
    pub fn sentence(self, kind: GameKind) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::Win { winner, by } => {
                let loser = kind.colour_name(!winner);
                write!(f, "{} wins: ", kind.colour_name(winner))?;
                match by {
                    WinBy::Path => {
                        write!(f, "a path joins the {}", kind.facts().joins.unwrap_or("sides"))
                    }
                    WinBy::Ring => f.write_str("a ring parts the two poles"),
                    WinBy::Enclosure => write!(f, "a group of {loser} is enclosed"),
                    WinBy::Score => f.write_str("the higher score"),
                    WinBy::Resignation => write!(f, "{loser} resigned"),
                    WinBy::Time => write!(f, "the time of {loser} ran out"),
                }
            }
            Self::Draw(by) => f.write_str(match by {
                DrawBy::Score => "Draw: equal scores",
                DrawBy::Repetition => "Draw: the same position for the third time",
                DrawBy::NoProgress => "Draw: a hundred moves without a cube added",
                DrawBy::Passes => "Draw: neither player has a turn left",
                DrawBy::Agreement => "Draw by agreement",
            }),
        })
    }
}

/// The proof of an [`Outcome`] on the board, which every front end can mark.
///
/// Places are written like cells in records: `x,y,z` for cubes and lattice points, names for points
/// of Antipod and Anchor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutcomeProof {
    /// The outcome needs no proof on the board (resignation, time, agreement, repetition, ...).
    None,
    /// The winner's connected path, end to end: lattice points in Boche, cubes or stones in the
    /// other games.
    Path(Vec<String>),
    /// The winner's ring, in order round it.
    Ring(Vec<String>),
    /// The lattice points of an enclosed group, sorted.
    Enclosure(Vec<String>),
    /// The count of an Anchor game.
    Score(crate::anchor::Score),
}

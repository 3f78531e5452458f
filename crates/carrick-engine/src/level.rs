//! The nine levels of the computer: node budgets and softmax temperatures.

use std::fmt;
use std::str::FromStr;

use carrick_games::{AnyGame, Game, match_game};

use crate::{Searchable, opening};

/// How strong the computer plays, from 1 to 9.
///
/// ```
/// use carrick_engine::Level;
/// let level: Level = "level3".parse()?;
/// assert_eq!(level.number(), 3);
/// assert_eq!("12".parse::<Level>().unwrap_err().to_string(), "levels are 1 to 9");
/// # Ok::<(), carrick_engine::LevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Error of a text that names no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("levels are 1 to 9")]
pub struct LevelError;

/// Strength of a level: node budget and temperature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Strength {
    /// Node budget of a turn; `None` for the strongest level, which is limited by time only.
    pub(crate) nodes: Option<u64>,
    /// Softmax temperature over move values: a move worth this much less is 1/e as likely. At 0 the
    /// best move is played.
    pub(crate) temperature: f32,
}

impl Level {
    /// The weakest.
    pub const MIN: Self = Self(1);
    /// The strongest.
    pub const MAX: Self = Self(9);
    /// The level whose node budget is the maximum for a forced turn.
    pub(crate) const GLANCE: Self = Self(5);
    /// Time of the strongest level for a turn, in milliseconds.
    pub const FULL_TIME_MS: u64 = 3000;

    /// The level with a number from 1 to 9.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 9 { Some(Self(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=9).map(Self)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Maximum number of nodes to search for the turn after `ply` turns of a game. `beginning`
    /// holds the game's first turns. `None` when only time limits the search.
    #[must_use]
    pub fn most_nodes(self, beginning: &AnyGame, ply: usize) -> Option<u64> {
        match_game!(beginning, AnyGame(game) => self.most_nodes_of(game, ply))
    }

    fn most_nodes_of<B: Searchable>(self, beginning: &Game<B>, ply: usize) -> Option<u64> {
        let nodes = self.strength::<B>().nodes?;
        let chooses_side = ply <= opening::LATEST
            && opening::values(beginning.board().options().into()).is_none()
            && opening::settles_sides(beginning);
        let by_games = if B::SWAPS_BY_GAMES { opening::QUICK_GAMES_NODES } else { 0 };
        let for_side = if chooses_side { B::NODES_FOR_A_SIDE + by_games } else { 0 };
        Some(nodes.max(for_side))
    }

    /// Node budget and temperature in a game.
    pub(crate) const fn strength<B: Searchable>(self) -> Strength {
        match self.0 {
            number @ 1..=8 => {
                let (nodes, temperature) = B::LEVELS[number as usize - 1];
                Strength { nodes: Some(nodes), temperature }
            }
            _ => Strength { nodes: None, temperature: 0.0 },
        }
    }

    /// Strength for a turn that decides about the sides, on boards without an opening book.
    pub(crate) fn strength_for_a_side<B: Searchable>(self) -> Strength {
        let nodes = self.strength::<B>().nodes.map(|nodes| nodes.max(B::NODES_FOR_A_SIDE));
        Strength { nodes, temperature: 0.0 }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level{}", self.0)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    /// Reads `3` or `level3`.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let number = text.strip_prefix("level").unwrap_or(text).parse().map_err(|_| LevelError)?;
        Self::new(number).ok_or(LevelError)
    }
}

//! The nine levels of the computer: node budgets and softmax temperatures.

use std::fmt;
use std::str::FromStr;

use carrick_games::{AnyGame, Board, Game, GameKind};

use crate::opening;

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

/// A text is no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("levels are 1 to 9")]
pub struct LevelError;

/// What makes a level as strong as it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Strength {
    /// Node budget of a turn; `None` for the strongest, which only time ends.
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
    /// The level whose budget a forced turn gets at most.
    pub(crate) const GLANCE: Self = Self(5);
    /// How long the strongest level thinks about a turn.
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

    /// Maximum number of nodes to search for a turn of a game of which the beginning is given,
    /// after `ply` turns; `None` when only time ends the search.
    #[must_use]
    pub fn most_nodes(self, beginning: &AnyGame, ply: usize) -> Option<u64> {
        match beginning {
            AnyGame::Ankor(game) => self.most_nodes_of(game, ply),
            AnyGame::Boche(game) => self.most_nodes_of(game, ply),
            AnyGame::Antipod(game) => self.most_nodes_of(game, ply),
            AnyGame::Anchor(game) => self.most_nodes_of(game, ply),
        }
    }

    fn most_nodes_of<B: Board>(self, beginning: &Game<B>, ply: usize) -> Option<u64> {
        let nodes = self.strength(B::KIND).nodes?;
        let chooses_side = ply <= opening::LATEST
            && opening::values(beginning.board().options().into()).is_none()
            && opening::settles_sides(beginning);
        let for_side = match (chooses_side, B::KIND) {
            (false, _) => 0,
            (true, GameKind::Boche) => Self::nodes_for_a_side(B::KIND) + opening::QUICK_GAMES_NODES,
            (true, _) => Self::nodes_for_a_side(B::KIND),
        };
        Some(nodes.max(for_side))
    }

    /// Node budget and temperature, as measured in matches between neighbours (`docs/strength.md`).
    /// A node of Ankor is one evaluation of alpha-beta; elsewhere it is a batch of playouts, which
    /// takes longest in Boche.
    ///
    /// Weak levels lower the temperature at a small node budget; strong ones raise the budget at
    /// temperature 0. Mixing the two picks moves with hardly any visits.
    pub(crate) const fn strength(self, kind: GameKind) -> Strength {
        let levels: [(u64, f32); 8] = match kind {
            GameKind::Ankor => [
                (1000, 0.021),
                (195, 0.0),
                (640, 0.0),
                (1150, 0.0),
                (2050, 0.0),
                (5200, 0.0),
                (11_300, 0.0),
                (22_000, 0.0),
            ],
            GameKind::Boche => [
                (1, 1.0),
                (1, 0.355),
                (1, 0.165),
                (1, 0.1),
                (1, 0.0685),
                (1, 0.042),
                (1, 0.0175),
                (14, 0.0),
            ],
            GameKind::Antipod => [
                (1, 0.0195),
                (1, 0.0131),
                (9, 0.0),
                (26, 0.0),
                (63, 0.0),
                (174, 0.0),
                (505, 0.0),
                (2200, 0.0),
            ],
            GameKind::Anchor => [
                (1, 0.0103),
                (1, 0.0082),
                (1, 0.0059),
                (28, 0.0),
                (76, 0.0),
                (180, 0.0),
                (450, 0.0),
                (1200, 0.0),
            ],
        };
        match self.0 {
            number @ 1..=8 => {
                let (nodes, temperature) = levels[number as usize - 1];
                Strength { nodes: Some(nodes), temperature }
            }
            _ => Strength { nodes: None, temperature: 0.0 },
        }
    }

    /// Strength where sides are chosen and no table tells which is the better one.
    pub(crate) fn strength_for_a_side(self, kind: GameKind) -> Strength {
        let least = Self::nodes_for_a_side(kind);
        let nodes = self.strength(kind).nodes.map(|nodes| nodes.max(least));
        Strength { nodes, temperature: 0.0 }
    }

    /// Minimum number of nodes at which any level chooses a side: an error there loses the game
    /// before it is played. With 1000 Boche of size 7 was opened with a turn worth 0.67.
    const fn nodes_for_a_side(kind: GameKind) -> u64 {
        match kind {
            GameKind::Ankor => 60_000,
            GameKind::Boche | GameKind::Anchor | GameKind::Antipod => 3000,
        }
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

//! Grading puzzles: the weakest level that finds the solution.

use std::fmt;
use std::str::FromStr;

use carrick_engine::{AnyPlayer, Level, LevelError, Limits, Memory};
use carrick_games::{AnyGame, GameKind};

/// Grade of a puzzle: the weakest level of the computer that finds the whole solution, or none.
///
/// ```
/// use carrick_coach::puzzle::Grade;
/// let grade: Grade = "level3".parse()?;
/// assert!(grade < "beyond".parse()?);
/// assert_eq!(grade.to_string(), "level3");
/// # Ok::<(), carrick_engine::LevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// This level finds it, and none below.
    Level(Level),
    /// No level finds it.
    Beyond,
}

/// Seeds with which each level tries.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

/// Number of tries that must succeed.
const MOST: usize = 2;

/// How many times the eighth level's positions the ninth may search, which plays by the clock at
/// the board.
const NINTH: u64 = 4;

/// Memory of a level that tries: searches are short.
const MEMORY: Memory = Memory { tree: 64 << 20, table: 1 << 20 };

impl Grade {
    /// Grades a solution, which begins in a game's current position.
    ///
    /// A level finds it when it plays each own turn of it, against the replies of the solution, in
    /// two of three tries with different seeds.
    #[must_use]
    pub fn of(game: &AnyGame, solution: &[String]) -> Self {
        let found = Level::all_of(game.kind()).find(|&level| finds(level, game, solution));
        found.map_or(Self::Beyond, Self::Level)
    }

    /// Rating with which a puzzle of a game begins, on the scale of players' ratings, if it has the
    /// grade.
    ///
    /// The first level stands at 1270 and each further one 90 points higher, and 1500 is where
    /// people begin. The levels for beginners, as many as the game has, share the points from 1000
    /// to the first level.
    #[must_use]
    pub fn rating(self, kind: GameKind) -> f64 {
        let below = |one: &Level| match self {
            Self::Level(level) => *one < level,
            Self::Beyond => true,
        };
        let step = |one: Level| match one.is_novice() {
            true => 270.0 / f64::from(kind.facts().novices),
            false => 90.0,
        };
        1000.0 + Level::all_of(kind).filter(below).map(step).sum::<f64>()
    }
}

/// Whether a level finds a solution most of the time.
fn finds(level: Level, game: &AnyGame, solution: &[String]) -> bool {
    let (mut right, mut wrong) = (0, 0);
    for seed in SEEDS {
        if plays(level, seed, game, solution) {
            right += 1;
        } else {
            wrong += 1;
        }
        if right == MOST || wrong == MOST {
            break;
        }
    }
    right == MOST
}

/// Whether a level plays each own turn of a solution.
fn plays(level: Level, seed: u64, game: &AnyGame, solution: &[String]) -> bool {
    let ninth = Level::new(8).and_then(|eighth| eighth.most_nodes(game, game.ply()));
    let limits = Limits::nodes(ninth.unwrap_or(u64::MAX / NINTH).saturating_mul(NINTH));
    let mut game = game.clone();
    let mut player = AnyPlayer::new(&game, level, seed, MEMORY);
    for (index, turn) in solution.iter().enumerate() {
        if index % 2 == 0 {
            let chosen = player.choose(&game, limits);
            if chosen.is_none_or(|chosen| chosen.turn != *turn) {
                return false;
            }
        }
        match game.play_text(turn) {
            Ok(after) => game = after,
            Err(_) => return false,
        }
    }
    true
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Beyond => f.write_str("beyond"),
        }
    }
}

impl FromStr for Grade {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        if text == "beyond" { Ok(Self::Beyond) } else { text.parse().map(Self::Level) }
    }
}

//! Puzzles as data: one JSON object a line.

use carrick_engine::LevelError;
use carrick_games::{AnyGame, AnyOptions, GameKind, OptionError, SizeLimits, UnknownGame};
use serde::{Deserialize, Serialize};

use super::grade::Grade;
use crate::puzzle::mining::MOST_OWN_TURNS;
use crate::puzzle::proof::Certainty;

/// A position with exactly one winning turn, and the line that wins.
///
/// Every turn of it is legal and in canonical form.
///
/// ```
/// use carrick_coach::puzzle::Puzzle;
/// let text = r#"{"number":1,"game":"antipod","options":"-radius=4","turns":"a1+","solution":"d4",
///     "grade":"level2","certainty":{"proved":{"nodes":12}},
///     "source":{"from":"self-play","game":7,"players":["level1","level2"],"seed":1}}"#;
/// let refused = Puzzle::parse(text).unwrap_err();
/// assert!(refused.to_string().starts_with("turn 1 of the game, a1+, cannot be played"));
/// ```
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// Number among the puzzles of its game, from 1. A number is never given again.
    pub number: u32,
    /// The game up to the position in which the solver is to move.
    pub start: AnyGame,
    /// The solver's turns and the replies in between, beginning and ending with the solver's.
    pub solution: Vec<String>,
    /// The weakest level that finds it.
    pub grade: Grade,
    /// How sure it is that there is no other solution.
    pub certainty: Certainty,
    /// The game from which it comes.
    pub source: Source,
}

/// Origin of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// `self-play`, `server`, or the name of a file of games.
    pub from: String,
    /// Number of the game there: of the board, or of the game of a match.
    pub game: u64,
    /// The players, first and second.
    pub players: [String; 2],
    /// Whether the last turn before the puzzle is not the game's, but a better defence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub varied: bool,
    /// The random seed, where the game was played for the collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A puzzle as it is written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    number: u32,
    game: String,
    options: String,
    turns: String,
    solution: String,
    grade: String,
    certainty: Certainty,
    source: Source,
}

/// Error of a line that is no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The line is no JSON object with the fields of a puzzle.
    #[error("a puzzle is one JSON object: {0}")]
    Form(#[from] serde_json::Error),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The options are not the game's.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The grade is no level.
    #[error("the grade is a level or `beyond`: {0}")]
    Grade(#[from] LevelError),
    /// A turn cannot be played.
    #[error("turn {number} of the {part}, {turn}, cannot be played: {reason}")]
    Turn {
        /// "game" or "solution".
        part: &'static str,
        /// Number of the turn in its part, from 1.
        number: usize,
        /// The turn as it is written.
        turn: String,
        /// Reason that the rules give.
        reason: String,
    },
    /// The solution does not begin and end with a turn of the solver, or is too long.
    #[error(
        "a solution has 1 to {MOST_OWN_TURNS} turns of the solver and a reply between two of them, \
         and not {0} turns"
    )]
    Length(usize),
}

impl Puzzle {
    /// Reads a puzzle from a line.
    ///
    /// # Errors
    /// The first fault. All turns are checked by the rules.
    pub fn parse(text: &str) -> Result<Self, PuzzleError> {
        let written: Written = serde_json::from_str(text)?;
        let kind: GameKind = written.game.parse()?;
        let words: Vec<&str> = written.options.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Challenge)?;
        let start = play(AnyGame::new(options), &written.turns, "game")?;
        let before = start.ply();
        let end = play(start.clone(), &written.solution, "solution")?;
        let solution = end.turn_names().split_off(before);
        if solution.len() % 2 == 0 || solution.len() > 2 * MOST_OWN_TURNS - 1 {
            return Err(PuzzleError::Length(solution.len()));
        }
        Ok(Self {
            number: written.number,
            start,
            solution,
            grade: written.grade.parse()?,
            certainty: written.certainty,
            source: written.source,
        })
    }

    /// Writes the puzzle on a line, without its end.
    #[must_use]
    pub fn to_line(&self) -> String {
        let written = Written {
            number: self.number,
            game: self.kind().name().to_owned(),
            options: self.start.options().to_string(),
            turns: self.start.turn_names().join(" "),
            solution: self.solution.join(" "),
            grade: self.grade.to_string(),
            certainty: self.certainty,
            source: self.source.clone(),
        };
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// The game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.start.kind()
    }
}

/// Plays turns that are separated by blanks.
fn play(game: AnyGame, turns: &str, part: &'static str) -> Result<AnyGame, PuzzleError> {
    turns.split_whitespace().zip(1..).try_fold(game, |game, (turn, number)| {
        game.play_text(turn).map_err(|refused| PuzzleError::Turn {
            part,
            number,
            turn: turn.to_owned(),
            reason: refused.reason.to_string(),
        })
    })
}

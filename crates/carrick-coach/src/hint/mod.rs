//! Hints: a good turn for the player to move, told in three steps.
//!
//! [`Budget::find`] searches a position once; a [`Hint`] can be stored, and tells more with each
//! [`Step`]: where to look, which turn, and why. With the same budget a position gets the same
//! hint.

mod budget;
mod near;
mod words;

#[cfg(test)]
mod tests;

use carrick_engine::{Thought, Value};
use carrick_games::AnyGame;
use serde::{Deserialize, Serialize};

pub use budget::Budget;

/// Maximum number of turns of a hint's line.
pub const LINE: usize = 6;

/// Step of a hint: how much of it is told.
///
/// ```
/// use carrick_coach::hint::Step;
/// assert_eq!("2".parse(), Ok(Step::Turn));
/// assert_eq!(Step::Where.next(), Some(Step::Turn));
/// let said = "a hint has three steps: 1 says where to look, 2 the turn, and 3, the last, why";
/// assert_eq!("4".parse::<Step>().unwrap_err().to_string(), said);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Step {
    /// A part of the board.
    Where,
    /// The turn.
    Turn,
    /// The line, and the values before and after the turn.
    Why,
}

/// Error of a number that is no step of a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hint has three steps: 1 says where to look, 2 the turn, and 3, the last, why")]
pub struct StepError;

impl Step {
    /// All steps in order.
    pub const ALL: [Self; 3] = [Self::Where, Self::Turn, Self::Why];

    /// Number of the step, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The step after this one.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        match self {
            Self::Where => Some(Self::Turn),
            Self::Turn => Some(Self::Why),
            Self::Why => None,
        }
    }
}

impl TryFrom<u8> for Step {
    type Error = StepError;

    fn try_from(number: u8) -> Result<Self, StepError> {
        Self::ALL.into_iter().find(|step| step.number() == number).ok_or(StepError)
    }
}

impl From<Step> for u8 {
    fn from(step: Step) -> Self {
        step.number()
    }
}

impl std::str::FromStr for Step {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        text.parse::<u8>().map_err(|_| StepError)?.try_into()
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.number().fmt(f)
    }
}

/// Value of a position to the player who is helped, and the search that found it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// 0 to 1; when proved 0, one half or 1.
    pub value: f32,
    /// Whether the value is proved.
    pub proved: bool,
    /// Number of positions that were searched; 0 where none needed to be.
    pub nodes: u64,
}

impl Found {
    /// The finding of a search of the helped player's own position.
    fn own(thought: &Thought, nodes: u64) -> Self {
        let value = thought.proved.map_or(thought.value, Value::points);
        Self { value, proved: thought.proved.is_some(), nodes }
    }

    /// A proved value.
    const fn proved(value: f32, nodes: u64) -> Self {
        Self { value, proved: true, nodes }
    }
}

/// A good turn for the player to move, and why it is good.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// The turn and those that are likely to follow, at most [`LINE`], by their canonical names.
    pub line: Vec<String>,
    /// A place at or beside that of the turn, where the player is told to look; `None` for a turn
    /// without a place, such as `swap`.
    pub near: Option<String>,
    /// Value before the turn.
    pub before: Found,
    /// Value after the turn, from a search of its own where it is not proved.
    pub after: Found,
}

impl Hint {
    /// The turn; empty only for a damaged hint.
    #[must_use]
    pub fn turn(&self) -> &str {
        self.line.first().map(String::as_str).unwrap_or_default()
    }

    /// The places to look at, the turn's among them, in the position of the hint; none for a turn
    /// without a place.
    #[must_use]
    pub fn region(&self, game: &AnyGame) -> Vec<String> {
        self.near.as_deref().map(|near| near::region(game, near)).unwrap_or_default()
    }

    /// The hint in words, up to a step: a sentence or a few for each, in order.
    ///
    /// ```
    /// use carrick_coach::hint::{Budget, Step};
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
    /// let play = |game: AnyGame, turn| game.play_text(turn).unwrap();
    /// let game = ["d3", "a2", "d5", "b1"].into_iter().fold(AnyGame::new(options), play);
    /// let hint = Budget { nodes: 50, seed: 1 }.find(&game, &|| false).unwrap();
    /// let told = hint.told(&game, Step::Turn);
    /// assert!(told[0].starts_with("Look near "), "{told:?}");
    /// assert!(told[1].contains(hint.turn()) && told.len() == 2, "{told:?}");
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[must_use]
    pub fn told(&self, game: &AnyGame, step: Step) -> Vec<String> {
        let steps = Step::ALL.into_iter().filter(|&one| one <= step);
        steps.map(|one| words::of_step(self, game, one)).collect()
    }
}

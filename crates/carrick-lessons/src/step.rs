//! A step of a lesson: a position, a request, and the answer to each try.

use carrick_games::{AnyGame, NotationError, TurnError};

use crate::Goal;

/// A step of a lesson: one idea, learned by playing one turn.
#[derive(Debug, Clone)]
pub struct LessonStep {
    /// Number that a reader's progress keeps for the step, from 1 to [`MOST_KEPT`](Self::MOST_KEPT)
    /// and unique in the lesson. It stays the same when steps are inserted, moved or renamed, and
    /// is never used for another step.
    pub kept: u8,
    /// Title, without a full stop.
    pub title: String,
    /// The position in which it is the reader's turn.
    pub start: AnyGame,
    /// Overlays of the picture, as words of the position endpoint's parameter `show`; often empty.
    pub show: String,
    /// The figure below the explanation, if there is one.
    pub figure: Option<LessonFigure>,
    /// Explanation of the idea, in a sentence or two.
    pub say: String,
    /// The request.
    pub ask: String,
    /// Paragraphs for readers who want more than the explanation.
    pub more: Vec<String>,
    /// Which turns are right.
    pub goal: Goal,
    /// Shown after a right turn.
    pub praise: String,
    /// Foreseen legal turns that are not right, each with a comment.
    pub wrong: Vec<Foreseen>,
    /// Shown after any other legal turn that is not right.
    pub otherwise: String,
    /// Help for a reader who is stuck.
    pub hint: String,
}

/// A figure in the text of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonFigure {
    /// `cube`: a cube of Boche with labels on its faces and nearest corner.
    Cube,
}

/// A legal turn that is not right, and the comment on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreseen {
    /// The turn in canonical form.
    pub turn: String,
    /// The comment on the turn.
    pub said: String,
}

/// Verdict on a try.
#[derive(Debug, Clone)]
pub enum TryVerdict {
    /// The turn is right.
    Right {
        /// The game after the turn.
        after: Box<AnyGame>,
    },
    /// The turn is legal, but not what the step asks for.
    Wrong {
        /// Why not, as sentences.
        said: String,
    },
    /// The rules refuse the turn.
    Refused {
        /// Why, as a sentence.
        said: String,
    },
}

impl LessonStep {
    /// Largest number of a step: progress has this many bits.
    pub const MOST_KEPT: u8 = 16;

    /// Maximum number of words before the first action: the explanation and the request.
    pub const MOST_WORDS: usize = 40;

    /// Judges a turn in any notation that a player may type.
    #[must_use]
    pub fn judge(&self, typed: &str) -> TryVerdict {
        let turn: String = typed.split_whitespace().collect();
        let after = match self.start.clone().play_text(&turn) {
            Ok(after) => after,
            Err(refused) => return TryVerdict::Refused { said: self::refused(&refused.reason) },
        };
        if self.goal.accepts(&self.start, &after) {
            return TryVerdict::Right { after: Box::new(after) };
        }
        let played = after.last_turn();
        let foreseen = self.wrong.iter().find(|wrong| Some(&wrong.turn) == played.as_ref());
        TryVerdict::Wrong { said: foreseen.map_or(&self.otherwise, |wrong| &wrong.said).clone() }
    }
}

/// A refusal by the rules as a sentence, with a capital letter unless it starts with a place.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Ankor, &[], SizeLimits::Challenge)?;
/// let error = AnyGame::new(options).play_text("q99").unwrap_err();
/// assert!(carrick_lessons::refused(&error.reason).ends_with(['.', '?']));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn refused<I: std::fmt::Display>(reason: &TurnError<I>) -> String {
    let text = reason.to_string();
    let place = !matches!(reason, TurnError::Notation(NotationError::Form { .. }))
        && text.chars().nth(1).is_some_and(|second| second.is_ascii_digit());
    let end = if text.ends_with('?') { "" } else { "." };
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !place => format!("{}{}{end}", first.to_uppercase(), letters.as_str()),
        _ => format!("{text}{end}"),
    }
}

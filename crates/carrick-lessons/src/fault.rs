//! Errors in lesson files.

use carrick_games::{OptionError, UnknownGame};

use crate::UnknownEffect;

/// A fault in a lesson file, with its line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LessonError {
    /// Line of the file, from 1.
    pub line: usize,
    /// The fault.
    pub fault: LessonFault,
}

/// Fault of a lesson file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LessonFault {
    /// The file does not begin with the name of a game.
    #[error("a lesson begins with a line such as `# Ankor`")]
    NoGame,
    /// The name after `#` is not that of a game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A line is neither a heading nor `key: value`.
    #[error("a line is `## Title of a step`, or a key, a colon and a text")]
    Form,
    /// A key stands before the first step.
    #[error("`{key}` belongs into a step: begin one with `## Title`")]
    OutsideStep {
        /// The key.
        key: String,
    },
    /// The key is unknown.
    #[error("there is no key `{key}`; the keys of a step are {known}")]
    Key {
        /// The key as it was written.
        key: String,
        /// The keys there are.
        known: &'static str,
    },
    /// A key that may stand once in a step stands there again.
    #[error("the step has `{key}` already")]
    Twice {
        /// The key.
        key: &'static str,
    },
    /// Nothing follows a heading or a key.
    #[error("nothing follows `{key}`")]
    Empty {
        /// The heading or key.
        key: String,
    },
    /// A step lacks something.
    #[error("the step “{step}” has no `{key}`")]
    Missing {
        /// Title of the step.
        step: String,
        /// The key that it lacks.
        key: &'static str,
    },
    /// The number by which progress keeps a step is none.
    #[error("a step is kept by a number from 1 to {most}")]
    Kept {
        /// The largest number.
        most: u8,
    },
    /// Two steps are kept by the same number.
    #[error("the step “{step}” is kept by {kept} already")]
    KeptTwice {
        /// The number.
        kept: u8,
        /// Title of the other step.
        step: String,
    },
    /// There is no figure of this name.
    #[error("there is no figure `{name}`; the only one is cube")]
    Figure {
        /// The name as it was written.
        name: String,
    },
    /// The options are not the game's.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A turn of the start cannot be played.
    #[error("turn {number}, {turn}, cannot be played: {reason}")]
    Turn {
        /// Number of the turn, from 1.
        number: usize,
        /// The turn as it was written.
        turn: String,
        /// Reason that the rules give.
        reason: String,
    },
    /// The game is over before the step begins.
    #[error("the game is over before the step begins: {outcome}")]
    Over {
        /// The outcome as a sentence.
        outcome: String,
    },
    /// A foreseen turn is illegal: the rules answer it already.
    #[error("{turn} is refused by the rules, which say why: {reason}")]
    ForeseenIllegal {
        /// The turn.
        turn: String,
        /// The reason that the rules give.
        reason: String,
    },
    /// An accepted turn is illegal.
    #[error("{turn} is accepted but cannot be played: {reason}")]
    AcceptedIllegal {
        /// The turn.
        turn: String,
        /// The reason that the rules give.
        reason: String,
    },
    /// An accepted turn has not the effects that the step names, or a foreseen one is right.
    #[error("{turn} has these effects: {found}")]
    Effects {
        /// The turn.
        turn: String,
        /// Its effects in words.
        found: String,
    },
    /// No legal turn is right, or all are.
    #[error(
        "{} of the {legal} legal turns are right; a step needs some that are right and some that are not",
        right
    )]
    Choice {
        /// Number of right turns.
        right: usize,
        /// Number of legal turns.
        legal: usize,
    },
    /// Words after `accept:` are no effect.
    #[error(transparent)]
    Effect(#[from] UnknownEffect),
    /// A file without steps.
    #[error("the lesson has no step")]
    NoStep,
}

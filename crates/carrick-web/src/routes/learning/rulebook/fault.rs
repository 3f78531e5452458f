//! Errors in pages of rules.

use carrick_games::OptionError;
use carrick_lessons::UnknownEffect;
use carrick_pictures::AnnotationError;

/// A fault in a page, with its line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub(crate) struct PageError {
    /// Line of the file, from 1.
    pub(crate) line: usize,
    pub(crate) fault: Fault,
}

/// Fault of a page.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum Fault {
    #[error("a figure is described behind ` # `: `<!-- carrick show ankor b2 # A cube in b2. -->`")]
    NoDescription,
    #[error("the command begins with `--score` or the name of a game, not with {given:?}")]
    Game { given: String },
    #[error(transparent)]
    Options(#[from] OptionError),
    #[error("turn {number}, {turn}, cannot be played: {reason}")]
    Turn { number: usize, turn: String, reason: String },
    #[error("a comment ends with a line `-->`")]
    Unclosed,
    #[error("a line of a figure is a key, a colon and a text; a line that goes on is indented")]
    Form,
    #[error("there is no key `{key}`; the keys of a figure are {KEYS}")]
    Key { key: String },
    #[error("{what} is a number from 0 to {most}, not {given:?}")]
    Number { what: &'static str, given: String, most: usize },
    #[error("`show` has the words of the position endpoint, not {given:?}")]
    Show { given: String },
    #[error("a drawing in letters follows a figure, begun by ```text and ended by ```")]
    NoLetters,
    #[error("a caption ends with an asterisk")]
    Caption,
    #[error("a comment on a turn begins `* Start: ` or, for the fifth turn, `* Turn 5, `c3`: `")]
    Told,
    #[error("turn {number} of this figure is {turn}, not {given}")]
    OtherTurn { number: usize, turn: String, given: String },
    #[error("comments follow the order of the turns")]
    Order,
    #[error(transparent)]
    Note(#[from] AnnotationError),
    #[error(transparent)]
    Effect(#[from] UnknownEffect),
    #[error("`{key}` is written like `{form}`")]
    ClaimForm { key: &'static str, form: &'static str },
    #[error("not so: {found}")]
    Untrue { found: String },
}

/// Keys of a figure, for errors.
const KEYS: &str = "mark, show, from, is, then, goes, path, connected, apart, covered, group, \
                    anchors, dead and score";

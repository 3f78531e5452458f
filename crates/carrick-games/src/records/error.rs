//! Errors in records, with their place in the text.

use std::fmt;

use super::sgf::MAX_NODES;
use super::study::{MAX_PLIES, MAX_STUDY_BYTES, MAX_STUDY_TURNS};
use super::{MAX_BYTES, MAX_DEPTH, MAX_TURNS, NotAMoment, RULES};
use crate::{GameKind, Illegal, OptionError, Outcome, TurnError, UnknownGame};

/// Why a text was not accepted as a record.
///
/// ```
/// use carrick_games::records::Record;
/// let error = Record::read("antipod -radius=6: f14 f10 f14").unwrap_err();
/// let place = "turn 3 (f14), line 1, column 28: f14 is taken";
/// assert!(error.to_string().starts_with(place), "{error}");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RecordError(Box<ErrorParts>);

#[derive(Debug, Clone, PartialEq)]
struct ErrorParts {
    turn: Option<TurnAt>,
    place: Option<RecordPlace>,
    fault: RecordFault,
}

/// A turn of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnAt {
    /// Its number, from 1; swaps and passes are included.
    pub number: usize,
    /// The text of the turn, shortened if it is long.
    pub text: String,
}

/// A place in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordPlace {
    /// A place in the text.
    Text(TextPosition),
    /// A value in JSON: `header.players[1].name`.
    Field(String),
    /// A property in SGF.
    Property {
        /// Its name, shortened if it is long.
        name: String,
        /// Where it is.
        position: TextPosition,
    },
}

/// Line and column in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPosition {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

/// A fault of a record.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RecordFault {
    /// More than [`MAX_BYTES`].
    #[error("the text is longer than {MAX_BYTES} bytes")]
    TooLong,
    /// More than [`MAX_TURNS`].
    #[error("there are more than {MAX_TURNS} turns")]
    TooManyTurns,
    /// The main line of an SGF has more nodes than turns and comments can need.
    #[error("there are more than {MAX_NODES} nodes")]
    TooManyNodes,
    /// Variations are nested more than [`MAX_DEPTH`] deep.
    #[error("the variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// More than a study can contain.
    #[error(
        "a study holds at most {MAX_STUDY_TURNS} turns, {MAX_PLIES} of them in a row, and \
         {MAX_STUDY_BYTES} bytes of text"
    )]
    StudyTooLarge,
    /// A turn of a study does not come after its parent, for example in a circle.
    #[error(
        "this is not a tree: a parent is the number of an earlier turn, counted from 0, or null for a \
         first turn"
    )]
    NotATree,
    /// The bytes are not UTF-8.
    #[error("the text is not encoded in UTF-8")]
    NotUtf8,
    /// The text has none of the three forms.
    #[error(
        "this is not a record of a game; a record starts with {{ (JSON), (; (SGF) or the \
         name of a game, as in \"antipod -radius=6: f14 f10\""
    )]
    Unrecognised,
    /// The text is not JSON.
    #[error("this is not JSON: {0}")]
    Json(String),
    /// Something else is expected here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// Something is missing that a record must have.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A property occurs twice in one node, or has several values.
    #[error("the property may be given only once in a node, and with one value")]
    Repeated,
    /// There is text after the end.
    #[error("nothing may follow the end of the record")]
    Trailing,
    /// A collection of several games.
    #[error("a second game starts here; a record contains only one")]
    SecondGame,
    /// An encoding other than UTF-8.
    #[error("the encoding must be UTF-8")]
    Encoding,
    /// A version of SGF that does not exist yet.
    #[error("expected SGF of version 1 to 4")]
    Version,
    /// The name of a game that does not exist.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The number is not that of one of our games.
    #[error("that is not one of our games, which have the numbers {}", game_numbers())]
    GameNumber,
    /// Options that the game refuses.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// `SZ` and `OPTIONS` give different sizes.
    #[error("the size is not the one that the options give")]
    Size,
    /// Rules that are not known yet.
    #[error("the game was played by version {0} of the rules; the newest known is {RULES}")]
    Rules(u32),
    /// Stones were put on the board without being played.
    #[error("a record contains turns that were played, not positions that were set up")]
    SetUp,
    /// Not a time.
    #[error(transparent)]
    Moment(#[from] NotAMoment),
    /// The text is not a turn, or the turn is against the rules.
    #[error("{0}")]
    Turn(TurnError<Illegal>),
    /// A turn of the player who is not to move.
    #[error("it is the turn of {0}")]
    WrongPlayer(&'static str),
    /// A note on a turn that was not played.
    #[error("there is no such turn; the game has {0}")]
    NoSuchTurn(usize),
    /// The result has no known form.
    #[error("expected a result such as {0}")]
    Result(&'static str),
    /// The turns lead to another end of the game than the record claims.
    #[error("this is not what the turns lead to: {}", outcome_sentence(*.kind, *.actual))]
    WrongResult {
        /// The game.
        kind: GameKind,
        /// The outcome that the turns lead to; `None` if the game is not over.
        actual: Option<Outcome>,
    },
    /// A win without a reason, in a game that is not over.
    #[error(
        "the turns leave the game running, and the result does not say whether the loser resigned \
         or ran out of time"
    )]
    UnknownReason,
}

impl RecordError {
    /// The turn, if the fault is in a turn.
    #[must_use]
    pub const fn turn(&self) -> Option<&TurnAt> {
        self.0.turn.as_ref()
    }

    /// The place in the text, if the fault is in one place.
    #[must_use]
    pub const fn place(&self) -> Option<&RecordPlace> {
        self.0.place.as_ref()
    }

    /// The fault.
    #[must_use]
    pub const fn fault(&self) -> &RecordFault {
        &self.0.fault
    }

    /// A fault of the record as a whole.
    pub(super) fn whole(fault: RecordFault) -> Self {
        Self(Box::new(ErrorParts { turn: None, place: None, fault }))
    }

    /// A fault at a byte of a text.
    pub(super) fn at(text: &str, byte: usize, fault: impl Into<RecordFault>) -> Self {
        Self::placed(RecordPlace::Text(TextPosition::of(text, byte)), fault.into())
    }

    /// A fault of a value in JSON.
    pub(super) fn field(path: impl Into<String>, fault: impl Into<RecordFault>) -> Self {
        Self::placed(RecordPlace::Field(path.into()), fault.into())
    }

    /// A fault of a property that starts at a byte of an SGF.
    pub(super) fn property(text: &str, name: &str, byte: usize, fault: RecordFault) -> Self {
        let position = TextPosition::of(text, byte);
        Self::placed(RecordPlace::Property { name: shortened(name), position }, fault)
    }

    /// Adds a turn to the error.
    pub(super) fn in_turn(mut self, number: usize, text: &str) -> Self {
        self.0.turn = Some(TurnAt { number, text: shortened(text) });
        self
    }

    /// Moves the error, for a text that starts at a position of a larger text.
    pub(super) fn moved(mut self, start: TextPosition) -> Self {
        if let Some(RecordPlace::Text(position) | RecordPlace::Property { position, .. }) =
            &mut self.0.place
        {
            if position.line == 1 {
                position.column += start.column - 1;
            }
            position.line += start.line - 1;
        }
        self
    }

    fn placed(place: RecordPlace, fault: RecordFault) -> Self {
        Self(Box::new(ErrorParts { turn: None, place: Some(place), fault }))
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn().map(ToString::to_string);
        let place = self.place().map(ToString::to_string);
        let places: Vec<String> = turn.into_iter().chain(place).collect();
        if !places.is_empty() {
            write!(f, "{}: ", places.join(", "))?;
        }
        self.fault().fmt(f)
    }
}

impl fmt::Display for TurnAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {} ({})", self.number, self.text)
    }
}

impl fmt::Display for RecordPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(position) => position.fmt(f),
            Self::Field(path) => f.write_str(path),
            Self::Property { name, position } => write!(f, "{name} in {position}"),
        }
    }
}

impl TextPosition {
    /// Line and column of a byte of a text; for bytes beyond its end, those of the end.
    pub(super) fn of(text: &str, byte: usize) -> Self {
        let before = &text[..text.floor_char_boundary(byte)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text of the record in the form in which an error may repeat it: short, and on one line.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 20;
    let mut chars = text.chars();
    let mut short: String = chars.by_ref().take(LONGEST).flat_map(char::escape_debug).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}

fn outcome_sentence(kind: GameKind, outcome: Option<Outcome>) -> String {
    outcome.map_or_else(
        || "the game is not over".to_owned(),
        |outcome| outcome.sentence(kind).to_string(),
    )
}

fn game_numbers() -> String {
    let numbers = GameKind::ALL.map(|kind| format!("{} ({kind})", kind.facts().sgf));
    numbers.join(", ")
}

//! Errors of records, with the place in the text.

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
    /// Counted from 1; swaps and passes count.
    pub number: usize,
    /// The text of the turn, shortened when it is long.
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
        /// Its name, shortened when it is long.
        name: String,
        /// Where it stands.
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
    /// More nodes in the main line of an SGF than turns and comments can need.
    #[error("there are more than {MAX_NODES} nodes")]
    TooManyNodes,
    /// Variations within variations, more than [`MAX_DEPTH`] deep.
    #[error("the variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// More than a study holds.
    #[error(
        "a study holds at most {MAX_STUDY_TURNS} turns, {MAX_PLIES} of them in a row, and \
         {MAX_STUDY_BYTES} bytes of text"
    )]
    StudyTooLarge,
    /// A turn of a study that does not stand after its parent, as in a circle.
    #[error(
        "this is no tree: a parent is the number of an earlier turn, counted from 0, or null for a \
         first turn"
    )]
    NotATree,
    /// The bytes are not UTF-8.
    #[error("the text is not encoded in UTF-8")]
    NotUtf8,
    /// None of the three forms.
    #[error(
        "this is no record of a game; a record begins with {{ (JSON), with (; (SGF), or with the \
         name of a game, as in \"antipod -radius=6: f14 f10\""
    )]
    Unrecognised,
    /// Not JSON.
    #[error("this is not JSON: {0}")]
    Json(String),
    /// Something else should stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// Something that a record must have is not there.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A property stands twice in one node, or has several values.
    #[error("the property may be given only once in a node, and with one value")]
    Repeated,
    /// The text goes on after its end.
    #[error("nothing may follow the end of the record")]
    Trailing,
    /// A collection of games.
    #[error("a second game begins here; a record holds one")]
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
    /// The number of a game that is none of ours.
    #[error("that is none of our games, which have the numbers {}", game_numbers())]
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
    /// Stones that were put on the board, not played.
    #[error("a record holds turns that were played, no positions that were set up")]
    SetUp,
    /// Not a time.
    #[error(transparent)]
    Moment(#[from] NotAMoment),
    /// A turn that is none, or against the rules.
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
    /// The turns end the game in another way than the record says.
    #[error("this is not what the turns lead to: {}", outcome_sentence(*.kind, *.actual))]
    WrongResult {
        /// The game.
        kind: GameKind,
        /// The outcome to which the turns led; `None` when they leave it running.
        actual: Option<Outcome>,
    },
    /// A win without a reason, in a game that goes on.
    #[error(
        "the turns leave the game running, and the result does not say whether the loser resigned \
         or ran out of time"
    )]
    UnknownReason,
}

impl RecordError {
    /// The turn, when the fault is in one.
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

    /// A fault of a property that begins at a byte of an SGF.
    pub(super) fn property(text: &str, name: &str, byte: usize, fault: RecordFault) -> Self {
        let position = TextPosition::of(text, byte);
        Self::placed(RecordPlace::Property { name: shortened(name), position }, fault)
    }

    /// The error, placed in a turn.
    pub(super) fn in_turn(mut self, number: usize, text: &str) -> Self {
        self.0.turn = Some(TurnAt { number, text: shortened(text) });
        self
    }

    /// The error, where the text that was read begins at a position of a larger one.
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
    /// Line and column of a byte of a text; those of its end for a byte beyond.
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

/// A text of the record as an error may repeat it: short, and on one line.
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

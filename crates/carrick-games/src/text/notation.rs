//! Notation: reads turns as players type them, tolerant of their form and exact about faults.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

use crate::text::mistyped::did_you_mean;
use crate::{Board, GameKind, Outcome};

/// Name of the turn that exchanges the players' colours, in every game that has one; see
/// [`Board::is_swap`].
pub const SWAP: &str = "swap";

/// Name of the turn that does not change the board, in every game that has one; see
/// [`Board::is_pass`].
pub const PASS: &str = "pass";

/// Writing and reading the turns of a game.
pub trait Notation: Board {
    /// Reads a turn as typed by a player, in this position.
    ///
    /// # Errors
    /// If the text is not a turn, or names places where there is nothing to move or no spot to play
    /// on.
    fn parse_turn(&self, text: &str) -> Result<Self::Turn, TurnError<Self::Illegal>>;

    /// Writes a turn in its canonical form. [`parse_turn`](Self::parse_turn) can read it back in
    /// the position in which the turn was legal.
    ///
    /// # Errors
    /// Only those of the formatter.
    fn write_turn(&self, turn: Self::Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Whether a [normalised](normalise) word has the form of a turn with a place, on a board of
    /// any size. Few other words have that form; a word without it may be a password.
    fn has_form(word: &str) -> bool;

    /// A turn in its canonical form, for printing.
    fn turn_name(&self, turn: Self::Turn) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| self.write_turn(turn, f))
    }
}

/// Why a turn was not played. `I` is the game's [`Illegal`](crate::Board::Illegal) type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TurnError<I> {
    /// The text is not a turn.
    #[error(transparent)]
    Notation(NotationError),
    /// The turn is against the rules.
    #[error(transparent)]
    Illegal(I),
    /// The turn was refused, and may be a typing error.
    #[error("{reason}{}", did_you_mean(Some(.meant)))]
    Mistyped {
        /// The fault of the text as typed.
        reason: Box<Self>,
        /// The legal turn that was probably meant, in canonical form.
        meant: String,
    },
    /// The game is over.
    #[error("the game is over ({})", outcome.sentence(*.kind))]
    Over {
        /// The game.
        kind: GameKind,
        /// Its outcome.
        outcome: Outcome,
    },
}

impl<I> From<NotationError> for TurnError<I> {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

impl<I: Into<Illegal>> TurnError<I> {
    /// Converts the error to the type that is common to all games.
    pub fn erase(self) -> TurnError<Illegal> {
        match self {
            Self::Notation(error) => TurnError::Notation(error),
            Self::Illegal(illegal) => TurnError::Illegal(illegal.into()),
            Self::Mistyped { reason, meant } => {
                TurnError::Mistyped { reason: Box::new(reason.erase()), meant }
            }
            Self::Over { kind, outcome } => TurnError::Over { kind, outcome },
        }
    }
}

impl<I> TurnError<I> {
    /// The error without the suggestion.
    #[must_use]
    pub fn plain(&self) -> &Self {
        match self {
            Self::Mistyped { reason, .. } => reason.plain(),
            _ => self,
        }
    }

    /// Whether the text is not a turn at all, so that every position would refuse it.
    #[must_use]
    pub fn is_notation(&self) -> bool {
        matches!(self.plain(), Self::Notation(_))
    }

    /// The legal turn that was probably meant, in canonical form.
    #[must_use]
    pub fn meant(&self) -> Option<&str> {
        match self {
            Self::Mistyped { meant, .. } => Some(meant),
            Self::Notation(_) | Self::Illegal(_) | Self::Over { .. } => None,
        }
    }
}

macro_rules! any_illegal {
    ($(#[$meta:meta])* $any:ident $($variant:ident $module:ident,)*) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        pub enum $any {
            $(#[doc = concat!(stringify!($variant), "'s reasons.")]
            #[error(transparent)]
            $variant(#[from] crate::$module::Illegal),)*
        }
    };
}

games!(any_illegal! {
    /// Why a turn is against the rules, in any game.
    Illegal
});

impl From<Infallible> for Illegal {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// Why a text is not a turn.
///
/// The message never repeats the text itself, only parts with the form of a place, because a word
/// typed in the wrong position may be a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text does not have the form of a turn.
    #[error("that is not a turn; a turn looks like {expected}")]
    Form {
        /// Examples of the forms of turns.
        expected: &'static str,
    },
    /// A place that this board does not have.
    #[error("{place} is not on this board: {range}")]
    OffBoard {
        /// The place, in canonical form; at most two digits.
        place: String,
        /// The places that exist: "rows run from a to k, and row f from 1 to 11".
        range: String,
    },
    /// A `+` after a point that is not on the rim.
    #[error("{place} is not a rim point, so it takes no +")]
    NotOnRim {
        /// The point without the `+`.
        place: String,
    },
}

/// The text in lower case, without surrounding blanks. Typographic apostrophes, and accents typed
/// instead of one, become `'`; double quotes become two of them.
///
/// ```
/// assert_eq!(carrick_games::normalise(" D3″ "), "d3''");
/// assert_eq!(carrick_games::normalise("d3`"), "d3'");
/// ```
#[must_use]
pub fn normalise(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if text.bytes().all(|byte| byte.is_ascii() && !matches!(byte, b'"' | b'`' | b'A'..=b'Z')) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2019}' | '\u{2032}' | '\u{2018}' | '`' | '\u{b4}' => plain.push('\''),
            '"' | '\u{201d}' | '\u{2033}' => plain.push_str("''"),
            _ => plain.push(c.to_ascii_lowercase()),
        }
    }
    Cow::Owned(plain)
}

/// A place as letter and number, both counted from 1, and the rest of the text: `d3'` gives row 4,
/// number 3 and the rest `'`. `None` unless the text starts with one letter and one or two digits,
/// the first of which is not 0.
///
/// The text must have been [normalised](normalise).
#[must_use]
pub fn split_place(text: &str) -> Option<(u8, u8, &str)> {
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let rest = &text[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 2 || rest.starts_with('0') {
        return None;
    }
    let number = rest[..digits].parse().ok()?;
    Some((letter - b'a' + 1, number, &rest[digits..]))
}

/// Whether a normalised word is a letter and a number, like the name of a point.
pub(crate) fn is_point(word: &str) -> bool {
    split_place(word).is_some_and(|(.., rest)| rest.is_empty())
}

/// The letter of a row, counted from 1.
pub(crate) const fn row_letter(row: u8) -> char {
    (b'a' + row - 1) as char
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert_eq!(split_place("d3''"), Some((4, 3, "''")));
        assert_eq!(split_place("k11-f4"), Some((11, 11, "-f4")));
        for text in ["", "d", "3", "d03", "d0", "d123", "dd3", "é3", "D3"] {
            assert_eq!(split_place(text), None, "{text}");
        }
    }

    #[test]
    fn typographic_quotes() {
        assert_eq!(normalise("D3\u{2019}-F4\u{2018}"), "d3'-f4'");
        assert_eq!(normalise("d3\u{201d}"), "d3''");
        assert_eq!(normalise("d3\""), "d3''");
        assert_eq!(normalise("C:D3\u{2032}"), "c:d3'");
    }
}

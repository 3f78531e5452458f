//! The points of the board, with the same names on boards of every size.

use std::fmt;
use std::str::FromStr;

use super::options::MAX_SIZE;
use super::topology::SPAN;
use crate::{NotationError, normalise, split_place};

/// A point, named by a letter and a number: `H8`.
///
/// Every board has a corner at `A1`, so a point exists on every board that is large enough.
/// [`Board::has`](super::Board::has) tells whether it exists on a given board.
///
/// ```
/// use carrick_games::anchor::Point;
/// let point: Point = "h8".parse()?;
/// assert_eq!((point.letter(), point.number()), (8, 8));
/// assert_eq!(point.to_string(), "H8");
/// # Ok::<(), carrick_games::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    letter: u8,
    number: u8,
}

impl Point {
    /// The point with a letter and a number, both counted from 1; `None` if no board has it.
    #[must_use]
    pub const fn new(letter: u8, number: u8) -> Option<Self> {
        let span = SPAN as u8;
        let exists = letter >= 1
            && number >= 1
            && letter <= span
            && number <= span
            && letter.abs_diff(number) < MAX_SIZE;
        if exists { Some(Self { letter, number }) } else { None }
    }

    /// The letter as a number: 1 for `A`.
    #[must_use]
    pub const fn letter(self) -> u8 {
        self.letter
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }

    /// The point's index in sets of points.
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.letter as usize - 1) * SPAN + self.number as usize - 1
    }

    /// The point with an index taken from a set of points.
    #[inline]
    pub(super) const fn at(index: usize) -> Self {
        Self { letter: (index / SPAN) as u8 + 1, number: (index % SPAN) as u8 + 1 }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter_name(self.letter), self.number)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = NotationError;

    /// Reads the name of a point in upper or lower case.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = normalise(text);
        let Some((letter, number, "")) = split_place(&text) else {
            return Err(NotationError::Form { expected: "H8" });
        };
        Self::new(letter, number)
            .ok_or_else(|| super::notation::off_board(letter, number, MAX_SIZE))
    }
}

/// The letter of a line, counted from 1.
pub(super) const fn letter_name(letter: u8) -> char {
    (b'A' + letter - 1) as char
}

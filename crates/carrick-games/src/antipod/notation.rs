//! Notation of Antipod, names of points: `f4` on the left half, `f14` on the right, `a3+` on the
//! rim.

use std::fmt;

use super::{Board, DrawnPlace, Half, Illegal, Point, Sphere, Turn};
use crate::text::notation::{is_point, row_letter};
use crate::{Notation, NotationError, TurnError, normalise, split_place};

/// Forms of turns, for refusals.
const EXPECTED: &str = "f4 (left board), f14 (right board) or a3+ (rim)";

impl Notation for Board {
    fn parse_turn(&self, text: &str) -> Result<Turn, TurnError<Illegal>> {
        Ok(self.sphere().parse(text)?)
    }

    fn write_turn(&self, turn: Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.sphere().place(turn), f)
    }

    fn has_form(word: &str) -> bool {
        is_point(word.strip_suffix('+').unwrap_or(word))
    }
}

/// A point's canonical name: `f14`; for a rim point, its left name and a plus, `a3+`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    row: u8,
    number: u8,
    rim: bool,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = if self.rim { "+" } else { "" };
        write!(f, "{}{}{plus}", row_letter(self.row), self.number)
    }
}

impl Sphere {
    /// The canonical name of a point.
    ///
    /// # Panics
    /// If this sphere has no such point.
    #[must_use]
    pub fn place(&self, point: Point) -> Place {
        let site = self.site(point).unwrap_or_else(|| panic!("no point {}", point.index()));
        Place { row: site.row, number: self.number(site), rim: self.is_rim(point) }
    }

    /// The number in the name of the point at a site. Columns of the right half continue the count
    /// of the left.
    #[must_use]
    pub const fn number(&self, site: DrawnPlace) -> u8 {
        match site.half {
            Half::Left => site.column,
            Half::Right => site.column + 2 * self.radius() - 1,
        }
    }

    /// Reads the name of a point. A rim point has two, `a3` and `a14` at radius 6, and either may
    /// be followed by a plus.
    ///
    /// # Errors
    /// If the text does not have the form of a name, names a point that does not exist, or has a
    /// plus after a point that is not on the rim.
    pub fn parse(&self, text: &str) -> Result<Point, NotationError> {
        let text = normalise(text);
        let form = NotationError::Form { expected: EXPECTED };
        let Some((row, number, rest)) = split_place(&text) else { return Err(form) };
        let plus = match rest.trim_start() {
            "" => false,
            "+" => true,
            _ => return Err(form),
        };
        let columns = 2 * self.radius() - 1;
        let (half, column) = match number.checked_sub(columns) {
            None | Some(0) => (Half::Left, number),
            Some(column) => (Half::Right, column),
        };
        let Some(point) = self.at(DrawnPlace { half, row, column }) else {
            let place = Place { row, number, rim: false }.to_string();
            return Err(NotationError::OffBoard { place, range: self.range(row) });
        };
        if plus && !self.is_rim(point) {
            return Err(NotationError::NotOnRim { place: self.place(point).to_string() });
        }
        Ok(point)
    }

    /// The range of names near a row, for refusals.
    fn range(&self, row: u8) -> String {
        let rows = 2 * self.radius() - 1;
        let Some(columns) = self.columns(row) else {
            return format!("rows run from a to {}", row_letter(rows));
        };
        let (first, last) = (columns.start(), columns.end());
        format!(
            "row {} runs from {first} to {last} on the left board and from {} to {} on the right",
            row_letter(row),
            first + rows,
            last + rows,
        )
    }
}

//! Notation of Boche: turns as text: `c:d3`, `swap`.

use std::fmt;

use super::board::Board;
use super::illegal::Illegal;
use super::rotation::Rotation;
use super::turns::Turn;
use crate::cubes::{CellId, Lattice, Place, is_place};
use crate::{NotationError, SWAP, TurnError, normalise};

const FORM: NotationError =
    NotationError::Form { expected: "c:d3 (rotation c, one of a to h, at d3) or swap" };

impl crate::Notation for Board {
    fn parse_turn(&self, text: &str) -> Result<Turn, TurnError<Illegal>> {
        parse(self, text)
    }

    fn write_turn(&self, turn: Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.lattice(), turn, f)
    }

    fn has_form(word: &str) -> bool {
        word.split_once(':').is_some_and(|(rotation, place)| {
            matches!(rotation.as_bytes(), [b'a'..=b'h']) && is_place(place)
        })
    }
}

/// Reads a turn in a position.
pub(super) fn parse(board: &Board, text: &str) -> Result<Turn, TurnError<Illegal>> {
    let text = normalise(text);
    if text == SWAP {
        return Ok(Turn::Swap);
    }
    let (rotation, name) = match text.split_once(':') {
        Some((rotation, name)) => (Some(rotation.trim_end()), name.trim_start()),
        None => (None, &*text),
    };
    let (place, "") = board.lattice().parse_place(name).unwrap_or(Err(FORM))? else {
        return Err(FORM.into());
    };
    let turn = turn(board, rotation, place);
    turn.map_err(TurnError::Illegal)
}

/// Writes a turn.
pub(super) fn write(lattice: &Lattice, turn: Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match turn {
        Turn::Place { cell, rotation } => write!(f, "{rotation}:{}", lattice.place(cell)),
        Turn::Swap => f.write_str(SWAP),
    }
}

/// The turn on the spot at a place, with the rotation typed before it.
fn turn(board: &Board, rotation: Option<&str>, place: Place) -> Result<Turn, Illegal> {
    let cell = spot(board, place)?;
    let fitting = board.fitting(cell);
    let letter = rotation.ok_or(Illegal::NoRotation { place, fitting })?;
    let mut letters = letter.chars();
    match (letters.next().and_then(Rotation::from_letter), letters.next()) {
        (Some(rotation), None) => Ok(Turn::Place { cell, rotation }),
        _ => Err(Illegal::NotARotation { place, fitting }),
    }
}

/// The spot at a place, or why there is none.
fn spot(board: &Board, place: Place) -> Result<CellId, Illegal> {
    if let Some(spot) = board.spot_at(place) {
        return Ok(spot);
    }
    // Of the cells at a place, the player means the lowest. If it has a cube, the error gives the
    // reason against the next one.
    let lowest = board.lattice().cells_over(place).next().ok_or(Illegal::OffBoard)?;
    board.check_cell(lowest).and(Err(Illegal::OffBoard))
}

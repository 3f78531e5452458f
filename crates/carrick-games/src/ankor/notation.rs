//! Notation of Ankor: turns as text: `d3`, `d3-f4`, `swap`, `pass`.

use std::fmt;

use super::board::Board;
use super::illegal::Illegal;
use super::turns::Turn;
use crate::cubes::{CellId, Lattice, Place, is_place};
use crate::{NotationError, PASS, SWAP, TurnError, normalise};

const FORM: NotationError =
    NotationError::Form { expected: "d3 (add a cube), d3-f4 (move one), swap or pass" };

impl crate::Notation for Board {
    fn parse_turn(&self, text: &str) -> Result<Turn, TurnError<Illegal>> {
        parse(self, text)
    }

    fn write_turn(&self, turn: Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.lattice(), turn, f)
    }

    fn has_form(word: &str) -> bool {
        word.split('-').count() <= 2 && word.split('-').all(is_place)
    }
}

/// Reads a turn in a position.
pub(super) fn parse(board: &Board, text: &str) -> Result<Turn, TurnError<Illegal>> {
    let text = normalise(text);
    match &*text {
        SWAP => return Ok(Turn::Swap),
        PASS => return Ok(Turn::Pass),
        _ => {}
    }
    let (from, rest) = place(board.lattice(), &text)?;
    let Some(rest) = rest.trim_start().strip_prefix(['-', '\u{2013}']) else {
        return match board.lattice().cells_over(from).next() {
            Some(lowest) if rest.is_empty() => Ok(Turn::Add(lowest)),
            _ => Err(FORM.into()),
        };
    };
    let (to, "") = place(board.lattice(), rest.trim_start())? else {
        return Err(FORM.into());
    };
    let from = topmost(board, from).map_err(TurnError::Illegal)?;
    let to = spot(board, to).map_err(TurnError::Illegal)?;
    Ok(Turn::Move { from, to })
}

/// Writes a turn.
pub(super) fn write(lattice: &Lattice, turn: Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match turn {
        Turn::Add(hole) => write!(f, "{}", lattice.place(hole)),
        Turn::Move { from, to } => write!(f, "{}-{}", lattice.place(from), lattice.place(to)),
        Turn::Swap => f.write_str(SWAP),
        Turn::Pass => f.write_str(PASS),
    }
}

fn place<'a>(lattice: &Lattice, text: &'a str) -> Result<(Place, &'a str), NotationError> {
    lattice.parse_place(text).unwrap_or(Err(FORM))
}

/// The cube to move from a place: the topmost one there, if it may move.
fn topmost(board: &Board, place: Place) -> Result<CellId, Illegal> {
    let cubes = board.lattice().cells_over(place).filter(|&id| board.cube(id).is_some());
    let from = cubes.last().ok_or(Illegal::NoCube { place })?;
    board.check_mover(from)?;
    Ok(from)
}

/// The spot at a place.
fn spot(board: &Board, place: Place) -> Result<CellId, Illegal> {
    let mut over = board.lattice().cells_over(place);
    let spot = over.find(|id| board.stack().spots().contains(id.index()));
    spot.ok_or_else(|| {
        let filled = board.lattice().cells_over(place).all(|id| board.cube(id).is_some());
        if filled { Illegal::Filled { place } } else { Illegal::NoSpot { place } }
    })
}

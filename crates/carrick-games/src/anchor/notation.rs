//! Notation of Anchor: turns as players type them: `H8`, `pass`, `swap`.

use std::fmt;

use super::board::Board;
use super::illegal::Illegal;
use super::point::{Point, letter_name};
use super::turns::Turn;
use crate::text::notation::is_point;
use crate::{Board as _, NotationError, PASS, SWAP, TurnError, normalise, split_place};

impl crate::Notation for Board {
    fn parse_turn(&self, text: &str) -> Result<Turn, TurnError<Illegal>> {
        parse(self, text)
    }

    fn write_turn(&self, turn: Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match turn {
            Turn::Stone(point) => fmt::Display::fmt(&point, f),
            Turn::Swap => f.write_str(SWAP),
            Turn::Pass => f.write_str(PASS),
        }
    }

    fn has_form(word: &str) -> bool {
        is_point(word)
    }
}

/// Reads a turn on a board, without checking whether it is legal.
pub(super) fn parse(board: &Board, text: &str) -> Result<Turn, TurnError<Illegal>> {
    let text = normalise(text);
    match &*text {
        PASS => return Ok(Turn::Pass),
        SWAP => return Ok(Turn::Swap),
        _ => {}
    }
    let Some((letter, number, "")) = split_place(&text) else {
        return Err(NotationError::Form { expected: "H8, pass or swap" }.into());
    };
    Point::new(letter, number)
        .filter(|&point| board.has(point))
        .map(Turn::Stone)
        .ok_or_else(|| off_board(letter, number, board.options().size()).into())
}

/// The error for a place that is not on the board, with the range of existing places.
pub(super) fn off_board(letter: u8, number: u8, size: u8) -> NotationError {
    let span = 2 * size - 1;
    let place = format!("{}{number}", letter_name(letter));
    let name = letter_name(letter.min(span));
    let range = if letter > span {
        format!("letters run from A to {name}")
    } else {
        let low = (letter + 1).saturating_sub(size).max(1);
        let high = (letter + size - 1).min(span);
        format!("numbers after {name} run from {low} to {high}")
    };
    NotationError::OffBoard { place, range }
}

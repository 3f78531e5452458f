//! Proving puzzles again.

use carrick_engine::{Exact, Searchable};
use carrick_games::{AnyGame, Game, Notation, match_game};

use super::line::Puzzle;
use crate::puzzle::mining::{Dull, only_win};
use crate::puzzle::proof::{Effort, Judge, Known};

/// Why a puzzle could not be proved again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// A turn of the solution is not the only winning one.
    #[error("turn {number} of the solution, {turn}: {reason}")]
    Turn {
        /// Number of the turn in the solution, from 1.
        number: usize,
        /// The turn.
        turn: String,
        /// The finding.
        reason: Dull,
    },
    /// Another turn wins.
    #[error("turn {number} of the solution is {turn}, but {other} wins")]
    Other {
        /// Number of the turn in the solution, from 1.
        number: usize,
        /// The turn.
        turn: String,
        /// The turn that was found to win alone.
        other: String,
    },
    /// The puzzle says that all was proved, and this time it was not.
    #[error(
        "turn {number} of the solution, {turn}, is the only one that wins, but that is not proved"
    )]
    Searched {
        /// Number of the turn in the solution, from 1.
        number: usize,
        /// The turn.
        turn: String,
    },
}

impl Puzzle {
    /// Searches again, with four times the effort of the miner, whether each of the solver's turns
    /// is the only one that wins; returns the number of positions that were searched. What that
    /// does not settle is looked up in `exact`.
    ///
    /// # Errors
    /// The first turn that is not, or whose proof was claimed and is missing.
    pub fn prove(&self, exact: &dyn Exact) -> Result<u64, Unproved> {
        match_game!(&self.start, AnyGame(game) => {
            prove(self, game, &|game| exact.value(&game.clone().into()))
        })
    }
}

fn prove<B: Searchable + Notation>(
    puzzle: &Puzzle,
    game: &Game<B>,
    known: Known<'_, B>,
) -> Result<u64, Unproved> {
    let Some(mover) = game.seat_to_move() else { return Ok(0) };
    let effort = Effort::mining(B::KIND).times(4);
    let mut judge = Judge::new(mover, effort, 1, known);
    let mut game = game.clone();
    for (turn, number) in puzzle.solution.iter().zip(1..) {
        if number % 2 == 1 {
            let unproved = |reason| Unproved::Turn { number, turn: turn.clone(), reason };
            let (only, certainty) = only_win(&mut judge, &game).map_err(unproved)?;
            let other = game.turn_name(only).to_string();
            if other != *turn {
                return Err(Unproved::Other { number, turn: turn.clone(), other });
            }
            if puzzle.certainty.is_proved() && !certainty.is_proved() {
                return Err(Unproved::Searched { number, turn: turn.clone() });
            }
        }
        game = game.play_text(turn).unwrap_or_else(|refused| refused.game);
    }
    Ok(judge.spent)
}

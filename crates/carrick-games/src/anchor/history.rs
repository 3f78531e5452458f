//! History of an Anchor game, for the rule against mirror play.

use super::board::Board;
use super::illegal::Illegal;
use super::point::Point;
use super::topology::Mirroring;
use super::turns::{Turn, Turns};
use crate::play::hash::hash_of;
use crate::{Board as _, HexSymmetry, Outcome};

/// Maximum number of mirroring turns in a row.
const ALLOWED: u8 = 9;

/// Number of times in a row that each player has mirrored the opponent, for each symmetry.
///
/// A stone mirrors when it is the image of the opponent's directly preceding stone. Any other turn
/// of the player resets the count (the author's page, "Some words from the author"; ruling: the
/// symmetries are the four that exchange home and away corners).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct History {
    runs: [[u8; 4]; 2],
}

impl History {
    /// The history of an equivalent game under a symmetry of the board.
    pub(super) fn image(&self, by: HexSymmetry) -> Self {
        let runs = self.runs.map(|runs| {
            let mut image = [0; 4];
            for symmetry in Mirroring::ALL {
                image[symmetry.image_under(by).index()] = runs[symmetry.index()];
            }
            image
        });
        Self { runs }
    }

    /// The mirror images that the player to move may not play, each with its symmetry.
    fn forbidden(&self, board: &Board) -> impl Iterator<Item = (Mirroring, Point, Point)> {
        let runs = self.runs[board.seat_to_move().index()];
        let size = board.options().size();
        let preceding = board.stone_to_mirror();
        Mirroring::ALL
            .into_iter()
            .filter(move |symmetry| runs[symmetry.index()] >= ALLOWED)
            .filter_map(move |symmetry| {
                let of = preceding?;
                Some((symmetry, of, symmetry.image(size, of)?))
            })
    }
}

impl crate::History<Board> for History {
    /// Short runs are left out, because they rarely grow long enough to matter. Otherwise most
    /// transpositions would have different keys.
    fn hash(&self) -> u128 {
        let runs = self.runs.as_flattened().iter();
        hash_of(runs.map(|&run| if run < ALLOWED / 2 { 0 } else { run.into() }))
    }

    fn restrict(&self, board: &Board, turns: &mut Turns) {
        for (_, _, image) in self.forbidden(board) {
            turns.remove(image);
        }
    }

    fn check(&self, board: &Board, turn: Turn) -> Result<(), Illegal> {
        let Turn::Stone(point) = turn else { return Ok(()) };
        match self.forbidden(board).find(|&(_, _, image)| image == point) {
            Some((symmetry, of, _)) => Err(Illegal::TenthMirror { point, of, symmetry }),
            None => Ok(()),
        }
    }

    fn record(&mut self, before: &Board, turn: Turn, _after: &Board) -> Option<Outcome> {
        let runs = &mut self.runs[before.seat_to_move().index()];
        let (Turn::Stone(point), Some(of)) = (turn, before.stone_to_mirror()) else {
            *runs = [0; 4];
            return None;
        };
        let size = before.options().size();
        for symmetry in Mirroring::ALL {
            let run = &mut runs[symmetry.index()];
            // The limit prevents an overflow if mirroring turns are played unchecked.
            let mirrors = symmetry.image(size, of) == Some(point);
            *run = if mirrors { (*run + 1).min(ALLOWED) } else { 0 };
        }
        None
    }
}

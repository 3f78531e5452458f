//! History of an Ankor game, for draws by repetition and by moves without an add.

use super::position::Board;
use crate::ankor::turns::Turn;
use crate::cubes::Cells;
use crate::play::hash::{hash_of, hash_of_hashes, hash_word, short_hash_of};
use crate::{Board as _, Colour, DrawBy, Outcome};

/// Number of consecutive moves without an add that makes the game a draw.
pub const MOVES_WITHOUT_ADD: u8 = 100;
/// Number of occurrences of a position that makes the game a draw.
const REPETITIONS: usize = 3;

/// The positions reached by adding or moving since the last add, including the one after it.
///
/// Earlier positions cannot occur again, because a cube never returns to the hand.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// Short hashes of the positions, for a quick search; `positions` decides whether they are
    /// equal.
    digests: Vec<u64>,
    positions: Vec<RepeatablePosition>,
    moves: usize,
}

/// The parts of a position that are the same if it is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RepeatablePosition {
    cubes: [Cells; 2],
    to_move: Colour,
}

impl RepeatablePosition {
    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let words = self.cubes.iter().flat_map(|cells| cells.words().iter().copied());
        [self.to_move as u64].into_iter().chain(words)
    }

    fn digest(&self) -> u64 {
        short_hash_of(self.words())
    }
}

impl History {
    /// Number of consecutive moves without an add, not counting passes between them.
    #[must_use]
    pub const fn moves_without_add(&self) -> usize {
        self.moves
    }

    /// The history of an equivalent game, under a map of sets of cells.
    pub(in crate::ankor) fn map(&self, image: impl Fn(Cells) -> Cells) -> Self {
        let positions = self.positions.iter();
        let positions: Vec<RepeatablePosition> =
            positions.map(|&at| RepeatablePosition { cubes: at.cubes.map(&image), ..at }).collect();
        let digests = positions.iter().map(RepeatablePosition::digest).collect();
        Self { digests, positions, moves: self.moves }
    }

    /// Number of times the position was reached before.
    fn count(&self, digest: u64, position: &RepeatablePosition) -> usize {
        self.digests
            .iter()
            .zip(&self.positions)
            .filter(|&(&other, before)| other == digest && before == position)
            .count()
    }
}

impl crate::History<Board> for History {
    /// Hash key of the positions, independent of their order, and of the number of moves.
    fn hash(&self) -> u128 {
        let hashes = self.positions.iter().map(|position| hash_of(position.words()));
        let positions = hashes.fold(0, u128::wrapping_add);
        hash_of_hashes([positions, hash_word(self.moves as u64)])
    }

    fn record(&mut self, _before: &Board, turn: Turn, after: &Board) -> Option<Outcome> {
        match turn {
            Turn::Add(_) => {
                self.digests.clear();
                self.positions.clear();
                self.moves = 0;
            }
            Turn::Move { .. } => self.moves += 1,
            Turn::Swap | Turn::Pass => return None,
        }
        let position =
            RepeatablePosition { cubes: *after.stack().cubes(), to_move: after.to_move() };
        let digest = position.digest();
        let before = self.count(digest, &position);
        self.digests.push(digest);
        self.positions.push(position);
        if before + 1 >= REPETITIONS {
            Some(Outcome::Draw(DrawBy::Repetition))
        } else if self.moves >= usize::from(MOVES_WITHOUT_ADD) {
            Some(Outcome::Draw(DrawBy::NoProgress))
        } else {
            None
        }
    }
}

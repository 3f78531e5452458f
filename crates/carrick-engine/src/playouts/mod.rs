//! Playouts: random games, many at a time, and their results for a position.

mod anchor;
mod ankor;
mod antipod;
pub mod block;
mod boche;
pub mod maps;
#[cfg(test)]
mod midgame;
mod tally;

pub use anchor::{AnchorPlayouts, Ownership};
pub use ankor::{AnkorPlayouts, PlayoutLength};
pub use antipod::AntipodPlayouts;
pub use boche::{BochePlayouts, Enclosures};
pub use tally::{AmafCount, PlayoutTally};

use carrick_games::Board;

/// Playouts of one game: plays its positions to the end at random.
///
/// The value keeps its scratch memory between positions: create it once for each thread, and it
/// allocates nothing afterwards.
///
/// # Slots
///
/// Playouts gather AMAF statistics by *slot*: a number below [`slots`](Self::slots) for each thing
/// that a player can take in a random game, whenever it is taken. A learner that needs a number for
/// every turn uses the [`ActionSpace`](carrick_games::ActionSpace) instead.
///
/// | game | slot |
/// |---|---|
/// | Ankor | the number of the cell to which a cube is added or moved |
/// | Boche | the cell and the joins of faces that show on the full board; see [`BochePlayouts`] |
/// | Antipod | the number of the point |
/// | Anchor | the point, along the lines to and fro; see [`AnchorPlayouts::slot_of`] |
pub trait Playouts<B: Board>: Send {
    /// Creates playouts for games with these options.
    fn new(options: B::Options) -> Self;

    /// Number of slots: the size of a [`PlayoutTally`]'s table.
    fn slots(&self) -> usize;

    /// The slot that a turn takes; `None` for a pass or a swap. Turns that leave the same cube or
    /// stone in the same place share a slot.
    fn slot(&self, turn: B::Turn) -> Option<usize>;

    /// Plays one batch of random games from a position that is not over, and adds their results to
    /// `tally`. The size of a batch depends on the game: 512 games at the same time, or 16 one
    /// after another in Ankor.
    fn run(&mut self, board: &B, rng: &mut fastrand::Rng, tally: &mut PlayoutTally);
}

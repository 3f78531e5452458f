//! Playouts: random games, many at a time, and what they say about a position.

mod anchor;
mod ankor;
mod antipod;
pub mod block;
mod boche;
#[cfg(test)]
mod midgame;
mod tally;

pub use anchor::{AnchorPlayouts, Ownership};
pub use ankor::{AnkorPlayouts, Length};
pub use antipod::AntipodPlayouts;
pub use boche::{BochePlayouts, Enclosures};
pub use tally::{Taken, Tally};

use carrick_games::Board;

/// Plays a game's positions out at random.
///
/// A player keeps its scratch memory between positions: it is made once a thread and allocates
/// nothing afterwards.
pub trait Playouts<B: Board>: Send {
    /// A player for games with these options.
    fn new(options: B::Options) -> Self;

    /// Number of slots: the size of a [`Tally`]'s table.
    fn slots(&self) -> usize;

    /// The slot that a turn takes, if it takes one (a pass and a swap do not). Two turns that leave
    /// the same thing in the same place share a slot.
    fn slot(&self, turn: B::Turn) -> Option<usize>;

    /// Plays one batch of random games from a position that is not over, and adds what they found
    /// to `tally`. What the batch holds is the player's choice: 512 fills at once, or a few games
    /// one after another.
    fn run(&mut self, board: &B, rng: &mut fastrand::Rng, tally: &mut Tally);
}

//! Interface of a solver of ends of games to the tree search.

use std::fmt;

use carrick_games::Board;

use crate::report::Value;

/// A solver of the last turns of a game, which proves who wins.
///
/// The [tree](crate::tree) asks it about its root and its leaves. It works in small steps and keeps
/// what it found in a table, so that a position that was left half solved is taken up again.
pub trait EndSolver<B: Board>: fmt::Debug + Send {
    /// A solver for another thread, which shares the table of this one.
    fn for_thread(&self) -> Box<dyn EndSolver<B>>;

    /// Begins the work on another position of a game: what was found before gives way to what is
    /// found from now on.
    fn begin(&mut self);

    /// Whether a position is worth solving.
    fn reach(&self, board: &B) -> Reach;

    /// Number of positions that take about as long as one evaluation of a leaf by random games.
    fn pace(&self) -> u32;

    /// Works on a position within [reach](Self::reach) until its value is proved, `positions` were
    /// looked at, or `stop` returns `true`. Returns the value to the player to move, if it is
    /// proved.
    fn solve(&mut self, board: &B, positions: u32, stop: &dyn Fn() -> bool) -> Option<Value>;

    /// The value of a position to the player to move, where that is proved already.
    fn known(&self, board: &B) -> Option<Value>;

    /// The turns with which a game goes on whose value is known: the winner's win, the loser's make
    /// it as hard as possible. It ends where nothing more is known.
    fn line(&self, board: &B) -> Vec<B::Turn>;

    /// Maximum memory of the table, in bytes, whether it is in use yet or not.
    fn bytes(&self) -> usize;
}

/// Whether so little of a game is left that it is worth solving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Too much is left.
    Never,
    /// Worth the effort if it is the position of the game.
    Root,
    /// Worth it wherever in a tree the position comes up.
    Leaf,
}

//! Interface between the tree search and a solver of endgames.

use std::fmt;

use carrick_games::Board;

use crate::report::Value;

/// A solver of the last turns of a game, which proves who wins.
///
/// The [tree](crate::tree) asks it about its root and its leaves. It works in small steps and
/// stores what it finds in a table, so it can continue later with a half-solved position.
pub trait EndSolver<B: Board>: fmt::Debug + Send {
    /// Creates a solver for another thread, sharing the table of this one.
    fn for_thread(&self) -> Box<dyn EndSolver<B>>;

    /// Starts work on another position of a game: new results replace older ones.
    fn begin(&mut self);

    /// Whether a position is worth solving.
    fn reach(&self, board: &B) -> Reach;

    /// Number of positions that take about as long as evaluating one leaf by random games.
    fn pace(&self) -> u32;

    /// Works on a position within [reach](Self::reach) until its value is proved, it has looked at
    /// `positions` positions, or `stop` returns `true`. Returns the value for the player to move,
    /// if it is proved.
    fn solve(&mut self, board: &B, positions: u32, stop: &dyn Fn() -> bool) -> Option<Value>;

    /// The value of a position for the player to move, if it is already proved.
    fn known(&self, board: &B) -> Option<Value>;

    /// The likely turns of a game whose value is known: the winner's turns win, and the loser's
    /// make that as hard as possible. The line stops where nothing more is known.
    fn line(&self, board: &B) -> Vec<B::Turn>;

    /// Maximum memory of the table in bytes, whether or not it is already in use.
    fn bytes(&self) -> usize;
}

/// Whether so little of a game is left that it is worth solving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Too much is left.
    Never,
    /// Worth solving if it is the position of the game.
    Root,
    /// Worth solving anywhere in a tree.
    Leaf,
}

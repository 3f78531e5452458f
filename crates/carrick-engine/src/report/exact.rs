//! Exact values that somebody else knows.

use std::fmt;

use carrick_games::AnyGame;

use super::{Report, Value};

/// Exact values of positions, such as tables of solved boards hold.
///
/// It is asked about the root of a search, never about its leaves: what is known there needs no
/// search at all. `()` knows nothing.
pub trait Exact: fmt::Debug + Send + Sync {
    /// The value of a position with its turns, all of them proved and the best first; `None` where
    /// it is not known, or the game is over.
    fn exact(&self, game: &AnyGame) -> Option<Report<String>>;

    /// The value of a position alone, which takes less.
    fn value(&self, game: &AnyGame) -> Option<Value> {
        self.exact(game)?.proved
    }
}

impl Exact for () {
    fn exact(&self, _: &AnyGame) -> Option<Report<String>> {
        None
    }
}

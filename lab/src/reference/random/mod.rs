//! Uniformly random turns and playouts, one after another.

use carrick_engine::{Searchable, portable};
use carrick_games::{Board, Colour, Game, TurnSet as _};

/// A turn drawn evenly from all legal ones; `None` when the game is over.
pub fn random<B: Board>(game: &Game<B>, random: &mut fastrand::Rng) -> Option<B::Turn> {
    let turns = game.legal_turns();
    turns.nth(portable::index(random, turns.len().max(1)))
}

/// A game with uniformly random playouts, as the reference players use them: every turn is drawn
/// evenly from the legal ones, except that there are no swaps, and passes only if nothing else is
/// legal.
pub trait RandomGames: Searchable {
    /// Tables and scratch memory, kept from game to game.
    type Memory: Send;

    /// Creates the tables and memory for games with these options.
    fn memory(options: Self::Options) -> Self::Memory;

    /// The answer to the last turn by a pairing of places, in a game that has a pairing.
    fn pairing_answer(&self) -> Option<Self::Turn> {
        None
    }

    /// The mirror image of the last turn, or the first turn of a player who mirrors, in a game
    /// where that is a strategy.
    fn mirror_answer(&self) -> Option<Self::Turn> {
        None
    }

    /// Plays a position that is not over to its end. Calls `took` with every turn except passes, in
    /// order, and its colour. Returns the winner's colour, or `None` after a draw.
    fn play_out(
        &self,
        history: &Self::History,
        memory: &mut Self::Memory,
        random: &mut fastrand::Rng,
        took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour>;
}

/// Calls `each` with the members of a list in random order, until it returns `false`.
#[inline]
pub(crate) fn in_random_order<T: Copy>(
    list: &mut [T],
    random: &mut fastrand::Rng,
    mut each: impl FnMut(T) -> bool,
) {
    for next in 0..list.len() {
        list.swap(next, next + portable::index(random, list.len() - next));
        if !each(list[next]) {
            return;
        }
    }
}

#[cfg(test)]
mod tests;

//! Uniformly random turns and playouts, one after another.

use carrick_games::{Board, Colour, Game, TurnSet as _, anchor, antipod, boche};

use crate::Searchable;
use crate::arena::pairing::opposite;

/// A turn drawn evenly from all legal ones; `None` when the game is over.
pub fn random<B: Board>(game: &Game<B>, random: &mut fastrand::Rng) -> Option<B::Turn> {
    let turns = game.legal_turns();
    turns.nth(random.usize(..turns.len().max(1)))
}

/// A game with uniformly random playouts, as the reference players use them: every turn is drawn
/// evenly from the legal ones, except that there are no swaps, and passes only where nothing else
/// is legal.
pub trait RandomGames: Searchable {
    /// Tables and scratch memory, kept from game to game.
    type Memory: Send;

    /// Makes the tables and memory for games with these options.
    fn memory(options: Self::Options) -> Self::Memory;

    /// The answer to the last turn by a pairing of places, in a game that has one.
    fn pairing_answer(&self) -> Option<Self::Turn> {
        None
    }

    /// Plays a position that is not over to its end. `took` is called for every turn except passes,
    /// in their order, with its colour. Returns the winner's colour, `None` after a draw.
    fn play_out(
        &self,
        history: &Self::History,
        memory: &mut Self::Memory,
        random: &mut fastrand::Rng,
        took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour>;
}

/// Calls `each` with the members of a list in an order drawn at random, until it says `false`.
#[inline]
fn in_random_order<T: Copy>(
    list: &mut [T],
    random: &mut fastrand::Rng,
    mut each: impl FnMut(T) -> bool,
) {
    for next in 0..list.len() {
        list.swap(next, random.usize(next..list.len()));
        if !each(list[next]) {
            return;
        }
    }
}

/// Every empty point stays open to both until it is taken: a random game is a random order of them.
impl RandomGames for antipod::Board {
    type Memory = Vec<antipod::Turn>;

    fn pairing_answer(&self) -> Option<Self::Turn> {
        opposite(self, self.last_turn()?)
    }

    fn memory(_: Self::Options) -> Self::Memory {
        Vec::new()
    }

    fn play_out(
        &self,
        (): &(),
        empty: &mut Self::Memory,
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour> {
        let mut board = *self;
        empty.clear();
        empty.extend(self.legal_turns().iter());
        in_random_order(empty, random, |turn| {
            took(turn, board.to_move());
            board.play_unchecked(turn);
            board.outcome().is_none()
        });
        board.outcome()?.winner()
    }
}

/// A player who does not pass while there is a point to play on fills the board; then both pass.
/// The rule against mirror play is left out: nobody mirrors ten times in a row by chance.
impl RandomGames for anchor::Board {
    type Memory = Vec<anchor::Turn>;

    fn memory(_: Self::Options) -> Self::Memory {
        Vec::new()
    }

    fn play_out(
        &self,
        _: &Self::History,
        empty: &mut Self::Memory,
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour> {
        let mut board = *self;
        empty.clear();
        empty.extend(self.legal_turns().points().map(anchor::Turn::Stone));
        in_random_order(empty, random, |turn| {
            took(turn, board.to_move());
            board.play_unchecked(turn);
            true
        });
        board.count().outcome().winner()
    }
}

/// Every spot takes as many rotations as any other.
impl RandomGames for boche::Board {
    type Memory = ();

    fn memory(_: Self::Options) {}

    fn play_out(
        &self,
        (): &(),
        (): &mut (),
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour> {
        let mut board = *self;
        while board.outcome().is_none() {
            let turns = board.legal_turns();
            // A swap is the last of the turns.
            let places = turns.len() - usize::from(board.can_swap());
            let Some(turn) = turns.nth(random.usize(..places.max(1))) else { break };
            took(turn, board.to_move());
            board.play_unchecked(turn);
        }
        board.outcome()?.winner()
    }
}

#[cfg(test)]
mod tests;

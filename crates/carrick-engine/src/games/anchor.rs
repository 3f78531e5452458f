//! Anchor for the engine. Its random games are in `playouts/anchor`.

use carrick_games::anchor::{Board, Opening, Options, Point, Turn};
use carrick_games::{Board as _, Colour};

use crate::endgame::settled::{Settled, settle};
use crate::playouts::AnchorPlayouts;
use crate::reference::{RandomGames, in_random_order};
use crate::searchable::tactics::Tactics;
use crate::searchable::{Habits, Nearness, Searchable, Tuning};

impl Tactics for Board {
    /// Only passes end the game.
    fn may_end(&self, turn: Turn) -> bool {
        turn == Turn::Pass
    }
}

impl Nearness for Board {
    /// By hexagons: letter, number, or both grow by one from a point to its neighbours.
    fn distances(&self, from: Turn) -> impl Fn(Turn) -> Option<u8> {
        move |turn| match (from, turn) {
            (Turn::Stone(one), Turn::Stone(other)) => {
                let letters = i16::from(one.letter()) - i16::from(other.letter());
                let numbers = i16::from(one.number()) - i16::from(other.number());
                let steps = letters.abs().max(numbers.abs()).max((letters - numbers).abs());
                u8::try_from(steps).ok()
            }
            _ => None,
        }
    }
}

impl Searchable for Board {
    type Playouts = AnchorPlayouts;
    const COUNTS_POINTS: bool = true;
    /// The margin costs nothing: 53 % of the points in 200 games on size 5, 100 nodes a turn.
    const TUNING: Tuning = Tuning { margin_share: 0.1, ..Tuning::DEFAULT };
    const LEVELS: [(u64, f32); 8] = [
        (1, 0.0103),
        (1, 0.0082),
        (1, 0.0059),
        (28, 0.0),
        (76, 0.0),
        (180, 0.0),
        (450, 0.0),
        (1200, 0.0),
    ];
    const NOVICES: &'static [Habits] = &[
        Habits { overlooks: 1.0, temperature: 20.0, reach: 20.0 },
        Habits { overlooks: 0.92, temperature: 0.231, reach: 20.0 },
        Habits { overlooks: 0.84, temperature: 0.113, reach: 20.0 },
        Habits { overlooks: 0.74, temperature: 0.062, reach: 20.0 },
        Habits { overlooks: 0.62, temperature: 0.04, reach: 20.0 },
        Habits { overlooks: 0.53, temperature: 0.0293, reach: 20.0 },
        Habits { overlooks: 0.45, temperature: 0.0236, reach: 20.0 },
        Habits { overlooks: 0.38, temperature: 0.0198, reach: 20.0 },
        Habits { overlooks: 0.3, temperature: 0.0162, reach: 20.0 },
        Habits { overlooks: 0.23, temperature: 0.0136, reach: 20.0 },
        Habits { overlooks: 0.15, temperature: 0.0115, reach: 20.0 },
    ];
    const NODE_MICROSECONDS: (u64, u8) = (160, 7);

    fn settle(&self, seed: u64) -> Option<Settled<Turn>> {
        settle(self, seed)
    }

    /// Playouts fill a last odd point, where a player would pass.
    fn playout_bias(&self) -> f32 {
        // The points of every board are an odd number.
        let stones: usize = Colour::BOTH.iter().map(|&colour| self.stones(colour)).sum();
        if stones.is_multiple_of(2) { 1.0 } else { 0.0 }
    }

    /// With the refined pie rule the choice of sides comes after three turns, and is the fourth.
    fn least_opening(options: Options) -> usize {
        if options.opening() == Opening::Refined { 4 } else { 0 }
    }
}

/// A player who does not pass while there is a point to play on fills the board; then both pass.
/// The rule against mirror play is left out: nobody mirrors ten times in a row by chance.
impl RandomGames for Board {
    type Memory = Vec<Turn>;

    fn memory(_: Options) -> Self::Memory {
        Vec::new()
    }

    /// The half turn leaves the centre where it is, which is why who mirrors begins there.
    fn mirror_answer(&self) -> Option<Turn> {
        let size = self.options().size();
        let point = match self.last_turn() {
            None => Point::new(size, size)?,
            Some(Turn::Stone(of)) => {
                let image = |at: u8| (2 * size).checked_sub(at);
                Point::new(image(of.letter())?, image(of.number())?)?
            }
            Some(Turn::Swap) => return None,
            Some(Turn::Pass) => return Some(Turn::Pass),
        };
        Some(Turn::Stone(point))
    }

    fn play_out(
        &self,
        _: &Self::History,
        empty: &mut Self::Memory,
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Turn, Colour),
    ) -> Option<Colour> {
        let mut board = *self;
        empty.clear();
        empty.extend(self.legal_turns().points().map(Turn::Stone));
        in_random_order(empty, random, |turn| {
            took(turn, board.to_move());
            board.play_unchecked(turn);
            true
        });
        board.count().outcome().winner()
    }
}

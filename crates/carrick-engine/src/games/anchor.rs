//! Anchor for the engine. Its random games are in `playouts/anchor`.

use carrick_games::Colour;
use carrick_games::anchor::{Board, Opening, Options, Turn};

use crate::endgame::settled::{Settled, settle};
use crate::playouts::AnchorPlayouts;
use crate::searchable::tactics::Tactics;
use crate::searchable::{Habits, Nearness, Searchable, Tuning};

impl Tactics for Board {
    /// Only passes end the game.
    fn may_end(&self, turn: Turn) -> bool {
        turn == Turn::Pass
    }
}

impl Nearness for Board {
    /// Distances by hexagons: from a point to its neighbours, the letter, the number or both grow
    /// by one.
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
    /// Counting the margin costs no strength: 53 % of the points in 200 games on size 5, 100 nodes
    /// a turn.
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

    /// Playouts fill the last point if the number is odd, where a player would pass.
    fn playout_bias(&self) -> f32 {
        // Every board has an odd number of points.
        let stones: usize = Colour::BOTH.iter().map(|&colour| self.stones(colour)).sum();
        if stones.is_multiple_of(2) { 1.0 } else { 0.0 }
    }

    /// With the refined pie rule, choosing sides is the fourth turn.
    fn least_opening(options: Options) -> usize {
        if options.opening() == Opening::Refined { 4 } else { 0 }
    }
}

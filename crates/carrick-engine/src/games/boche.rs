//! Boche for the engine. Its random games are in `playouts/boche`.

use carrick_games::boche::{Board, EndRule, Turn};
use carrick_games::{Board as _, Game};

use crate::endgame::EndSolver;
use crate::endgame::LastCubes;
use crate::playouts::BochePlayouts;
use crate::playouts::maps;
use crate::searchable::nearness::on_a_lattice;
use crate::searchable::tactics::Tactics;
use crate::searchable::{Habits, Nearness, Searchable, Tuning, TurnsTried};

impl Tactics for Board {
    /// Without enclosures and immediate wins, only the last cube decides.
    fn may_end(&self, turn: Turn) -> bool {
        let last = || self.spots().len() == 1;
        match turn {
            Turn::Place { .. } => self.options().end_rule() != EndRule::FullBoard || last(),
            Turn::Swap => false,
        }
    }
}

impl Nearness for Board {
    fn distances(&self, from: Turn) -> impl Fn(Turn) -> Option<u8> {
        let cell = |turn| match turn {
            Turn::Place { cell, .. } => Some(cell),
            Turn::Swap => None,
        };
        let lattice = self.lattice();
        move |turn| Some(on_a_lattice(lattice, cell(from)?, cell(turn)?))
    }
}

impl Searchable for Board {
    type Playouts = BochePlayouts;
    /// A batch takes long if enclosures count, and any turn may win by one at any time.
    const TUNING: Tuning = Tuning { root_batches: 2, tried: TurnsTried::All, ..Tuning::DEFAULT };
    /// A batch of playouts takes longest here.
    const LEVELS: [(u64, f32); 8] = [
        (1, 1.0),
        (1, 0.355),
        (1, 0.165),
        (1, 0.1),
        (1, 0.0685),
        (1, 0.042),
        (1, 0.0175),
        (14, 0.0),
    ];
    /// Threats decide games of Boche, so overlooking them is what makes a novice weak.
    const NOVICES: &'static [Habits] = &[
        Habits { overlooks: 0.65, temperature: 20.0, reach: 3.0 },
        Habits { overlooks: 0.2, temperature: 2.0, reach: 5.4 },
    ];
    const SWAPS_BY_GAMES: bool = true;
    const NODE_MICROSECONDS: (u64, u8) = (2400, 7);

    fn end_solver(options: Self::Options, memory: usize) -> Option<Box<dyn EndSolver<Self>>> {
        Some(Box::new(LastCubes::new(options, memory)))
    }

    fn pivotal(game: &Game<Self>, seed: u64) -> Vec<(Turn, f32)> {
        maps::turners::<_, Self::Playouts, _>(game, seed, |turn| match turn {
            Turn::Place { cell, .. } => Some(cell),
            Turn::Swap => None,
        })
    }
}

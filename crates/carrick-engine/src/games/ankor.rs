//! Ankor for the engine. Its random games are in `playouts/ankor`, and those of the frozen players
//! in `reference/ankor.rs`.

use carrick_games::Game;
use carrick_games::ankor::{Board, Turn};

use crate::playouts::AnkorPlayouts;
use crate::search::AlphaBeta;
use crate::searchable::nearness::on_a_lattice;
use crate::searchable::tactics::Tactics;
use crate::searchable::{Deepening, Habits, Nearness, Searchable, Tuning};
use crate::settings::{Memory, SearchParts};

impl Tactics for Board {
    /// A cube added to a hole connects nothing.
    fn may_end(&self, turn: Turn) -> bool {
        matches!(turn, Turn::Move { .. } | Turn::Pass)
    }
}

impl Nearness for Board {
    /// A move is played where its cube goes.
    fn distances(&self, from: Turn) -> impl Fn(Turn) -> Option<u8> {
        let cell = |turn| match turn {
            Turn::Add(at) | Turn::Move { to: at, .. } => Some(at),
            Turn::Swap | Turn::Pass => None,
        };
        let lattice = self.lattice();
        move |turn| Some(on_a_lattice(lattice, cell(from)?, cell(turn)?))
    }
}

impl Searchable for Board {
    type Playouts = AnkorPlayouts;
    const TUNING: Tuning = Tuning::DEFAULT;
    /// A node is one evaluation of alpha-beta.
    const LEVELS: [(u64, f32); 8] = [
        (1000, 0.021),
        (195, 0.0),
        (640, 0.0),
        (1150, 0.0),
        (2050, 0.0),
        (5200, 0.0),
        (11_300, 0.0),
        (22_000, 0.0),
    ];
    const NOVICES: &'static [Habits] = &[
        Habits { overlooks: 1.0, temperature: 0.7, reach: 2.5 },
        Habits { overlooks: 0.7, temperature: 0.234, reach: 3.6 },
        Habits { overlooks: 0.58, temperature: 0.148, reach: 4.2 },
        Habits { overlooks: 0.47, temperature: 0.0993, reach: 4.8 },
        Habits { overlooks: 0.35, temperature: 0.0625, reach: 5.6 },
        Habits { overlooks: 0.21, temperature: 0.0379, reach: 6.6 },
        Habits { overlooks: 0.08, temperature: 0.0237, reach: 7.7 },
    ];
    const NODES_FOR_A_SIDE: u64 = 60_000;
    const NODE_MICROSECONDS: (u64, u8) = (12, 8);

    fn deepening(
        game: &Game<Self>,
        seed: u64,
        memory: Memory,
        parts: SearchParts,
    ) -> Option<Box<dyn Deepening<Self>>> {
        Some(Box::new(AlphaBeta::with_parts(game, seed, memory.table, parts)))
    }
}

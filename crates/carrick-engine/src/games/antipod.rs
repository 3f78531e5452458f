//! Antipod for the engine. Its random games are in `playouts/antipod.rs`.

use carrick_games::antipod::{Board, Point, Turn};
use carrick_games::{Board as _, Colour, TurnSet as _};

use crate::arena::pairing::opposite;
use crate::playouts::AntipodPlayouts;
use crate::reference::{RandomGames, in_random_order};
use crate::tactics::Tactics;
use crate::{Searchable, Tuning};

impl Tactics for Board {
    fn may_end(&self, _: Point) -> bool {
        true
    }

    const THREATS_STAY: bool = true;
}

impl Searchable for Board {
    type Playouts = AntipodPlayouts;
    /// Children at the first visit: 53.8 % of 182 games at 50 ms a turn on radius 6, where a
    /// sequential test of 0 against 30 Elo ended in favour.
    const TUNING: Tuning = Tuning { expand_at: 1, ..Tuning::DEFAULT };
    const LEVELS: [(u64, f32); 8] = [
        (1, 0.0195),
        (1, 0.0131),
        (9, 0.0),
        (26, 0.0),
        (63, 0.0),
        (174, 0.0),
        (505, 0.0),
        (2200, 0.0),
    ];
    const NODE_MICROSECONDS: (u64, u8) = (140, 10);
}

/// Every empty point stays open to both until it is taken: a random game is a random order of them.
impl RandomGames for Board {
    type Memory = Vec<Turn>;

    fn pairing_answer(&self) -> Option<Turn> {
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
        mut took: impl FnMut(Turn, Colour),
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

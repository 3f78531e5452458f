//! 512 random fills at the same time.

use carrick_engine::playouts::block::{
    Instructions, Kernel, LANES, Lanes, PerPoint, Sweeps, fill_balanced, no_stones,
};
use carrick_games::Colour;

use super::board::Board;
use super::chains::Chains;

/// Games in a block.
pub(crate) const GAMES: usize = LANES;

/// A block of full boards; the first player's stones are the dark ones.
pub(crate) struct Fills {
    sweeps: Sweeps,
    /// The points on each side that the first player must touch.
    sides: Vec<Vec<usize>>,
    stones: PerPoint,
    /// The points connected to all sides so far, and those also connected to one more.
    reach: [PerPoint; 2],
    points: Vec<u16>,
}

impl Fills {
    pub(crate) fn new(board: &Board) -> Self {
        let count = board.sides.len();
        let on_side = |side: usize| {
            (0..count).filter(|&at| board.sides[at] >> side & 1 != 0).collect::<Vec<_>>()
        };
        let wanted = (0..4).filter(|side| board.goals[0] >> side & 1 != 0);
        Self {
            sweeps: Sweeps::new(count, |at: usize| board.neighbours[at].into_iter().flatten()),
            sides: wanted.map(on_side).collect(),
            stones: no_stones(),
            reach: [no_stones(), no_stones()],
            points: (0..count as u16).collect(),
        }
    }

    /// In how many games of a block the first player wins.
    pub(crate) fn run(&mut self, rng: &mut fastrand::Rng) -> u32 {
        Instructions::Best.run(OneBlock { fills: self, rng }).count()
    }

    /// Checks that each game of a block has the winner that the chains find.
    pub(crate) fn check(&mut self, chains: &mut Chains, rng: &mut fastrand::Rng) {
        let won = Instructions::Best.run(OneBlock { fills: self, rng });
        for game in 0..LANES {
            let first_wins = chains.first_wins(|point| self.stones[point].has(game));
            assert_eq!(won.has(game), first_wins, "game {game}");
        }
    }
}

struct OneBlock<'a> {
    fills: &'a mut Fills,
    rng: &'a mut fastrand::Rng,
}

impl Kernel for OneBlock<'_> {
    type Output = Lanes;

    /// Floods the stones from the first side, then the reached stones from the next side, and so
    /// on: if some of them are on the last side, one chain touches all sides.
    #[inline(always)]
    fn work(self) -> Lanes {
        let Fills { sweeps, sides, stones, reach, points } = self.fills;
        fill_balanced(stones, points, Colour::Dark, self.rng);
        let [reach, next] = reach;
        for (at, side) in sides[..sides.len() - 1].iter().enumerate() {
            let within = if at == 0 { &*stones } else { &*reach };
            next[..points.len()].fill(Lanes::NONE);
            for &point in side {
                next[point] = within[point];
            }
            sweeps.spread(next, within, None);
            std::mem::swap(reach, next);
        }
        let last = &sides[sides.len() - 1];
        last.iter().fold(Lanes::NONE, |won, &point| won | reach[point])
    }
}

//! Random games by the plain rules, one after another: for games without a faster way, and the measure
//! of the faster ways.

use carrick_games::{Board, Colour, Outcome, TurnSet as _, anchor, ankor, boche};

use super::{Playouts, Tally};

/// Games longer than this are drawn.
const MAX_TURNS: usize = 1000;

/// A game whose turns take slots of the tally.
pub trait Slots: Board {
    /// How many slots a game with these options has.
    fn slots(options: Self::Options) -> usize;

    /// See [`Playouts::slot`].
    fn slot(turn: Self::Turn) -> Option<usize>;
}

/// A player of one uniformly random game a batch. Nobody passes or swaps while he can do anything else.
#[derive(Debug, Clone)]
pub struct PlainPlayouts<B: Slots> {
    options: B::Options,
    /// Which colour took a slot first in the game under way.
    taken: Vec<Option<Colour>>,
}

impl<B: Slots> Playouts<B> for PlainPlayouts<B> {
    fn new(options: B::Options) -> Self {
        Self { options, taken: vec![None; B::slots(options)] }
    }

    fn slots(&self) -> usize {
        B::slots(self.options)
    }

    fn slot(&self, turn: B::Turn) -> Option<usize> {
        B::slot(turn)
    }

    fn run(&mut self, board: &B, rng: &mut fastrand::Rng, tally: &mut Tally) {
        let mut board = *board;
        self.taken.fill(None);
        for _ in 0..MAX_TURNS {
            if board.outcome().is_some() {
                break;
            }
            let turns = board.legal_turns();
            let stones = turns.len() - turns.iter().filter(|&turn| B::slot(turn).is_none()).count();
            // Turns that take nothing come last in a set.
            let Some(turn) = turns.nth(rng.usize(..stones.max(1))) else { break };
            if let Some(slot) = B::slot(turn) {
                self.taken[slot].get_or_insert(board.to_move());
            }
            board.play_unchecked(turn);
        }
        let light = half_points(board.outcome());
        tally.add_game(light, 0);
        for (slot, taken) in self.taken.iter().enumerate() {
            if let Some(colour) = *taken {
                let points = if colour == Colour::Light { light } else { 2 - light };
                tally.add_taken(slot, colour, 1, points);
            }
        }
    }
}

fn half_points(outcome: Option<Outcome>) -> u32 {
    match outcome.and_then(Outcome::winner) {
        Some(Colour::Light) => 2,
        Some(Colour::Dark) => 0,
        None => 1,
    }
}

impl Slots for anchor::Board {
    fn slots(_: anchor::Options) -> usize {
        512
    }

    fn slot(turn: anchor::Turn) -> Option<usize> {
        match turn {
            anchor::Turn::Stone(point) => {
                Some(19 * usize::from(point.letter() - 1) + usize::from(point.number() - 1))
            }
            anchor::Turn::Swap | anchor::Turn::Pass => None,
        }
    }
}

impl Slots for ankor::Board {
    fn slots(_: ankor::Options) -> usize {
        256
    }

    /// Where the cube comes to stand.
    fn slot(turn: ankor::Turn) -> Option<usize> {
        match turn {
            ankor::Turn::Add(to) | ankor::Turn::Move { to, .. } => Some(to.index()),
            ankor::Turn::Swap | ankor::Turn::Pass => None,
        }
    }
}

impl Slots for boche::Board {
    fn slots(_: boche::Options) -> usize {
        8 * 256
    }

    /// The cube and which way round it stands.
    fn slot(turn: boche::Turn) -> Option<usize> {
        match turn {
            boche::Turn::Place { cell, rotation } => Some(8 * cell.index() + rotation as usize),
            boche::Turn::Swap => None,
        }
    }
}

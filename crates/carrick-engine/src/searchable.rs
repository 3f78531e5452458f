//! What the tree search must be told about a game.

use carrick_games::{ActionSpace, Colour, Game, anchor, ankor, antipod, boche};

use crate::ankor::AlphaBeta;
use crate::playouts::{AnchorPlayouts, AnkorPlayouts, AntipodPlayouts, BochePlayouts};
use crate::settled::{Settled, settle};
use crate::tactics::Tactics;
use crate::{Deepening, Memory, Playouts};

/// A game that the tree can search.
pub trait Searchable: Tactics + ActionSpace {
    /// The playouts that evaluate its positions.
    type Playouts: Playouts<Self>;

    /// Whether games are decided by points, so that a [`Tally`](crate::Tally) has margins.
    const COUNTS_POINTS: bool = false;

    /// The search's constants, as measured for this game.
    const TUNING: Tuning;

    /// A search by iterative deepening that plays this game better than the tree, if there is one.
    fn deepening(
        _game: &Game<Self>,
        _seed: u64,
        _memory: Memory,
    ) -> Option<Box<dyn Deepening<Self>>> {
        None
    }

    /// What turns are worth in points, where so little is open that it can be looked through.
    fn settle(&self, seed: u64) -> Option<Settled<Self::Turn>> {
        let _ = seed;
        None
    }

    /// Bias of playouts against the side to move, in points.
    fn playout_bias(&self) -> f32 {
        0.0
    }
}

/// The constants of the search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning {
    /// Visits at which a leaf is expanded.
    pub expand_at: u32,
    /// Batches of playouts of the root before it is expanded.
    pub root_batches: u32,
    /// Weight of the prior, in visits.
    pub prior_weight: f32,
    /// Maximum weight of AMAF values, which playouts further down found for a turn, in visits.
    pub amaf_weight: f32,
    /// Number of playouts further down that count as one visit.
    pub amaf_games: f32,
    /// The constant of an exploration term (UCB); 0 for none.
    pub exploration: f32,
    /// How much of a value is the margin instead of the win, 0 to 1, where points are counted and
    /// the winner is certain; it fades out quickly where that is open.
    pub margin_share: f32,
    /// Margin, in points, that is worth three quarters.
    pub margin_scale: f32,
    /// Which turns are tried for an immediate win when a position gets children.
    pub tried: Tried,
    /// Whether a position where the opponent threatens to win at once gets children for nothing
    /// else than what prevents it. For games in which threats stay; elsewhere the tree sees it a
    /// turn later. In Antipod of radius 4 with 500 nodes it proved 31 of 60 positions where 13 were
    /// proved without; on radius 6 it made 114 points of 230 games at 50 ms a turn, no difference.
    pub must_play: bool,
    /// Whether an end in which little is open is looked through for points.
    pub settles: bool,
}

/// Which turns are played to see whether they win at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// All of them.
    All,
    /// Those that the playouts never saw losing, and those that take nothing.
    Promising,
}

impl Tuning {
    /// What served well where nothing else was measured.
    pub const DEFAULT: Self = Self {
        expand_at: 2,
        root_batches: 16,
        prior_weight: 8.0,
        amaf_weight: 8.0,
        amaf_games: 256.0,
        exploration: 0.0,
        margin_share: 0.0,
        margin_scale: 10.0,
        tried: Tried::Promising,
        must_play: true,
        settles: true,
    };
}

impl Searchable for antipod::Board {
    type Playouts = AntipodPlayouts;
    /// Children at the first visit: 53.8 % of 182 games at 50 ms a turn on radius 6, where a
    /// sequential test of 0 against 30 Elo ended in favour.
    const TUNING: Tuning = Tuning { expand_at: 1, ..Tuning::DEFAULT };
}

impl Searchable for anchor::Board {
    type Playouts = AnchorPlayouts;
    const COUNTS_POINTS: bool = true;
    /// The margin costs nothing: 53 % of the points in 200 games on size 5, 100 nodes a turn.
    const TUNING: Tuning = Tuning { margin_share: 0.1, ..Tuning::DEFAULT };

    fn settle(&self, seed: u64) -> Option<Settled<Self::Turn>> {
        settle(self, seed)
    }

    /// Playouts fill a last odd point, where a player would pass.
    fn playout_bias(&self) -> f32 {
        // The points of every board are an odd number.
        let stones: usize = Colour::BOTH.iter().map(|&colour| self.stones(colour)).sum();
        if stones.is_multiple_of(2) { 1.0 } else { 0.0 }
    }
}

impl Searchable for ankor::Board {
    type Playouts = AnkorPlayouts;
    const TUNING: Tuning = Tuning::DEFAULT;

    fn deepening(game: &Game<Self>, seed: u64, memory: Memory) -> Option<Box<dyn Deepening<Self>>> {
        Some(Box::new(AlphaBeta::new(game, seed, memory.table)))
    }
}

impl Searchable for boche::Board {
    type Playouts = BochePlayouts;
    /// A batch takes long where enclosures count, and a turn may win by one at any time.
    const TUNING: Tuning = Tuning { root_batches: 2, tried: Tried::All, ..Tuning::DEFAULT };
}

//! Interface of a game to the tree search.

use carrick_games::{ActionSpace, AnyOptions, Game, GameOptions as _, Symmetric, match_game};

use crate::settled::Settled;
use crate::tactics::Tactics;
use crate::{Deepening, EndSolver, Habits, Memory, Nearness, Parts, Playouts, maps};

/// A game that the tree can search.
pub trait Searchable: Tactics + Nearness + ActionSpace + Symmetric {
    /// The playouts that evaluate its positions.
    type Playouts: Playouts<Self>;

    /// Whether games are decided by points, so that a [`Tally`](crate::Tally) holds margins.
    const COUNTS_POINTS: bool = false;

    /// The search's constants, as measured for this game.
    const TUNING: Tuning;

    /// Node budget of a turn and softmax temperature of levels 1 to 8, as measured in matches
    /// between neighbours (`docs/strength.md`).
    ///
    /// Weak levels differ by their temperature at a small node budget; strong ones by their budget
    /// at temperature 0. Mixing the two picks moves with hardly any visits.
    const LEVELS: [(u64, f32); 8];

    /// Weaknesses of the three levels for beginners, set by matches between neighbours
    /// (`docs/strength.md`): on small boards the weakest plays about even with the frozen `casual`.
    const NOVICES: [Habits; 3];

    /// Minimum number of nodes at which any level chooses a side: an error there loses the game
    /// before it is played. With 1000 Boche of size 7 was opened with a turn worth 0.67.
    const NODES_FOR_A_SIDE: u64 = 3000;

    /// Whether quick games decide about a swap on boards without an opening book, because a search
    /// does not see who will win.
    const SWAPS_BY_GAMES: bool = false;

    /// Time per searched position on one thread of an ordinary machine, in microseconds, and the
    /// size of the board on which that was measured.
    const NODE_MICROSECONDS: (u64, u8);

    /// A search by iterative deepening that plays this game better than the tree, if there is one.
    fn deepening(
        _game: &Game<Self>,
        _seed: u64,
        _memory: Memory,
        _parts: Parts,
    ) -> Option<Box<dyn Deepening<Self>>> {
        None
    }

    /// A solver of ends of games with these options, with a table of at most `memory` bytes, if
    /// there is one for the game.
    fn end_solver(_options: Self::Options, _memory: usize) -> Option<Box<dyn EndSolver<Self>>> {
        None
    }

    /// Values of turns in points, where so little is open that it can be searched exhaustively.
    fn settle(&self, seed: u64) -> Option<Settled<Self::Turn>> {
        let _ = seed;
        None
    }

    /// Bias of playouts against the side to move, in points.
    fn playout_bias(&self) -> f32 {
        0.0
    }

    /// Minimum number of turns in an opening of a match, in games whose sides are chosen later than
    /// after the first turn.
    fn least_opening(_options: Self::Options) -> usize {
        0
    }

    /// Win share of each turn's taker in playouts, 0 to 1; one half is a place that does not
    /// matter. Turns that take no place are left out.
    ///
    /// In Boche every cube shows both colours, and it matters less who places it than which way
    /// round it lies: there the taker turns the cube as suits best.
    fn pivotal(game: &Game<Self>, seed: u64) -> Vec<(Self::Turn, f32)> {
        maps::takers(game, seed)
    }
}

/// Time per searched position on a board with these options, in microseconds, at least 1, on one
/// thread of an ordinary machine. It grows with the number of places, because playouts get longer.
///
/// ```
/// use carrick_engine::node_microseconds;
/// use carrick_games::{AnyOptions, GameKind, SizeLimits};
/// let of = |size| AnyOptions::parse(GameKind::Anchor, &[size], SizeLimits::Challenge);
/// assert!(node_microseconds(of("-size=5")?) < node_microseconds(of("-size=10")?));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn node_microseconds(options: AnyOptions) -> u64 {
    match_game!(options, AnyOptions(options) of B => {
        let (measured, at) = <B as Searchable>::NODE_MICROSECONDS;
        (measured * u64::from(options.size()).pow(2) / u64::from(at).pow(2)).max(1)
    })
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
    /// Maximum weight, in visits, of a turn's AMAF value, which is its value in the playouts
    /// further down.
    pub amaf_weight: f32,
    /// Number of playouts further down that count as one visit.
    pub amaf_games: f32,
    /// The constant of an exploration term (UCB); 0 for none.
    pub exploration: f32,
    /// Share of the margin in a value, 0 to 1, where points are counted and the winner is certain;
    /// it fades out quickly where the winner is open.
    pub margin_share: f32,
    /// Margin, in points, that is worth three quarters.
    pub margin_scale: f32,
    /// The turns that are tried for an immediate win when a node is expanded.
    pub tried: Tried,
    /// Whether expanding a position in which the opponent threatens to win at once leaves out turns
    /// that do not prevent it. For games in which threats stay; elsewhere the tree sees the threat
    /// a turn later. In Antipod of radius 4 with 500 nodes it proved 31 of 60 positions where 13
    /// were proved without; on radius 6 it made 114 points of 230 games at 50 ms a turn, no
    /// difference.
    pub must_play: bool,
    /// Whether endgames in which little is open are searched for points (see
    /// [`settled`](crate::settled)).
    pub settles: bool,
}

/// The turns that are played to see whether they win at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// All of them.
    All,
    /// Those that lost in no playout, and those without a slot, such as passes.
    Promising,
}

impl Tuning {
    /// Constants that served well, for games without measured ones.
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

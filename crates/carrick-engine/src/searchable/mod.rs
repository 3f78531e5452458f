//! Interface of a game to searches and players: its playouts, tactics, constants and solvers.

mod deepening;
mod habits;
pub(crate) mod nearness;
pub mod tactics;
mod tuning;

use carrick_games::{ActionSpace, AnyOptions, Game, GameOptions as _, Symmetric, match_game};

pub use self::deepening::Deepening;
pub use self::habits::Habits;
pub use self::nearness::Nearness;
use self::tactics::Tactics;
pub use self::tuning::{Tuning, TurnsTried};
use crate::endgame::EndSolver;
use crate::endgame::settled::Settled;
use crate::playouts::{Playouts, maps};
use crate::settings::{Memory, SearchParts};

/// A game that the tree can search.
pub trait Searchable: Tactics + Nearness + ActionSpace + Symmetric {
    /// The playouts that evaluate its positions.
    type Playouts: Playouts<Self>;

    /// Whether games are decided by points, so that a [`PlayoutTally`](crate::PlayoutTally) has
    /// margins.
    const COUNTS_POINTS: bool = false;

    /// The search's constants, as measured for this game.
    const TUNING: Tuning;

    /// Node budget of a turn and softmax temperature of levels 1 to 8, as measured in matches
    /// between neighbouring levels (`docs/strength.md`).
    ///
    /// Weak levels differ by their temperature at a small node budget, strong ones by their budget
    /// at temperature 0. Mixing the two would pick turns with hardly any visits.
    const LEVELS: [(u64, f32); 8];

    /// Weaknesses of the levels for beginners, the weakest first, as many as the
    /// [facts](carrick_games::Facts::novices) about the game state. They were chosen by matches on
    /// the usual board (`docs/strength.md`): the weakest is about even with the frozen `casual`,
    /// and each step from there to the first level is worth 150 to 300 Elo points.
    const NOVICES: &'static [Habits];

    /// Minimum number of nodes with which any level chooses a side: an error there loses the game
    /// before it starts. With 1000, it opened Boche of size 7 with a turn worth 0.67.
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
        _parts: SearchParts,
    ) -> Option<Box<dyn Deepening<Self>>> {
        None
    }

    /// Creates a solver of endgames with these options, with a table of at most `memory` bytes, if
    /// the game has one.
    fn end_solver(_options: Self::Options, _memory: usize) -> Option<Box<dyn EndSolver<Self>>> {
        None
    }

    /// Values of turns in points, if so little is open that it can be searched exhaustively.
    fn settle(&self, seed: u64) -> Option<Settled<Self::Turn>> {
        let _ = seed;
        None
    }

    /// Bias of playouts against the side to move, in points.
    fn playout_bias(&self) -> f32 {
        0.0
    }

    /// Minimum number of turns in an opening of a match, in games whose players choose sides later
    /// than after the first turn.
    fn least_opening(_options: Self::Options) -> usize {
        0
    }

    /// How often the player of each turn wins playouts, 0 to 1; one half means a place that does
    /// not matter. Leaves out turns that take no place.
    ///
    /// In Boche, every cube shows both colours, and its rotation matters more than who places it;
    /// so the player who takes a place also chooses the best rotation.
    fn pivotal(game: &Game<Self>, seed: u64) -> Vec<(Self::Turn, f32)> {
        maps::takers::<Self, Self::Playouts>(game, seed)
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

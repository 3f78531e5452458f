//! Constants of a search, measured for each game.

/// The constants of the search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning {
    /// Number of visits at which a leaf is expanded.
    pub expand_at: u32,
    /// Number of batches of playouts of the root before it is expanded.
    pub root_batches: u32,
    /// Weight of the prior, in visits.
    pub prior_weight: f32,
    /// Maximum weight, in visits, of a turn's AMAF value, which is its value in the playouts
    /// further down.
    pub amaf_weight: f32,
    /// Number of playouts further down that count as one visit.
    pub amaf_games: f32,
    /// Constant of the exploration term (UCB); 0 for none.
    pub exploration: f32,
    /// Share of the margin in a value, 0 to 1, if points are counted and the winner is certain; it
    /// fades quickly while the winner is open.
    pub margin_share: f32,
    /// Margin, in points, that is worth three quarters.
    pub margin_scale: f32,
    /// The turns tried for an immediate win when a node is expanded.
    pub tried: TurnsTried,
    /// Whether expanding a position in which the opponent threatens to win immediately leaves out
    /// turns that do not prevent it. For games in which threats stay; in others the tree sees the
    /// threat a turn later. In Antipod of radius 4 with 500 nodes, it proved 31 of 60 positions
    /// compared to 13 without; on radius 6 it made 114 points in 230 games at 50 ms a turn, which
    /// is no difference.
    pub must_play: bool,
    /// Whether endgames in which little is open are searched for points (see
    /// [`settled`](crate::settled)).
    pub settles: bool,
}

/// The turns that are played to see whether they win immediately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnsTried {
    /// All turns.
    All,
    /// Those that lost in no playout, and those without a slot, such as passes.
    Promising,
}

impl Tuning {
    /// Good constants for games without measured ones.
    pub const DEFAULT: Self = Self {
        expand_at: 2,
        root_batches: 16,
        prior_weight: 8.0,
        amaf_weight: 8.0,
        amaf_games: 256.0,
        exploration: 0.0,
        margin_share: 0.0,
        margin_scale: 10.0,
        tried: TurnsTried::Promising,
        must_play: true,
        settles: true,
    };
}

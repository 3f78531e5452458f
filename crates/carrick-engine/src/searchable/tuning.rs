//! Constants of a search, measured for each game.

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
    pub tried: TurnsTried,
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
pub enum TurnsTried {
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
        tried: TurnsTried::Promising,
        must_play: true,
        settles: true,
    };
}

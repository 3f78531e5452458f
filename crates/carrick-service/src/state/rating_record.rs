//! A player's rating in one game, and its change by a result.

/// A player's Glicko-2 rating in one game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingRecord {
    /// On the scale on which a new player has 1500.
    pub rating: f64,
    /// The rating deviation; a new player has 350.
    pub deviation: f64,
    /// Glicko-2's volatility; a new player has 0.06.
    pub volatility: f64,
    /// Rated games finished, by result: won, drawn, lost.
    pub games: [u32; 3],
}

/// A rating before and after a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingChange {
    /// Before.
    pub before: RatingRecord,
    /// After.
    pub after: RatingRecord,
}

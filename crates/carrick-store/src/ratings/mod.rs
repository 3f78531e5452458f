//! Ratings, the rating changes of each game, standings, and recomputation.
//!
//! Imports `database` and `store`.

pub(crate) mod rating;
pub(crate) mod rebuild;
pub(crate) mod standings;

pub use rating::RatedGame;
pub use rebuild::{Difference, Rebuilt};
pub use standings::StandingKey;

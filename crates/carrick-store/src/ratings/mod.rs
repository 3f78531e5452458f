//! Ratings and what each game did to them, standings, and ratings computed anew.
//!
//! Imports `database` and `store`.

pub(crate) mod rating;
pub(crate) mod rebuild;
pub(crate) mod standings;

pub use rating::RatedGame;
pub use rebuild::{Difference, Rebuilt};
pub use standings::StandingKey;

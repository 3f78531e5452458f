//! Statistics as pure functions: intervals of shares and of means.
//!
//! Pairs of games and sequential tests are in [`crate::arena`]: one implementation serves
//! matches and laboratories.

mod bootstrap;
mod estimate;
mod quantile;
mod wilson;

pub use bootstrap::bootstrap_mean;
pub use estimate::Estimate;
pub use quantile::quantile;
pub use wilson::wilson;

//! Games between computer players: settings of a match, a single game, many games at once.

mod clock;
mod duel;
mod in_order;
mod judge;
mod settings;

pub(crate) use clock::Clock;
pub use duel::{Duel, DuelError, play};
pub use in_order::in_order;
pub use judge::{Judge, JudgeError};
pub use settings::{Allowance, Match, MatchError};

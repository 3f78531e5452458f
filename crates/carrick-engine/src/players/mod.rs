//! The computer as an opponent, at its levels.

mod level;
mod novice;
pub mod opening;
mod player;

pub use self::level::{Level, LevelError};
pub use self::player::Player;
pub use level::ChosenTurn;

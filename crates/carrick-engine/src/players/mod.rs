//! The computer as an opponent, at its levels.

mod choice;
mod level;
mod novice;
pub mod opening;
mod player;

pub use self::choice::Choice;
pub use self::level::{Level, LevelError};
pub use self::player::Player;

//! Hotseat games: played at one screen, or off line and handed in.

mod game;
mod handed_in;
mod review;

pub use self::game::Hotseat;
pub use self::handed_in::{HandedIn, OfflineGame, OfflineOpponent};

//! Positions of Ankor, how turns change them, and the history that leads to draws.

mod history;
mod position;

pub use self::history::{History, MOVES_WITHOUT_ADD};
pub use self::position::Board;

//! Positions of Ankor for playouts and search, as bit sets no larger than the board needs.

mod distance;
mod games;
mod map;
mod position;
mod reach;

pub(crate) use self::distance::{Distance, Distances, PLACEMENT};
pub use self::games::AnkorGames;
pub(crate) use self::map::Map;
pub(crate) use self::position::{Position, Step};
pub(crate) use self::reach::{Contacts, Reach};

//! Positions of Ankor for playouts and search: bit sets no larger than the board needs.

mod distance;
mod games;
mod map;
mod position;
mod reach;

pub(crate) use self::distance::{Distance, DistanceScratch, PLACEMENT};
pub use self::games::AnkorGames;
pub(crate) use self::map::BoardMap;
pub(crate) use self::position::{AddOrMove, AnkorPosition};
pub(crate) use self::reach::{CubeContacts, MoveReach};

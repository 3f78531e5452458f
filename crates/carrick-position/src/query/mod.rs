//! Position queries and their errors.

mod error;
mod request;

pub use self::error::{PositionError, Problem};
pub use self::request::{Look, MAX_TURNS, Query};
pub(crate) use self::request::{check_length, play};

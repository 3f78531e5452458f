//! The collection: puzzles as data, their grades, and proving them again.

mod collected;
mod day;
mod grade;
mod line;
mod prove;
mod twins;
mod winning_line;

pub use self::collected::{Collection, CollectionError};
pub use self::grade::Grade;
pub use self::line::{Puzzle, PuzzleError, Source};
pub use self::prove::Unproved;
pub use self::twins::twin_key;
pub use self::winning_line::WinningLine;

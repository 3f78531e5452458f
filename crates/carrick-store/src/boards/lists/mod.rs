//! Lists of boards, a line for each.

pub(crate) mod list;
mod summary;

pub use self::list::{BoardKey, BoardList, Part};
pub(crate) use self::summary::board_summary;

//! Boards, levels and ratings as JSON.

mod board;
mod level;
mod rating;

pub(in crate::api) use self::board::{Board, BoardLine, TermsView};
pub(in crate::api) use self::level::LevelView;
pub(in crate::api) use self::rating::Rating;

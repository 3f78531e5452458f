//! The texts of answers: plain text, at most 78 columns where the board allows.

mod board;
mod letters;
mod lists;
mod seeks;
mod text;
mod turns;

pub(crate) use board::{board_after, new_board, report, said, watched, whole_board};
pub(crate) use letters::{letter, news};
pub(crate) use lists::{board_list, standings};
pub(crate) use seeks::{seek, seek_list};
pub(crate) use text::{and, wrapped};

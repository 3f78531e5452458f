//! The texts of answers: plain text, at most 78 columns where the board allows.

mod board;
mod lists;
mod time;
mod turns;

pub(crate) use board::{board_after, new_board, report, whole_board};
pub(crate) use lists::{board_list, standings};
pub(crate) use time::{nag, vacation_ended};

//! The texts of answers: plain text, at most 78 columns where the board allows.

mod board;
mod hint;
mod history;
mod letters;
mod lists;
mod preview;
pub(crate) mod puzzle;
mod review;
mod seeks;
mod time;
mod turns;
mod wrap;

pub(crate) use board::{
    board_after, new_board, remark, report, report_with, said, watched, whole_board,
    whole_board_for,
};
pub(crate) use hint::hint;
pub(crate) use history::history;
pub(crate) use letters::{letter, news};
pub(crate) use lists::{latest_boards, standings};
pub use preview::previewed;
pub(crate) use preview::{preview, preview_new, submitted};
pub(crate) use review::review;
pub(crate) use seeks::{seek, seek_list};
pub(crate) use time::{nag, vacation_ended};
pub(crate) use wrap::wrapped;

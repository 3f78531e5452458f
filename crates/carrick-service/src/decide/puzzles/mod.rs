//! Puzzles of the day: asked for, mailed every day or week, and answered by mail.

mod answered;
mod asked;
mod daily;

pub use answered::decide_puzzle;
pub(in crate::decide) use daily::mail_puzzles;

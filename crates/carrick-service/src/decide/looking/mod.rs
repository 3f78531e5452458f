//! Looking at boards and lists, and into help: the answers change nothing.

mod below;
mod boards;
mod help;
mod preview;

pub use below::with_board_below;
pub(in crate::decide) use help::help_answer;

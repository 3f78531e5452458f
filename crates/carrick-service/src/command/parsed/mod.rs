//! Commands as data, with nothing left to read in them, and the line that means each.

mod action;
mod argument;
mod board_act;
mod command;
mod game_command;
mod setting;
mod write;

pub(in crate::command) use action::ACTIONS;
pub use action::Action;
pub use argument::{Credential, HelpTopic, PlyRef, Selector};
pub use board_act::BoardAct;
pub use command::Command;
pub use game_command::GameCommand;
pub use setting::Setting;

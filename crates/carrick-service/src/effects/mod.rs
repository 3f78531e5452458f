//! Effects of a decision: events, which the store writes, and messages, which are sent.

mod decision;
mod event;
mod message;
mod multiple;

pub use decision::Decision;
pub use event::{BoardEvent, Event, UserEvent};
pub use message::{Addressee, Link, Message};
pub use multiple::{MAX_COMMANDS, commands_in, in_line};

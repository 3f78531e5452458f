//! The laws: what must hold, whatever goes wrong.

mod history;
mod mails;
mod secrets;
mod slow_clock;

pub(crate) use history::{Boards, Books, Round, to_move};
pub(crate) use mails::Mails;
pub(crate) use secrets::Secrets;

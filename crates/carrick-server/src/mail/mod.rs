//! Mails: their requests, record and answer in one transaction.
//!
//! Imports `limits` and `commands`.

mod evidence;
mod gates;
mod mail_limits;
mod on_board;
mod on_puzzle;
mod stranger;
mod take_in;
mod undone;

pub use mail_limits::{MailLimits, SenderGroup};
pub use on_board::OnBoard;
pub use on_puzzle::OnPuzzle;
pub use stranger::Strangers;
pub use take_in::{MailAsks, Mailed, take_in};

//! LMTP (RFC 2033) as a state machine: bytes in, replies and deliveries out.
//!
//! The caller owns the socket and the clock. It hands over the bytes it has read, carries out each
//! [`SessionStep`], and hangs up when nothing comes for as long as [`LmtpSession::patience`]. However
//! the bytes are cut, the steps are the same. A session holds at most one command line and one
//! message.
//!
//! Only CRLF ends a line and only CRLF.CRLF a message. A carriage return or line feed by itself,
//! with which a message could be smuggled past a relay that reads it otherwise, spoils the line or
//! the message that it stands in, and nothing behind it is taken for a command.

mod blocks;
mod command;
mod data;
mod limits;
mod line;
mod session;

pub use blocks::Blocks;
pub use limits::SessionLimits;
pub use session::{LmtpDelivery, LmtpSession, SessionStep, Status};

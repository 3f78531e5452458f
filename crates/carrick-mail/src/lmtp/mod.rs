//! LMTP (RFC 2033) as a state machine: bytes in, replies and deliveries out.
//!
//! The caller owns the socket and the clock. It passes on the bytes it has read, executes each
//! [`SessionStep`], and hangs up if nothing comes within [`LmtpSession::patience`]. The steps do
//! not depend on how the bytes are split. A session keeps at most one command line and one message.
//!
//! Only CRLF ends a line and only CRLF.CRLF a message. A lone carriage return or line feed could
//! smuggle a message past a relay that reads it differently. So it invalidates the line or message
//! that contains it, and nothing after it is taken for a command.

mod blocks;
mod command;
mod data;
mod limits;
mod line;
mod session;

pub use blocks::Blocks;
pub use limits::SessionLimits;
pub use session::{LmtpDelivery, LmtpSession, SessionStep, Status};

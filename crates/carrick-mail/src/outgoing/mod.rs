//! Outgoing messages: a message of the service becomes a mail.
//!
//! The plain part is the service's text, to the letter; beside it stands a page with
//! the board as a picture. All mails about a board are one thread. Tokens and links come from the
//! caller, who derives them when the mail is sent: no table holds them.

mod compose;
mod drawing;
mod echo;
mod line;
mod page;
mod picture;
mod thread;

pub use compose::{Cause, ComposeError, Composed, Outgoing, Stop, compose, compose_with};
pub(crate) use compose::{LINKS, PHRASES};
pub use drawing::Shown;
pub use echo::{complaint, echo};
pub use picture::{Drawn, MAX_PICTURE_BYTES};
pub use thread::message_id;

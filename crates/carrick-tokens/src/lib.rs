//! Tokens: a few sealed bytes that prove a right of their bearer, without anything stored about
//! them.
//!
//! A [`ReplyToken`] is part of a mail address and plays one turn of one board; the others are in
//! links. All are sealed by a [`Keyring`] that no database contains, and open only for their own
//! purpose, which is part of the sealed bytes.
//!
//! ```
//! use carrick_games::{GameKind, Seat};
//! use carrick_service::BoardId;
//! use carrick_tokens::{Keyring, Powers, ReplyToken};
//!
//! let keys = Keyring::new([7; 32]);
//! let now = "2008-05-01T12:00:00Z".parse()?;
//! let token = ReplyToken {
//!     board: BoardId { kind: GameKind::Ankor, number: 101 },
//!     generation: 12,
//!     seat: Seat::First,
//!     powers: Powers::TO_MOVE,
//!     expires: "2008-06-01T00:00:00Z".parse()?,
//! };
//! let text = keys.seal(&token);
//! assert_eq!(format!("play+{text}").len(), 53);
//! assert_eq!(keys.open::<ReplyToken>(&text.to_uppercase(), now)?, token);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
mod key_file;
mod link;
mod puzzle;
mod reply;
mod seal;
mod step;

pub use carrick_service::Subscription;
pub use key_file::{KeyFileError, Keyring};
pub use link::{
    BounceToken, ChangeToken, ConfirmToken, DeclineToken, EchoToken, InviteToken, ResetToken,
    UnsubscribeToken,
};
pub use puzzle::PuzzleToken;
pub use reply::{Power, Powers, ReplyToken};
pub use seal::{Token, TokenError};
pub use step::StepToken;

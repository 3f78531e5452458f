//! Users: accounts, preferences, passwords, sessions and tokens, administration.

pub(crate) mod admin;
mod erasure;
pub(crate) mod limits;
pub(crate) mod puzzles;
mod session;
pub(crate) mod tokens;
pub(crate) mod user;

pub use admin::Account;
pub use limits::{Most, Room};
pub use session::{MOST_SESSIONS, MOST_WAITING, SecondFactor, Session, TokenHash, Visit};
pub use tokens::{ApiToken, NewApiToken, Revoked};
pub use user::Confirmation;

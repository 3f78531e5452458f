//! Users: accounts, preferences, passwords, sessions and tokens, administration.
//!
//! Imports `database` and `store`.

pub(crate) mod admin;
pub(crate) mod api_token;
mod bucket;
pub(crate) mod choice;
pub(crate) mod erasure;
mod feed;
mod lessons;
mod names;
pub(crate) mod puzzles;
mod second_factor;
mod session;
pub(crate) mod stocks;
pub(crate) mod user;
mod web_account;

pub use admin::Account;
pub use api_token::{ApiToken, NewApiToken, Revoked};
pub use second_factor::SecondFactor;
pub use session::{MOST_SESSIONS, MOST_WAITING, Session, TokenHash, Visit};
pub use stocks::{Most, Room};
pub use user::Confirmation;

//! The service's state in a database: one transaction a command, and the outbox.
//!
//! A command is decided by a pure function from [`State`](carrick_service::State) to
//! [`Decision`](carrick_service::Decision). [`Store::transaction`] loads that state, calls the
//! function, writes what it decided, and commits, all or nothing; a request that comes twice is
//! answered twice and carried out once. [`Store::read`] shows the state without changing it.
//!
//! The store knows no rules: it never reads a turn, an option or a reason, it only keeps them. What it
//! does guard is the shape of the record: turns without gaps, no result without an end, no rating
//! changed from what it was not. A decision that would break it is refused whole with a [`Conflict`].
//!
//! SQLite is the first database. What is particular to it is in one file, `sqlite.rs`, and in
//! `migrations/sqlite`; the statements elsewhere are written for PostgreSQL too.

mod account_change;
mod admin;
mod api_token;
mod archive;
mod batch;
mod bounce;
mod change;
mod choice;
mod column;
mod commits;
mod connection;
mod copy;
mod counter;
mod dead_letter;
mod delivery;
mod digest;
mod due;
mod echo;
mod error;
mod exchange;
mod feed;
mod group;
mod health;
mod hotseat;
mod job;
mod letter;
mod list;
mod load;
mod mail;
mod outbox;
mod plan;
mod private;
mod rating;
mod rebuild;
mod remark;
mod reopen;
mod request;
mod second_factor;
mod seek;
mod session;
mod sqlite;
mod store;
mod subscription;
mod sweep;
mod together;
mod undo;
mod user;
mod web_account;
mod write;

pub use admin::Account;
pub use api_token::{ApiToken, Ended, NewApiToken};
pub use archive::{Asked, Told};
pub use change::{CHANGES, Change};
pub(crate) use commits::Commits;
pub use copy::{Backup, BackupError, Restored, backup, restore};
pub use dead_letter::{CopyState, DeadLetter, Waiting};
pub use delivery::{Delivery, DeliveryId, Route, Settled, Verdict};
pub use digest::DueDigest;
pub use echo::Echo;
pub use error::{Conflict, StoreError};
pub use exchange::{Importing, NewBoard};
pub use group::Decide;
pub use health::Trouble;
pub use hotseat::Hotseat;
pub use list::{BoardList, From, Page, Part, Place, StandingPlace};
pub use mail::{Allowance, AnswerTo, Arrival, AtMost, Errand, Undone};
pub use outbox::{Outgoing, Recipient};
pub use private::{Notice, make_private};
pub use rating::RatedGame;
pub use rebuild::{Difference, Rebuilt};
pub use remark::Remark;
pub use request::{Committed, LogEntry};
pub use second_factor::SecondFactor;
pub use session::{MOST_WAITING, Session, TokenHash, Visit};
pub use sqlite::Settings;
pub use store::{BoardNow, Store};
pub use user::Confirmation;

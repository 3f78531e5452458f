//! The server without a server: what a command means, decided from a snapshot of the state.
//!
//! A text becomes a [`Command`] ([`command::parse`]); the command says what it [`Needs`] to see; the
//! store loads that [`State`]; [`decide()`] returns the [`Event`]s that happened and the [`Message`]s to
//! send. Nothing here reads a clock, draws a random number or touches SQL, sockets or files.

mod absence;
mod account_change;
mod admin;
mod clock;
pub mod command;
mod computer;
mod decide;
mod decision;
mod due;
mod ending;
mod event;
pub mod exchange;
mod handicap;
pub mod hashing;
pub mod help;
mod ids;
mod job;
mod letter;
mod mailing;
mod message;
mod multiple;
mod needs;
mod outage;
mod password;
mod queue;
mod rating;
mod reply;
mod request;
mod scene;
mod scope;
mod seek;
mod state;
mod subscription;
mod table;
mod zone;

pub use absence::{Absence, AbsenceKind};
pub use account_change::AccountChange;
pub use admin::{AdminAction, decide_admin};
pub use clock::Clock;
pub use command::{
    Action, Command, Credential, GameCommand, HelpTopic, Position, Refusal, Selector, Setting,
};
pub use computer::{Asked, IsComputer, computer_level, must_be_a_person};
pub use decide::{
    Declinable, LINKS_A_DAY, answer_refusal, decide, decide_answer, decide_change, decide_decline,
    decide_due, decide_reopen, decide_untyped, decline_request, may_talk, reopen_needs,
    with_board_below,
};
pub use decision::Decision;
pub use due::Due;
pub use ending::Ending;
pub use event::{Event, Keeps};
pub use ids::{Address, AddressError, BoardId, BoardIdError, Userid, UseridError};
pub use job::{NextJob, WaitingJob, next_job};
pub use letter::{Letter, Readers};
pub use mailing::{MailChoices, Mailing, Pictures, UnknownMailing, UnknownPictures};
pub use message::{Addressee, Link, Message};
pub use multiple::{MAX_COMMANDS, commands_in, in_line};
pub use needs::{BoardFilter, LISTED, Needs};
pub use outage::{Outage, Outages};
pub use password::{Password, PasswordError, PasswordHash};
pub use rating::{FinishedGame, Replay};
pub use reply::previewed;
pub use request::{Evidence, Request, Sender};
pub use scope::{Scope, Scopes, UnknownScope};
pub use seek::{Seek, StandIn};
pub use state::{
    BoardRecord, BoardSummary, Choices, Display, Ended, Expired, Offer, OfferKind, Origin, Plans,
    RatingChange, RatingRecord, SeatResult, State, Terms, TurnRecord, Undone, User, UserAddress,
};
pub use subscription::{Notice, Subscription, decide_again, decide_stop};
pub use zone::{Zone, ZoneError};

//! The handle of an open store, and the queue of requests and mails that wait for its writer.
//!
//! Every folder above adds its methods to [`Store`] beside its statements. Imports `database`.

mod activity;
mod commits;
mod handle;
mod known;
mod mail;
mod queue;
mod request;
mod shared_call;

pub use activity::Activity;
pub(crate) use commits::Commits;
pub use handle::Store;
pub(crate) use known::{Known, Memory, can_be_shared, changed_alone, is_about_boards};
pub(crate) use mail::Mail;
pub use mail::{
    Allowance, AnswerTo, Arrival, AtMost, MailRequest, MailSender, MailTask, SeatRequest, Undone,
};
pub(crate) use queue::{Outcome, Queue, Queued, Work};
pub(crate) use request::Request;
pub use request::{Committed, Decide, LogEntry};

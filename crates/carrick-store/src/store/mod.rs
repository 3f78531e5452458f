//! The handle of an open store, and the queue of requests and emails for its writer.

mod handle;
mod mail;
mod queue;
mod shared_call;

pub(crate) use handle::Commits;
pub use handle::{Activity, Store};
pub(crate) use mail::QueuedMail;
pub use mail::{
    Allowance, AnswerTo, ArrivedMail, AtMost, MailRequest, MailSender, MailTask, SeatRequest,
    UndoneMail,
};
pub use queue::{Committed, DecideFn, LogEntry};
pub(crate) use queue::{Next, Queued, RequestOutcome, Work, WriteRequest};

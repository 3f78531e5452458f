//! The handle of an open store, and the queue of requests and mails that wait for its writer.

mod handle;
mod known;
mod mail;
mod queue;

pub(crate) use handle::Commits;
pub use handle::{Activity, Store};
pub(crate) use known::{Known, Memory, can_be_shared, changed_alone, is_about_boards};
pub(crate) use mail::Mail;
pub use mail::{
    Allowance, AnswerTo, ArrivedMail, AtMost, MailRequest, MailSender, MailTask, SeatRequest,
    UndoneMail,
};
pub use queue::{Committed, Decide, LogEntry};
pub(crate) use queue::{Outcome, Queue, Queued, Request, Work};

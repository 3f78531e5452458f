//! Incoming emails with their requests, and the rate limits of answers to their senders.

use std::fmt;

use carrick_games::Seat;
use carrick_service::{Address, BoardId, Decision, Message, Needs, Sender, Userid};
use jiff::{SignedDuration, Timestamp};

use crate::database::StoreError;
use crate::store::queue::DecideFn;

/// An incoming email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrivedMail {
    /// Id of the email: a second email with the same id gets the answer to the first and has no
    /// effect. It must be a keyed hash of the whole email, as [`LogEntry::id`](super::LogEntry::id)
    /// is of a request.
    pub id: String,
    /// Time of arrival.
    pub at: Timestamp,
    /// Its `Message-ID`, without brackets, for the answer's `In-Reply-To`.
    pub message_id: Option<String>,
    /// Domain of the sender's address, as a keyed hash like [`MailSender::counted_as`].
    pub domain: String,
    /// Limits of answers to the sender.
    pub allowance: Allowance,
}

/// Recipient of the answers to an email, with the key of their rate limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSender {
    /// Recipient of the answer.
    pub answer_to: AnswerTo,
    /// Key for counting the sender's answers: a keyed hash, so that it reveals no address.
    pub counted_as: String,
}

/// Work that an email asks for.
pub enum MailTask {
    /// Commands, each of which proves in whose name it is given.
    Commands {
        /// Recipient of the answers.
        sender: MailSender,
        /// The whole email as a command for the log, without passwords and tokens. The log shows it
        /// with the answer to several requests.
        command: String,
        /// One for each command.
        requests: Vec<MailRequest>,
    },
    /// An answer in the name of the player in a seat of a board. The player is looked up in the
    /// transaction that runs their request.
    FromSeat {
        /// The board.
        board: BoardId,
        /// The seat.
        seat: Seat,
        /// Makes the request.
        request: SeatRequest,
    },
}

/// Makes a request of the player in a seat; gets `None` if the board does not exist.
///
/// The board has already been loaded when the request's needs are loaded, and is not read again.
pub type SeatRequest = Box<dyn FnOnce(Option<&Userid>) -> (MailSender, MailRequest) + Send>;

impl fmt::Debug for MailTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailTask").finish_non_exhaustive()
    }
}

/// Recipient of the answer to an email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerTo {
    /// The sender's address. Another person may have written it there, unless it is proved.
    Address {
        /// The address.
        address: Address,
        /// Whether it is proved that the email came from there.
        proved: bool,
    },
    /// A user, at their confirmed addresses.
    User(Userid),
}

/// One of the commands in an email.
pub struct MailRequest {
    /// Sender of the command.
    pub sender: Sender,
    /// Time at which it runs; no two commands of an email have the same.
    pub at: Timestamp,
    /// The command for the log, without passwords.
    pub command: String,
    /// The state that the decision needs.
    pub needs: Needs,
    /// The decision.
    pub decide: DecideFn,
    /// The decision to write instead if the first one cannot be written. It does not affect the
    /// other commands of the email.
    pub otherwise: Box<dyn FnOnce(UndoneMail) -> Decision + Send>,
}

/// Reason why a decision was not written.
#[derive(Debug, thiserror::Error)]
pub enum UndoneMail {
    /// The store refused it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The limit of accounts created by mail is reached, or that of questions to the unknown sender
    /// whether the address is theirs.
    #[error("too many accounts were created by mail")]
    TooManyAccounts,
}

/// An email with its requests, on its way to the database.
pub(crate) struct QueuedMail {
    pub(crate) arrival: ArrivedMail,
    pub(crate) task: MailTask,
    /// Combines the answers to all requests into one.
    pub(crate) join: Box<dyn FnOnce(Vec<Message>) -> Message + Send>,
}

/// Rate limits of mail: answers to a sender, and emails and accounts for strangers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Answers to a sender who is proved, or whose address a user has confirmed.
    pub known: AtMost,
    /// Answers to any other sender, who may never have written. Questions whether the address is
    /// theirs have the same limit.
    pub unknown: AtMost,
    /// Answers and questions to unknown senders in one domain.
    pub of_a_domain: AtMost,
    /// Answers and questions to unknown senders in all domains.
    pub of_all: AtMost,
    /// Accounts created by mail, by all senders together.
    pub accounts: AtMost,
}

/// A rate limit: a count within a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtMost {
    /// Maximum number.
    pub count: u32,
    /// Length of the period.
    pub within: SignedDuration,
}

//! Incoming mails with their requests, and the rate limits of answers to their senders.

use std::fmt;

use carrick_games::Seat;
use carrick_service::{Address, BoardId, Decision, Message, Needs, Sender, Userid};
use jiff::{SignedDuration, Timestamp};

use crate::database::StoreError;
use crate::store::queue::DecideFn;

/// An incoming mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrivedMail {
    /// Name of the mail: a second mail of that name is answered as the first was and not carried
    /// out. It must be a keyed hash of the whole mail, as [`LogEntry::id`](super::LogEntry::id) is
    /// of a request.
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

/// Recipient of the answers to a mail, with the key of their rate limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSender {
    /// Recipient of the answer.
    pub answer_to: AnswerTo,
    /// Key under which the sender's answers are counted: a keyed hash, which names nobody to a
    /// reader who does not know them already.
    pub counted_as: String,
}

/// Work that a mail asks for.
pub enum MailTask {
    /// Commands, each of which proves in whose name it is given.
    Commands {
        /// Recipient of the answers.
        sender: MailSender,
        /// The whole mail as a command for the log, without passwords and tokens: it stands beside
        /// an answer to several requests.
        command: String,
        /// One for each command.
        requests: Vec<MailRequest>,
    },
    /// An answer in the name of the player in a seat of a board. Who that is, is read in the
    /// transaction that carries out their request.
    FromSeat {
        /// The board.
        board: BoardId,
        /// The seat.
        seat: Seat,
        /// Makes the request.
        request: SeatRequest,
    },
}

/// Makes a request of the player in a seat; of `None` where there is no such board.
///
/// The board is seen already when the request's needs are loaded, and is not read again.
pub type SeatRequest = Box<dyn FnOnce(Option<&Userid>) -> (MailSender, MailRequest) + Send>;

impl fmt::Debug for MailTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailTask").finish_non_exhaustive()
    }
}

/// Recipient of the answer to a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerTo {
    /// The sender's address. Somebody else may have written it there, unless it is proved.
    Address {
        /// The address.
        address: Address,
        /// Whether it is proved that the mail came from there.
        proved: bool,
    },
    /// A user, at their confirmed addresses.
    User(Userid),
}

/// One of the commands in a mail.
pub struct MailRequest {
    /// Sender of the command.
    pub sender: Sender,
    /// Time at which it is carried out; no two commands of a mail have the same.
    pub at: Timestamp,
    /// The command for the log, without passwords.
    pub command: String,
    /// The state that the decision needs.
    pub needs: Needs,
    /// The decision.
    pub decide: DecideFn,
    /// The decision to write instead when the first one is not carried out. It has no effect on the
    /// other commands of the mail.
    pub otherwise: Box<dyn FnOnce(UndoneMail) -> Decision + Send>,
}

/// Reason why a decision was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum UndoneMail {
    /// The store refused it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The limit of accounts made by mail is reached, or that of questions whether an address is
    /// the unknown sender's.
    #[error("too many accounts were made by mail")]
    TooManyAccounts,
}

/// A mail with its requests, on its way to the database.
pub(crate) struct QueuedMail {
    pub(crate) arrival: ArrivedMail,
    pub(crate) task: MailTask,
    /// Combines the answers to all requests into one.
    pub(crate) join: Box<dyn FnOnce(Vec<Message>) -> Message + Send>,
}

/// Rate limits of mail: answers to a sender, and letters and accounts for strangers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Answers to a sender who is proved, or whose address a user has confirmed.
    pub known: AtMost,
    /// Answers to any other sender, who may never have written. The question whether the address is
    /// theirs is limited to as many.
    pub unknown: AtMost,
    /// Answers and questions to unknown senders in one domain.
    pub of_a_domain: AtMost,
    /// Answers and questions to unknown senders in all domains.
    pub of_all: AtMost,
    /// Accounts made by mail, by all senders together.
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

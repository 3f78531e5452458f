//! Mails that came in, with the requests in them, and how many answers their senders may get.

use std::fmt;

use carrick_games::Seat;
use carrick_service::{Address, BoardId, Decision, Message, Needs, Sender, Userid};
use jiff::{SignedDuration, Timestamp};

use super::request::Decide;
use crate::database::StoreError;

/// A mail that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// Its name: a second mail of that name is answered as the first was and carried out no more.
    /// It must be a keyed hash of the whole mail, as [`LogEntry::id`](super::LogEntry::id) of a
    /// request.
    pub id: String,
    /// When it came.
    pub at: Timestamp,
    /// Its `Message-ID`, without brackets, for the answer's `In-Reply-To`.
    pub message_id: Option<String>,
    /// The domain of the address it came from, as a keyed hash like [`MailSender::counted_as`].
    pub domain: String,
    /// How many answers the sender may get.
    pub allowance: Allowance,
}

/// Sender of a mail, as far as answers to them go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSender {
    /// Who gets the answer.
    pub answer_to: AnswerTo,
    /// Keyed hash of those whose answers are counted together: it tells their name to nobody who
    /// does not know it already.
    pub counted_as: String,
}

/// Work that a mail asks for.
pub enum MailTask {
    /// Commands, each of which proves in whose name it is given.
    Commands {
        /// Who gets the answers.
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

/// Who gets what is said to the sender of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerTo {
    /// The address it came from. Somebody else may have written it there, unless it is proved.
    Address {
        /// Which.
        address: Address,
        /// Whether it is proved that the mail came from there.
        proved: bool,
    },
    /// A user, at their confirmed addresses.
    User(Userid),
}

/// One of the commands in a mail.
pub struct MailRequest {
    /// Who sent it.
    pub sender: Sender,
    /// When it is carried out; two commands of a mail differ.
    pub at: Timestamp,
    /// The command, as the log should have it.
    pub command: String,
    /// What must be seen.
    pub needs: Needs,
    /// What comes of it.
    pub decide: Decide,
    /// What is said when that is not done, so that it leaves nothing and the commands beside it
    /// stay.
    pub otherwise: Box<dyn FnOnce(Undone) -> Decision + Send>,
}

/// Why what was decided is not done.
#[derive(Debug, thiserror::Error)]
pub enum Undone {
    /// The store refuses it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// As many accounts as may be were made by mail of late; or the sender, who is not known, could
    /// not even be asked whether the address is theirs.
    #[error("too many accounts were made by mail")]
    TooManyAccounts,
}

/// A mail with all that is in it, on its way to the database.
pub(crate) struct Mail {
    pub(crate) arrival: Arrival,
    pub(crate) task: MailTask,
    /// Makes one answer of those to all requests.
    pub(crate) join: Box<dyn FnOnce(Vec<Message>) -> Message + Send>,
}

/// How many answers a sender gets, and what mails may cause beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Answers to one who proved who they are, or whose address a user has confirmed.
    pub known: AtMost,
    /// Answers to anybody else: they may never have written. As many times they are asked besides
    /// whether the address is theirs.
    pub unknown: AtMost,
    /// Answers and questions to those who are not known, in one domain.
    pub of_a_domain: AtMost,
    /// Answers and questions to those who are not known, in all domains.
    pub of_all: AtMost,
    /// Accounts that are made by mail, whoever makes them.
    pub accounts: AtMost,
}

/// A rate limit: a count within a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtMost {
    /// How many.
    pub count: u32,
    /// In which time.
    pub within: SignedDuration,
}

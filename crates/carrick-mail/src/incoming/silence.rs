//! Messages that are never answered.

use super::limits::MAX_HEADER_BYTES;

/// Reason why a message is met with silence; a line for the log that holds nothing of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// A line feed or carriage return by itself, behind which a second message could be smuggled
    /// in.
    #[error("a CR or LF stands by itself in it")]
    BareEnd,
    /// A head without end.
    #[error("its head is longer than {MAX_HEADER_BYTES} bytes")]
    LongHead,
    /// Nothing that could be called a head.
    #[error("it has no head")]
    NoHead,
    /// A head that two programs would read in two ways, as forgers like it.
    #[error("its head has a field twice that may stand there once")]
    Ambiguous,
    /// No address, or several, to answer to.
    #[error("it does not come from one address that could be answered")]
    NoSender,
    /// To nobody here.
    #[error("it is not for an address of this server")]
    NoRecipient,
    /// An empty envelope sender, a daemon's name, or a report.
    #[error("it is a bounce or a report about another message")]
    Bounce,
    /// `Auto-Submitted` and its kin, RFC 3834.
    #[error("a machine sent it by itself")]
    AutoSubmitted,
    /// A mailing list's.
    #[error("it comes from a mailing list")]
    List,
    /// `Precedence: bulk` and its kin.
    #[error("it is bulk mail")]
    Bulk,
    /// The server's own.
    #[error("the server sent it itself")]
    Own,
    /// The relay found that the domain in `From` did not send it.
    #[error("it fails DMARC")]
    Forged,
}

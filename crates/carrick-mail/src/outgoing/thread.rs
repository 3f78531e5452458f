//! Threads: how mails know each other.

use carrick_service::BoardId;

/// The `Message-ID` of a copy of a row of the outbox, without brackets. A mail that goes out twice has
/// the same one twice.
///
/// ```
/// assert_eq!(carrick_mail::outgoing::message_id(7, 0, "carrick.example"), "o7.0@carrick.example");
/// ```
#[must_use]
pub fn message_id(row: u64, copy: u32, host: &str) -> String {
    format!("o{row}.{copy}@{host}")
}

/// The mail that all mails about a board are answers to. It is never sent; mail programs join those that
/// name it.
pub(super) fn root(board: BoardId, host: &str) -> String {
    format!("{}-{}@{host}", board.kind, board.number)
}

/// The name of a board's list (RFC 2919).
pub(super) fn list_id(board: BoardId, host: &str) -> String {
    format!("{board} <{}-{}.{host}>", board.kind, board.number)
}

//! Threads of mails: `Message-ID`s, and the lists that mails belong to.

use carrick_service::{BoardId, Subscription};

/// The `Message-ID` of a copy of a row of the outbox, without brackets. A mail that goes out twice
/// has the same one twice.
///
/// ```
/// assert_eq!(carrick_mail::outgoing::message_id(7, 0, "carrick.example"), "o7.0@carrick.example");
/// ```
#[must_use]
pub fn message_id(row: u64, copy: u32, host: &str) -> String {
    format!("o{row}.{copy}@{host}")
}

/// The mail that all mails about a board are answers to. It is never sent; mail programs join those
/// that name it.
pub(super) fn root(board: BoardId, host: &str) -> String {
    format!("{}-{}@{host}", board.kind, board.number)
}

/// The name of a board's list (RFC 2919).
pub(super) fn board_list(board: BoardId, host: &str) -> String {
    format!("{board} <{}-{}.{host}>", board.kind, board.number)
}

/// The name of the list that one leaves by stopping something (RFC 2919); mails that come in any
/// case are on none.
pub(super) fn list_id(from: Subscription, host: &str) -> Option<String> {
    Some(match from {
        Subscription::Board(board) => board_list(board, host),
        Subscription::Game(kind) => format!("All games of {} <{kind}.{host}>", kind.title()),
        Subscription::News => format!("News <news.{host}>"),
        Subscription::Turns => format!("Turns <turns.{host}>"),
        Subscription::Reminders => format!("Reminders <reminders.{host}>"),
        Subscription::Letters => format!("Messages <letters.{host}>"),
        Subscription::Puzzles(kind) => {
            format!("Puzzles of {} <puzzles.{kind}.{host}>", kind.title())
        }
        Subscription::Everything => format!("Carrick <all.{host}>"),
    })
}

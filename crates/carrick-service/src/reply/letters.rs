//! Messages between users, as they reach them.

use super::board::RULE;
use super::wrap::wrapped;
use crate::people::Userid;

/// A message to one of those it was written to.
pub(crate) fn letter(from: &Userid, to: &Userid, all: &str, text: &str) -> String {
    let head = wrapped(&format!("{from} writes to {all}."), 0);
    format!(
        "{head}\n  message {to} <password> {from}    answers\n  \
           block {to} <password> {from}      stops that\n\n{RULE}\n\n{text}\n"
    )
}

/// News to one of those who read it.
pub(crate) fn news(from: &Userid, to: &Userid, text: &str) -> String {
    format!(
        "{from} writes to everybody who reads the news.\n\n  \
           message {to} <password> {from}    answers\n  \
           news {to} <password> off    stops the news\n\n{RULE}\n\n{text}\n"
    )
}

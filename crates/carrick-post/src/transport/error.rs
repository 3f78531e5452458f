//! Errors of sending: why a mail was not sent, and whether another try helps.

use std::fmt;

/// Reason why a mail was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Nothing can be sent at present: the relay is not there, or does not know us. The mail was
    /// not looked at.
    #[error("{0}")]
    Unreachable(Reason),
    /// This mail could not be sent now, but perhaps later: a reply of 400 to 499, a connection that
    /// broke, a relay that took too long.
    #[error("{0}")]
    Later(Reason),
    /// This mail will never be taken: a reply of 500 to 599.
    #[error("{0}")]
    Never(Reason),
    /// Neither this nor any other mail will be taken for the address.
    #[error("{0}")]
    Nobody(Reason),
}

impl SendError {
    /// The reason, in a line that is short and shows no token.
    #[must_use]
    pub const fn reason(&self) -> &Reason {
        match self {
            Self::Unreachable(reason)
            | Self::Later(reason)
            | Self::Never(reason)
            | Self::Nobody(reason) => reason,
        }
    }
}

/// Reason of a failure, in one short line. Words in it that might be tokens are left out: a relay's
/// reply is kept, and shown to the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(String);

/// Maximum length of a reason, in characters.
const LONGEST: usize = 200;

/// Minimum length of a row of letters and digits that may be a token.
const TOKEN: usize = 24;

impl Reason {
    /// A reason from a relay's reply, or an error.
    #[must_use]
    pub fn new(said: &str) -> Self {
        let is_word = |letter: char| letter.is_ascii_alphanumeric();
        let mut reason = String::new();
        for piece in said.split_inclusive(|letter: char| !is_word(letter)) {
            let (word, end) = match piece.char_indices().next_back() {
                Some((at, last)) if !is_word(last) => piece.split_at(at),
                _ => (piece, ""),
            };
            reason.push_str(if word.len() < TOKEN { word } else { "…" });
            reason.push_str(end);
        }
        let words: Vec<&str> =
            reason.split(|c: char| c.is_whitespace() || c.is_control()).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let line: String = words.join(" ").chars().take(LONGEST).collect();
        Self(line.trim_end().to_owned())
    }

    /// The line.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_one_short_line_without_tokens() {
        let token = "abcdefghijklmnop234567abcdef";
        for (said, reason) in [
            ("450 4.2.0 try later", "450 4.2.0 try later".to_owned()),
            ("no\r\nsuch\tuser \u{7}x", "no such user x".to_owned()),
            (&format!("<play+{token}@c.example> refused"), "<play+…@c.example> refused".to_owned()),
            (&"x ".repeat(500), "x ".repeat(100)),
        ] {
            assert_eq!(Reason::new(said).as_str(), reason.trim_end(), "{said}");
        }
    }
}

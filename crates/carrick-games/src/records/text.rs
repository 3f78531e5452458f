//! Texts written by people, cleaned so that every form of record can contain them.

use std::fmt;

/// A name or another text of one line, without line breaks, tabs, control characters or surrounding
/// blanks. Empty if unknown.
///
/// ```
/// use carrick_games::records::OneLine;
/// assert_eq!(OneLine::from(" Anna\tMaria\r\n").as_str(), "Anna Maria");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct OneLine(String);

/// A text of any number of lines, separated by line feeds, without tabs, control characters or
/// blanks around the whole. Empty if there is none.
///
/// ```
/// use carrick_games::records::Prose;
/// assert_eq!(Prose::from("well\tplayed\r\nthank you\n").as_str(), "well played\nthank you");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Prose(String);

impl OneLine {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the text is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for OneLine {
    fn from(text: &str) -> Self {
        Self(plain(text, ' '))
    }
}

impl fmt::Display for OneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Prose {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the text is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a text, separated by an empty line.
    pub(super) fn append(&mut self, more: &Self) {
        if !self.is_empty() && !more.is_empty() {
            self.0.push_str("\n\n");
        }
        self.0.push_str(&more.0);
    }
}

impl From<&str> for Prose {
    fn from(text: &str) -> Self {
        Self(plain(text, '\n'))
    }
}

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Converts LF, CR, CRLF and LFCR to `line_break`, and other white space below U+0020 to a blank.
/// Removes control characters, which could be abused to control a terminal.
fn plain(text: &str, line_break: char) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\r' => {
                let partner = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&partner);
                plain.push(line_break);
            }
            '\t' | '\u{b}' | '\u{c}' => plain.push(' '),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_of_all_systems() {
        for text in ["a\nb", "a\rb", "a\r\nb", "a\n\rb"] {
            assert_eq!(Prose::from(text).as_str(), "a\nb", "{text:?}");
            assert_eq!(OneLine::from(text).as_str(), "a b", "{text:?}");
        }
        assert_eq!(Prose::from("a\n\nb").as_str(), "a\n\nb");
    }

    #[test]
    fn control_characters_are_removed() {
        assert_eq!(OneLine::from("a\u{1b}[2Jb\u{9b}c\u{7}").as_str(), "a[2Jbc");
    }
}

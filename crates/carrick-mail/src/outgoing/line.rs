//! Text fit for a mail's head.

/// One line without control characters: whatever it was made of, it cannot begin a field of its
/// own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line(String);

impl Line {
    /// Control characters become blanks; at most 200 characters are kept.
    pub(super) fn new(text: &str) -> Self {
        let blank = |letter: char| {
            if letter.is_control() || letter == '\u{2028}' || letter == '\u{2029}' {
                ' '
            } else {
                letter
            }
        };
        Self(text.chars().map(blank).take(200).collect::<String>().trim().to_owned())
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_a_field() {
        let line = Line::new("a\r\nBcc: b@example.org\u{0}\n c").into_string();
        assert_eq!(line, "a  Bcc: b@example.org   c");
        assert_eq!(Line::new(&"x".repeat(999)).into_string().len(), 200);
    }
}

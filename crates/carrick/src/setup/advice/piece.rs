//! Advice in pieces, so that a terminal and the page docs/mail.md show the same.

/// A piece of advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// A sentence or some, in lines of at most 100 columns; backquotes stand around what is typed.
    Prose(String),
    /// Lines of a file, or commands, to the letter.
    Lines(String),
}

pub(super) fn prose(text: impl Into<String>) -> Piece {
    Piece::Prose(text.into())
}

pub(super) fn lines(text: impl Into<String>) -> Piece {
    Piece::Lines(text.into())
}

/// As a terminal shows it.
pub(super) fn printed(pieces: &[Piece]) -> String {
    let shown = pieces.iter().map(|piece| match piece {
        Piece::Prose(text) | Piece::Lines(text) => text.trim_end(),
    });
    shown.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// As a page in Markdown has it.
#[cfg(test)]
pub(super) fn marked(pieces: &[Piece]) -> String {
    let shown = pieces.iter().map(|piece| match piece {
        Piece::Prose(text) => text.trim_end().to_owned(),
        Piece::Lines(text) => format!("```text\n{}\n```", text.trim_end()),
    });
    shown.collect::<Vec<_>>().join("\n\n") + "\n"
}

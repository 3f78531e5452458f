//! Pieces of advice, printed alike on a terminal and in docs/host/mail.md.

/// A piece of advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// One or more sentences, in lines of at most 100 columns; backquotes surround what is typed.
    Prose(String),
    /// Lines of a file or commands, verbatim.
    Lines(String),
}

pub(super) fn prose(text: impl Into<String>) -> Piece {
    Piece::Prose(text.into())
}

pub(super) fn lines(text: impl Into<String>) -> Piece {
    Piece::Lines(text.into())
}

/// Formats advice for a terminal.
pub(super) fn printed(pieces: &[Piece]) -> String {
    let shown = pieces.iter().map(|piece| match piece {
        Piece::Prose(text) | Piece::Lines(text) => text.trim_end(),
    });
    shown.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// Formats advice as Markdown.
#[cfg(test)]
pub(super) fn marked(pieces: &[Piece]) -> String {
    let shown = pieces.iter().map(|piece| match piece {
        Piece::Prose(text) => text.trim_end().to_owned(),
        Piece::Lines(text) => format!("```text\n{}\n```", text.trim_end()),
    });
    shown.collect::<Vec<_>>().join("\n\n") + "\n"
}

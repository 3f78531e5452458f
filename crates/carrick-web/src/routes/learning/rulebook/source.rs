//! Pages of rules as text: passages, and figures with the lines that belong to them.
//!
//! ````text
//! <!-- carrick show ankor -size=3 b2 c3 # What the picture shows, for readers who do not see it.
//! mark: ring b2, arrow b2 c3
//! then: b2-c2 legal
//! -->
//! ```text
//! the drawing in letters
//! ```
//!
//! *A caption.*
//!
//! * Start: the board is empty.
//! * Turn 1, `b2`: a comment on this turn.
//! ````
//!
//! Text that is true of drawings in letters only stands between `<!-- letters -->` and
//! `<!-- pictures`; its counterpart for pictures stands from there to `-->`.

use super::fault::{Fault, PageError};

/// Part of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Markdown.
    Text(String),
    Figure(Source),
    /// The eight ways to turn a cube of Boche.
    Rotations,
}

/// A line or more of a file, with the number of the first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Numbered {
    pub(super) line: usize,
    pub(super) text: String,
}

impl Numbered {
    /// The fault as one of this line.
    pub(super) fn error(&self, fault: impl Into<Fault>) -> PageError {
        PageError { line: self.line, fault: fault.into() }
    }
}

/// A figure as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Source {
    /// The command behind `carrick show`, ` # ` and the description.
    pub(super) head: Numbered,
    /// Lines `key: value`.
    pub(super) keys: Vec<Numbered>,
    pub(super) letters: String,
    /// The caption, without its asterisks.
    pub(super) caption: String,
    /// Comments on turns, without their bullets.
    pub(super) told: Vec<Numbered>,
}

/// Parts of a page.
///
/// # Errors
/// The first line that is wrong.
pub(super) fn pieces(source: &str) -> Result<Vec<Piece>, PageError> {
    let mut reader = Reader { lines: source.lines().collect(), at: 0 };
    let (mut pieces, mut text) = (Vec::new(), String::new());
    let close = |text: &mut String, pieces: &mut Vec<Piece>| {
        let text = std::mem::take(text);
        if !text.trim().is_empty() {
            pieces.push(Piece::Text(text));
        }
    };
    while let Some(line) = reader.next() {
        if let Some(head) = line.strip_prefix("<!-- carrick show ") {
            close(&mut text, &mut pieces);
            pieces.push(Piece::Figure(reader.figure(head)?));
        } else if line == "<!-- letters -->" {
            while reader.next().is_some_and(|line| line != "<!-- pictures") {}
        } else if line == "<!-- rotations -->" {
            close(&mut text, &mut pieces);
            reader.letters()?;
            pieces.push(Piece::Rotations);
        } else if line != "-->" {
            text.push_str(line);
            text.push('\n');
        }
    }
    close(&mut text, &mut pieces);
    Ok(pieces)
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    /// Index of the next line, which is the number of the last.
    at: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.at)?;
        self.at += 1;
        Some(line)
    }

    fn fault(&self, fault: Fault) -> PageError {
        PageError { line: self.at, fault }
    }

    fn numbered(&self, text: &str) -> Numbered {
        Numbered { line: self.at, text: text.to_owned() }
    }

    /// A figure whose first line has been read.
    fn figure(&mut self, head: &str) -> Result<Source, PageError> {
        let mut figure = Source::default();
        if let Some(head) = head.strip_suffix(" -->") {
            figure.head = self.numbered(head);
        } else {
            figure.head = self.numbered(head);
            figure.keys = self.keys()?;
        }
        figure.letters = self.letters()?;
        figure.caption = self.caption()?;
        figure.told = self.told();
        Ok(figure)
    }

    /// Lines up to the end of the comment; an indented line goes on with the one before it.
    fn keys(&mut self) -> Result<Vec<Numbered>, PageError> {
        let mut keys: Vec<Numbered> = Vec::new();
        loop {
            let line = self.next().ok_or_else(|| self.fault(Fault::Unclosed))?;
            match (line, line.strip_prefix("  "), keys.last_mut()) {
                ("-->", ..) => return Ok(keys),
                (_, Some(rest), Some(key)) => key.text.extend([" ", rest.trim()]),
                _ => keys.push(self.numbered(line)),
            }
        }
    }

    /// The next fenced block.
    fn letters(&mut self) -> Result<String, PageError> {
        if self.next() != Some("```text") {
            return Err(self.fault(Fault::NoLetters));
        }
        let mut letters = String::new();
        loop {
            match self.next() {
                Some("```") => return Ok(letters),
                Some(line) => letters.extend([line, "\n"]),
                None => return Err(self.fault(Fault::NoLetters)),
            }
        }
    }

    /// The next line that is not blank, without reading it.
    fn ahead(&self) -> Option<(usize, &'a str)> {
        let mut lines = self.lines.iter().enumerate().skip(self.at);
        lines.find(|(_, line)| !line.is_empty()).map(|(at, line)| (at, *line))
    }

    /// A paragraph between asterisks, if one comes next.
    fn caption(&mut self) -> Result<String, PageError> {
        let Some((at, line)) = self.ahead() else { return Ok(String::new()) };
        let rest = line.strip_prefix('*').unwrap_or(" ");
        if rest.starts_with([' ', '*']) {
            return Ok(String::new());
        }
        self.at = at;
        let lines: Vec<&str> =
            std::iter::from_fn(|| self.next().filter(|line| !line.is_empty())).collect();
        let text = lines.join(" ");
        let inside = text.strip_prefix('*').and_then(|text| text.strip_suffix('*'));
        inside.map(str::to_owned).ok_or_else(|| self.fault(Fault::Caption))
    }

    /// A list of comments on turns, if one comes next; an indented line goes on with its comment.
    fn told(&mut self) -> Vec<Numbered> {
        let Some((at, line)) = self.ahead() else { return Vec::new() };
        if !["* Start: ", "* Turn "].iter().any(|start| line.starts_with(start)) {
            return Vec::new();
        }
        self.at = at;
        let mut told: Vec<Numbered> = Vec::new();
        while let Some(line) = self.next().filter(|line| !line.is_empty()) {
            match (line.strip_prefix("* "), told.last_mut()) {
                (None, Some(last)) => last.text.extend([" ", line.trim()]),
                (item, _) => told.push(self.numbered(item.unwrap_or(line))),
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_has_all_that_belongs_to_it() {
        let source = "Before.\n\n<!-- carrick show ankor b2 # A cube.\nmark: ring b2,\n  ring c3\n-->\n\
                      ```text\n+--\n```\n\n*It is\nso.*\n\n* Start: nothing.\n* Turn 1, `b2`: a\n  cube.\n\nAfter.\n";
        let pieces = pieces(source).unwrap();
        let [Piece::Text(before), Piece::Figure(figure), Piece::Text(after)] = pieces.as_slice()
        else {
            panic!("{pieces:?}")
        };
        assert_eq!((before.as_str(), after.as_str()), ("Before.\n\n", "After.\n"));
        assert_eq!(figure.head, Numbered { line: 3, text: "ankor b2 # A cube.".to_owned() });
        let marks = "mark: ring b2, ring c3".to_owned();
        assert_eq!(figure.keys, [Numbered { line: 4, text: marks }]);
        assert_eq!((figure.letters.as_str(), figure.caption.as_str()), ("+--\n", "It is so."));
        assert_eq!(figure.told[1], Numbered { line: 15, text: "Turn 1, `b2`: a cube.".to_owned() });
    }

    #[test]
    fn lists_and_strong_words_are_no_part_of_a_figure() {
        for after in ["* a list\n", "**Strong** words.\n", "# Heading\n"] {
            let source = format!("<!-- carrick show ankor # Empty. -->\n```text\n```\n\n{after}");
            let pieces = pieces(&source).unwrap();
            assert_eq!(pieces.len(), 2, "{after}");
            assert_eq!(pieces[1], Piece::Text(format!("\n{after}")));
        }
    }

    #[test]
    fn what_is_for_letters_only_is_left_out() {
        let source = "A\n<!-- letters -->\nletters\n<!-- pictures\npictures\n-->\nB\n";
        assert_eq!(pieces(source).unwrap(), [Piece::Text("A\npictures\nB\n".to_owned())]);
    }

    #[track_caller]
    fn check(source: &str, line: usize, fault: &Fault) {
        let error = pieces(source).unwrap_err();
        assert_eq!((error.line, &error.fault), (line, fault));
    }

    #[test]
    fn faults_are_found_by_their_lines() {
        check("<!-- carrick show ankor # A.\nmark: ring b2\n", 2, &Fault::Unclosed);
        check("\n<!-- carrick show ankor # A. -->\nNo fence\n", 3, &Fault::NoLetters);
        check("<!-- carrick show ankor # A. -->\n```text\n+--\n", 3, &Fault::NoLetters);
        let caption = "<!-- carrick show ankor # A. -->\n```text\n```\n\n*It is\nso.\n\nB\n";
        check(caption, 7, &Fault::Caption);
    }
}

//! Texts that hold many records, one after another.

use serde::de::IgnoredAny;

use super::{Fault, Position, Record, RecordError, line, sgf};

/// One record of a text that holds many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'a> {
    text: &'a str,
    start: Position,
}

impl Piece<'_> {
    /// The line on which it begins, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.start.line
    }

    /// Reads it.
    ///
    /// # Errors
    /// The first fault. Lines and columns are those of the whole text.
    pub fn read(&self) -> Result<Record, RecordError> {
        Record::read(self.text).map_err(|error| error.moved(self.start))
    }
}

/// The text in the bytes of a file.
///
/// # Errors
/// It is not encoded in UTF-8; the error says where.
pub fn text_of(bytes: &[u8]) -> Result<&str, RecordError> {
    str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        RecordError::at(&valid, valid.len(), Fault::NotUtf8)
    })
}

/// Cuts a text into its records, without reading them: objects in JSON, one after another or one a
/// line; a collection of SGF; lines, of which one that does not begin with the name of a game goes on
/// with the line before it.
///
/// ```
/// use carrick_games::records::pieces;
/// let text = "ankor -size=4: d3\nanchor -size=3: c3 swap c1 pass\n  c3\n";
/// let pieces = pieces(text)?;
/// assert_eq!(pieces[0].read()?.to_line(), "ankor -size=4: d3 *\n");
/// let error = pieces[1].read().unwrap_err().to_string();
/// assert!(error.starts_with("turn 5 (c3), line 3, column 3: C3 already"), "{error}");
/// # Ok::<(), carrick_games::records::RecordError>(())
/// ```
///
/// # Errors
/// The text does not begin as any of them does, or something else stands between two games of SGF.
pub fn pieces(text: &str) -> Result<Vec<Piece<'_>>, RecordError> {
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    let cuts = if begins.starts_with('{') {
        cut_json(text, text.len() - begins.len())
    } else if line::begins_with_game(begins) {
        cut_lines(text)
    } else if sgf::begins_somewhere(begins) {
        cut_sgf(text)?
    } else {
        return Err(RecordError::whole(Fault::Unrecognised));
    };
    let mut at = Cursor { text, byte: 0, position: Position { line: 1, column: 1 } };
    Ok(cuts
        .into_iter()
        .map(|(from, to)| Piece { text: &text[from..to], start: at.go(from) })
        .collect())
}

/// Where in the text the records begin and end, in bytes.
type Cuts = Vec<(usize, usize)>;

/// An object that is not JSON ends where a line begins with the next one, so that each is found even
/// so.
fn cut_json(text: &str, mut next: usize) -> Cuts {
    let mut cuts = Cuts::new();
    while next < text.len() {
        let mut objects =
            serde_json::Deserializer::from_str(&text[next..]).into_iter::<IgnoredAny>();
        let end = match objects.next() {
            Some(Ok(_)) => next + objects.byte_offset(),
            _ => text[next..].find("\n{").map_or(text.len(), |byte| next + byte),
        };
        cuts.push((next, end));
        next = text.len() - text[end..].trim_start().len();
    }
    cuts
}

fn cut_lines(text: &str) -> Cuts {
    let mut cuts = Cuts::new();
    let mut next = 0;
    for line in text.split_inclusive('\n') {
        let from = next;
        next += line.len();
        let begins = line.trim_start_matches('\u{feff}').trim_start();
        if line::begins_with_game(begins) {
            cuts.push((from, next));
        } else if let Some((_, end)) = cuts.last_mut() {
            *end = next;
        }
    }
    cuts
}

fn cut_sgf(text: &str) -> Result<Cuts, RecordError> {
    let mut cuts = Cuts::new();
    let mut next = 0;
    while let Some(start) = sgf::next_tree(text, next) {
        let blank = |between: &str| between.trim_start().is_empty();
        if !cuts.is_empty() && !blank(&text[next..start]) {
            break;
        }
        next = sgf::end_of_tree(text, start);
        cuts.push((start, next));
    }
    let rest = text[next..].trim_start();
    if rest.is_empty() {
        return Ok(cuts);
    }
    Err(RecordError::at(text, text.len() - rest.len(), Fault::Trailing))
}

/// Counts lines while it goes through a text.
struct Cursor<'a> {
    text: &'a str,
    byte: usize,
    position: Position,
}

impl Cursor<'_> {
    /// Goes on to a byte, never back.
    fn go(&mut self, byte: usize) -> Position {
        let passed = &self.text[self.byte..byte];
        let lines = passed.bytes().filter(|&byte| byte == b'\n').count();
        if lines > 0 {
            self.position = Position { line: self.position.line + lines, column: 1 };
        }
        let last_line = passed.rfind('\n').map_or(passed, |at| &passed[at + 1..]);
        self.position.column += last_line.chars().count();
        self.byte = byte;
        self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts a text; every piece is read, and its line and what it is are compared.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let said = match pieces(text) {
            Ok(pieces) => pieces
                .iter()
                .map(|piece| match piece.read() {
                    Ok(record) => format!("{}: {}", piece.line(), record.to_line().trim_end()),
                    Err(error) => format!("{}: {error}", piece.line()),
                })
                .collect(),
            Err(error) => vec![error.to_string()],
        };
        assert_eq!(said, expected, "{text}");
    }

    #[test]
    fn lines() {
        check(
            "\u{feff}\nankor -size=4: d3\n\nankor -size=4:\n d3\n  swap\r\nboche -size=3:",
            &["2: ankor -size=4: d3 *", "4: ankor -size=4: d3 swap *", "7: boche -size=3: *"],
        );
    }

    #[test]
    fn json() {
        let record = Record::read("ankor -size=4: d3").map(|record| record.to_json_line());
        let line = record.as_deref().map(str::trim_end).unwrap_or_default();
        let pretty = Record::read(line).map(|record| record.to_json()).unwrap_or_default();
        check(
            &format!("{line}\n{pretty}\n\n{line}{line}"),
            &[
                "1: ankor -size=4: d3 *",
                "2: ankor -size=4: d3 *",
                "29: ankor -size=4: d3 *",
                "29: ankor -size=4: d3 *",
            ],
        );
        let broken = line.replace("d3", "x3");
        check(
            &format!("{line}\n{{\"header\": ]\n{broken}\n{line}\n"),
            &[
                "1: ankor -size=4: d3 *",
                "2: line 2, column 12: this is not JSON: expected value",
                "3: turn 1 (x3), moves[0][0]: x3 is not on this board: its rows run from a to d",
                "4: ankor -size=4: d3 *",
            ],
        );
    }

    #[test]
    fn sgf_collections() {
        let tree = "(;GM[8001]SZ[4]C[(;\\]);];W[d3])";
        check(
            &format!("From: ann\n\n{tree}\n{tree}{tree}\n"),
            &["3: ankor -size=4: d3 *", "4: ankor -size=4: d3 *", "4: ankor -size=4: d3 *"],
        );
        check(
            &format!("{tree}\n(;GM[8001]SZ[4]\n;W[x3])\n{tree}"),
            &[
                "1: ankor -size=4: d3 *",
                "2: turn 1 (x3), W in line 3, column 2: x3 is not on this board: its rows run from \
                 a to d",
                "4: ankor -size=4: d3 *",
            ],
        );
        check(
            &format!("{tree} and {tree}"),
            &["line 1, column 33: nothing may follow the end of the record"],
        );
        check(
            "(;GM[8001]SZ[4];B[d3]",
            &["1: line 1, column 1: expected a ) somewhere that closes this game"],
        );
    }
}

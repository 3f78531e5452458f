//! Files with many records: finds each record without reading the others.

use std::io::{self, Read};

use serde::de::IgnoredAny;

use super::{MAX_BYTES, Record, RecordError, RecordFault, TextPosition, line, sgf};

/// One record of a text that contains many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordText<'a> {
    text: &'a str,
    start: TextPosition,
}

impl RecordText<'_> {
    /// The text of the record.
    #[must_use]
    pub const fn text(&self) -> &str {
        self.text
    }

    /// The line on which it starts, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.start.line
    }

    /// Reads the record.
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
/// If the bytes are not encoded in UTF-8; the error gives the place.
pub fn text_of(bytes: &[u8]) -> Result<&str, RecordError> {
    str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        RecordError::at(&valid, valid.len(), RecordFault::NotUtf8)
    })
}

/// Divides a text into its records, without reading them. The text consists of JSON objects, one
/// after another or one per line; of a collection in SGF; or of lines, where a line that does not
/// start with the name of a game continues the previous one.
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
/// If the text does not start like any of these, or there is other text between two games in SGF.
pub fn pieces(text: &str) -> Result<Vec<RecordText<'_>>, RecordError> {
    let form = RecordFraming::of(text, true)
        .ok_or_else(|| RecordError::whole(RecordFault::Unrecognised))?;
    let mut at = LineCursor { text, byte: 0, position: START };
    let mut pieces = Vec::new();
    let mut next = 0;
    while let Some((from, to)) = form.cut(text, next, true, pieces.is_empty())? {
        pieces.push(RecordText { text: &text[from..to], start: at.go(from) });
        next = to;
    }
    Ok(pieces)
}

const START: TextPosition = TextPosition { line: 1, column: 1 };

/// The start and the end of a record in a text, in bytes.
type Cut = (usize, usize);

/// How several records are written in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordFraming {
    Json,
    Lines,
    Sgf,
}

impl RecordFraming {
    /// The form of a text, by its start; `None` if it has no known form or if more text is needed
    /// to decide and this is not the whole text.
    fn of(text: &str, whole: bool) -> Option<Self> {
        let begins = text.trim_start_matches('\u{feff}').trim_start();
        if begins.starts_with('{') {
            Some(Self::Json)
        } else if (whole || begins.contains('\n')) && line::begins_with_game(begins) {
            Some(Self::Lines)
        } else {
            // Perhaps after the headers of an email.
            sgf::begins_somewhere(begins).then_some(Self::Sgf)
        }
    }

    /// The next record, searched from a byte on; `None` if there is none, or if more text is needed
    /// to find its end.
    fn cut(
        self,
        text: &str,
        next: usize,
        whole: bool,
        is_first: bool,
    ) -> Result<Option<Cut>, RecordError> {
        match self {
            Self::Json => Ok(cut_json(text, next, whole)),
            Self::Lines => Ok(cut_lines(text, next, whole)),
            Self::Sgf => cut_sgf(text, next, whole, is_first),
        }
    }
}

/// Finds the next JSON object. If an object is not valid JSON, it ends at the line where the next
/// one starts, so that all others are still found.
fn cut_json(text: &str, next: usize, whole: bool) -> Option<Cut> {
    let rest = text[next..].trim_start_matches('\u{feff}').trim_start();
    let from = text.len() - rest.len();
    if rest.is_empty() {
        return None;
    }
    let mut objects = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
    let end = match objects.next() {
        Some(Ok(_)) => from + objects.byte_offset(),
        Some(Err(error)) if error.is_eof() && !whole => return None,
        _ => match rest.find("\n{") {
            Some(byte) => from + byte,
            None => text.len(),
        },
    };
    (whole || end < text.len()).then_some((from, end))
}

fn cut_lines(text: &str, next: usize, whole: bool) -> Option<Cut> {
    let mut from = None;
    let mut at = next;
    for line in text[next..].split_inclusive('\n') {
        if !whole && !line.ends_with('\n') {
            return None;
        }
        let begins = line.trim_start_matches('\u{feff}').trim_start();
        if line::begins_with_game(begins) {
            if let Some(from) = from {
                return Some((from, at));
            }
            from = Some(at);
        }
        at += line.len();
    }
    from.filter(|_| whole).map(|from| (from, at))
}

fn cut_sgf(
    text: &str,
    next: usize,
    whole: bool,
    is_first: bool,
) -> Result<Option<Cut>, RecordError> {
    let start = sgf::next_tree(text, next);
    let rest = text[next..].trim_start();
    let between = start.map_or("", |start| text[next..start].trim_start());
    if !is_first && (!between.is_empty() || start.is_none() && whole && !rest.is_empty()) {
        return Err(RecordError::at(text, text.len() - rest.len(), RecordFault::Trailing));
    }
    let Some(start) = start else { return Ok(None) };
    let end = sgf::end_of_tree(text, start);
    Ok((whole || end < text.len()).then_some((start, end)))
}

/// Why reading a file of records cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum PiecesError {
    /// An error when reading the file.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a file of records.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Divides a file into its records like [`pieces()`], but keeps only one record and one buffer in
/// memory.
#[derive(Debug)]
pub struct PieceReader<R> {
    source: R,
    form: Option<RecordFraming>,
    /// The text read so far: first the part already returned, then the rest.
    text: String,
    /// The first bytes of a character that has not been read completely.
    begun: Vec<u8>,
    /// The byte of the text where the search for the next record starts.
    next: usize,
    /// The byte and the position in the file at which the text starts.
    byte: u64,
    position: TextPosition,
    /// Where the last record started in the text.
    last: (usize, TextPosition),
    is_first: bool,
    is_whole: bool,
    /// Number of bytes to read at a time.
    at_once: u64,
}

impl<R: Read> PieceReader<R> {
    /// Starts reading.
    pub const fn new(source: R) -> Self {
        Self {
            source,
            form: None,
            text: String::new(),
            begun: Vec::new(),
            next: 0,
            byte: 0,
            position: START,
            last: (0, START),
            is_first: true,
            is_whole: false,
            at_once: 128 * 1024,
        }
    }

    /// The next record, and the byte of the file at which it starts; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read, is not encoded in UTF-8 or does not start as records do, if
    /// there is other text between two games in SGF, or if a record is longer than [`MAX_BYTES`].
    pub fn next_piece(&mut self) -> Result<Option<(u64, RecordText<'_>)>, PiecesError> {
        let (from, to) = loop {
            if self.form.is_none() {
                self.form = RecordFraming::of(&self.text, self.is_whole);
            }
            if let Some(form) = self.form {
                let cut = form.cut(&self.text, self.next, self.is_whole, self.is_first);
                if let Some(cut) = cut.map_err(|error| error.moved(self.position))? {
                    break cut;
                }
                if self.is_whole {
                    return Ok(None);
                }
            } else if self.is_whole {
                let is_empty = self.text.trim_start_matches('\u{feff}').trim().is_empty();
                let fault = RecordError::whole(RecordFault::Unrecognised);
                return if is_empty { Ok(None) } else { Err(fault.into()) };
            }
            self.check_length()?;
            self.read_on()?;
        };
        self.is_first = false;
        self.next = to;
        let (byte, position) = self.last;
        let start = LineCursor { text: &self.text, byte, position }.go(from);
        self.last = (from, start);
        Ok(Some((self.byte + from as u64, RecordText { text: &self.text[from..to], start })))
    }

    /// Refuses a record that is too long before reading the rest of it. The headers of an email may
    /// come before it, with the same maximum length.
    fn check_length(&self) -> Result<(), RecordError> {
        let rest = self.text[self.next..].trim_start();
        if rest.len() <= 2 * MAX_BYTES {
            return Ok(());
        }
        if RecordFraming::of(&self.text, true).is_none() {
            return Err(RecordError::whole(RecordFault::Unrecognised));
        }
        let begin = self.text.len() - rest.len();
        Err(RecordError::at(&self.text, begin, RecordFault::TooLong).moved(self.position))
    }

    fn read_on(&mut self) -> Result<(), PiecesError> {
        // Blank text is examined only once.
        let rest = &self.text[self.next..];
        self.next += rest.len() - rest.trim_start().len();
        let (byte, position) = self.last;
        self.position = LineCursor { text: &self.text, byte, position }.go(self.next);
        self.last = (0, self.position);
        self.byte += self.next as u64;
        self.text.drain(..self.next);
        self.next = 0;
        let read = (&mut self.source).take(self.at_once).read_to_end(&mut self.begun)?;
        self.is_whole = read == 0;
        let (valid, is_broken) = match str::from_utf8(&self.begun) {
            Ok(text) => (text.len(), false),
            Err(error) => (error.valid_up_to(), error.error_len().is_some() || self.is_whole),
        };
        let rest = self.begun.split_off(valid);
        self.text.push_str(&String::from_utf8_lossy(&self.begun));
        self.begun = rest;
        if is_broken {
            let error = RecordError::at(&self.text, self.text.len(), RecordFault::NotUtf8);
            return Err(error.moved(self.position).into());
        }
        Ok(())
    }
}

/// Counts lines while moving through a text.
struct LineCursor<'a> {
    text: &'a str,
    byte: usize,
    position: TextPosition,
}

impl LineCursor<'_> {
    /// Moves forward to a byte, and returns its position.
    fn go(&mut self, byte: usize) -> TextPosition {
        let passed = &self.text[self.byte..byte];
        let lines = passed.bytes().filter(|&byte| byte == b'\n').count();
        if lines > 0 {
            self.position = TextPosition { line: self.position.line + lines, column: 1 };
        }
        let last_line = passed.rfind('\n').map_or(passed, |at| &passed[at + 1..]);
        self.position.column += last_line.chars().count();
        self.byte = byte;
        self.position
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

    use super::*;

    /// Divides a text, reads every piece, and compares lines and contents.
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
        check_reader(text, &said);
    }

    /// Checks that reading a few bytes at a time finds the same pieces, up to the error at the end.
    #[track_caller]
    fn check_reader(text: &str, expected: &[String]) {
        for at_once in [1, 7, 1 << 20] {
            let mut reader = PieceReader { at_once, ..PieceReader::new(text.as_bytes()) };
            let mut said = Vec::new();
            loop {
                match reader.next_piece() {
                    Ok(Some((byte, piece))) => {
                        assert!(text[byte as usize..].starts_with(piece.text()));
                        said.push(match piece.read() {
                            Ok(record) => {
                                format!("{}: {}", piece.line(), record.to_line().trim_end())
                            }
                            Err(error) => format!("{}: {error}", piece.line()),
                        });
                    }
                    Ok(None) => break,
                    Err(error) => {
                        said = vec![error.to_string()];
                        break;
                    }
                }
            }
            assert_eq!(said, expected, "{text}");
        }
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
    fn a_record_without_an_end_is_refused_early() {
        for (begin, more, expected) in [
            ("\n{\"header\": \"", "x", "line 2, column 1: the text is longer than 1048576 bytes"),
            ("{\"moves\": [", "[[1]],", "line 1, column 1: the text is longer than 1048576 bytes"),
            ("(;GM[8001]SZ[4]C[", "x", "line 1, column 1: the text is longer than 1048576 bytes"),
            ("(", ";W[d3](", "line 1, column 1: the text is longer than 1048576 bytes"),
            ("ankor -size=4: d3", " d3", "line 1, column 1: the text is longer than 1048576 bytes"),
            (
                "ankor -size=4: d3",
                "\n d3",
                "line 1, column 1: the text is longer than 1048576 bytes",
            ),
            ("From: ann", "\nx", "this is not a record"),
        ] {
            // A file of 1 TB, which must not be read to its end.
            let mut file =
                begin.as_bytes().chain(Endless { text: more.as_bytes(), at: 0 }.take(1 << 40));
            let mut reader = PieceReader { at_once: 1 << 20, ..PieceReader::new(&mut file) };
            let error = reader.next_piece().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{begin}{more}: {error}");
        }
        // Blank text is not part of a record.
        let blank = Endless { text: b" \n", at: 0 }.take(4 << 20);
        let mut reader = PieceReader::new(blank.chain(&b"ankor -size=4: d3"[..]));
        let (byte, piece) = reader.next_piece().unwrap().unwrap();
        assert_eq!((byte, piece.line()), (4 << 20, (2 << 20) + 1));
    }

    /// A text that is repeated forever.
    struct Endless {
        text: &'static [u8],
        at: usize,
    }

    impl Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            for byte in &mut *bytes {
                *byte = self.text[self.at];
                self.at = (self.at + 1) % self.text.len();
            }
            Ok(bytes.len())
        }
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

//! The games in a folder, read one at a time.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read, Seek as _};
use std::path::Path;

use flate2::bufread::GzDecoder;

use super::folder::{FolderError, io_error};
use super::line::Line;

/// Compressed games.
pub(super) const GAMES: &str = "games.jsonl.gz";
/// Games that are not compressed yet.
pub(super) const REST: &str = "rest.jsonl";

/// Maximum length of the games of `rest.jsonl` or of a member of the compressed file, in bytes. A
/// megabyte is usual. A stranger's file may unpack to a thousand times its size.
pub(super) const MAX_GAMES: u64 = 64 << 20;
/// Maximum length of a line, in bytes: more than the longest game takes.
const MAX_LINE: usize = 4 << 20;

/// Calls a function with every game in a folder, in their order. Nothing is changed, and half a
/// line at the end is left out.
///
/// # Errors
/// When a file cannot be read or is damaged, or the function refuses a game.
pub fn each_game(
    folder: &Path,
    mut each: impl FnMut(Line) -> Result<(), String>,
) -> Result<(), FolderError> {
    scan(folder, &mut each).map(|_| ())
}

/// Findings about the files of a folder.
pub(super) struct Found {
    /// Place where the compressed file must be cut: behind it stands part of a member, whose games
    /// are still in `rest.jsonl`.
    pub(super) torn_member_at: Option<u64>,
    /// Whole lines of `rest.jsonl` that are not compressed yet, each with its line feed.
    pub(super) lines: Vec<String>,
}

/// Reads all games of a folder.
pub(super) fn scan(
    folder: &Path,
    each: &mut dyn FnMut(Line) -> Result<(), String>,
) -> Result<Found, FolderError> {
    let rest = folder.join(REST);
    let text = match File::open(&rest).and_then(|file| read_text(file, MAX_GAMES)) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(source) => return Err(io_error("read", &rest)(source)),
    };
    let mut last = None;
    let torn_member_at = compressed(folder, text.is_empty(), &mut |line| {
        last = Some((line.cell, line.game));
        each(line)
    })?;
    let damaged = |fault| FolderError::Damaged { name: rest.display().to_string(), fault };
    let mut lines = Vec::new();
    // A run that was killed may have left an incomplete last line.
    for text in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let line = parse(text).map_err(damaged)?;
        // A run that was killed may have compressed lines without removing them here.
        if last.is_none_or(|last| last < (line.cell, line.game)) {
            each(line).map_err(damaged)?;
            lines.push(text.to_owned());
        }
    }
    Ok(Found { torn_member_at, lines })
}

/// Reads the compressed games, a member at a time. Returns the place of a torn member.
fn compressed(
    folder: &Path,
    rest_is_empty: bool,
    each: &mut dyn FnMut(Line) -> Result<(), String>,
) -> Result<Option<u64>, FolderError> {
    let path = folder.join(GAMES);
    let damaged = |fault| FolderError::Damaged { name: path.display().to_string(), fault };
    let mut reader = match File::open(&path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(io_error("read", &path)(source)),
    };
    loop {
        let begin = reader.stream_position().map_err(io_error("read", &path))?;
        if reader.fill_buf().map_err(io_error("read", &path))?.is_empty() {
            return Ok(None);
        }
        let text = match read_text(GzDecoder::new(&mut reader), MAX_GAMES) {
            Ok(text) => text,
            // Only a kill while a member was written leaves its games in the other file.
            Err(error) if !rest_is_empty && error.kind() != ErrorKind::FileTooLarge => {
                return Ok(Some(begin));
            }
            Err(error) => return Err(damaged(format!("from byte {begin} on, {error}"))),
        };
        for line in text.lines() {
            each(parse(line).map_err(damaged)?).map_err(damaged)?;
        }
    }
}

/// Reads a text of at most so many bytes.
pub(super) fn read_text(file: impl Read, most: u64) -> io::Result<String> {
    let mut text = String::new();
    let read = file.take(most + 1).read_to_string(&mut text)?;
    if read as u64 > most {
        let fault = format!("more than {most} bytes of text, which no laboratory writes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, fault));
    }
    Ok(text)
}

fn parse(text: &str) -> Result<Line, String> {
    if text.len() > MAX_LINE {
        return Err(format!("a line has more than {MAX_LINE} bytes, which no game takes"));
    }
    serde_json::from_str(text).map_err(|error| format!("a line is no game: {error}"))
}

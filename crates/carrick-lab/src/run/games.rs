//! The games in a folder, read one at a time.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Seek as _};
use std::path::Path;

use flate2::bufread::GzDecoder;

use super::folder::{FolderError, io_error};
use super::line::Line;

/// Compressed games.
pub(super) const GAMES: &str = "games.jsonl.gz";
/// Games that are not compressed yet.
pub(super) const REST: &str = "rest.jsonl";

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
    let text = match fs::read_to_string(&rest) {
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
        let mut text = String::new();
        if let Err(error) = GzDecoder::new(&mut reader).read_to_string(&mut text) {
            // Only a kill while a member was written leaves its games in the other file.
            return match rest_is_empty {
                true => Err(damaged(format!("from byte {begin} on, {error}"))),
                false => Ok(Some(begin)),
            };
        }
        for line in text.lines() {
            each(parse(line).map_err(damaged)?).map_err(damaged)?;
        }
    }
}

fn parse(text: &str) -> Result<Line, String> {
    serde_json::from_str(text).map_err(|error| format!("a line is no game: {error}"))
}

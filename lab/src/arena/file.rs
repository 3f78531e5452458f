//! File of a match: a header line that describes it, then a line for each finished game.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::{Map, Value};

use super::record::{Header, Record, RecordError};
use crate::play::Match;

/// File of a match, open for appending games. It is locked against other runs.
#[derive(Debug)]
pub struct GamesFile {
    file: File,
}

/// Why a file cannot be that of a match.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Another run has locked it.
    #[error("another run is writing {name}")]
    InUse {
        /// The file.
        name: String,
    },
    /// The system refused something.
    #[error("cannot {what} {name}")]
    Io {
        /// A verb, such as `read`.
        what: &'static str,
        /// The file.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// It holds something else.
    #[error(
        "{name} is not a file of this program's matches; name another with --out, or one that is not there"
    )]
    Foreign {
        /// The file.
        name: String,
    },
    /// It was begun with other settings.
    #[error(
        "{name} holds another match, with {key} {found} and not {wanted}; name another file with \
         --out, or play with the same settings"
    )]
    OtherMatch {
        /// The file.
        name: String,
        /// The setting that differs.
        key: String,
        /// Its value in the file.
        found: Value,
        /// Its value in the match.
        wanted: Value,
    },
    /// A line is no game of the match.
    #[error("{name}: line {line} is no game of this match")]
    Line {
        /// The file.
        name: String,
        /// Number of the line, from 1.
        line: usize,
        /// The contradiction; `None` where the line is no record at all.
        source: Option<RecordError>,
    },
    /// A game stands there twice.
    #[error("{name}: line {line} has game {game} a second time")]
    Twice {
        /// The file.
        name: String,
        /// Number of the line, from 1.
        line: usize,
        /// Number of the game.
        game: u32,
    },
    /// A game could not be written.
    #[error("cannot write the game down")]
    Write(#[source] io::Error),
}

impl GamesFile {
    /// Takes an open file, new or that of a match, and returns the games in it. `path` is its name
    /// in errors.
    ///
    /// # Errors
    /// When the file holds something else, is damaged, or is locked by another run.
    pub fn open(
        mut file: File,
        path: &Path,
        settings: &Match,
    ) -> Result<(Self, Vec<Record>), FileError> {
        let name = || path.display().to_string();
        let io =
            |what| move |source| FileError::Io { what, name: path.display().to_string(), source };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileError::InUse { name: name() }),
            Err(TryLockError::Error(error)) => return Err(io("lock")(error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io("read"))?;
        // A run that was killed may have left an incomplete last line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let header = Header::new(settings).line();
        let (lines, torn) = text.split_at(whole);
        if whole == 0 && !header.starts_with(torn) {
            return Err(FileError::Foreign { name: name() });
        }
        let mut lines = lines.lines();
        let records = match lines.next() {
            Some(first) => {
                compare(&name(), first, &header)?;
                read(&name(), lines, settings)?
            }
            None => Vec::new(),
        };
        file.set_len(whole as u64).map_err(io("write"))?;
        file.seek(SeekFrom::End(0)).map_err(io("write"))?;
        let mut this = Self { file };
        if whole == 0 {
            this.write_line(&header)?;
        }
        Ok((this, records))
    }

    /// Appends a game. It is written before the next one is counted.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), FileError> {
        let line = serde_json::to_string(record).map_err(|error| FileError::Write(error.into()))?;
        self.write_line(&line)
    }

    fn write_line(&mut self, line: &str) -> Result<(), FileError> {
        self.file.write_all(format!("{line}\n").as_bytes()).map_err(FileError::Write)
    }
}

/// Refuses a file that was begun with other settings, and names them.
fn compare(name: &str, found: &str, wanted: &str) -> Result<(), FileError> {
    let parse = |text| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let found = parse(found);
    if !found.contains_key("carrick_arena") {
        return Err(FileError::Foreign { name: name.to_owned() });
    }
    for (key, wanted) in parse(wanted) {
        let found = found.get(&key).unwrap_or(&Value::Null).clone();
        if found != wanted {
            return Err(FileError::OtherMatch { name: name.to_owned(), key, found, wanted });
        }
    }
    Ok(())
}

/// Parses the games in the lines after the header.
fn read<'t>(
    name: &str,
    lines: impl Iterator<Item = &'t str>,
    settings: &Match,
) -> Result<Vec<Record>, FileError> {
    let mut records: Vec<Record> = Vec::new();
    let mut seen = HashSet::new();
    for (index, text) in lines.enumerate() {
        let (name, line) = (|| name.to_owned(), index + 2);
        let Ok(record) = serde_json::from_str::<Record>(text) else {
            return Err(FileError::Line { name: name(), line, source: None });
        };
        record.check(settings).map_err(|source| FileError::Line {
            name: name(),
            line,
            source: Some(source),
        })?;
        if !seen.insert(record.game) {
            return Err(FileError::Twice { name: name(), line, game: record.game });
        }
        records.push(record);
    }
    Ok(records)
}

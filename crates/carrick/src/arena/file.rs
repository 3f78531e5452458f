//! File of a match: a header line that describes it, then a line for each finished game.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::plan::Plan;
use super::record::{Header, Record};
use crate::system::out_file::open_to_write;

/// File of a match, open for appending games. It is locked against other runs.
pub(super) struct GamesFile {
    file: File,
}

impl GamesFile {
    /// Opens or creates the file of a match, and returns the games in it.
    ///
    /// # Errors
    /// When the file holds something else, is damaged, or is locked by another run.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<(Self, Vec<Record>)> {
        let name = path.display();
        let mut how = OpenOptions::new();
        how.read(true).write(true).create(true).truncate(false);
        let mut file = open_to_write(&how, path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another run is writing {name}"),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {name}"));
            }
        }
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
        // A run that was killed may have left an incomplete last line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let header = serde_json::to_string(&Header::new(plan))?;
        let torn = text.split_at(whole).1;
        ensure!(whole > 0 || header.starts_with(torn), foreign(path));
        let mut lines = text.split_at(whole).0.lines();
        let records = match lines.next() {
            Some(first) => {
                compare(path, first, &header)?;
                read(lines, plan).with_context(|| name.to_string())?
            }
            None => Vec::new(),
        };
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut this = Self { file };
        if whole == 0 {
            this.write_line(&header)?;
        }
        Ok((this, records))
    }

    /// Appends a game. It is written before the next one is counted.
    pub(super) fn append(&mut self, record: &Record) -> Result<()> {
        self.write_line(&serde_json::to_string(record)?)
    }

    fn write_line(&mut self, line: &str) -> Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes()).context("cannot write the game down")
    }
}

fn foreign(path: &Path) -> String {
    format!(
        "{} is not a file of this program's matches; name another with --out, or one that is not there",
        path.display()
    )
}

/// Refuses a file that was begun with other settings, and names them.
fn compare(path: &Path, found: &str, wanted: &str) -> Result<()> {
    let parse = |text| serde_json::from_str::<serde_json::Map<String, Value>>(text);
    let Ok(found) = parse(found) else { bail!(foreign(path)) };
    ensure!(found.contains_key("carrick_arena"), foreign(path));
    for (key, wanted) in parse(wanted)? {
        let found = found.get(&key).unwrap_or(&Value::Null);
        if *found != wanted {
            bail!(
                "{} holds another match, with {key} {found} and not {wanted}; name another file with \
                 --out, or play with the same settings",
                path.display()
            );
        }
    }
    Ok(())
}

/// Parses the games in the lines after the header.
fn read<'t>(lines: impl Iterator<Item = &'t str>, plan: &Plan) -> Result<Vec<Record>> {
    let mut records: Vec<Record> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (index, line) in lines.enumerate() {
        let place = || format!("line {} is no game of this match", index + 2);
        let Ok(record) = serde_json::from_str::<Record>(line) else { bail!(place()) };
        record.check(plan).with_context(place)?;
        if !seen.insert(record.game) {
            bail!("line {} has game {} a second time", index + 2, record.game);
        }
        records.push(record);
    }
    Ok(records)
}

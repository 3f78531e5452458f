//! Files of tables: read, and written so that an old file stays until the new one is whole.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use carrick_games::AnyOptions;
use carrick_solve::{AnyTable, claim, read_table};

use crate::system::out_file;

/// Reads the table that a file holds, as far as it is solved; `None` if there is no file yet.
pub(super) fn begun(path: &Path, options: AnyOptions) -> Result<Option<AnyTable>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => bail!("cannot read {}: {error}", path.display()),
    };
    let table = read_table(file, options)
        .with_context(|| format!("{} cannot be resumed from", path.display()))?;
    Ok(Some(table))
}

/// Writes a complete table with its claim about the first turns.
pub(super) fn write(table: &AnyTable, options: AnyOptions, path: &Path) -> Result<()> {
    let claim = claim(table, options)?;
    out_file::replace(path, |out| table.write(Some(claim), out))
}

/// Writes a table as far as it is solved.
pub(super) fn write_begun(table: &AnyTable, path: &Path) -> Result<()> {
    out_file::replace(path, |out| table.write(None, out))
}

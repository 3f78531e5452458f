//! Files of tables and searches: read, and written so that an old file stays until the new one is
//! whole.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use anyhow::{Error, Result, bail};
use carrick_cli::out_file;
use carrick_engine::tables::{AnyTable, claim, read_table};
use carrick_games::AnyOptions;

/// Opens a file of kept work; `None` if there is no file yet.
pub(super) fn opened(path: &Path) -> Result<Option<BufReader<File>>> {
    match File::open(path) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => bail!("cannot read {}: {error}", path.display()),
    }
}

/// Reads the table that a file holds, as far as it is solved; `None` if there is no file yet.
pub(super) fn begun(path: &Path, options: AnyOptions) -> Result<Option<AnyTable>> {
    let read = |file| read_table(file, options).map_err(not_resumed(Some(path)));
    opened(path)?.map(read).transpose()
}

/// Names the file that is not one to resume from.
pub(super) fn not_resumed<E: std::error::Error + Send + Sync + 'static>(
    path: Option<&Path>,
) -> impl FnOnce(E) -> Error {
    let name = path.unwrap_or(Path::new("")).display().to_string();
    move |error| Error::new(error).context(format!("{name} cannot be resumed from"))
}

/// Writes a complete table with its claim about the first turns.
pub(super) fn write(table: &AnyTable, options: AnyOptions, path: &Path) -> Result<()> {
    let claim = claim(table, options)?;
    out_file::replace(path, |out| table.write(Some(claim), out))
}

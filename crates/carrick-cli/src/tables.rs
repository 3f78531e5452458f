//! Tables of solved boards, as files in a folder.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use carrick_engine::tables::{AnyTable, CertificateError, Tables, read_board, read_table};
use carrick_engine::{Exact, Thought, Value};
use carrick_games::{AnyGame, AnyOptions};
use clap::Args;

/// Tables of solved boards.
#[derive(Debug, Args)]
pub struct TablesArguments {
    /// Folder with tables of solved boards (files whose names end in .table), whose values are
    /// known without a search [default: carrick/tables in the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "CARRICK_TABLES")]
    pub tables: Option<PathBuf>,
}

/// Ending of the names of tables.
const ENDING: &str = "table";

/// Maximum memory of all tables that a server loads, in bytes.
pub const MOST_BYTES: u64 = 256 << 20;

/// The table of one board, from the named folder or from `carrick/tables` in the user's data
/// folder. A faulty file is reported on standard error and not used.
///
/// # Errors
/// When the named folder cannot be read.
pub fn of_board(folder: Option<&Path>, board: AnyOptions) -> Result<Tables> {
    let is_for = |other: AnyOptions| {
        let key = AnyTable::table_options;
        other.kind() == board.kind() && key(other) == key(board)
    };
    let warn = |said: String| {
        // A sentence that cannot be printed does no harm.
        let _ = writeln!(io::stderr(), "carrick: {said}");
    };
    read(folder, is_for, u64::MAX, warn)
}

/// Tables that are read when a position on their board is asked about, one board at a time.
#[derive(Debug)]
pub struct OnDemand {
    folder: Option<PathBuf>,
    last: Mutex<Option<(AnyOptions, Arc<Tables>)>>,
}

impl OnDemand {
    /// Uses the tables of a folder, as in [`of_board`].
    pub const fn of(folder: Option<PathBuf>) -> Self {
        Self { folder, last: Mutex::new(None) }
    }

    fn of_board(&self, board: AnyOptions) -> Arc<Tables> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = last.as_ref().filter(|(of, _)| *of == board) {
            return tables.clone();
        }
        let read = of_board(self.folder.as_deref(), board);
        let tables = Arc::new(read.unwrap_or_else(|error| {
            let _ = writeln!(io::stderr(), "carrick: {error:#}");
            Tables::default()
        }));
        *last = Some((board, tables.clone()));
        tables
    }
}

impl Exact for OnDemand {
    fn exact(&self, game: &AnyGame) -> Option<Thought> {
        self.of_board(game.options()).exact(game)
    }

    fn value(&self, game: &AnyGame) -> Option<Value> {
        self.of_board(game.options()).value(game)
    }
}

/// All tables of a folder that fit into [`MOST_BYTES`]; `warn` gets a sentence about each of the
/// others.
///
/// # Errors
/// When the named folder cannot be read.
pub fn all(folder: Option<&Path>, warn: impl FnMut(String)) -> Result<Tables> {
    read(folder, |_| true, MOST_BYTES, warn)
}

fn read(
    folder: Option<&Path>,
    is_wanted: impl Fn(AnyOptions) -> bool,
    most: u64,
    mut warn: impl FnMut(String),
) -> Result<Tables> {
    let mut tables = Tables::default();
    let files = match folder {
        Some(folder) => files(folder)
            .with_context(|| format!("cannot read tables from {}", folder.display()))?,
        // Tables are optional.
        None => data_folder().and_then(|data| files(&data.join("tables")).ok()).unwrap_or_default(),
    };
    let mut left = most;
    for path in files {
        let not_used = |why: String| format!("{} is not used: {why}", path.display());
        match read_one(&path, &is_wanted, left) {
            Ok(Some(table)) => {
                left -= table.bytes().len() as u64;
                if !tables.insert(table) {
                    warn(not_used(
                        "it is not complete; `carrick-lab solve --resume` continues it".to_owned(),
                    ));
                }
            }
            Ok(None) => {}
            Err(why) => warn(not_used(why.to_string())),
        }
    }
    Ok(tables)
}

/// The files of a folder whose names are those of tables, in order.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let paths = entries.into_iter().map(|entry| entry.path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension() == Some(OsStr::new(ENDING))).collect();
    files.sort();
    Ok(files)
}

/// Why a table is not used.
#[derive(Debug, thiserror::Error)]
enum NotUsed {
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it has {found} MiB, but the tables of a server may have only {most} MiB in all")]
    Large { found: u64, most: u64 },
}

/// Reads a table, if its board is wanted.
fn read_one(
    path: &Path,
    is_wanted: impl Fn(AnyOptions) -> bool,
    left: u64,
) -> Result<Option<AnyTable>, NotUsed> {
    let board = read_board(File::open(path)?)?;
    if !is_wanted(board) {
        return Ok(None);
    }
    let bytes = fs::metadata(path)?.len();
    if bytes > left {
        return Err(NotUsed::Large { found: bytes >> 20, most: MOST_BYTES >> 20 });
    }
    Ok(Some(read_table(File::open(path)?, board)?))
}

// Place of the user's data.

/// The program's folder for the user's data (XDG base directory specification); `None` for a user
/// without a home. Relative paths are ignored, as the specification requires.
pub fn data_folder() -> Option<PathBuf> {
    let named = |variable| {
        std::env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    let data = named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(".local/share")))?;
    Some(data.join("carrick"))
}

//! Folder of a laboratory: the plan, the origin of the games, and the games.
//!
//! Games are written one at a time into `rest.jsonl`, one per line. After every [`CHUNK`] games,
//! and at the end, they move into `games.jsonl.gz` as one gzip member, which is safely on the disk
//! before `rest.jsonl` is emptied. So a kill loses at most half a line, and the bytes of the
//! compressed file do not depend on where a run was interrupted.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::line::GameLine;
use crate::plan::{Plan, PlanError};
use crate::run::{GAMES, MAX_GAMES, REST, RunStanding, read_text, scan};

/// Number of games in a member of the compressed file: enough for good compression, few enough to
/// take only about a megabyte of memory.
const CHUNK: usize = 512;

const PLAN: &str = "plan.toml";
const ORIGIN: &str = "run.json";

/// Maximum length of a plan and of `run.json`, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// Version of the files.
const VERSION: u32 = 1;

/// Origin of the games in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesOrigin {
    /// Version of the files' format.
    carrick_lab: u32,
    /// Hash of the plan.
    pub plan: String,
    /// Seed of all games.
    pub seed: u64,
    /// Commit of the program; `None` if its build did not provide it.
    pub commit: Option<String>,
}

/// Folder of a laboratory, open for more games. It is locked against other runs.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    origin: GamesOrigin,
    rest: File,
    /// Lines in `rest.jsonl`, each with its line break.
    lines: Vec<String>,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another run has locked the folder.
    #[error("another run is writing into {folder}; wait for it, or name another folder")]
    InUse {
        /// The folder.
        folder: String,
    },
    /// The system reported an error.
    #[error("cannot {what} {name}{}", way_on(source))]
    Io {
        /// A verb, such as `read`.
        what: &'static str,
        /// The file.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The folder contains something else.
    #[error("{folder} is not empty and is not a laboratory's folder; name a new folder with --out")]
    Foreign {
        /// The folder.
        folder: String,
    },
    /// The folder is not a laboratory's.
    #[error(
        "{folder} is not a laboratory's folder, because it has no {ORIGIN}; \
         `carrick-lab lab run PLAN --seed 1 --out {folder}` makes one"
    )]
    Missing {
        /// The folder.
        folder: String,
    },
    /// The folder was started with another plan, seed or program.
    #[error(
        "{folder} was started with {key} {found}, but this is {wanted}; continue with the same one, \
         or name another folder with --out"
    )]
    Other {
        /// The folder.
        folder: String,
        /// The part that differs: plan, seed or commit.
        key: &'static str,
        /// Its value in the folder.
        found: String,
        /// Its value now.
        wanted: String,
    },
    /// The plan in the folder is wrong.
    #[error("{name}: {source}")]
    Plan {
        /// The file.
        name: String,
        /// The fault.
        source: PlanError,
    },
    /// A file of the folder is damaged.
    #[error(
        "{name} is damaged: {fault}; restore it from a copy, or run the plan again in another folder"
    )]
    Damaged {
        /// The file.
        name: String,
        /// The damage.
        fault: String,
    },
}

impl FolderError {
    /// Error for a game in an unexpected place, with the number of its cell and its number there.
    #[must_use]
    pub fn out_of_order(folder: &Path, (cell, game): (u32, u32)) -> Self {
        let fault =
            format!("game {game} of cell {cell} is missing, or there are more games than expected");
        Self::Damaged { name: folder.display().to_string(), fault }
    }
}

/// Advice for errors of the system, if there is any.
fn way_on(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "; nothing is lost: free some space and run the same command again"
        }
        _ => "",
    }
}

impl Folder {
    /// Opens or creates a folder, and reads the games in it. Cuts off half a line at the end, which
    /// a kill may leave.
    ///
    /// # Errors
    /// If the folder contains something else, is damaged, or is locked by another run.
    pub fn open(
        path: &Path,
        text: &str,
        plan: &Plan,
        commit: Option<&str>,
    ) -> Result<(Self, RunStanding), FolderError> {
        let origin = GamesOrigin {
            carrick_lab: VERSION,
            plan: plan.hash.clone(),
            seed: plan.seed,
            commit: commit.map(str::to_owned),
        };
        fs::create_dir_all(path).map_err(io_error("make the folder", path))?;
        begin(path, text, &origin)?;
        let rest = path.join(REST);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&rest)
            .map_err(io_error("write", &rest))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(FolderError::InUse { folder: path.display().to_string() });
            }
            Err(TryLockError::Error(source)) => return Err(io_error("lock", &rest)(source)),
        }
        let mut standing = RunStanding::new(&plan.cells);
        let found = scan(path, &mut |line| add(&mut standing, plan, &line))?;
        let games = path.join(GAMES);
        if let Some(length) = found.torn_member_at {
            let file = OpenOptions::new().write(true).open(&games);
            let cut = file.and_then(|file| file.set_len(length));
            cut.map_err(io_error("shorten", &games))?;
        }
        let text: String = found.lines.concat();
        file.set_len(text.len() as u64).map_err(io_error("shorten", &rest))?;
        file.seek(SeekFrom::End(0)).map_err(io_error("write", &rest))?;
        Ok((Self { path: path.to_owned(), origin, rest: file, lines: found.lines }, standing))
    }

    /// The origin of its games.
    #[must_use]
    pub const fn origin(&self) -> &GamesOrigin {
        &self.origin
    }

    /// Reads the plan and the origin of a folder.
    ///
    /// # Errors
    /// If it is not a laboratory's folder, or plan and origin do not belong together.
    pub fn about(path: &Path) -> Result<(Plan, GamesOrigin), FolderError> {
        let origin = origin(path)?
            .ok_or_else(|| FolderError::Missing { folder: path.display().to_string() })?;
        let file = path.join(PLAN);
        let text = File::open(&file).and_then(|file| read_text(file, MAX_FILE));
        let text = text.map_err(io_error("read", &file))?;
        let name = file.display().to_string();
        let plan = Plan::read(&text, origin.seed)
            .map_err(|source| FolderError::Plan { name: name.clone(), source })?;
        if plan.hash != origin.plan {
            let fault = format!("its hash is {}, but {ORIGIN} has {}", plan.hash, origin.plan);
            return Err(FolderError::Damaged { name, fault });
        }
        Ok((plan, origin))
    }

    /// Appends a game. It is written before the next one is counted.
    pub(super) fn append(&mut self, line: &GameLine) -> Result<(), FolderError> {
        let rest = self.path.join(REST);
        let mut text =
            serde_json::to_string(line).map_err(|error| io_error("write", &rest)(error.into()))?;
        text.push('\n');
        self.rest.write_all(text.as_bytes()).map_err(io_error("write", &rest))?;
        self.lines.push(text);
        // Long games fill a member earlier, so that it stays readable.
        let bytes: usize = self.lines.iter().map(String::len).sum();
        let is_full = self.lines.len() == CHUNK || bytes as u64 >= MAX_GAMES / 2;
        if is_full { self.compress() } else { Ok(()) }
    }

    /// Compresses the last games, once all have been played.
    pub(super) fn finish(&mut self) -> Result<(), FolderError> {
        if self.lines.is_empty() { Ok(()) } else { self.compress() }
    }

    /// Moves the games of `rest.jsonl` into the compressed file.
    fn compress(&mut self) -> Result<(), FolderError> {
        let (games, rest) = (self.path.join(GAMES), self.path.join(REST));
        let write = || {
            let mut member = GzEncoder::new(Vec::new(), Compression::default());
            member.write_all(self.lines.concat().as_bytes())?;
            let member = member.finish()?;
            let mut file = OpenOptions::new().append(true).create(true).open(&games)?;
            file.write_all(&member)?;
            file.sync_all()
        };
        write().map_err(io_error("write", &games))?;
        self.rest.set_len(0).map_err(io_error("empty", &rest))?;
        self.rest.seek(SeekFrom::Start(0)).map_err(io_error("empty", &rest))?;
        self.lines.clear();
        Ok(())
    }
}

/// Turns an empty folder into one of a laboratory, or checks that it belongs to this laboratory.
fn begin(path: &Path, text: &str, wanted: &GamesOrigin) -> Result<(), FolderError> {
    let folder = || path.display().to_string();
    let Some(found) = origin(path)? else {
        let entries = fs::read_dir(path).map_err(io_error("read", path))?;
        let ours = |entry: &fs::DirEntry| {
            entry.file_name().to_str().is_some_and(|name| name.trim_end_matches(".part") == PLAN)
        };
        if entries.flatten().any(|entry| !ours(&entry)) {
            return Err(FolderError::Foreign { folder: folder() });
        }
        replace(&path.join(PLAN), text)?;
        let json = serde_json::to_string(wanted).expect("an origin's keys are texts");
        return replace(&path.join(ORIGIN), &format!("{json}\n"));
    };
    let none = || "unknown".to_owned();
    let differs =
        |key, found, wanted| Err(FolderError::Other { folder: folder(), key, found, wanted });
    if found.plan != wanted.plan {
        return differs("plan", found.plan, wanted.plan.clone());
    }
    if found.seed != wanted.seed {
        return differs("seed", found.seed.to_string(), wanted.seed.to_string());
    }
    if found.commit != wanted.commit {
        let now = wanted.commit.clone().unwrap_or_else(none);
        return differs("a program of commit", found.commit.unwrap_or_else(none), now);
    }
    Ok(())
}

/// Reads the origin of the games in a folder; `None` if it is not recorded.
fn origin(path: &Path) -> Result<Option<GamesOrigin>, FolderError> {
    let file = path.join(ORIGIN);
    let name = || file.display().to_string();
    let damaged = |fault: String| FolderError::Damaged { name: name(), fault };
    match File::open(&file).and_then(|file| read_text(file, MAX_FILE)) {
        Ok(text) => {
            let origin: GamesOrigin =
                serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
            if origin.carrick_lab != VERSION {
                return Err(damaged(format!(
                    "it has format {}, but this program reads {VERSION}",
                    origin.carrick_lab
                )));
            }
            Ok(Some(origin))
        }
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(source) => Err(io_error("read", &file)(source)),
    }
}

/// Adds a game from a file, which must be the next one.
fn add(standing: &mut RunStanding, plan: &Plan, line: &GameLine) -> Result<(), String> {
    let (cell, game) = standing.next();
    if (line.cell as usize, line.game) != (cell, game) {
        return Err(format!(
            "game {} of cell {} is where game {game} of cell {cell} is expected",
            line.game, line.cell
        ));
    }
    standing.add_old(&plan.cells[cell], line);
    Ok(())
}

/// Writes a file completely or not at all. A replaced file keeps its mode.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), FolderError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(text.as_bytes())?;
        if let Ok(old) = path.metadata() {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|source| {
        // A partial file is useless; failing to remove it does no harm.
        let _ = fs::remove_file(&part);
        io_error("write", path)(source)
    })
}

/// Converts an error of the system, with the file and the attempted operation.
pub(crate) fn io_error<'p>(
    what: &'static str,
    path: &'p Path,
) -> impl FnOnce(io::Error) -> FolderError + use<'p> {
    move |source| {
        let name = path.display().to_string();
        match source.kind() {
            ErrorKind::FileTooLarge if what == "read" => {
                FolderError::Damaged { name, fault: source.to_string() }
            }
            _ => FolderError::Io { what, name, source },
        }
    }
}

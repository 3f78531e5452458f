//! Errors of the store, and conflicts between a decision and what is stored.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use carrick_games::{GameKind, Seat};
use carrick_service::{BoardId, Userid};

use super::health::Trouble;
use super::postgres;

/// Reason why the store did not do what it was asked. Nothing was changed.
///
/// The text is for operators and logs: it contains no password and no mail address. Tell players
/// only that the server has a problem.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file exists, but is not an SQLite database.
    #[error("{path} is not an SQLite database; name another file, or move this one away")]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The file is a database that another program made.
    #[error("{path} is a database of another program; name another file, or move this one away")]
    OtherProgram {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later release.
    #[error(
        "{path} was written by a newer carrick (its schema is {found}, this program knows {known}); use that one"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Number of the schema in the file.
        found: i64,
        /// Number of the newest schema that this program knows.
        known: i64,
    },
    /// The file was written by an early development version.
    #[error(
        "{path} was made by an early development version of carrick and cannot be upgraded; export its \
         games with that version (`carrick export --all -o games.jsonl`), and import them with this one \
         into a new database (`carrick import games.jsonl`)"
    )]
    Unreleased {
        /// The file.
        path: PathBuf,
    },
    /// The schema in the file differs from the one released under that number.
    #[error("schema {version} in {path} is not the released one; restore the file from a backup")]
    Altered {
        /// The file.
        path: PathBuf,
        /// Number of the schema.
        version: i64,
    },
    /// The file was written by an earlier release, and is opened only for reading.
    #[error(
        "{path} was written by an older carrick (its schema is {found}, this program's is {known}); \
         `carrick upgrade` brings it up to date and keeps a copy, and so does `carrick serve` when it starts"
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// Number of the schema in the file.
        found: i64,
        /// Number of the newest schema that this program knows.
        known: i64,
    },
    /// An incomplete copy of another database.
    #[error(
        "{place} is the beginning of a copy; run the same `carrick db copy` again to finish it; until \
         then nothing else can open it"
    )]
    Unfinished {
        /// The file, or the server's address without a password.
        place: String,
    },
    /// An older file must be copied before it is upgraded, and that copy failed.
    #[error("{path} was not upgraded, because it could not be copied first: {reason}")]
    NoCopy {
        /// The file.
        path: PathBuf,
        /// Why, in words.
        reason: String,
    },
    /// The file cannot be understood, or part of it is missing.
    #[error(
        "{path} is damaged or was cut off (it has {bytes} bytes); restore it from a backup with `carrick restore`"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Size of the file, in bytes.
        bytes: u64,
    },
    /// The file cannot be opened or created.
    #[error("{path} cannot be opened{reason}")]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// Cause in words, with leading punctuation that joins it to the sentence.
        reason: String,
        /// The database's error.
        source: sqlx::Error,
    },
    /// The server cannot be reached, or refuses the user.
    #[error("{place} cannot be opened ({source}); {}", to_ask(source))]
    CannotConnect {
        /// The server's address, without a password.
        place: String,
        /// The driver's error.
        source: sqlx::Error,
    },
    /// A database is from an earlier release, and other programs have it open.
    #[error(
        "{place} has schema {found} and has to be upgraded to {known}, but other programs have it open; \
         stop them all, on every machine, and then start those of this release"
    )]
    UsedByOthers {
        /// The file, or the server's address without a password.
        place: String,
        /// Schema of the database.
        found: i64,
        /// Schema of this release.
        known: i64,
    },
    /// The server or its database does not meet the requirements.
    #[error("{place} cannot be used: {reason}")]
    Unfit {
        /// The server's address, without a password.
        place: String,
        /// Why, in words.
        reason: String,
    },
    /// Another process kept the database for longer than the busy timeout.
    #[error("the database is busy; try again")]
    Busy,
    /// The decision contradicts what is stored: a bug in the service, never a player's mistake.
    #[error("a decision was not written: {0}")]
    Conflict(#[from] Conflict),
    /// A sender has used a request's id for another command.
    #[error("this request's id was used for another command")]
    RequestReused,
    /// A stored value cannot be read back.
    #[error("the database holds an impossible value in column {column}; restore it from a backup")]
    Corrupt {
        /// The column.
        column: &'static str,
    },
    /// The file cannot be read or written. The store has already logged the cause.
    #[error("the database failed: {trouble}")]
    Failed {
        /// Cause, by kind.
        trouble: Trouble,
        /// The database's error.
        source: Arc<sqlx::Error>,
    },
    /// The database failed in another way.
    #[error("the database failed: {0}")]
    Database(#[source] Arc<sqlx::Error>),
}

impl StoreError {
    /// Whether the database is at fault, not the request.
    pub(crate) const fn is_failure(&self) -> bool {
        matches!(self, Self::Busy | Self::Failed { .. } | Self::Database(_))
    }

    /// Whether the store has already logged the cause, once; callers need not log it with every
    /// request.
    #[must_use]
    pub const fn is_in_the_log(&self) -> bool {
        matches!(self, Self::Failed { .. })
    }

    /// Whether the same request may succeed later without an upgrade or a backup: the database is
    /// busy or closed, its server is away, or its disk is full, read-only or failing.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        match self {
            Self::Busy => true,
            Self::Failed { trouble, .. } => !matches!(trouble, Trouble::Damaged),
            _ => false,
        }
    }

    /// The task that should have answered is gone.
    pub(crate) fn cut_off() -> Self {
        sqlx::Error::WorkerCrashed.into()
    }

    /// A copy of the error for another request that shared the transaction.
    pub(crate) fn again(&self) -> Self {
        match self {
            Self::Database(error) => Self::Database(Arc::clone(error)),
            Self::Failed { trouble, source } => {
                Self::Failed { trouble: *trouble, source: Arc::clone(source) }
            }
            Self::Conflict(conflict) => Self::Conflict(conflict.clone()),
            _ => Self::Busy,
        }
    }
}

/// Contradiction between a decision and what is stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// A refusal that has events.
    #[error("a refused command has events")]
    RefusedWithEvents,
    /// A second account with the same name.
    #[error("the user {0} exists")]
    UserExists(Userid),
    /// A change of an account that does not exist.
    #[error("there is no user {0}")]
    NoUser(Userid),
    /// A board whose number is not the next one.
    #[error("{board} was opened where {expected} is the next number")]
    BoardNumber {
        /// The board.
        board: BoardId,
        /// The number it should have.
        expected: u32,
    },
    /// A new board with turns, an offer or a result.
    #[error("{0} was opened with turns, an offer or a result")]
    NotNew(BoardId),
    /// A remark on a board that does not exist.
    #[error("there is no {0}")]
    NoBoard(BoardId),
    /// A change of a remark that was never made.
    #[error("there is no remark {place} on {board}")]
    NoRemark {
        /// The board.
        board: BoardId,
        /// Position of the remark on its board, from 1.
        place: u32,
    },
    /// A change of a board that does not exist or has ended.
    #[error("{0} is not in play")]
    NotInPlay(BoardId),
    /// A reopening of a game that has not ended.
    #[error("{0} has not ended")]
    NotEnded(BoardId),
    /// A turn that is not the next one, or on a board that is not in play.
    #[error("turn {ply} is not the next one of {board}")]
    Turn {
        /// The board.
        board: BoardId,
        /// The turn.
        ply: u32,
    },
    /// An undo that does not start with a turn of that seat, or on a board that is not in play.
    #[error("{board} cannot go back to turn {ply}")]
    Undo {
        /// The board.
        board: BoardId,
        /// Number of turns that were to be left.
        ply: u32,
    },
    /// A rejection without an offer.
    #[error("there is no offer on {0}")]
    NoOffer(BoardId),
    /// A change of a seek that is not open, or that belongs to another user.
    #[error("seek {number} of {kind} is not open")]
    NoSeek {
        /// The game.
        kind: GameKind,
        /// The number.
        number: u32,
    },
    /// A turn that leaves no player to move, on a board that is still in play.
    #[error("{0} is in play, but no player is to move")]
    NobodyToMove(BoardId),
    /// A rating change that does not start from the stored rating.
    #[error("the {kind} rating of {user} is not the expected one")]
    Rating {
        /// The game.
        kind: GameKind,
        /// The player.
        user: Userid,
    },
    /// A rating change from a game that the player did not play in that seat, or of another kind.
    #[error("{user} does not hold the {seat:?} seat of {board}")]
    Seat {
        /// The board.
        board: BoardId,
        /// The player.
        user: Userid,
        /// The seat.
        seat: Seat,
    },
    /// Rating changes for only one seat, or from a board that has not ended.
    #[error("{0} must change both ratings, and only when it ends")]
    RatingsIncomplete(BoardId),
    /// Something else that the schema forbids: a key used twice, a reference to nothing, a value
    /// out of range.
    #[error("the schema forbids it ({0})")]
    Schema(&'static str),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::error::ErrorKind;
        match Trouble::of(&error) {
            Some(Trouble::Busy) => return Self::Busy,
            Some(trouble) => return Self::Failed { trouble, source: Arc::new(error) },
            None => {}
        }
        let forbidden = match error.as_database_error().map(|error| error.kind()) {
            Some(ErrorKind::UniqueViolation) => "a key is used twice",
            Some(ErrorKind::ForeignKeyViolation) => "a reference to nothing",
            Some(ErrorKind::NotNullViolation) => "a value is missing",
            Some(ErrorKind::CheckViolation) => "a value is out of range",
            _ => return Self::Database(Arc::new(error)),
        };
        Self::Conflict(Conflict::Schema(forbidden))
    }
}

/// Checks that a statement changed the one row that it was about.
pub(crate) fn one(rows: u64, conflict: impl FnOnce() -> Conflict) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(conflict().into()) }
}

/// Advice for when a server cannot be reached.
fn to_ask(error: &sqlx::Error) -> &'static str {
    let said = error.as_database_error().map(|error| error.message()).unwrap_or_default();
    if said.contains("startup parameter") {
        return "is it PgBouncer? It needs `ignore_startup_parameters = extra_float_digits` (and `,options` \
                if the address has some, which are lost then) and `pool_mode = session`";
    }
    match postgres::state(error) {
        Some("53300") => {
            return "it has no connection left for this user: raise its `max_connections`, or the limit of \
                    the role or the database";
        }
        Some("42501") => {
            return "the role needs the right to create tables in the schema when they are created or upgraded, \
                    and otherwise to read and write the existing ones";
        }
        // Prepared statements that belong to another session.
        Some("42P05" | "26000") => {
            return "a pooler shares its connections among transactions; in PgBouncer, set `pool_mode = session`";
        }
        _ => {}
    }
    let kind = match error {
        sqlx::Error::Io(error) => Some(error.kind()),
        // Errors of TLS itself come by way of the connection.
        sqlx::Error::Tls(_) => Some(ErrorKind::InvalidData),
        _ => None,
    };
    match kind {
        Some(ErrorKind::InvalidData) => {
            "is its certificate for this name, and of an authority that is trusted or that \
             `sslrootcert` names?"
        }
        Some(ErrorKind::NotFound) => {
            "is its socket there, and are the files that `sslrootcert`, `sslcert` and `sslkey` name?"
        }
        _ => "does the server run, does it have the database, and are user and password right?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_needs_no_repair_of_the_database_is_temporary() {
        for (trouble, temporary) in [
            (Trouble::Full, true),
            (Trouble::ReadOnly, true),
            (Trouble::Busy, true),
            (Trouble::Failing, true),
            (Trouble::Unreachable, true),
            (Trouble::Closed, true),
            (Trouble::Damaged, false),
        ] {
            let source = Arc::new(sqlx::Error::PoolClosed);
            let error = StoreError::Failed { trouble, source };
            assert_eq!(error.is_temporary(), temporary, "{trouble:?}");
        }
        assert!(StoreError::Busy.is_temporary());
        assert!(!StoreError::RequestReused.is_temporary());
    }
}

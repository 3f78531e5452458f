//! SQLite: its types, how a transaction begins, several statements at once, its result codes.
//!
//! Another database would need its own of this file, of `open.rs` and of `migrations.rs`.

use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Executor};

pub(crate) type Db = sqlx::Sqlite;
pub(crate) type Arguments = sqlx::sqlite::SqliteArguments;
pub(crate) type Row = sqlx::sqlite::SqliteRow;
/// A connection outside of any pool.
pub(crate) type Raw = sqlx::SqliteConnection;

/// Statement that begins a writing transaction. It takes the lock at once: a transaction that reads
/// first and locks when it writes may find that its reading is out of date.
pub(crate) const BEGIN_WRITE: &str = "BEGIN IMMEDIATE";

/// Executes several statements in one round trip, until one fails, and returns the number of rows
/// that each has changed.
pub(crate) async fn execute_all<'c>(
    connection: impl Executor<'c, Database = Db>,
    sql: String,
    arguments: Arguments,
) -> (Vec<u64>, Result<(), sqlx::Error>) {
    let query = sqlx::query_with(AssertSqlSafe(sql), arguments);
    let mut results = connection.execute_many(query);
    let mut changed = Vec::new();
    loop {
        match results.try_next().await {
            Ok(Some(done)) => changed.push(done.rows_affected()),
            Ok(None) => return (changed, Ok(())),
            Err(error) => return (changed, Err(error)),
        }
    }
}

/// Application id in the file's header, "CaRK": it marks a file as Carrick's for `file` and other
/// programs.
pub(crate) const APPLICATION_ID: i64 = 0x4361_524b;

/// Whether an error says that another connection holds the lock.
pub(crate) fn is_busy(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(5)
}

/// SQLite's primary result code, the low byte of the extended one.
pub(crate) fn primary_code(error: &sqlx::Error) -> Option<i32> {
    Some(error.as_database_error()?.code()?.parse::<i32>().ok()? & 0xff)
}

//! Baseline of the disk: inserts rows and nothing else, with the store's settings.

use std::path::Path;
use std::time::Instant;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use crate::Outcome;

/// Rows inserted per second, with `a_commit` rows in each commit.
pub(crate) async fn inserts(path: &Path, rows: usize, a_commit: usize) -> Outcome<f64> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection = options.connect().await?;
    connection.execute("CREATE TABLE bare (n INTEGER NOT NULL PRIMARY KEY, word TEXT)").await?;
    let numbers: Vec<i64> = (0..).take(rows).collect();
    let start = Instant::now();
    for some in numbers.chunks(a_commit.max(1)) {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        for n in some {
            let query = sqlx::query("INSERT INTO bare VALUES ($1, $2)").bind(n).bind("d3'");
            query.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
    }
    Ok(rows as f64 / start.elapsed().as_secs_f64())
}

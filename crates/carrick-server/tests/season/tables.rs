//! The database through SQL, for facts that no command tells.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions as _, SqliteConnection};

/// A look at a database past the store.
pub(crate) struct Tables(SqliteConnection);

impl Tables {
    pub(crate) async fn open(file: &Path) -> Self {
        let options = SqliteConnectOptions::new().filename(file).pragma("query_only", "ON");
        Self(options.connect().await.unwrap())
    }

    pub(crate) async fn rows(&mut self, sql: &'static str) -> Vec<SqliteRow> {
        sqlx::query(sql).fetch_all(&mut self.0).await.unwrap()
    }

    /// The first column of every row, as text.
    pub(crate) async fn text(&mut self, sql: &'static str) -> Vec<String> {
        sqlx::query_scalar(sql).fetch_all(&mut self.0).await.unwrap()
    }

    /// One number; it changes whenever another connection has written to the database.
    pub(crate) async fn version(&mut self) -> i64 {
        sqlx::query_scalar("PRAGMA data_version").fetch_one(&mut self.0).await.unwrap()
    }
}

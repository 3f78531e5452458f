//! The database through SQL, for facts that no command tells.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};
use tokio::runtime::{Builder, Runtime};

/// A read-only look at a database.
pub struct Tables {
    runtime: Runtime,
    connection: std::cell::RefCell<SqliteConnection>,
}

impl Tables {
    pub fn open(file: &Path) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let options = SqliteConnectOptions::new().filename(file);
        let connection = runtime.block_on(SqliteConnection::connect_with(&options)).unwrap();
        Self { runtime, connection: connection.into() }
    }

    /// The first column of every row, as text.
    pub fn text(&self, sql: &str) -> Vec<String> {
        let query = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned()));
        let mut connection = self.connection.borrow_mut();
        let rows = self.runtime.block_on(query.fetch_all(&mut *connection)).unwrap();
        rows.iter().map(|row| row.try_get::<String, _>(0).unwrap()).collect()
    }

    /// A single whole number.
    pub fn number(&self, sql: &str) -> i64 {
        let query = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned()));
        let mut connection = self.connection.borrow_mut();
        self.runtime.block_on(query.fetch_one(&mut *connection)).unwrap().try_get(0).unwrap()
    }

    /// Every row of every table, written out: equal dumps mean that nothing changed.
    pub fn dump(&self) -> Vec<String> {
        let tables = self.text(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
        );
        let mut rows = Vec::new();
        for table in tables {
            let columns =
                self.text(&format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid"));
            let columns: Vec<String> =
                columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
            let sql = format!("SELECT {} FROM \"{table}\" ORDER BY 1", columns.join(" || '|' || "));
            rows.extend(self.text(&sql).into_iter().map(|row| format!("{table}: {row}")));
        }
        rows
    }
}

//! The database through SQL, for facts that no command shows.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::runtime::{Builder, Runtime};

/// A view of a database that changes nothing in it.
pub struct Tables {
    runtime: Runtime,
    connection: std::cell::RefCell<Inner>,
}

enum Inner {
    File(SqliteConnection),
    Server(PgConnection),
}

impl Inner {
    async fn texts(&mut self, sql: &str) -> sqlx::Result<Vec<String>> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::File(file) => sqlx::query_scalar(sql).fetch_all(file).await,
            Self::Server(server) => sqlx::query_scalar(sql).fetch_all(server).await,
        }
    }

    async fn number(&mut self, sql: &str) -> sqlx::Result<i64> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::File(file) => sqlx::query_scalar(sql).fetch_one(file).await,
            Self::Server(server) => sqlx::query_scalar(sql).fetch_one(server).await,
        }
    }
}

impl Tables {
    pub fn open(file: &Path) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let connection = runtime.block_on(async {
            match file.to_str().filter(|file| file.starts_with("postgres://")) {
                Some(url) => PgConnection::connect(url).await.map(Inner::Server),
                None => {
                    let options = SqliteConnectOptions::new().filename(file);
                    SqliteConnection::connect_with(&options).await.map(Inner::File)
                }
            }
        });
        let connection = connection.unwrap();
        Self { runtime, connection: connection.into() }
    }

    /// The first column of every row, as text.
    pub fn text(&self, sql: &str) -> Vec<String> {
        self.runtime.block_on(self.connection.borrow_mut().texts(sql)).unwrap()
    }

    /// A single whole number.
    pub fn number(&self, sql: &str) -> i64 {
        self.runtime.block_on(self.connection.borrow_mut().number(sql)).unwrap()
    }

    /// Every row of every table: equal dumps mean that nothing changed.
    pub fn dump(&self) -> Vec<String> {
        if matches!(*self.connection.borrow(), Inner::Server(_)) {
            let tables = self.text(
                "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
            );
            let rows = |table: String| {
                let rows = self.text(&format!("SELECT t::text FROM {table} t ORDER BY 1"));
                rows.into_iter().map(move |row| format!("{table}: {row}"))
            };
            return tables.into_iter().flat_map(rows).collect();
        }
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

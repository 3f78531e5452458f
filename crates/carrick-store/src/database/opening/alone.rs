//! A database that nobody else has open, for work on all of its tables.

use std::time::Duration;

use sqlx::AssertSqlSafe;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteLockingMode, SqlitePoolOptions};

use super::pools::Settings;
use super::server;
use crate::database::columns::Columns as _;
use crate::database::connection::postgres::settle;
use crate::database::connection::{
    Connection, Health, Pool, Sessions, StoreError, query, query_scalar,
};
use crate::database::dialect::Dialect;
use crate::database::location::Location;

/// Name of the table that a copy has until it is whole.
pub(crate) const UNFINISHED: &str = "copying";

/// How often, and with which pause, others are waited for.
pub(super) const ATTEMPTS: u32 = 20;
pub(super) const PAUSE: Duration = Duration::from_millis(50);

/// Type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Real,
    Text,
}

/// A table: its columns that hold something of their own, its key, the tables that it refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    /// By name.
    pub(crate) columns: Vec<(String, Kind)>,
    pub(crate) key: Vec<String>,
    pub(crate) refers_to: Vec<String>,
}

/// A connection to a database that nobody else has open as long as it lives.
pub(crate) struct Alone {
    pool: Pool,
    pub(crate) connection: Connection,
}

/// Whether a database could be had alone.
pub(crate) enum Had {
    Alone(Box<Alone>),
    InUse,
}

impl Alone {
    /// Connects to a database of this program's schema.
    pub(crate) async fn open(location: &Location) -> Result<Had, StoreError> {
        let (pool, health) = match location {
            Location::File(path) => {
                let path = std::path::absolute(path).map_err(sqlx::Error::Io)?;
                // Every process that has the file open holds a lock, so that no other can get an
                // exclusive one.
                let options = SqliteConnectOptions::new()
                    .filename(&path)
                    .create_if_missing(false)
                    .busy_timeout(Duration::ZERO)
                    .foreign_keys(false)
                    .locking_mode(SqliteLockingMode::Exclusive);
                let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await;
                match pool {
                    Ok(pool) => (Pool::Sqlite(pool), Health::of_file(&path)),
                    Err(error) => return in_use_or(error.into()),
                }
            }
            Location::Server(place) => {
                let pool = PgPoolOptions::new().max_connections(1);
                let pool = pool.after_connect(|connection, _| {
                    Box::pin(async move {
                        settle(connection, Settings::DEFAULT.busy_timeout, false).await?;
                        let patient = "SET idle_in_transaction_session_timeout = 0";
                        sqlx::query(patient).execute(connection).await.map(drop)
                    })
                });
                let pool = pool.connect_with(server::options(place)).await;
                // A sum over a whole table takes as long as it takes.
                let sessions = Sessions::new(pool?, Duration::MAX);
                (Pool::Postgres(sessions), Health::of_server(place))
            }
        };
        let mut alone = match Connection::acquire(&pool, &health, true).await {
            Ok(connection) => Self { pool, connection },
            Err(error) => return in_use_or(error.into()),
        };
        let had = match alone.connection.dialect() {
            Dialect::Sqlite => {
                match query("BEGIN EXCLUSIVE").execute(&mut alone.connection).await {
                    Ok(_) => query("COMMIT").execute(&mut alone.connection).await.map(|_| true)?,
                    Err(error) => return in_use_or(error),
                }
            }
            Dialect::Postgres => alone.is_alone().await?,
        };
        Ok(if had { Had::Alone(Box::new(alone)) } else { Had::InUse })
    }

    /// Whether no other program has a server's database open. Those that have just let go of it may
    /// be there for a moment still.
    async fn is_alone(&mut self) -> Result<bool, StoreError> {
        for _ in 0..ATTEMPTS {
            if query_scalar(server::ABSENT).fetch_one(&mut self.connection).await? {
                return Ok(true);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(false)
    }

    /// Executes a statement that was put together.
    pub(crate) async fn execute(&mut self, sql: String) -> Result<(), StoreError> {
        query(AssertSqlSafe(sql)).once().execute(&mut self.connection).await.map(drop)
    }

    /// Empties a table, and on a server those that refer to it.
    pub(crate) async fn empty(&mut self, table: &Table) -> Result<(), StoreError> {
        let sql = self.connection.dialect().emptying(&table.name);
        self.execute(sql).await
    }

    /// All tables of the state, each after those that it refers to. Those without any reference
    /// come last: triggers may write them while others are filled.
    pub(crate) async fn tables(&mut self) -> Result<Vec<Table>, StoreError> {
        let dialect = self.connection.dialect();
        let mut tables: Vec<Table> = Vec::new();
        let mut keys: Vec<(i64, String, String)> = Vec::new();
        for row in &query(dialect.columns()).fetch_all(&mut self.connection).await? {
            let (name, column): (String, String) = (row.raw("of")?, row.raw("name")?);
            if tables.last().is_none_or(|last| last.name != name) {
                let (columns, key, refers_to) = Default::default();
                tables.push(Table { name: name.clone(), columns, key, refers_to });
            }
            let kind = match row.raw::<&str>("kind")? {
                "integer" | "bigint" => Kind::Integer,
                "real" | "double precision" => Kind::Real,
                _ => Kind::Text,
            };
            if let Some(table) = tables.last_mut() {
                table.columns.push((column.clone(), kind));
            }
            keys.push((row.raw("place")?, name, column));
        }
        keys.sort();
        for (_, name, column) in keys.into_iter().filter(|(place, _, _)| *place > 0) {
            if let Some(table) = tables.iter_mut().find(|table| table.name == name) {
                table.key.push(column);
            }
        }
        for row in &query(dialect.references()).fetch_all(&mut self.connection).await? {
            let (of, other): (&str, String) = (row.raw("of")?, row.raw("other")?);
            if let Some(table) = tables.iter_mut().find(|table| table.name == of)
                && other != of
                && !table.refers_to.contains(&other)
            {
                table.refers_to.push(other);
            }
        }
        for table in &mut tables {
            table.columns.sort_by(|a, b| a.0.cmp(&b.0));
        }
        Ok(in_order(tables))
    }

    /// Lets go of the database.
    pub(crate) async fn close(self) {
        drop(self.connection);
        self.pool.close().await;
    }
}

fn in_use_or(error: StoreError) -> Result<Had, StoreError> {
    if matches!(error, StoreError::Busy) { Ok(Had::InUse) } else { Err(error) }
}

/// Sorts tables as [`Alone::tables`] gives them.
fn in_order(mut tables: Vec<Table>) -> Vec<Table> {
    tables.sort_by(|a, b| a.name.cmp(&b.name));
    let referred: Vec<String> = tables.iter().flat_map(|table| table.refers_to.clone()).collect();
    let (mut rest, last): (Vec<_>, Vec<_>) = tables
        .into_iter()
        .partition(|table| !table.refers_to.is_empty() || referred.contains(&table.name));
    let mut sorted: Vec<Table> = Vec::new();
    while !rest.is_empty() {
        let is_ready = |table: &Table| {
            table.refers_to.iter().all(|other| sorted.iter().any(|done| done.name == *other))
        };
        // Tables that refer to each other in a circle would come as they are.
        let next = rest.iter().position(is_ready).unwrap_or(0);
        let table = rest.remove(next);
        sorted.push(table);
    }
    sorted.extend(last);
    sorted
}

//! Connections and transactions: every failure on them is recorded once, and a connection whose
//! transaction the database has ended is not used again.
//!
//! When a disk is full or fails, SQLite ends a transaction by itself, while sqlx still counts it.
//! Three things are done about that here. After such an error no statement is executed on the
//! connection any more, since it would run outside of any transaction; a commit then fails. The
//! pools ([`sound`]) close a connection that still counts a transaction instead of handing it out
//! again. And the error is reported to [`Health`], which knows the file.

use std::ops::{Deref, DerefMut};
use std::{fmt, io};

use futures_util::{FutureExt as _, future};
use sqlx::Connection as _;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};

use super::dialect::Dialect;
use super::health::Health;
use super::sqlite::{self, Db};
use super::statement::{Done, Query};
use super::value::{Row, Value};

/// Makes a pool close connections that still count a transaction when they are handed out again:
/// the database has ended it, or could not end it.
pub(crate) fn sound(options: SqlitePoolOptions) -> SqlitePoolOptions {
    options
        .before_acquire(|connection, _| future::ready(Ok(!connection.is_in_transaction())).boxed())
}

/// A connection of a pool, which may be in a transaction.
pub(crate) struct Connection {
    inner: Inner,
    watch: Watch,
}

enum Inner {
    Plain(PoolConnection<Db>),
    InTransaction(sqlx::Transaction<'static, Db>),
}

/// Errors and reads of a connection, for [`Health`].
struct Watch {
    health: Health,
    writes: bool,
    /// Whether an error came after which the transaction cannot be relied on.
    failed: bool,
}

impl Watch {
    fn see<T>(&mut self, done: &Result<T, sqlx::Error>) {
        match done {
            Ok(_) if self.writes => {}
            Ok(_) => self.health.has_read(),
            Err(error) => self.failed |= self.health.note(error, self.writes),
        }
    }

    /// Fails after an earlier error, which said why.
    fn given_up(&self) -> Result<(), sqlx::Error> {
        let sentence = "the transaction was given up after an error";
        if self.failed { Err(sqlx::Error::Io(io::Error::other(sentence))) } else { Ok(()) }
    }
}

impl Connection {
    /// Takes a connection from a pool.
    pub(crate) async fn acquire(
        pool: &SqlitePool,
        health: &Health,
        writes: bool,
    ) -> Result<Self, sqlx::Error> {
        let mut watch = Watch { health: health.clone(), writes, failed: false };
        let acquired = pool.acquire().await;
        if acquired.is_err() {
            watch.see(&acquired);
        }
        Ok(Self { inner: Inner::Plain(acquired?), watch })
    }

    fn parts(&mut self) -> (&mut sqlite::Raw, &mut Watch) {
        let inner = match &mut self.inner {
            Inner::Plain(connection) => &mut **connection,
            Inner::InTransaction(transaction) => &mut **transaction,
        };
        (inner, &mut self.watch)
    }

    /// The language of its database.
    pub(crate) const fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    pub(crate) async fn execute(&mut self, query: Query) -> Result<Done, sqlx::Error> {
        let (inner, watch) = self.parts();
        watch.given_up()?;
        let done = sqlite::prepared(query).execute(inner).await;
        watch.see(&done);
        Ok(Done(done?.rows_affected()))
    }

    pub(crate) async fn fetch_all(&mut self, query: Query) -> Result<Vec<Row>, sqlx::Error> {
        let (inner, watch) = self.parts();
        watch.given_up()?;
        let rows = sqlite::prepared(query).fetch_all(inner).await;
        watch.see(&rows);
        Ok(rows?.into_iter().map(Row::from).collect())
    }

    pub(crate) async fn fetch_optional(
        &mut self,
        query: Query,
    ) -> Result<Option<Row>, sqlx::Error> {
        let (inner, watch) = self.parts();
        watch.given_up()?;
        let row = sqlite::prepared(query).fetch_optional(inner).await;
        watch.see(&row);
        Ok(row?.map(Row::from))
    }

    /// Executes several statements in one round trip, until one fails, and returns the number of
    /// rows that each has changed.
    pub(crate) async fn execute_all(
        &mut self,
        sql: String,
        values: Vec<Value>,
    ) -> (Vec<u64>, Result<(), sqlx::Error>) {
        let (inner, watch) = self.parts();
        if let Err(error) = watch.given_up() {
            return (Vec::new(), Err(error));
        }
        let (changed, ended) = sqlite::execute_all(inner, sql, values).await;
        watch.see(&ended);
        (changed, ended)
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

/// A transaction; it is rolled back unless it is committed.
#[derive(Debug)]
pub(crate) struct Transaction(Connection);

impl Transaction {
    /// Begins a transaction with a statement, on a connection that is in none.
    pub(crate) async fn begin(
        pool: &SqlitePool,
        health: &Health,
        writes: bool,
        statement: &'static str,
    ) -> Result<Self, sqlx::Error> {
        let mut watch = Watch { health: health.clone(), writes, failed: false };
        let begun = pool.begin_with(statement).await;
        if begun.is_err() {
            watch.see(&begun);
        }
        Ok(Self(Connection { inner: Inner::InTransaction(begun?), watch }))
    }

    /// Commits.
    pub(crate) async fn commit(self) -> Result<(), sqlx::Error> {
        let Self(Connection { inner, mut watch }) = self;
        watch.given_up()?;
        let Inner::InTransaction(transaction) = inner else { return Ok(()) };
        let done = transaction.commit().await;
        watch.see(&done);
        if done.is_ok() && watch.writes {
            watch.health.has_written();
        }
        done
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.0
    }
}

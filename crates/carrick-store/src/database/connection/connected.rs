//! Connections and transactions: every failure on them is recorded once, and a connection whose
//! transaction the database has ended is not used again.
//!
//! When a disk is full or fails, SQLite ends the transaction without being asked, while sqlx still
//! counts it as open. This module does three things about that. After such an error no statement is
//! executed on the connection, since it would run outside any transaction; a commit then fails. The
//! pools ([`sound`]) close a connection that still counts a transaction instead of handing it out
//! again. And the error is reported to [`Health`], which knows the database.
//!
//! After an error in a transaction, PostgreSQL accepts nothing except a rollback, and turns a
//! commit into a rollback without reporting an error. So a commit fails here unless the error was
//! rolled back first.

use std::ops::{Deref, DerefMut};
use std::{fmt, io, iter};

use futures_util::{FutureExt as _, future};
use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Connection as _};

use crate::database::connection::batch::{ConnectionPermit, ConnectionStep, Order, Statement};
use crate::database::connection::error::StoreError;
use crate::database::connection::health::Health;
use crate::database::connection::postgres::{ServerConnection, ServerConnections, within};
use crate::database::connection::statement::{Query, Row, RowsChanged, SqlValue, query};
use crate::database::connection::{postgres, sqlite};
use crate::database::dialect::Dialect;

/// Makes a pool close connections that still count a transaction when they are handed out again:
/// the database has ended it, or failed to.
pub(crate) fn sound<D: sqlx::Database>(options: PoolOptions<D>) -> PoolOptions<D> {
    options
        .before_acquire(|connection, _| future::ready(Ok(!connection.is_in_transaction())).boxed())
}

/// A pool of connections to a database.
#[derive(Debug, Clone)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(ServerConnections),
}

impl Pool {
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(sessions) => sessions.pool.close().await,
        }
    }

    /// Number of connections in use, and the maximum.
    pub(crate) fn in_use(&self) -> (u32, u32) {
        let (size, idle, most) = match self {
            Self::Sqlite(pool) => {
                (pool.size(), pool.num_idle(), pool.options().get_max_connections())
            }
            Self::Postgres(ServerConnections { pool, .. }) => {
                (pool.size(), pool.num_idle(), pool.options().get_max_connections())
            }
        };
        (size.saturating_sub(u32::try_from(idle).unwrap_or(u32::MAX)), most)
    }

    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite(pool) => pool.is_closed(),
            Self::Postgres(sessions) => sessions.pool.is_closed(),
        }
    }
}

/// A connection of a pool, which may be in a transaction.
pub(crate) struct Connection {
    inner: Inner,
    watch: Watch,
}

enum Inner {
    Sqlite(Held),
    Postgres(ServerConnection),
}

enum Held {
    Plain(PoolConnection<sqlite::Db>),
    InTransaction(sqlx::Transaction<'static, sqlite::Db>),
}

impl Held {
    fn connection(&mut self) -> &mut sqlx::SqliteConnection {
        match self {
            Self::Plain(connection) => &mut *connection,
            Self::InTransaction(transaction) => &mut *transaction,
        }
    }

    async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Plain(_) => Ok(()),
            Self::InTransaction(transaction) => transaction.commit().await,
        }
    }
}

/// Errors and reads of a connection, for [`Health`].
struct Watch {
    health: Health,
    writes: bool,
    /// Whether an error occurred after which the transaction cannot be relied on.
    failed: bool,
    /// Whether PostgreSQL accepts nothing except a rollback.
    aborted: bool,
    /// Permit from an interceptor.
    permit: Option<ConnectionPermit>,
}

impl Watch {
    fn new(health: &Health, writes: bool) -> Self {
        Self { health: health.clone(), writes, failed: false, aborted: false, permit: None }
    }

    /// Asks an interceptor, if there is one, for the permit to take a connection.
    async fn ask(&mut self) -> Result<(), sqlx::Error> {
        let Some(interceptor) = self.health.interceptor() else { return Ok(()) };
        self.permit = Some(interceptor.permit(self.writes).await);
        self.step(ConnectionStep::Begin { writes: self.writes }).await.map(drop)
    }

    /// Asks an interceptor, if there is one, about a step. Returns a statement to execute first.
    async fn step(&mut self, step: ConnectionStep) -> Result<Option<&'static str>, sqlx::Error> {
        let Some(interceptor) = self.health.interceptor() else { return Ok(None) };
        let failed = match interceptor.step(step).await {
            Order::Go => return Ok(None),
            Order::First(sql) => return Ok(Some(sql)),
            Order::Busy => sqlx::Error::PoolTimedOut,
            Order::Fail => io::Error::other("an interceptor made it fail").into(),
        };
        let failed = Err(failed);
        self.see(&failed);
        failed
    }

    fn see<T>(&mut self, done: &Result<T, sqlx::Error>) {
        match done {
            Ok(_) if self.writes => {}
            Ok(_) => self.health.has_read(),
            Err(error) => self.failed |= self.health.note(error, self.writes),
        }
    }

    /// Fails after an earlier error, which has been reported.
    fn given_up(&self) -> Result<(), sqlx::Error> {
        let sentence = "the transaction was aborted after an error";
        if self.failed { Err(sqlx::Error::Io(io::Error::other(sentence))) } else { Ok(()) }
    }
}

impl Connection {
    /// Takes a connection from a pool.
    pub(crate) async fn acquire(
        pool: &Pool,
        health: &Health,
        writes: bool,
    ) -> Result<Self, sqlx::Error> {
        let mut watch = Watch::new(health, writes);
        watch.ask().await?;
        let acquired = match pool {
            Pool::Sqlite(pool) => {
                let acquired = Box::pin(pool.acquire()).await;
                acquired.map(Held::Plain).map(Inner::Sqlite)
            }
            Pool::Postgres(sessions) => {
                let acquired = sessions.acquire().await.map(Inner::Postgres);
                acquired.map_err(|error| postgres::not_had(error, &sessions.pool))
            }
        };
        if acquired.is_err() {
            watch.see(&acquired);
        }
        Ok(Self { inner: acquired?, watch })
    }

    /// SQL dialect of its database.
    pub(crate) const fn dialect(&self) -> Dialect {
        match self.inner {
            Inner::Sqlite(_) => Dialect::Sqlite,
            Inner::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Fails after an earlier error, and when an interceptor wants it to.
    async fn before_statement<'q>(
        &mut self,
        statements: impl Iterator<Item = (&'q str, &'q [SqlValue])>,
    ) -> Result<(), sqlx::Error> {
        self.watch.given_up()?;
        if let Some(interceptor) = self.watch.health.interceptor() {
            for (sql, values) in statements {
                let types: Vec<_> = values.iter().map(SqlValue::type_name).collect();
                interceptor.statement(sql, &types);
            }
        }
        let first =
            self.watch.step(ConnectionStep::Statement { writes: self.watch.writes }).await?;
        let Some(sql) = first else { return Ok(()) };
        let done = match &mut self.inner {
            Inner::Sqlite(held) => sqlx::query(sql).execute(held.connection()).await.map(drop),
            Inner::Postgres(session) => {
                let (connection, patience) = session.parts()?;
                within(patience, sqlx::query(sql).execute(connection)).await.map(drop)
            }
        };
        self.watch.see(&done);
        done
    }

    pub(crate) async fn execute(&mut self, query: Query) -> Result<RowsChanged, sqlx::Error> {
        self.before_statement(iter::once(query.parts())).await?;
        let undoes = query.sql.as_str().starts_with("ROLLBACK TO ");
        let done = match &mut self.inner {
            Inner::Sqlite(held) => {
                let done = sqlite::prepared(query).execute(held.connection()).await;
                done.map(|done| done.rows_affected())
            }
            Inner::Postgres(session) => {
                let (connection, patience) = session.parts()?;
                let done = within(patience, postgres::prepared(query).execute(connection)).await;
                session.see(&done);
                done.map(|done| done.rows_affected()).map_err(postgres::marked)
            }
        };
        self.watch.see(&done);
        self.watch.aborted =
            if undoes { done.is_err() } else { self.watch.aborted | done.is_err() };
        done.map(RowsChanged)
    }

    pub(crate) async fn fetch_all(&mut self, query: Query) -> Result<Vec<Row>, sqlx::Error> {
        self.before_statement(iter::once(query.parts())).await?;
        let rows = match &mut self.inner {
            Inner::Sqlite(held) => {
                let rows = sqlite::prepared(query).fetch_all(held.connection()).await;
                rows.map(|rows| rows.into_iter().map(Row::Sqlite).collect())
            }
            Inner::Postgres(session) => {
                let (connection, patience) = session.parts()?;
                let rows = within(patience, postgres::prepared(query).fetch_all(connection)).await;
                session.see(&rows);
                rows.map(|rows| rows.into_iter().map(Row::Postgres).collect())
                    .map_err(postgres::marked)
            }
        };
        self.watch.see(&rows);
        self.watch.aborted |= rows.is_err();
        rows
    }

    /// Executes several reading statements and returns the rows of each. With SQLite this is one
    /// round trip.
    pub(crate) async fn fetch_each(
        &mut self,
        queries: Vec<Query>,
    ) -> Result<Vec<Vec<Row>>, sqlx::Error> {
        self.before_statement(queries.iter().map(Query::parts)).await?;
        let each = match &mut self.inner {
            Inner::Sqlite(held) => {
                let each = sqlite::fetch_each(held.connection(), queries).await;
                each.map(|each| rows_of(each, Row::Sqlite))
            }
            Inner::Postgres(session) => {
                let (connection, patience) = session.parts()?;
                let each = within(patience, postgres::fetch_each(connection, queries)).await;
                session.see(&each);
                each.map(|each| rows_of(each, Row::Postgres)).map_err(postgres::marked)
            }
        };
        self.watch.see(&each);
        self.watch.aborted |= each.is_err();
        each
    }

    pub(crate) async fn fetch_optional(
        &mut self,
        query: Query,
    ) -> Result<Option<Row>, sqlx::Error> {
        self.before_statement(iter::once(query.parts())).await?;
        let row = match &mut self.inner {
            Inner::Sqlite(held) => {
                let row = sqlite::prepared(query).fetch_optional(held.connection()).await;
                row.map(|row| row.map(Row::Sqlite))
            }
            Inner::Postgres(session) => {
                let (connection, patience) = session.parts()?;
                let row = postgres::prepared(query).fetch_optional(connection);
                let row = within(patience, row).await;
                session.see(&row);
                row.map(|row| row.map(Row::Postgres)).map_err(postgres::marked)
            }
        };
        self.watch.see(&row);
        self.watch.aborted |= row.is_err();
        row
    }

    /// Executes several statements until one fails, and returns the number of rows that each has
    /// changed. With SQLite this is one round trip.
    pub(crate) async fn execute_all(
        &mut self,
        statements: Vec<Statement>,
        values: Vec<SqlValue>,
    ) -> (Vec<u64>, Result<(), sqlx::Error>) {
        let mut rest = values.as_slice();
        let parts = statements.iter().map(|one| {
            let own = rest.split_off(..one.arguments.min(rest.len())).unwrap_or_default();
            (&*one.sql, own)
        });
        if let Err(error) = self.before_statement(parts).await {
            return (Vec::new(), Err(error));
        }
        let (changed, ended) = match &mut self.inner {
            Inner::Sqlite(held) => {
                sqlite::execute_all(held.connection(), &statements, values).await
            }
            Inner::Postgres(session) => {
                let (changed, ended) = session.execute_all(statements, values).await;
                (changed, ended.map_err(postgres::marked))
            }
        };
        self.watch.see(&ended);
        self.watch.aborted |= ended.is_err();
        (changed, ended)
    }
}

fn rows_of<R>(each: Vec<Vec<R>>, row: fn(R) -> Row) -> Vec<Vec<Row>> {
    each.into_iter().map(|rows| rows.into_iter().map(row).collect()).collect()
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

/// Which other writing transactions may be open at the same time on a server. In a file, one
/// transaction writes at a time, whatever its lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lock {
    /// No others: whatever this one has read is still true when it writes.
    Exclusive,
    /// Other shared ones; this one locks the rows whose contents it relies on.
    Shared,
    /// Other shared ones, except those that serve the same queue.
    Queue(QueueLock),
    /// All others: this one relies on nothing that another one writes.
    Nothing,
}

/// A queue, or anything else that only one transaction serves at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QueueLock {
    /// Outgoing mail.
    Mail,
    /// Token buckets.
    Buckets,
}

/// A transaction; it is rolled back unless it is committed.
#[derive(Debug)]
pub(crate) struct Transaction(Connection);

impl Transaction {
    /// Starts a transaction that writes with a lock or only reads, on a connection that has no open
    /// transaction.
    pub(crate) async fn begin(
        pool: &Pool,
        health: &Health,
        lock: Option<Lock>,
    ) -> Result<Self, sqlx::Error> {
        let writes = lock.is_some();
        let mut watch = Watch::new(health, writes);
        watch.ask().await?;
        let begun = match pool {
            Pool::Sqlite(pool) => {
                let begin = if writes { sqlite::BEGIN_WRITE } else { sqlite::BEGIN_READ };
                let begun = Box::pin(pool.begin_with(begin)).await;
                begun.map(Held::InTransaction).map(Inner::Sqlite)
            }
            Pool::Postgres(sessions) => {
                let begin = if writes { postgres::BEGIN_WRITE } else { postgres::BEGIN_READ };
                let begun = sessions.begin(begin).await.map(Inner::Postgres);
                begun.map_err(|error| postgres::not_had(error, &sessions.pool))
            }
        };
        if begun.is_err() {
            watch.see(&begun);
        }
        let mut transaction = Self(Connection { inner: begun?, watch });
        if transaction.dialect() == Dialect::Postgres {
            for lock in lock.map(postgres::locks).unwrap_or_default() {
                transaction.execute(query(*lock)).await?;
            }
        }
        Ok(transaction)
    }

    /// Commits.
    pub(crate) async fn commit(self) -> Result<(), sqlx::Error> {
        let Self(Connection { inner, mut watch }) = self;
        watch.given_up()?;
        if watch.writes {
            watch.step(ConnectionStep::Commit).await?;
        }
        let done = match inner {
            Inner::Sqlite(held) => held.commit().await,
            Inner::Postgres(_) if watch.aborted => Err(gone_wrong()),
            Inner::Postgres(session) => session.commit().await.map_err(postgres::marked),
        };
        watch.see(&done);
        if done.is_ok() && watch.writes {
            watch.health.has_written();
            watch.step(ConnectionStep::Committed).await?;
        }
        done
    }
}

fn gone_wrong() -> sqlx::Error {
    sqlx::Error::Configuration("a statement of the transaction failed, and was not undone".into())
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

// Savepoints: a part of a transaction can be rolled back separately.

/// An open savepoint.
pub(crate) struct Savepoint(&'static str);

impl Savepoint {
    pub(crate) async fn set(
        transaction: &mut Connection,
        name: &'static str,
    ) -> Result<Self, StoreError> {
        execute(transaction, format!("SAVEPOINT {name}")).await?;
        Ok(Self(name))
    }

    /// Releases the savepoint: its writes stay if the transaction commits.
    pub(crate) async fn keep(self, transaction: &mut Connection) -> Result<(), StoreError> {
        execute(transaction, format!("RELEASE {}", self.0)).await
    }

    /// Rolls back to the savepoint.
    pub(crate) async fn undo(self, transaction: &mut Connection) -> Result<(), StoreError> {
        execute(transaction, format!("ROLLBACK TO {}", self.0)).await?;
        execute(transaction, format!("RELEASE {}", self.0)).await
    }
}

async fn execute(transaction: &mut Connection, sql: String) -> Result<(), StoreError> {
    query(AssertSqlSafe(sql)).execute(transaction).await?;
    Ok(())
}

//! PostgreSQL: its types, how a transaction starts, several statements together, its error codes.

use std::borrow::Cow;
use std::convert::Infallible;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::query::Query;
use sqlx::{Arguments as _, AssertSqlSafe};
use tokio::time::timeout;

use crate::database::connection::batch::Statement;
use crate::database::connection::connected::{Lock, QueueLock};
use crate::database::connection::statement;
use crate::database::connection::statement::SqlValue;

pub(crate) type Db = sqlx::Postgres;
pub(crate) type Arguments = sqlx::postgres::PgArguments;
pub(crate) type Row = sqlx::postgres::PgRow;
/// A connection outside of any pool.
pub(crate) type Raw = sqlx::PgConnection;

/// Statement that starts a writing transaction.
pub(crate) const BEGIN_WRITE: &str = "BEGIN";

/// Statement that waits until no other writing transaction is open: whatever this one reads is
/// still true when it writes, as in SQLite. The key of the lock is "CaRK"; those of the queues
/// follow it.
pub(crate) const LOCK: &str = "SELECT pg_advisory_xact_lock(1130451531)";

/// Statement that waits until no transaction has [`LOCK`], and keeps others from getting it.
const LOCK_SHARED: &str = "SELECT pg_advisory_xact_lock_shared(1130451531)";

/// Statements at the start of a writing transaction. They are not sent with the first one, since
/// sqlx would not roll back if they failed.
pub(crate) const fn locks(lock: Lock) -> &'static [&'static str] {
    match lock {
        Lock::Exclusive => &[LOCK, "SELECT nextval('written_alone')"],
        Lock::Shared => &[LOCK_SHARED],
        Lock::Queue(QueueLock::Mail) => &[LOCK_SHARED, "SELECT pg_advisory_xact_lock(1130451533)"],
        Lock::Queue(QueueLock::Buckets) => {
            &[LOCK_SHARED, "SELECT pg_advisory_xact_lock(1130451535)"]
        }
        Lock::Nothing => &[],
    }
}

/// Statement that starts a reading transaction of one snapshot.
pub(crate) const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// A connection to the server that is lost, or could not be made.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct ServerUnreachable(sqlx::Error);

/// Marks the errors of a connection itself, to distinguish them from those of a disk.
pub(crate) fn marked(error: sqlx::Error) -> sqlx::Error {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => {
            sqlx::Error::Configuration(Box::new(ServerUnreachable(error)))
        }
        other => other,
    }
}

/// Prepares a statement for this driver.
pub(crate) fn prepared(query: statement::Query) -> Query<'static, Db, Arguments> {
    let statement::Query { sql, values, is_kept } = query;
    sqlx::query_with(sql, arguments(values)).persistent(is_kept)
}

fn arguments(values: impl IntoIterator<Item = SqlValue>) -> Arguments {
    let mut arguments = Arguments::default();
    for value in values {
        let added = match value {
            SqlValue::Integer(value) => arguments.add(value),
            SqlValue::Real(value) => arguments.add(value),
            SqlValue::Text(value) => arguments.add(value),
            SqlValue::Flag(value) => arguments.add(value.map(i64::from)),
        };
        // Every type that is bound here can be encoded.
        debug_assert!(added.is_ok());
    }
    arguments
}

/// Executes several statements, one after another, until one fails or does not change the expected
/// number of rows, and returns the number of rows that each has changed.
pub(crate) async fn execute_all(
    connection: &mut Raw,
    statements: Vec<Statement>,
    values: Vec<SqlValue>,
) -> (Vec<u64>, Result<(), sqlx::Error>) {
    let mut changed = Vec::with_capacity(statements.len());
    let mut values = values.into_iter();
    for Statement { sql, arguments: count, expected, .. } in statements {
        let arguments = arguments(values.by_ref().take(count));
        let query = match sql {
            Cow::Borrowed(sql) => sqlx::query_with(sql, arguments),
            Cow::Owned(sql) => sqlx::query_with(AssertSqlSafe(sql), arguments),
        };
        match query.execute(&mut *connection).await {
            Ok(done) => changed.push(done.rows_affected()),
            Err(error) => return (changed, Err(error)),
        }
        if expected.is_some_and(|expected| changed.last() != Some(&expected.rows)) {
            break;
        }
    }
    (changed, Ok(()))
}

/// Executes several reading statements, one after another, and returns the rows of each.
pub(crate) async fn fetch_each(
    connection: &mut Raw,
    queries: Vec<statement::Query>,
) -> Result<Vec<Vec<Row>>, sqlx::Error> {
    let mut each = Vec::with_capacity(queries.len());
    for query in queries {
        each.push(prepared(query).fetch_all(&mut *connection).await?);
    }
    Ok(each)
}

/// SQLSTATE of an error that the server reports.
pub(crate) fn state(error: &sqlx::Error) -> Option<&str> {
    use sqlx::postgres::PgDatabaseError;
    let error = error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?;
    Some(error.code())
}

/// Settings of every session. They are set once it has started, since a pooler may reject them when
/// it connects. A process that stops suddenly holds the writer's lock for at most half a minute.
pub(crate) async fn settle(
    connection: &mut Raw,
    lock_timeout: Duration,
    reads_only: bool,
) -> Result<(), sqlx::Error> {
    let lock_ms = lock_timeout.as_millis();
    let half_a_minute = Duration::from_secs(30).as_millis();
    let reads_only = if reads_only { "on" } else { "off" };
    let sql = format!(
        "SET lock_timeout = {lock_ms}; \
         SET idle_in_transaction_session_timeout = {half_a_minute}; \
         SET tcp_user_timeout = {half_a_minute}; SET tcp_keepalives_idle = 10; \
         SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; \
         SET default_transaction_read_only = {reads_only}"
    );
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.map(drop)
}

/// Error for a connection that the pool could not provide. A pool keeps trying while the server
/// cannot be reached or allows no more connections, and reports only that it took too long.
pub(crate) fn not_had(error: sqlx::Error, pool: &sqlx::PgPool) -> sqlx::Error {
    /// Whether it has been logged.
    static IS_SAID: AtomicBool = AtomicBool::new(false);
    let (size, most) = (pool.size(), pool.options().get_max_connections());
    match error {
        sqlx::Error::PoolTimedOut if size == 0 => {
            sqlx::Error::Configuration(Box::new(ServerUnreachable(error)))
        }
        sqlx::Error::PoolTimedOut if size < most => {
            if !IS_SAID.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    "the PostgreSQL server allows only {size} of {most} connections, so requests \
                     wait or fail: raise its max_connections, or the limit of the role or the database"
                );
            }
            error
        }
        other => marked(other),
    }
}

// A connection to a PostgreSQL server, with a time limit on every answer.
//
// A connection can be lost silently. A machine that loses power closes nothing, and a program that
// only waits for its answer never finds out, since sqlx asks for no keepalives. So every answer has
// a time limit. A connection that exceeds it is closed and does not return to its pool; the others
// must answer again on their way back, also within a limit.

/// Maximum time for the answer with which a connection returns to its pool.
const RETURNS_WITHIN: Duration = Duration::from_secs(5);

/// A pool of connections to a server, and the time limit for each of its answers.
#[derive(Debug, Clone)]
pub(crate) struct ServerConnections {
    pub(super) pool: sqlx::PgPool,
    patience: Duration,
}

impl ServerConnections {
    pub(crate) const fn new(pool: sqlx::PgPool, patience: Duration) -> Self {
        Self { pool, patience }
    }

    /// Takes a connection.
    pub(super) async fn acquire(&self) -> Result<ServerConnection, sqlx::Error> {
        // Boxed, because the work of connecting takes fourteen kilobytes, which would be a part of
        // every request on either database and be copied wherever the request is moved.
        let connection = Some(Box::pin(self.pool.acquire()).await?);
        Ok(ServerConnection { connection, patience: self.patience, is_lost: false, is_open: false })
    }

    /// Takes a connection and starts a transaction with a statement.
    pub(super) async fn begin(
        &self,
        statement: &'static str,
    ) -> Result<ServerConnection, sqlx::Error> {
        let mut session = self.acquire().await?;
        session.is_open = true;
        session.simple(statement).await?;
        Ok(session)
    }
}

/// A connection of a pool, which may be in a transaction.
pub(super) struct ServerConnection {
    /// `Some` until it is dropped.
    connection: Option<PoolConnection<Db>>,
    patience: Duration,
    /// Whether an answer did not come.
    is_lost: bool,
    /// Whether a transaction may be open.
    is_open: bool,
}

impl ServerConnection {
    /// The connection, and the time limit for an answer on it.
    pub(super) fn parts(&mut self) -> Result<(&mut Raw, Duration), sqlx::Error> {
        let connection = self.connection.as_deref_mut().ok_or(sqlx::Error::WorkerCrashed)?;
        Ok((connection, self.patience))
    }

    /// Records how a statement ended.
    pub(super) fn see<T>(&mut self, done: &Result<T, sqlx::Error>) {
        self.is_lost |= matches!(done, Err(sqlx::Error::Io(_)));
    }

    /// Executes several statements until one fails, and returns the number of rows that each has
    /// changed.
    pub(super) async fn execute_all(
        &mut self,
        statements: Vec<Statement>,
        values: Vec<SqlValue>,
    ) -> (Vec<u64>, Result<(), sqlx::Error>) {
        let (connection, patience) = match self.parts() {
            Ok(parts) => parts,
            Err(error) => return (Vec::new(), Err(error)),
        };
        let all = async { Ok(execute_all(connection, statements, values).await) };
        let all = within(patience, all).await;
        let (changed, ended) = all.unwrap_or_else(|error| (Vec::new(), Err(error)));
        self.see(&ended);
        (changed, ended)
    }

    /// Ends the transaction, if one is open, and makes its writes durable.
    pub(super) async fn commit(mut self) -> Result<(), sqlx::Error> {
        if self.is_open {
            self.simple("COMMIT").await?;
            self.is_open = false;
        }
        Ok(())
    }

    async fn simple(&mut self, statement: &'static str) -> Result<(), sqlx::Error> {
        let (connection, patience) = self.parts()?;
        let done = within(patience, sqlx::raw_sql(statement).execute(connection)).await;
        self.see(&done);
        done.map(drop)
    }
}

/// Waits for an answer up to a time limit.
pub(super) async fn within<T>(
    patience: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let late = || io::Error::new(io::ErrorKind::TimedOut, "the server has not answered in time");
    timeout(patience, answer).await.unwrap_or_else(|_| Err(late().into()))
}

impl Drop for ServerConnection {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        if self.is_lost {
            connection.close_on_drop();
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (is_open, patience) = (self.is_open, self.patience.min(RETURNS_WITHIN));
        runtime.spawn(async move {
            if is_open {
                let undone = sqlx::raw_sql("ROLLBACK").execute(&mut *connection);
                if within(patience, undone).await.is_err() {
                    connection.close_on_drop();
                    return;
                }
            }
            // This asks the server first. A connection that does not answer is dropped here, which
            // closes it.
            let _ = timeout(patience, connection.return_to_pool()).await;
        });
    }
}

// Notifications of a PostgreSQL server: other processes' changes, immediately.
//
// They only signal that there is something to read; the changes themselves are read from the
// tables. So a notification that is lost, or comes too often, does no harm if the reader also
// polls.

/// Channel on which a trigger of the table `counters` announces changes.
const CHANNEL: &str = "carrick_change";

/// Time between two attempts to connect.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How long an attempt to connect may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// Silence after which the connection is made again: it may have been lost silently, and a
/// connection that only listens never finds out.
const SILENCE: Duration = Duration::from_secs(300);

/// How to listen to a server.
#[derive(Debug, Clone)]
pub(crate) struct ListenOptions(PgConnectOptions);

impl ListenOptions {
    pub(crate) const fn new(options: PgConnectOptions) -> Self {
        Self(options)
    }

    /// Calls `heard` whenever any process, including this one, has committed a change, and whenever
    /// a notification may have been missed.
    pub(crate) async fn run(&self, mut heard: impl FnMut()) -> Infallible {
        loop {
            // An error means that the server is away, which readers report in the meantime.
            let _ = self.listen(&mut heard).await;
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    /// Listens until the connection is lost or has been silent for too long.
    async fn listen(&self, heard: &mut impl FnMut()) -> Result<(), sqlx::Error> {
        let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECT_WITHIN);
        let pool = pool.after_connect(|connection, _| {
            Box::pin(async move { settle(connection, CONNECT_WITHIN, true).await })
        });
        let pool = pool.connect_lazy_with(self.0.clone());
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        // This covers everything committed before; the loop below covers everything from now on.
        heard();
        loop {
            let told = tokio::time::timeout(SILENCE, listener.try_recv()).await;
            match told.map_err(|_| sqlx::Error::PoolTimedOut)?? {
                Some(_) => heard(),
                None => return Ok(()),
            }
        }
    }
}

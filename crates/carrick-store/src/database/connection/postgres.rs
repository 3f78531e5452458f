//! PostgreSQL: its types, how a transaction begins, several statements at once, its error codes.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::query::Query;
use sqlx::{Arguments as _, AssertSqlSafe};

use super::batch::Statement;
use super::connected::{Lock, Queue};
use super::statement;
use super::value::Value;

pub(crate) type Db = sqlx::Postgres;
pub(crate) type Arguments = sqlx::postgres::PgArguments;
pub(crate) type Row = sqlx::postgres::PgRow;
/// A connection outside of any pool.
pub(crate) type Raw = sqlx::PgConnection;

/// Statement that begins a writing transaction.
pub(crate) const BEGIN_WRITE: &str = "BEGIN";

/// Statement that waits until no other writing transaction is open: whatever this one reads is
/// still true when it writes, as in SQLite. The lock's key is "CaRK", and those of queues follow.
pub(crate) const LOCK: &str = "SELECT pg_advisory_xact_lock(1130451531)";

/// Statement that waits until no transaction has [`LOCK`], and keeps others from getting it.
const LOCK_SHARED: &str = "SELECT pg_advisory_xact_lock_shared(1130451531)";

/// Statements at the beginning of a writing transaction. They are not sent with the first one,
/// since sqlx would not roll back if they failed.
pub(crate) const fn locks(lock: Lock) -> &'static [&'static str] {
    match lock {
        Lock::Exclusive => &[LOCK, "SELECT nextval('written_alone')"],
        Lock::Shared => &[LOCK_SHARED],
        Lock::Queue(Queue::Mail) => &[LOCK_SHARED, "SELECT pg_advisory_xact_lock(1130451533)"],
        Lock::Queue(Queue::Thinking) => &[LOCK_SHARED, "SELECT pg_advisory_xact_lock(1130451534)"],
        Lock::Queue(Queue::Buckets) => &[LOCK_SHARED, "SELECT pg_advisory_xact_lock(1130451535)"],
        Lock::Nothing => &[],
    }
}

/// Statement that begins a reading transaction of one snapshot.
pub(crate) const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// A connection to the server that is lost, or cannot be had.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unreachable(sqlx::Error);

/// Marks the errors of a connection itself, so that they are told from those of a disk.
pub(crate) fn marked(error: sqlx::Error) -> sqlx::Error {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => {
            sqlx::Error::Configuration(Box::new(Unreachable(error)))
        }
        other => other,
    }
}

/// A statement for this driver.
pub(crate) fn prepared(query: statement::Query) -> Query<'static, Db, Arguments> {
    let statement::Query { sql, values, is_kept } = query;
    sqlx::query_with(sql, arguments(values)).persistent(is_kept)
}

fn arguments(values: impl IntoIterator<Item = Value>) -> Arguments {
    let mut arguments = Arguments::default();
    for value in values {
        let added = match value {
            Value::Integer(value) => arguments.add(value),
            Value::Real(value) => arguments.add(value),
            Value::Text(value) => arguments.add(value),
            Value::Flag(value) => arguments.add(value.map(i64::from)),
        };
        // No type that is bound here fails to encode.
        debug_assert!(added.is_ok());
    }
    arguments
}

/// Executes several statements, one after another, until one fails or does not change the rows that
/// it must, and returns the number of rows that each has changed.
pub(crate) async fn execute_all(
    connection: &mut Raw,
    statements: Vec<Statement>,
    values: Vec<Value>,
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

/// Settings of every session. They are set when it has begun, since a pooler may take none when it
/// is made. A process that stops without a word holds the writer's lock no longer than half a
/// minute.
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

/// The error of a connection that was not had from a pool. A pool goes on trying while the server
/// cannot be reached or gives no more connections, and says only that it took too long.
pub(crate) fn not_had(error: sqlx::Error, pool: &sqlx::PgPool) -> sqlx::Error {
    /// Whether the log has it already.
    static IS_SAID: AtomicBool = AtomicBool::new(false);
    let (size, most) = (pool.size(), pool.options().get_max_connections());
    match error {
        sqlx::Error::PoolTimedOut if size == 0 => {
            sqlx::Error::Configuration(Box::new(Unreachable(error)))
        }
        sqlx::Error::PoolTimedOut if size < most => {
            if !IS_SAID.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    "the PostgreSQL server gives no more than {size} of {most} connections, so requests \
                     wait or fail: raise its max_connections, or the limit of the role or the database"
                );
            }
            error
        }
        other => marked(other),
    }
}

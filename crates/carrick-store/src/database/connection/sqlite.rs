//! SQLite: its types, how a transaction starts, several statements together, its result codes.

use futures_util::TryStreamExt as _;
use sqlx::error::DatabaseError as _;
use sqlx::query::Query;
use sqlx::sqlite::SqliteError;
use sqlx::{Arguments as _, AssertSqlSafe, Either, Executor as _};

use crate::database::connection::batch::{Statement, joined, push_counted_on};
use crate::database::connection::statement;
use crate::database::connection::statement::SqlValue;

pub(crate) type Db = sqlx::Sqlite;
pub(crate) type Arguments = sqlx::sqlite::SqliteArguments;
pub(crate) type Row = sqlx::sqlite::SqliteRow;
/// A connection outside of any pool.
pub(crate) type Raw = sqlx::SqliteConnection;

/// Statement that starts a writing transaction. It takes the lock immediately: a transaction that
/// reads first and locks when it writes may find that what it read is out of date.
pub(crate) const BEGIN_WRITE: &str = "BEGIN IMMEDIATE";

/// Statement that starts a reading transaction.
pub(crate) const BEGIN_READ: &str = "BEGIN";

/// Prepares a statement for this driver.
pub(crate) fn prepared(query: statement::Query) -> Query<'static, Db, Arguments> {
    let statement::Query { sql, values, is_kept } = query;
    sqlx::query_with(sql, arguments(values)).persistent(is_kept)
}

fn arguments(values: Vec<SqlValue>) -> Arguments {
    let mut arguments = Arguments::default();
    arguments.reserve(values.len(), 0);
    for value in values {
        let added = match value {
            SqlValue::Integer(value) => arguments.add(value),
            SqlValue::Real(value) => arguments.add(value),
            SqlValue::Text(value) => arguments.add(value),
            SqlValue::Flag(value) => arguments.add(value),
        };
        // Every type that is bound here can be encoded.
        debug_assert!(added.is_ok());
    }
    arguments
}

/// Executes several statements in one round trip, until one fails, and returns the number of rows
/// that each has changed.
pub(crate) async fn execute_all(
    connection: &mut Raw,
    statements: &[Statement],
    values: Vec<SqlValue>,
) -> (Vec<u64>, Result<(), sqlx::Error>) {
    let (sql, values) = joined(statements, values);
    let query = sqlx::query_with(AssertSqlSafe(sql), arguments(values));
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

/// Executes several reading statements in one round trip, and returns the rows of each.
pub(crate) async fn fetch_each(
    connection: &mut Raw,
    queries: Vec<statement::Query>,
) -> Result<Vec<Vec<Row>>, sqlx::Error> {
    let (mut sql, mut values) = (String::new(), Vec::new());
    for mut one in queries {
        push_counted_on(&mut sql, one.sql.as_str(), values.len());
        sql.push_str(";\n");
        values.append(&mut one.values);
    }
    let mut results =
        connection.fetch_many(sqlx::query_with(AssertSqlSafe(sql), arguments(values)));
    let (mut each, mut rows) = (Vec::new(), Vec::new());
    while let Some(step) = results.try_next().await? {
        match step {
            Either::Right(row) => rows.push(row),
            Either::Left(_) => each.push(std::mem::take(&mut rows)),
        }
    }
    Ok(each)
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
    let error = error.as_database_error()?.try_downcast_ref::<SqliteError>()?;
    Some(error.code()?.parse::<i32>().ok()? & 0xff)
}

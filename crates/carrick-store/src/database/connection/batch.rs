//! Batches: several statements sent together.
//!
//! SQLite runs on a separate thread, and waking it costs several times as much as a small
//! statement. A turn writes a dozen statements, so they are collected and sent together.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;
use std::future::Future;
use std::pin::Pin;

use carrick_service::BoardId;

use crate::database::connection::connected::Connection;
use crate::database::connection::error::{Conflict, StoreError};
use crate::database::connection::statement::{Bind, SqlValue, filled};
use crate::database::dialect::Dialect;

/// A statement of a batch.
pub(crate) struct Statement {
    pub(crate) sql: Cow<'static, str>,
    /// Number of its arguments.
    pub(crate) arguments: usize,
    /// Whether they are written `?`, one after another, instead of `$1` and so on.
    pub(crate) is_unnumbered: bool,
    pub(crate) expected: Option<Expected>,
}

/// Number of rows that a statement must change.
#[derive(Clone)]
pub(crate) struct Expected {
    pub(crate) rows: u64,
    /// Conflict to report when it changes another number.
    conflict: Conflict,
}

/// Leaves out the null rows with which [`StatementBatch::add_rows`] pads a table. The first column
/// of real rows is never null.
const FILLED: &str = "WHERE v.column1 IS NOT NULL";

/// Statements in order. Each may name the conflict to report when it does not change the expected
/// number of rows.
pub(crate) struct StatementBatch {
    dialect: Dialect,
    statements: Vec<Statement>,
    /// Arguments of all statements.
    values: Vec<SqlValue>,
}

impl StatementBatch {
    /// An empty batch for a database of this dialect.
    pub(crate) const fn new(dialect: Dialect) -> Self {
        Self { dialect, statements: Vec::new(), values: Vec::new() }
    }

    /// Texts of the statements, for tests of their plans.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.statements.iter().map(|one| &*one.sql)
    }

    /// Adds a statement that has a different text in each [dialect](Dialect).
    pub(crate) fn add_either(&mut self, [of_file, of_server]: [&'static str; 2]) -> &mut Self {
        self.add(match self.dialect {
            Dialect::Sqlite => of_file,
            Dialect::Postgres => of_server,
        })
    }

    /// Adds a statement; its arguments are `$1`, `$2` and so on.
    pub(crate) fn add(&mut self, sql: &'static str) -> &mut Self {
        self.push(sql.into(), false);
        self
    }

    fn push(&mut self, sql: Cow<'static, str>, is_unnumbered: bool) {
        self.statements.push(Statement { sql, arguments: 0, is_unnumbered, expected: None });
    }

    /// Adds a statement about several rows. They go between its two parts, as a table of values
    /// with the columns `column1`, `column2` and so on in both dialects.
    ///
    /// The rows are [padded](filled) with nulls, which the statement must leave out. SQLite finds
    /// the number of a numbered argument by walking all earlier ones, so its arguments are
    /// unnumbered here.
    pub(crate) fn add_rows(
        &mut self,
        [before, after]: [&str; 2],
        rows: Vec<Vec<SqlValue>>,
    ) -> &mut Self {
        let rows = filled(rows);
        let Some(first) = rows.first() else { return self };
        let (all, columns) = (rows.len(), first.len());
        let mut sql = String::with_capacity(before.len() + after.len() + 32 + all * columns * 8);
        sql.push_str(before);
        sql.push_str(" (VALUES ");
        for row in 0..all {
            for column in 0..columns {
                let opens = match (row, column) {
                    (0, 0) => "(",
                    (_, 0) => "), (",
                    _ => ", ",
                };
                sql.push_str(opens);
                // Writing to a string cannot fail.
                let _ = match self.dialect {
                    Dialect::Sqlite => sql.write_char('?'),
                    Dialect::Postgres => write!(sql, "${}", row * columns + column + 1),
                };
            }
        }
        sql.push_str(")) AS v ");
        sql.push_str(after);
        self.push(sql.into(), self.dialect == Dialect::Sqlite);
        self.bind_each(rows.into_iter().flatten())
    }

    /// Adds a statement that inserts rows whose first column is never null. A column that is null
    /// in every row is left to its default, which must also be null: most turns fill ten of the
    /// fourteen columns of a message.
    pub(crate) fn insert_rows(
        &mut self,
        table: &str,
        columns: &[&str],
        mut rows: Vec<Vec<SqlValue>>,
    ) {
        let is_filled =
            |at: usize| rows.iter().any(|row| row.get(at).is_some_and(SqlValue::is_some));
        let filled: Vec<bool> = (0..columns.len()).map(is_filled).collect();
        for row in &mut rows {
            let mut filled = filled.iter();
            row.retain(|_| filled.next() == Some(&true));
        }
        let names = columns.iter().zip(&filled).filter(|(_, filled)| **filled);
        let names: Vec<&str> = names.map(|(name, _)| *name).collect();
        let insert = format!("INSERT INTO {table} ({}) SELECT * FROM", names.join(", "));
        self.add_rows([&insert, FILLED], rows);
    }

    /// Binds the next argument of the statement that was added last.
    pub(crate) fn bind(&mut self, value: impl Bind) -> &mut Self {
        self.bind_each([value.value()])
    }

    /// Binds the game and the number of a board to the statement that was added last.
    pub(crate) fn bind_board(&mut self, board: BoardId) -> &mut Self {
        self.bind(board.kind.name()).bind(i64::from(board.number))
    }

    /// Binds the next arguments of the statement that was added last.
    pub(crate) fn bind_each(&mut self, values: impl IntoIterator<Item = SqlValue>) -> &mut Self {
        if let Some(last) = self.statements.last_mut() {
            let before = self.values.len();
            self.values.extend(values);
            last.arguments += self.values.len() - before;
        }
        self
    }

    /// Expects the statement that was added last to change one row; otherwise it fails with this
    /// conflict.
    pub(crate) fn expect_one(&mut self, conflict: Conflict) -> &mut Self {
        self.expect(1, conflict)
    }

    /// Expects the statement that was added last to change this number of rows; otherwise it fails
    /// with this conflict.
    pub(crate) fn expect(&mut self, rows: usize, conflict: Conflict) -> &mut Self {
        if let Some(last) = self.statements.last_mut() {
            last.expected = Some(Expected { rows: rows as u64, conflict });
        }
        self
    }

    /// Sends the collected statements. After an error, all of them may have been written: roll
    /// back.
    pub(crate) async fn send(&mut self, connection: &mut Connection) -> Result<(), StoreError> {
        if self.statements.is_empty() {
            return Ok(());
        }
        let Self { statements, values, .. } = std::mem::replace(self, Self::new(self.dialect));
        let expected: Vec<_> = statements.iter().map(|one| one.expected.clone()).collect();
        let (changed, ended) = connection.execute_all(statements, values).await;
        // A missing row is often the reason why a later statement fails.
        for (rows, expected) in changed.into_iter().zip(expected) {
            if let Some(wrong) = expected.filter(|expected| rows != expected.rows) {
                return Err(wrong.conflict.into());
            }
        }
        Ok(ended?)
    }
}

/// Joins the statements into one text, for a database that accepts several together, and all their
/// arguments: unnumbered ones come first, then the numbered ones of each statement, renumbered to
/// follow the earlier ones.
pub(crate) fn joined(statements: &[Statement], values: Vec<SqlValue>) -> (String, Vec<SqlValue>) {
    let mut values = values.into_iter();
    let (mut unnumbered, mut numbered) = (Vec::with_capacity(values.len()), Vec::new());
    for one in statements {
        let of = if one.is_unnumbered { &mut unnumbered } else { &mut numbered };
        of.extend(values.by_ref().take(one.arguments));
    }
    let mut before = unnumbered.len();
    let length = statements.iter().map(|one| one.sql.len() + 16).sum();
    let mut sql = String::with_capacity(length);
    for one in statements {
        if one.is_unnumbered {
            sql.push_str(&one.sql);
        } else {
            push_counted_on(&mut sql, &one.sql, before);
            before += one.arguments;
        }
        sql.push_str(";\n");
    }
    unnumbered.append(&mut numbered);
    (sql, unnumbered)
}

/// Adds a statement, with its argument numbers counted on from `before`.
pub(crate) fn push_counted_on(sql: &mut String, statement: &str, before: usize) {
    let mut parts = statement.split('$');
    sql.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let (number, rest) = part.split_at(end);
        let number = number.parse::<usize>().map_or(0, |number| number + before);
        // Writing to a string cannot fail.
        let _ = write!(sql, "${number}{rest}");
    }
}

/// Connection of a transaction, with statements that will be sent together.
pub(crate) struct Pipeline<'c> {
    connection: &'c mut Connection,
    batch: StatementBatch,
}

impl<'c> Pipeline<'c> {
    pub(crate) fn new(connection: &'c mut Connection) -> Self {
        let batch = StatementBatch::new(connection.dialect());
        Self { connection, batch }
    }

    /// The batch, for statements that can be sent later.
    pub(crate) fn later(&mut self) -> &mut StatementBatch {
        &mut self.batch
    }

    /// Sends the collected statements.
    pub(crate) async fn send(&mut self) -> Result<(), StoreError> {
        self.batch.send(self.connection).await
    }

    /// The connection, for a statement whose result is needed immediately.
    pub(crate) async fn now(&mut self) -> Result<&mut Connection, StoreError> {
        self.send().await?;
        Ok(self.connection)
    }
}

// Interceptors take part in a database's work, for simulations. They decide in which order
// transactions run, and which of their steps fail.

/// A step of a connection's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionStep {
    /// A transaction is started, or a connection taken.
    Begin {
        /// Whether it may write.
        writes: bool,
    },
    /// A statement is executed, or several that are sent together.
    Statement {
        /// Whether its connection may write.
        writes: bool,
    },
    /// A writing transaction is committed.
    Commit,
    /// A writing transaction has been committed, but its caller does not know it yet.
    Committed,
}

/// Outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Execute it.
    Go,
    /// Execute this statement first, on the same connection.
    First(&'static str),
    /// Fail as if another program kept the database busy.
    Busy,
    /// Fail as if the disk reported an error. Committed work stays committed.
    Fail,
}

/// Permit to hold a connection; dropped with the connection.
pub type ConnectionPermit = Box<dyn Any + Send + Sync>;

/// The answer of an interceptor.
pub type InterceptorFuture<'i, T> = Pin<Box<dyn Future<Output = T> + Send + 'i>>;

/// Takes part in all work on a database: see [`Store::intercept`](crate::Store::intercept). A
/// future that never resolves stops the work at that point, as a crash does.
pub trait Interceptor: fmt::Debug + Send + Sync {
    /// Called before a connection is taken from its pool; the connection is taken once the future
    /// resolves.
    fn permit(&self, writes: bool) -> InterceptorFuture<'_, ConnectionPermit>;

    /// Called before the [step](Self::step) of each statement, with its text and PostgreSQL's names
    /// for the types of its arguments.
    fn statement(&self, _sql: &str, _types: &[&'static str]) {}

    /// Called before each step, and after a commit.
    fn step(&self, step: ConnectionStep) -> InterceptorFuture<'_, Order>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_statement_has_its_own_arguments() {
        let mut batch = StatementBatch::new(Dialect::Sqlite);
        batch.add("UPDATE a SET b = $2 WHERE c = $1").bind(1_i64).bind("two");
        batch.add_rows(["INSERT INTO f SELECT * FROM", FILLED], vec![vec![4_i64.value()]]);
        batch.add("DELETE FROM d").add("INSERT INTO e VALUES ($1, $10)").bind(3_i64);
        let expected = "UPDATE a SET b = $3 WHERE c = $2;\n\
                        INSERT INTO f SELECT * FROM (VALUES (?)) AS v WHERE v.column1 IS NOT NULL;\n\
                        DELETE FROM d;\nINSERT INTO e VALUES ($4, $13);\n";
        let (sql, values) = joined(&batch.statements, batch.values);
        assert_eq!(sql, expected);
        assert_eq!(values, [4_i64.value(), 1_i64.value(), "two".value(), 3_i64.value()]);
    }

    #[test]
    fn columns_without_values_are_left_out() {
        let mut batch = StatementBatch::new(Dialect::Sqlite);
        let none = || SqlValue::Text(None);
        let rows = vec![
            vec![1_i64.value(), none(), none(), "a".value()],
            vec![2_i64.value(), none(), "b".value(), none()],
        ];
        batch.insert_rows("t", &["n", "x", "y", "z"], rows);
        let sql = "INSERT INTO t (n, y, z) SELECT * FROM (VALUES (?, ?, ?), (?, ?, ?)) AS v \
                   WHERE v.column1 IS NOT NULL";
        assert_eq!(batch.texts().collect::<Vec<_>>(), [sql]);
        let values = [1_i64.value(), none(), "a".value(), 2_i64.value(), "b".value(), none()];
        assert_eq!(batch.values, values);
    }

    #[test]
    fn a_table_of_values_is_padded_with_nulls() {
        let row = |number: i64| vec![number.value(), "a".value()];
        for (dialect, values) in [
            (Dialect::Sqlite, "(?, ?), (?, ?), (?, ?), (?, ?)"),
            (Dialect::Postgres, "($1, $2), ($3, $4), ($5, $6), ($7, $8)"),
        ] {
            let mut batch = StatementBatch::new(dialect);
            batch.add_rows(["INSERT INTO a SELECT * FROM", "WHERE 1"], (1..=3).map(row).collect());
            let [statement] = &batch.statements[..] else { panic!("one statement") };
            let expected = format!("INSERT INTO a SELECT * FROM (VALUES {values}) AS v WHERE 1");
            assert_eq!(statement.sql, expected);
            assert_eq!((statement.arguments, batch.values.len()), (8, 8));
            assert_eq!(batch.values[4..6], row(3));
            assert_eq!(batch.values[6..], [SqlValue::Integer(None), SqlValue::Text(None)]);
        }
    }
}

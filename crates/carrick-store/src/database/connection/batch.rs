//! Batches: several statements at once, behind savepoints.
//!
//! SQLite works on a thread of its own, and waking it costs several times as much as a small
//! statement. A turn writes a dozen statements, so they are collected and sent at once.

use std::fmt::Write as _;

use super::connected::Connection;
use super::error::{Conflict, StoreError};
use super::statement::query;
use super::value::{Bind, Value};
use crate::database::dialect::Dialect;

/// A statement of a batch.
pub(crate) struct Statement {
    pub(crate) sql: &'static str,
    /// Number of its arguments.
    pub(crate) arguments: usize,
    /// The conflict that is reported when it does not change one row.
    pub(crate) expected: Option<Conflict>,
}

/// Statements in order. Each may name the conflict that is reported when it does not change one
/// row.
pub(crate) struct Batch {
    dialect: Dialect,
    statements: Vec<Statement>,
    /// Arguments of all statements.
    values: Vec<Value>,
}

impl Batch {
    /// An empty batch for a database of this dialect.
    pub(crate) const fn new(dialect: Dialect) -> Self {
        Self { dialect, statements: Vec::new(), values: Vec::new() }
    }

    pub(crate) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Adds a statement that each [dialect](Dialect) says in another way.
    pub(crate) fn add_either(&mut self, [of_file, of_server]: [&'static str; 2]) -> &mut Self {
        self.add(match self.dialect {
            Dialect::Sqlite => of_file,
            Dialect::Postgres => of_server,
        })
    }

    /// Adds a statement; its arguments are `$1`, `$2` and so on.
    pub(crate) fn add(&mut self, sql: &'static str) -> &mut Self {
        self.statements.push(Statement { sql, arguments: 0, expected: None });
        self
    }

    /// Binds the next argument of the statement that was added last.
    pub(crate) fn bind(&mut self, value: impl Bind) -> &mut Self {
        if let Some(last) = self.statements.last_mut() {
            last.arguments += 1;
            self.values.push(Bind::bind(Some(value)));
        }
        self
    }

    /// Makes the statement that was added last fail with this conflict unless it changes one row.
    pub(crate) fn expect_one(&mut self, conflict: Conflict) -> &mut Self {
        if let Some(last) = self.statements.last_mut() {
            last.expected = Some(conflict);
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
        // A row that is missing is often why a later statement fails.
        for (rows, expected) in changed.into_iter().zip(expected) {
            if let Some(conflict) = expected.filter(|_| rows != 1) {
                return Err(conflict.into());
            }
        }
        Ok(ended?)
    }
}

/// One text of several statements, each given with the number of its arguments, for a database that
/// takes them together: the arguments of each are numbered after those before it.
pub(crate) fn joined<'s>(statements: impl Iterator<Item = (&'s str, usize)>) -> String {
    let mut sql = String::new();
    let mut before = 0;
    for (statement, arguments) in statements {
        let mut parts = statement.split('$');
        sql.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let (number, rest) = part.split_at(end);
            let number = number.parse::<usize>().map_or(0, |number| number + before);
            // Writing to a string cannot fail.
            let _ = write!(sql, "${number}{rest}");
        }
        sql.push_str(";\n");
        before += arguments;
    }
    sql
}

/// Connection of a transaction, with statements that wait to be sent together. The statements of
/// one request are written or undone as a whole: everything since [`begin`](Self::begin) can be
/// [undone](Self::undo) until the next one.
pub(crate) struct Writer<'c> {
    connection: &'c mut Connection,
    batch: Batch,
    /// Whether a savepoint is open, of an earlier request or of this one.
    savepoint: bool,
    /// Whether it is of this request.
    begun: bool,
}

impl<'c> Writer<'c> {
    pub(crate) fn new(connection: &'c mut Connection) -> Self {
        let batch = Batch::new(connection.dialect());
        Self { connection, batch, savepoint: false, begun: false }
    }

    /// Releases the savepoint of the previous request and sets one for the next.
    pub(crate) fn begin(&mut self) {
        if self.savepoint {
            self.batch.add("RELEASE request");
        }
        self.batch.add("SAVEPOINT request");
        self.begun = false;
    }

    /// The batch, for statements that can wait for others.
    pub(crate) fn later(&mut self) -> &mut Batch {
        &mut self.batch
    }

    /// Sends the waiting statements.
    pub(crate) async fn send(&mut self) -> Result<(), StoreError> {
        if !self.batch.statements.is_empty() {
            (self.savepoint, self.begun) = (true, true);
        }
        self.batch.send(self.connection).await
    }

    /// The connection, for a statement whose result is needed at once.
    pub(crate) async fn now(&mut self) -> Result<&mut Connection, StoreError> {
        self.send().await?;
        Ok(self.connection)
    }

    /// Rolls back to the savepoint of this request.
    pub(crate) async fn undo(&mut self) -> Result<(), StoreError> {
        self.batch = Batch::new(self.batch.dialect);
        if self.begun {
            query("ROLLBACK TO request").execute(&mut *self.connection).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_each_statement_are_its_own() {
        let mut batch = Batch::new(Dialect::Sqlite);
        batch.add("UPDATE a SET b = $2 WHERE c = $1").bind(1_i64).bind("two");
        batch.add("DELETE FROM d").add("INSERT INTO e VALUES ($1, $10)").bind(3_i64);
        let expected =
            "UPDATE a SET b = $2 WHERE c = $1;\nDELETE FROM d;\nINSERT INTO e VALUES ($3, $12);\n";
        let statements = batch.statements.iter().map(|one| (one.sql, one.arguments));
        assert_eq!(joined(statements), expected);
    }
}

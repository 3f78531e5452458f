//! Batches: several statements in one round trip, behind savepoints.
//!
//! The database works on a thread of its own, and to wake it costs several times what a small
//! statement does. What a turn writes is a dozen of those; so they are gathered, and sent at once.

use std::fmt::Write as _;

use sqlx::{Arguments as _, Encode, Type};

use super::connection::Connection;
use super::error::{Conflict, StoreError};
use super::sqlite::{Arguments, Db, execute_all};

/// Statements in their order. Those that must change one row say what it means when they do not.
#[derive(Default)]
pub(crate) struct Batch {
    sql: String,
    arguments: Arguments,
    /// For every statement.
    expected: Vec<Option<Conflict>>,
    /// How many arguments the statements before the last one have.
    before: usize,
}

impl Batch {
    /// Adds a statement; its arguments are `$1`, `$2` and so on.
    pub(crate) fn add(&mut self, sql: &str) -> &mut Self {
        self.before = self.arguments.len();
        self.expected.push(None);
        let mut parts = sql.split('$');
        self.sql.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let (number, rest) = part.split_at(end);
            let number = number.parse::<usize>().map_or(0, |number| number + self.before);
            // A string takes whatever is written to it.
            let _ = write!(self.sql, "${number}{rest}");
        }
        self.sql.push_str(";\n");
        self
    }

    /// The next argument of the statement that was added last.
    pub(crate) fn bind<T>(&mut self, value: T) -> &mut Self
    where
        T: Type<Db> + for<'t> Encode<'t, Db>,
    {
        // Nothing that is stored here is of a kind that could not be written.
        let added = self.arguments.add(value);
        debug_assert!(added.is_ok());
        self
    }

    /// The statement that was added last must change one row, or else there is this conflict.
    pub(crate) fn expect_one(&mut self, conflict: Conflict) -> &mut Self {
        if let Some(last) = self.expected.last_mut() {
            *last = Some(conflict);
        }
        self
    }

    /// Sends what was gathered, if anything. On an error all of it may have been written: roll
    /// back.
    pub(crate) async fn send(&mut self, connection: &mut Connection) -> Result<(), StoreError> {
        if self.expected.is_empty() {
            return Ok(());
        }
        let Self { sql, arguments, expected, .. } = std::mem::take(self);
        let (changed, ended) = execute_all(connection, sql, arguments).await;
        // A row that is missing is often why a later statement fails.
        for (rows, expected) in changed.into_iter().zip(expected) {
            if let Some(conflict) = expected.filter(|_| rows != 1) {
                return Err(conflict.into());
            }
        }
        Ok(ended?)
    }
}

/// A transaction's connection, with statements that wait to be sent together. What is written for a
/// request stands or falls as a whole: between [`begin`](Self::begin) and the next one it can be
/// [undone](Self::undo).
pub(crate) struct Writer<'c> {
    connection: &'c mut Connection,
    batch: Batch,
    /// Whether the database has a savepoint of an earlier request or of this one.
    savepoint: bool,
    /// Whether it is of this one.
    begun: bool,
}

impl<'c> Writer<'c> {
    pub(crate) fn new(connection: &'c mut Connection) -> Self {
        Self { connection, batch: Batch::default(), savepoint: false, begun: false }
    }

    /// What was written stays, if the transaction does; what comes now can be undone.
    pub(crate) fn begin(&mut self) {
        if self.savepoint {
            self.batch.add("RELEASE request");
        }
        self.batch.add("SAVEPOINT request");
        self.begun = false;
    }

    /// Statements that can wait for others.
    pub(crate) fn later(&mut self) -> &mut Batch {
        &mut self.batch
    }

    /// Sends what waits.
    pub(crate) async fn send(&mut self) -> Result<(), StoreError> {
        if !self.batch.expected.is_empty() {
            (self.savepoint, self.begun) = (true, true);
        }
        self.batch.send(self.connection).await
    }

    /// For a statement whose answer is wanted at once.
    pub(crate) async fn now(&mut self) -> Result<&mut Connection, StoreError> {
        self.send().await?;
        Ok(self.connection)
    }

    /// Takes back what was written since the beginning.
    pub(crate) async fn undo(&mut self) -> Result<(), StoreError> {
        self.batch = Batch::default();
        if self.begun {
            sqlx::query("ROLLBACK TO request").execute(&mut *self.connection).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_each_statement_are_its_own() {
        let mut batch = Batch::default();
        batch.add("UPDATE a SET b = $2 WHERE c = $1").bind(1_i64).bind("two");
        batch.add("DELETE FROM d").add("INSERT INTO e VALUES ($1, $10)").bind(3_i64);
        let expected =
            "UPDATE a SET b = $2 WHERE c = $1;\nDELETE FROM d;\nINSERT INTO e VALUES ($3, $12);\n";
        assert_eq!(batch.sql, expected);
    }
}

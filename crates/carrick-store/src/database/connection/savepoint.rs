//! Savepoints: a part of a transaction that can be rolled back alone.

use sqlx::AssertSqlSafe;

use super::connected::Connection;
use super::error::StoreError;
use super::statement::query;

/// A savepoint that is open.
pub(crate) struct Savepoint(&'static str);

impl Savepoint {
    pub(crate) async fn set(
        transaction: &mut Connection,
        name: &'static str,
    ) -> Result<Self, StoreError> {
        execute(transaction, format!("SAVEPOINT {name}")).await?;
        Ok(Self(name))
    }

    /// Releases the savepoint: its writes stay, if the transaction does.
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

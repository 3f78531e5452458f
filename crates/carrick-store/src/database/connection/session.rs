//! A connection to a PostgreSQL server on which no answer is waited for without end.
//!
//! A line can be lost without a word. A machine without power closes nothing, and a program that
//! only waits for its answer never finds out, since sqlx asks for no keepalives. So every answer
//! has its time. A connection on which it has passed is closed, and does not go back to its pool;
//! on their way there others have to answer once more, in time as well.

use std::io;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use tokio::time::timeout;

use super::batch::Statement;
use super::postgres::{self, Db, Raw};
use super::value::Value;

/// Maximum time for the answer with which a connection goes back to its pool.
const RETURNS_WITHIN: Duration = Duration::from_secs(5);

/// A pool of connections to a server, and the time that each of its answers may take.
#[derive(Debug, Clone)]
pub(crate) struct Sessions {
    pub(super) pool: sqlx::PgPool,
    patience: Duration,
}

impl Sessions {
    pub(crate) const fn new(pool: sqlx::PgPool, patience: Duration) -> Self {
        Self { pool, patience }
    }

    /// Takes a connection.
    pub(super) async fn acquire(&self) -> Result<Session, sqlx::Error> {
        // It holds the work of connecting, fourteen kilobytes, which would be a part of every
        // request on either database and be copied wherever that is moved.
        let connection = Some(Box::pin(self.pool.acquire()).await?);
        Ok(Session { connection, patience: self.patience, is_lost: false, is_open: false })
    }

    /// Takes a connection and begins a transaction with a statement.
    pub(super) async fn begin(&self, statement: &'static str) -> Result<Session, sqlx::Error> {
        let mut session = self.acquire().await?;
        session.is_open = true;
        session.simple(statement).await?;
        Ok(session)
    }
}

/// A connection of a pool, which may be in a transaction.
pub(super) struct Session {
    /// There until it is dropped.
    connection: Option<PoolConnection<Db>>,
    patience: Duration,
    /// Whether an answer did not come.
    is_lost: bool,
    /// Whether a transaction may be open.
    is_open: bool,
}

impl Session {
    /// The connection, and the time that an answer on it may take.
    pub(super) fn parts(&mut self) -> Result<(&mut Raw, Duration), sqlx::Error> {
        let connection = self.connection.as_deref_mut().ok_or(sqlx::Error::WorkerCrashed)?;
        Ok((connection, self.patience))
    }

    /// Notes how a statement has ended.
    pub(super) fn see<T>(&mut self, done: &Result<T, sqlx::Error>) {
        self.is_lost |= matches!(done, Err(sqlx::Error::Io(_)));
    }

    /// Executes several statements until one fails, and returns the number of rows that each has
    /// changed.
    pub(super) async fn execute_all(
        &mut self,
        statements: Vec<Statement>,
        values: Vec<Value>,
    ) -> (Vec<u64>, Result<(), sqlx::Error>) {
        let (connection, patience) = match self.parts() {
            Ok(parts) => parts,
            Err(error) => return (Vec::new(), Err(error)),
        };
        let all = async { Ok(postgres::execute_all(connection, statements, values).await) };
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

/// Waits for an answer for so long.
pub(super) async fn within<T>(
    patience: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let late = || io::Error::new(io::ErrorKind::TimedOut, "the server has not answered in time");
    timeout(patience, answer).await.unwrap_or_else(|_| Err(late().into()))
}

impl Drop for Session {
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
            // It asks the server before. One that does not answer is dropped here, and closed.
            let _ = timeout(patience, connection.return_to_pool()).await;
        });
    }
}

//! Notifications of a PostgreSQL server: other processes' changes, at once.
//!
//! They only say that there is something to read; what has changed is read from the tables. So one
//! that is lost, or comes too often, does no harm to anybody who polls beside.

use std::convert::Infallible;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};

use super::postgres::settle;

/// Channel on which a trigger of the table `counters` tells of changes.
const CHANNEL: &str = "carrick_change";

/// Time between two attempts to connect.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How long an attempt to connect may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// Silence after which the connection is made again: it may be lost without a word, and one that
/// only listens never finds out.
const SILENCE: Duration = Duration::from_secs(300);

/// How to listen to a server.
#[derive(Debug, Clone)]
pub(crate) struct Listening(PgConnectOptions);

impl Listening {
    pub(crate) const fn new(options: PgConnectOptions) -> Self {
        Self(options)
    }

    /// Calls `heard` whenever a process has committed a change, this one too, and whenever one may
    /// have been missed.
    pub(crate) async fn run(&self, mut heard: impl FnMut()) -> Infallible {
        loop {
            // An error is that of a server which is away: those who read meanwhile say so.
            let _ = self.listen(&mut heard).await;
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    /// Listens until the connection is lost or silent for long.
    async fn listen(&self, heard: &mut impl FnMut()) -> Result<(), sqlx::Error> {
        let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECT_WITHIN);
        let pool = pool.after_connect(|connection, _| {
            Box::pin(async move { settle(connection, CONNECT_WITHIN, true).await })
        });
        let pool = pool.connect_lazy_with(self.0.clone());
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        // Whatever was committed before is heard of here, and whatever is from now on below.
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

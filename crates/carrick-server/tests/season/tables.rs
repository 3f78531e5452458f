//! The database through SQL, for facts that no command shows.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection, SqliteConnection};

use crate::cluster;

/// Direct access to a database, bypassing the store.
pub(crate) enum Tables {
    File(SqliteConnection),
    Server(PgConnection),
}

impl Tables {
    /// Opens a database as `--db` would name it.
    pub(crate) async fn open(location: &str) -> Self {
        if location.contains("://") {
            return Self::Server(cluster::raw(location).await);
        }
        let options = SqliteConnectOptions::new().filename(location).pragma("query_only", "ON");
        Self::File(options.connect().await.unwrap())
    }

    /// The first column of every row, which is text.
    pub(crate) async fn text(&mut self, sql: &str) -> Vec<String> {
        let query = sqlx::query_scalar(AssertSqlSafe(sql));
        match self {
            Self::File(file) => query.fetch_all(file).await.unwrap(),
            Self::Server(server) => {
                sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(server).await.unwrap()
            }
        }
    }

    /// A number that changes whenever another connection has written to the database. A server has
    /// none, so it is computed from the versions of all rows that a command might change.
    pub(crate) async fn version(&mut self) -> i64 {
        match self {
            Self::File(file) => {
                sqlx::query_scalar("PRAGMA data_version").fetch_one(file).await.unwrap()
            }
            Self::Server(server) => {
                let versions = ["boards", "users", "ratings", "seeks", "turns"]
                    .map(|table| format!("SELECT xmin FROM {table}"))
                    .join(" UNION ALL ");
                let sql = format!(
                    "SELECT CAST(sum(hashint8(CAST(CAST(xmin AS TEXT) AS BIGINT))) AS BIGINT) \
                     + (SELECT CAST(sum(next) AS BIGINT) FROM counters \
                     WHERE name IN ('request', 'message')) FROM ({versions}) AS versions"
                );
                sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(server).await.unwrap()
            }
        }
    }
}

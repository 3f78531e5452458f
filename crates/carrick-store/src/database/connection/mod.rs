//! Connections to SQLite and PostgreSQL: transactions, statements and their values, errors.

mod batch;
mod connected;
mod error;
mod health;
pub(super) mod postgres;
pub(in crate::database) mod sqlite;
mod statement;

pub use self::batch::{ConnectionPermit, ConnectionStep, Interceptor, InterceptorFuture, Order};
pub(crate) use self::batch::{Pipeline, StatementBatch};
pub(crate) use self::connected::{Connection, Lock, QueueLock, Savepoint, Transaction};
pub(in crate::database) use self::connected::{Pool, sound};
pub(crate) use self::error::one;
pub use self::error::{Conflict, StoreError};
pub(in crate::database) use self::health::Health;
pub use self::health::Trouble;
pub(in crate::database) use self::postgres::ServerConnections;
pub(crate) use self::statement::{
    Bind, Column, ColumnRef, Query, QueryBuilder, Row, SqlValue, fetch_each, query, query_scalar,
};

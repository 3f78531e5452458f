//! Connections to SQLite and PostgreSQL: transactions, statements and their values, errors.

mod batch;
mod connected;
mod error;
mod health;
mod interceptor;
pub(in crate::database) mod listening;
pub(in crate::database) mod postgres;
mod savepoint;
mod session;
pub(in crate::database) mod sqlite;
mod statement;
mod value;

pub(crate) use self::batch::{Batch, Writer};
pub(crate) use self::connected::{Connection, Lock, Queue, Transaction};
pub(in crate::database) use self::connected::{Pool, sound};
pub(crate) use self::error::one;
pub use self::error::{Conflict, StoreError};
pub(in crate::database) use self::health::Health;
pub use self::health::Trouble;
pub use self::interceptor::{Answer, Interceptor, Order, Permit, Step};
pub(crate) use self::savepoint::Savepoint;
pub(in crate::database) use self::session::Sessions;
pub(crate) use self::statement::{Query, QueryBuilder, fetch_each, query, query_scalar};
pub(crate) use self::value::{Bind, Column, Place, Row, Value};

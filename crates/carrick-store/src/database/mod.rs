//! The database layer: opening and migrating files, connections, statements and their columns,
//! errors, backups. It knows no table of the game server.
//!
//! Imports no other folder.

mod backup;
mod batch;
pub(crate) mod column;
mod connection;
pub(crate) mod counter;
mod dialect;
mod error;
mod health;
mod migrations;
mod open;
mod page;
#[cfg(test)]
mod plan;
mod private;
mod query;
mod savepoint;
mod sqlite;
mod statement;
mod value;

pub use backup::{Backup, BackupError, Restored, backup, restore};
pub(crate) use batch::{Batch, Writer};
pub(crate) use column::{Columns, offer_kind, parse_seat, result, seat, time};
pub(crate) use connection::{Connection, Transaction};
pub(crate) use dialect::Dialect;
pub(crate) use error::one;
pub use error::{Conflict, StoreError};
pub use health::Trouble;
pub use migrations::known_schema;
pub(crate) use open::Database;
pub use open::{Settings, Sizes};
pub use page::{Cursor, Page};
#[cfg(test)]
pub(crate) use plan::Planner;
pub use private::{Notice, make_private};
pub(crate) use query::{CHUNK, padded, push_among};
pub(crate) use savepoint::Savepoint;
pub(crate) use statement::{Query, QueryBuilder, query, query_scalar};
pub(crate) use value::Row;

pub(crate) use sqlx::AssertSqlSafe;

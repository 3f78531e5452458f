//! The database layer: opening and migrating files, connections, statements and their columns,
//! errors, backups. It knows no table of the game server.
//!
//! Imports no other folder.

mod alone;
mod backup;
mod batch;
pub(crate) mod column;
mod connection;
pub(crate) mod counter;
mod dialect;
mod error;
mod health;
mod location;
mod migrations;
mod open;
mod page;
#[cfg(test)]
mod plan;
mod pools;
mod postgres;
mod private;
mod query;
mod savepoint;
mod server;
mod sqlite;
mod statement;
mod value;

pub(crate) use alone::{Alone, Had, Kind, Table, UNFINISHED};
pub use backup::{Backup, BackupError, Restored, backup, restore};
pub(crate) use batch::{Batch, Writer};
pub(crate) use column::{Columns, offer_kind, parse_seat, result, seat, time};
pub(crate) use connection::{Connection, Transaction};
pub(crate) use dialect::Dialect;
pub(crate) use error::one;
pub use error::{Conflict, StoreError};
pub use health::Trouble;
pub use location::{BadLocation, Location, Server};
pub use migrations::known_schema;
pub use page::{Cursor, Page};
#[cfg(test)]
pub(crate) use plan::Planner;
pub(crate) use pools::Database;
pub use pools::{Settings, Sizes};
pub use private::{Notice, make_private};
pub(crate) use query::{CHUNK, padded, push_among};
pub(crate) use savepoint::Savepoint;
pub(crate) use statement::{Query, QueryBuilder, query, query_scalar};
pub(crate) use value::{Column, Place, Row, Value};

pub(crate) use sqlx::AssertSqlSafe;

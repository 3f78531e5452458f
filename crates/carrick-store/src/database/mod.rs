//! The database layer: opening and migrating files, connections, statements and their columns,
//! errors, backups.
//!
//! It does not know any table of the game server.

pub(crate) mod columns;
mod connection;
pub(crate) mod counter;
mod dialect;
mod location;
mod migrations;
mod opening;
mod page;
#[cfg(test)]
mod plan;

#[cfg(test)]
pub(crate) use plan::Planner;

pub(crate) use columns::{
    CHUNK, Columns, json, of_users, offer_kind, padded, parse_seat, push_among, result, seat, time,
};
pub(crate) use connection::{
    Bind, Column, ColumnRef, Connection, Lock, Pipeline, Query, QueryBuilder, QueueLock, Row,
    Savepoint, SqlValue, StatementBatch, Transaction, fetch_each, one, query, query_scalar,
};
pub use connection::{
    Conflict, ConnectionPermit, ConnectionStep, Interceptor, InterceptorFuture, Order, StoreError,
    Trouble,
};
pub(crate) use dialect::Dialect;
pub use location::{BadLocation, Location, Server};
pub use migrations::known_schema;
pub(crate) use opening::{Alone, ColumnType, Database, Had, TableShape, UNFINISHED, Version};
pub use opening::{
    Backup, BackupError, Connections, Notice, Protection, Restored, Settings, Sizes, backup,
    give_to_owner_of_folder, make_private, restore,
};
pub use page::{Cursor, Page};
pub(crate) use sqlx::AssertSqlSafe;

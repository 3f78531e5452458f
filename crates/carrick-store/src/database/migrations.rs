//! Migrations: the versions of the schema, embedded in the program.
//!
//! A version has the same tables and columns in both databases, as a test checks. The first one
//! creates all tables. Each later one has a separate script for either database.

use std::sync::LazyLock;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use super::dialect::Dialect;

/// Number of the newest schema, that this program uses.
///
/// ```
/// assert!(carrick_store::known_schema() >= 1);
/// ```
#[must_use]
pub fn known_schema() -> i64 {
    newest(migrator(Dialect::Sqlite))
}

/// Number of the newest schema of a list.
pub(crate) fn newest(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// The migrations, embedded by hand: each takes one line, and no macro package is needed. Their
/// checksums are computed once.
pub(crate) fn migrator(dialect: Dialect) -> &'static Migrator {
    static MIGRATORS: [LazyLock<Migrator>; 2] =
        [LazyLock::new(|| of(SQLITE)), LazyLock::new(|| of(POSTGRES))];
    let [sqlite, postgres] = &MIGRATORS;
    match dialect {
        Dialect::Sqlite => sqlite,
        Dialect::Postgres => postgres,
    }
}

fn of(migrations: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migrations = migrations.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// Statement that tells whether a database comes from an early development version, which had other
/// migrations.
pub(crate) const UNRELEASED: &str = "SELECT EXISTS (SELECT 1 FROM _sqlx_migrations) AND NOT EXISTS \
    (SELECT 1 FROM _sqlx_migrations WHERE version = 1 AND description = 'schema')";

const SQLITE: &[(i64, &str, &str)] =
    &[(1, "schema", include_str!("../../migrations/sqlite/0001_schema.sql"))];

const POSTGRES: &[(i64, &str, &str)] =
    &[(1, "schema", include_str!("../../migrations/postgres/0001_schema.sql"))];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_databases_have_the_same_last_version() {
        assert_eq!(newest(migrator(Dialect::Sqlite)), newest(migrator(Dialect::Postgres)));
    }
}

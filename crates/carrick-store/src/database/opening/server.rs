//! Opening databases of PostgreSQL servers: checks, migrations, connection pools.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use crate::database::connection::postgres::{BEGIN_WRITE, LOCK, ListenOptions, Raw, settle};
use crate::database::connection::{Health, Pool, ServerConnections, StoreError};
use crate::database::dialect::Dialect;
use crate::database::location::Server;
use crate::database::migrations::{UNRELEASED, known_schema, migrator};
use crate::database::opening::pools::{ATTEMPTS, Database, PAUSE, Settings, UNFINISHED};
use crate::database::opening::private::Notice;

/// Oldest tested version of the server.
const OLDEST: i64 = 150_000;

/// Maximum number of prepared statements of a connection, as for a file.
const PREPARED: usize = 256;

/// Maximum time of an upgrade.
const UPGRADE: Duration = Duration::from_secs(3600);

/// Statement that reads the versions of all applied migrations.
const APPLIED: &str = "SELECT version FROM _sqlx_migrations ORDER BY version";

/// Statement that reads how many connections the server allows this role to this database.
const ALLOWED: &str = "\
    SELECT least(CAST(current_setting('max_connections') AS BIGINT) \
        - CAST(current_setting('superuser_reserved_connections') AS BIGINT), \
        (SELECT CAST(rolconnlimit AS BIGINT) FROM pg_roles \
            WHERE rolname = current_user AND rolconnlimit >= 0 AND NOT rolsuper), \
        (SELECT CAST(datconnlimit AS BIGINT) FROM pg_database \
            WHERE datname = current_database() AND datconnlimit >= 0))";

/// Statement with which a process that may write registers its presence, until it disconnects.
const PRESENT: &str = "SELECT pg_advisory_lock_shared(1130451532)";

/// Statement that makes sure that no such process is present, until it disconnects.
pub(crate) const ABSENT: &str = "SELECT pg_try_advisory_lock(1130451532)";

/// Opens a database, creates its tables if it has none, and upgrades its schema.
pub(crate) async fn open(server: &Server, settings: &Settings) -> Result<Database, StoreError> {
    let options = options(server);
    let reached = within(settings.busy_timeout, server, reach(server, &options, settings));
    let (mut connection, is_current, few) = reached.await?;
    let limit = if is_current { settings.busy_timeout } else { UPGRADE };
    let protection = protection(server, &mut connection).await?;
    let notice = within(limit, server, prepare(server, connection, settings)).await?;
    let pool = || {
        let options = PgPoolOptions::new().acquire_timeout(settings.busy_timeout);
        options.idle_timeout(None).max_lifetime(None).min_connections(1)
    };
    let failed = |error| unreachable(server, error);
    let listening = ListenOptions::new(options.clone());
    let own = *settings;
    let writer = pool().max_connections(settings.writers.max(1));
    let writer = writer.after_connect(move |connection, _| {
        Box::pin(async move {
            settle(connection, own.busy_timeout, false).await?;
            sqlx::query(PRESENT).execute(connection).await.map(drop)
        })
    });
    let writer = writer.connect_with(options.clone()).await.map_err(failed)?;
    let readers = pool().max_connections(settings.readers.max(1));
    let readers = readers.after_connect(move |connection, _| {
        Box::pin(async move { settle(connection, own.busy_timeout, true).await })
    });
    let readers = readers.connect_with(options).await.map_err(failed)?;
    let pool = |pool| Pool::Postgres(ServerConnections::new(pool, settings.answer_timeout));
    let [writer, readers] = [writer, readers].map(pool);
    let health = Health::of_server(server);
    let database = Database::of(writer, readers, health, notice.into_iter().chain(few).collect());
    Ok(database.on_server(listening, protection))
}

/// How a connection to a server is protected from others on the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// It does not leave this machine.
    Local,
    /// It is not encrypted.
    None,
    /// It is encrypted, but the other end is not verified.
    Encrypted,
    /// It is encrypted, and the server's certificate is signed by a trusted authority.
    Verified,
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Local => "a connection within this machine",
            Self::None => "a connection that is not encrypted",
            Self::Encrypted => "an encrypted connection, whose certificate is not verified",
            Self::Verified => "an encrypted connection, whose certificate is verified",
        })
    }
}

async fn protection(server: &Server, connection: &mut Raw) -> Result<Protection, StoreError> {
    let options = server.options();
    let host = options.get_host();
    let is_here = options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    let mode = options.get_ssl_mode();
    if matches!(mode, PgSslMode::VerifyCa | PgSslMode::VerifyFull) {
        return Ok(Protection::Verified);
    }
    if is_here {
        return Ok(Protection::Local);
    }
    let sql = "SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), FALSE)";
    let is_encrypted: bool = sqlx::query_scalar(sql)
        .fetch_one(connection)
        .await
        .map_err(|error| unreachable(server, error))?;
    // The connection between a pooler and its server may use TLS, which does not protect ours.
    let is_encrypted = is_encrypted && !matches!(mode, PgSslMode::Disable);
    Ok(if is_encrypted { Protection::Encrypted } else { Protection::None })
}

/// Settings with which every connection is made.
pub(crate) fn options(server: &Server) -> PgConnectOptions {
    let options = server.options().clone().application_name("carrick");
    options.statement_cache_capacity(PREPARED)
}

/// Waits for something that a server was asked for, up to a limit.
async fn within<T>(
    limit: Duration,
    server: &Server,
    asked: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let too_late = |_| Err(unreachable(server, sqlx::Error::PoolTimedOut));
    tokio::time::timeout(limit, asked).await.unwrap_or_else(too_late)
}

/// Connects, and checks that the server and its database meet the requirements. Returns whether all
/// migrations are applied, and a notice about too few connections.
async fn reach(
    server: &Server,
    options: &PgConnectOptions,
    settings: &Settings,
) -> Result<(Raw, bool, Option<Notice>), StoreError> {
    let failed = |error| unreachable(server, error);
    let mut connection = options.connect().await.map_err(failed)?;
    let mut second = options.connect().await.map_err(failed)?;
    // Without a prepared statement, which would stay in the pooler's connection.
    let process = async |connection: &mut Raw| -> Result<i32, StoreError> {
        let row = sqlx::raw_sql("SELECT pg_backend_pid()").fetch_one(connection).await;
        row.and_then(|row| row.try_get(0)).map_err(failed)
    };
    let shares = process(&mut connection).await? == process(&mut second).await?;
    second.close().await.map_err(failed)?;
    if shares {
        let reason = "a pooler shares its connections among transactions, and Carrick needs them for \
                      whole sessions; in PgBouncer, set pool_mode = session";
        let place = server.to_string();
        return Err(StoreError::Unfit { place, reason: reason.to_owned() });
    }
    settle(&mut connection, settings.busy_timeout, false).await.map_err(failed)?;
    check_server(server, &mut connection).await?;
    let allowed: i64 =
        sqlx::query_scalar(ALLOWED).fetch_one(&mut connection).await.map_err(failed)?;
    let needed = i64::from(settings.writers.max(1)) + i64::from(settings.readers.max(1)) + 1;
    let few = (allowed < needed).then(|| Notice::FewConnections {
        place: server.to_string(),
        allowed,
        needed,
    });
    let sql = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let has_tables: bool =
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.map_err(failed)?;
    let is_current = has_tables && {
        let applied: Vec<i64> =
            sqlx::query_scalar(APPLIED).fetch_all(&mut connection).await.map_err(failed)?;
        migrator(Dialect::Postgres).iter().all(|migration| applied.contains(&migration.version))
    };
    Ok((connection, is_current, few))
}

/// Applies missing migrations, in one transaction: if two programs open a new database at the same
/// time, the second finds the work done.
async fn prepare(
    server: &Server,
    mut connection: Raw,
    settings: &Settings,
) -> Result<Option<Notice>, StoreError> {
    let prepared = prepare_on(server, &mut connection, settings).await;
    connection.close().await.map_err(|error| unreachable(server, error))?;
    prepared
}

async fn check_server(server: &Server, connection: &mut Raw) -> Result<(), StoreError> {
    let sql = "SELECT CAST(current_setting('server_version_num') AS BIGINT), \
               current_setting('server_version'), current_setting('server_encoding')";
    let found: Result<(i64, String, String), _> =
        sqlx::query_as(sql).fetch_one(&mut *connection).await;
    let (number, version, encoding) = found.map_err(|error| unreachable(server, error))?;
    let unfit = |reason| Err(StoreError::Unfit { place: server.to_string(), reason });
    if number < OLDEST {
        return unfit(format!("its version is {version}; the oldest tested version is 15"));
    }
    if encoding != "UTF8" {
        return unfit(format!(
            "its encoding is {encoding}; create it with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
        ));
    }
    Ok(())
}

async fn prepare_on(
    server: &Server,
    connection: &mut Raw,
    settings: &Settings,
) -> Result<Option<Notice>, StoreError> {
    let failed = |error| unreachable(server, error);
    let mut transaction = connection.begin_with(BEGIN_WRITE).await.map_err(failed)?;
    sqlx::query(LOCK).execute(&mut *transaction).await.map_err(failed)?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()",
    )
    .fetch_all(&mut *transaction)
    .await
    .map_err(failed)?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    let known = known_schema();
    let migrator = migrator(Dialect::Postgres);
    let (mut notice, mut lacks) = (None, true);
    if has("_sqlx_migrations") && has("counters") {
        if has(UNFINISHED) {
            return Err(StoreError::Unfinished { place: server.to_string() });
        }
        if sqlx::query_scalar(UNRELEASED).fetch_one(&mut *transaction).await.map_err(failed)? {
            return Err(StoreError::Unreleased { path: server.to_string().into() });
        }
        let applied: Vec<i64> =
            sqlx::query_scalar(APPLIED).fetch_all(&mut *transaction).await.map_err(failed)?;
        lacks = migrator.iter().any(|migration| !applied.contains(&migration.version));
        let found = applied.last().copied().unwrap_or_default();
        if lacks && found <= known {
            let place = server.to_string();
            if !settings.upgrade {
                return Err(StoreError::Older { path: place.into(), found, known });
            }
            // A program of an earlier release would work on tables that have changed.
            if !is_alone(&mut transaction).await.map_err(failed)? {
                return Err(StoreError::UsedByOthers { place, found, known });
            }
            notice = Some(Notice::UpgradedServer { place, from: found, to: known });
        }
    } else if !tables.is_empty() {
        return Err(StoreError::OtherProgram { path: server.to_string().into() });
    }
    let migrated = if lacks {
        migrator.run_direct(None, &mut *transaction, false).await
    } else {
        // A role that may not create tables can open a database that needs no new ones.
        check_migrations(migrator, &mut transaction).await
    };
    migrated.map_err(|error| explain_migration(server, error, known))?;
    transaction.commit().await.map_err(failed)?;
    Ok(notice)
}

/// Checks that the applied migrations are those of the program.
async fn check_migrations(migrator: &Migrator, connection: &mut Raw) -> Result<(), MigrateError> {
    let sql = "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";
    let applied: Vec<(i64, Vec<u8>)> = sqlx::query_as(sql).fetch_all(connection).await?;
    for (version, checksum) in applied {
        match migrator.iter().find(|migration| migration.version == version) {
            None => return Err(MigrateError::VersionMissing(version)),
            Some(migration) if *migration.checksum != *checksum => {
                return Err(MigrateError::VersionMismatch(version));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Whether no program has the database open, from now until the connection is closed. Programs that
/// have just disconnected may still be listed for a moment.
async fn is_alone(connection: &mut Raw) -> Result<bool, sqlx::Error> {
    for _ in 0..ATTEMPTS {
        if sqlx::query_scalar(ABSENT).fetch_one(&mut *connection).await? {
            return Ok(true);
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(false)
}

fn explain_migration(server: &Server, error: MigrateError, known: i64) -> StoreError {
    let path = server.to_string().into();
    match error {
        MigrateError::VersionMissing(found) if found > known => {
            StoreError::Newer { path, found, known }
        }
        MigrateError::VersionMissing(version) | MigrateError::VersionMismatch(version) => {
            StoreError::Altered { path, version }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            unreachable(server, error)
        }
        other => StoreError::Database(sqlx::Error::Migrate(Box::new(other)).into()),
    }
}

/// Error for a database that cannot be opened.
fn unreachable(server: &Server, source: sqlx::Error) -> StoreError {
    StoreError::CannotConnect { place: server.to_string(), source }
}

//! Database, clock and runtime for the server's subcommands.

use std::io::{self, Write as _};
use std::time::Instant;

use anyhow::{Result, bail};
use carrick_store::{Location, Settings, Store};
use jiff::Timestamp;
use tokio::runtime;

use crate::cli::{ClockArguments, DatabaseArguments};
use crate::config::make_default_folder;

impl ClockArguments {
    /// The given time, or else the current time.
    pub(crate) fn time(&self) -> Timestamp {
        self.now.unwrap_or_else(Timestamp::now)
    }

    /// A clock that starts at the given time, or the system's clock.
    pub(crate) fn running(&self) -> impl Fn() -> Timestamp + Clone + Send + Sync + 'static {
        let (now, start) = (self.now, Instant::now());
        move || now.map_or_else(Timestamp::now, |now| now + start.elapsed())
    }

    /// A clock that stands still at the given time, or the system's clock.
    pub(crate) fn reader(&self) -> impl Fn() -> Timestamp + Clone + Send + Sync + 'static {
        let now = self.now;
        move || now.unwrap_or_else(Timestamp::now)
    }
}

/// Like [`with_store`] for a database that must exist: a missing database has no contents, and a
/// mistyped name must not create a file.
pub(crate) fn with_existing_store<T>(
    database: &DatabaseArguments,
    act: impl AsyncFnOnce(&Store) -> Result<T>,
) -> Result<T> {
    let location = database.location()?;
    must_exist(&location)?;
    open(&location, Settings::default(), act)
}

/// Like [`with_existing_store`], read only: a database of an earlier release is refused and left
/// unchanged.
pub(crate) fn with_existing_store_to_read<T>(
    database: &DatabaseArguments,
    act: impl AsyncFnOnce(&Store) -> Result<T>,
) -> Result<T> {
    let location = database.location()?;
    must_exist(&location)?;
    open(&location, READING, act)
}

/// Settings that open a database without changing anything in it.
const READING: Settings = Settings { upgrade: false, ..Settings::DEFAULT };

fn must_exist(location: &Location) -> Result<()> {
    if location.file().is_some_and(|file| !file.exists()) {
        bail!("there is no database {location}; `carrick do` and `carrick import` create one");
    }
    Ok(())
}

/// Opens the database, runs `act` on it, and closes it.
pub(crate) fn with_store<T>(
    database: &DatabaseArguments,
    act: impl AsyncFnOnce(&Store) -> Result<T>,
) -> Result<T> {
    with_store_in(&database.location()?, act)
}

/// Like [`with_store`], read only. If there is no database, an empty temporary one answers.
pub(crate) fn with_store_to_ask<T>(
    database: &DatabaseArguments,
    act: impl AsyncFnOnce(&Store) -> Result<T>,
) -> Result<T> {
    let location = database.location()?;
    if location.file().is_some_and(|file| !file.exists()) {
        let folder = tempfile::tempdir()?;
        return open(&folder.path().join("empty.db").into(), Settings::default(), act);
    }
    open(&location, READING, act)
}

/// Like [`with_store`], with the location of the database.
pub(crate) fn with_store_in<T>(
    location: &Location,
    act: impl AsyncFnOnce(&Store) -> Result<T>,
) -> Result<T> {
    open(location, Settings::default(), act)
}

/// Like [`with_store_in`], read only.
pub(crate) fn with_store_in_to_read<T>(
    location: &Location,
    act: impl AsyncFnOnce(&Store) -> Result<T>,
) -> Result<T> {
    open(location, READING, act)
}

fn open<T>(
    location: &Location,
    settings: Settings,
    act: impl AsyncFnOnce(&Store) -> Result<T>,
) -> Result<T> {
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        if settings.upgrade {
            make_default_folder(location)?;
        }
        let store = Store::open(location, &settings).await?;
        for notice in store.notices() {
            // A notice that cannot be printed does no harm.
            let _ = writeln!(io::stderr(), "carrick: {notice}");
        }
        let done = act(&store).await?;
        store.close().await;
        Ok(done)
    })
}

//! `carrick backup`: a complete copy of the database and, if asked for, of the key file.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use carrick_cli::out_file;
use carrick_cli::printed::ProgressLine;
use carrick_server::rebuild_ratings;
use carrick_service::RatingRecord;
use carrick_store::{Backup, Copied};
use jiff::Timestamp;
use tokio::runtime;

use crate::cli::{
    BackupArguments, DbArguments, DbMode, RatingsArguments, RatingsMode, RestoreArguments,
    UpgradeArguments,
};
use crate::config::{Config, File, key};
use crate::shell::with_existing_store;

/// Makes the backup, and prints what it contains and what is missing.
pub(crate) fn back_up(arguments: &BackupArguments, out: &mut impl Write) -> Result<bool> {
    let config = Config::of(&arguments.config, None, File::read(&arguments.config)?)?;
    let database = config.file(
        "pg_dump, which comes with PostgreSQL, backs it up while everything runs; also copy the key \
         (docs/host/postgresql.md)",
    )?;
    let its_key = config.key()?;
    let (file, key) = (&arguments.file, arguments.file.with_extension("key"));
    if fs::canonicalize(file).is_ok_and(|file| fs::canonicalize(its_key).ok() == Some(file)) {
        bail!("{} is the key; name another file for the backup", file.display());
    }
    if arguments.with_key {
        if key == *file {
            bail!("the key would have the same name as the backup; choose a name that ends in .db");
        }
        if key::read(its_key)?.is_none() {
            bail!("there is no key {}; `carrick serve` makes one", its_key.display());
        }
        if !arguments.replace && key.symlink_metadata().is_ok() {
            bail!("{} already exists; name another file, or add --replace", key.display());
        }
    }
    let mut progress = ProgressLine::start();
    let mut show = |done: u64, all: u64| {
        progress.show(|| format!("{} of about {}", megabytes(done), megabytes(all)));
    };
    let made = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(carrick_store::backup(database, file, arguments.replace, &mut show))?;
    drop(progress);
    writeln!(out, "{} is a backup of {}: {}.", file.display(), database.display(), told(&made))?;
    if arguments.with_key {
        copy_key(its_key, &key)?;
        writeln!(
            out,
            "{} is a copy of its key. Keep both where no one else can read them.",
            key.display()
        )?;
    } else if its_key.is_file() {
        writeln!(
            out,
            "The key is not in it: also keep a copy of {} (--with-key makes one). Without the key, links and \
             reply addresses in sent emails, and second factors, are no longer valid.",
            its_key.display()
        )?;
    }
    Ok(true)
}

/// Describes the contents of a backup in a sentence.
pub(crate) fn told(backup: &Backup) -> String {
    let count = |table: &str, one: &str, more: &str| match backup.count(table) {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    };
    format!(
        "{}, {}, {}, {}, schema {}, checked",
        megabytes(backup.bytes),
        count("users", "user", "users"),
        count("boards", "board", "boards"),
        count("turns", "turn", "turns"),
        backup.schema
    )
}

fn megabytes(bytes: u64) -> String {
    match bytes {
        ..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

/// Copies the key file; only the owner can read the copy.
pub(crate) fn copy_key(from: &Path, to: &Path) -> Result<()> {
    let bytes =
        fs::read(from).with_context(|| format!("cannot read the key {}", from.display()))?;
    out_file::write_private(to, &bytes)?;
    // A replaced file keeps its old permissions.
    let _ = carrick_store::make_private(to);
    Ok(())
}

// `carrick restore`: replaces the database with a backup.

/// Restores the database, and the key file if it is next to the backup; prints the paths.
pub(crate) fn restore(arguments: &RestoreArguments, out: &mut impl Write) -> Result<bool> {
    let config = Config::of(&arguments.config, None, File::read(&arguments.config)?)?;
    let database = config.file(
        "pg_restore, which comes with PostgreSQL, restores what pg_dump has saved \
         (docs/host/postgresql.md)",
    )?;
    let its_key = config.key()?;
    let stamp = Timestamp::now().strftime("before-restore-%Y%m%dT%H%M%SZ").to_string();
    let key = arguments.file.with_extension("key");
    let key = (key != arguments.file && key.is_file()).then_some(key);
    if let Some(key) = &key {
        key::read(key).context("the key next to the backup")?;
    }
    let other_key = match &key {
        Some(key) if its_key.symlink_metadata().is_ok() => {
            let [saved, there] = [key.as_path(), its_key].map(|path| {
                fs::read(path).with_context(|| format!("cannot read the key {}", path.display()))
            });
            saved? != there?
        }
        _ => false,
    };
    if other_key && !arguments.replace {
        bail!(
            "{} is not the same key as the one next to the backup; move one of them away, or add --replace",
            its_key.display()
        );
    }
    let restored = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(carrick_store::restore(&arguments.file, database, arguments.replace, &stamp))?;
    let database = database.display();
    writeln!(
        out,
        "{database} is restored from {}: {}.",
        arguments.file.display(),
        told(&restored.backup)
    )?;
    if let Some(aside) = restored.aside {
        writeln!(out, "The previous database is now {}.", aside.display())?;
    }
    let shown = its_key.display();
    if other_key {
        let aside = PathBuf::from(format!("{shown}.{stamp}"));
        fs::rename(its_key, &aside)
            .with_context(|| format!("cannot move {shown} to {}", aside.display()))?;
        writeln!(out, "The previous key is now {}.", aside.display())?;
    }
    match key {
        Some(key) => {
            copy_key(&key, its_key)?;
            writeln!(out, "{shown} is its key.")?;
        }
        None if its_key.is_file() => {
            writeln!(out, "There is no key next to the backup; {shown} stays.")?;
        }
        None => writeln!(
            out,
            "There is no key next to the backup, and none at {shown}. If you have the key, put it there before \
             `carrick serve` makes a new one. With a new key, links and reply addresses in sent emails, and \
             second factors, are no longer valid."
        )?,
    }
    Ok(true)
}

// `carrick upgrade`: migrates a database to this version's schema.

/// Opens the database, which migrates it, and prints whether anything had to be done.
pub(crate) fn upgrade(arguments: &UpgradeArguments, out: &mut impl Write) -> Result<bool> {
    let location = arguments.database.location()?;
    let upgraded = with_existing_store(&arguments.database, async |store| {
        Ok(store.notices().iter().any(|notice| {
            use carrick_store::Notice::{Upgraded, UpgradedServer};
            matches!(notice, Upgraded { .. } | UpgradedServer { .. })
        }))
    })?;
    if !upgraded {
        writeln!(out, "{location} is up to date.")?;
    }
    Ok(true)
}

// `carrick db copy`: moves everything from one database to another.

/// Copies the database, and prints how much was copied.
pub(crate) fn copy_database(arguments: &DbArguments, out: &mut impl Write) -> Result<bool> {
    let DbMode::Copy { from, to } = &arguments.what;
    let mut progress = ProgressLine::start();
    let mut show = |done: &str, rows: u64| progress.show(|| format!("{rows} rows {done}"));
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let copied = runtime.block_on(carrick_store::copy(from, to, &mut show))?;
    drop(progress);
    let Copied { tables, rows, .. } = copied;
    writeln!(
        out,
        "{to} is a copy of {from}: {rows} rows in {tables} tables; counts and sums are the same."
    )?;
    writeln!(
        out,
        "The key is not in it: keep using the previous one, with --key or `key` in the settings."
    )?;
    Ok(true)
}

// `carrick ratings rebuild`: recomputes all ratings from the games.

/// Recomputes the ratings and prints the differences. Returns whether everything was right.
pub(crate) fn ratings(arguments: &RatingsArguments, out: &mut impl Write) -> Result<bool> {
    let RatingsMode::Rebuild(database) = &arguments.what;
    let rebuilt = with_existing_store(database, async |store| Ok(rebuild_ratings(store).await?))?;
    for difference in &rebuilt.differences {
        let [stored, replayed] =
            [difference.stored, difference.replayed].map(|rating| shown(rating.as_ref()));
        writeln!(out, "{} {}: {stored} corrected to {replayed}", difference.kind, difference.user)?;
    }
    let games = match rebuilt.games {
        1 => "1 rated game".to_owned(),
        games => format!("{games} rated games"),
    };
    match rebuilt.changed {
        0 if rebuilt.differences.is_empty() => writeln!(out, "{games}: all ratings are correct")?,
        0 => writeln!(out, "{games}")?,
        changed => writeln!(out, "{games}, {changed} of them with wrong ratings")?,
    }
    Ok(rebuilt.changed == 0 && rebuilt.differences.is_empty())
}

/// Formats a rating with all digits, since even the last one may differ.
fn shown(rating: Option<&RatingRecord>) -> String {
    rating.map_or_else(
        || "none".to_owned(),
        |RatingRecord { rating, deviation, volatility, games: [won, drawn, lost] }| {
            format!("{rating} +-{deviation} ({volatility}; {won}-{drawn}-{lost})")
        },
    )
}

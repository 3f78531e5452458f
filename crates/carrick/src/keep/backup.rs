//! `carrick backup`: a complete copy of the database, and of the key file on request.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use carrick_cli::out_file;
use carrick_cli::progress::Progress;
use carrick_store::Backup;
use tokio::runtime;

use crate::cli::BackupArguments;
use crate::config::{Config, File, key};

/// Makes the backup, and prints what it contains and what it lacks.
pub(crate) fn run(arguments: &BackupArguments, out: &mut impl Write) -> Result<bool> {
    let config = Config::of(&arguments.config, None, File::read(&arguments.config)?)?;
    let database = config.file(
        "pg_dump, which comes with PostgreSQL, makes backups of it while everything runs; copy the key as \
         well (docs/host/postgresql.md)",
    )?;
    let its_key = config.key()?;
    let (file, key) = (&arguments.file, arguments.file.with_extension("key"));
    if fs::canonicalize(file).is_ok_and(|file| fs::canonicalize(its_key).ok() == Some(file)) {
        bail!("{} is the key; name another file for the backup", file.display());
    }
    if arguments.with_key {
        if key == *file {
            bail!("the key would take the name of the backup; let it end in .db");
        }
        if key::read(its_key)?.is_none() {
            bail!("there is no key {}; `carrick serve` makes one", its_key.display());
        }
        if !arguments.replace && key.symlink_metadata().is_ok() {
            bail!("{} is there already; name another file, or say --replace", key.display());
        }
    }
    let mut progress = Progress::start();
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
            "{} is a copy of its key. Keep both where nobody else can read them.",
            key.display()
        )?;
    } else if its_key.is_file() {
        writeln!(
            out,
            "The key is not in it: keep a copy of {} as well (--with-key makes one), without which links \
             and reply addresses that were mailed, and second factors, are good no more.",
            its_key.display()
        )?;
    }
    Ok(true)
}

/// Sentence about the contents of a backup.
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
    // One that was replaced had its own mode.
    let _ = carrick_store::make_private(to);
    Ok(())
}

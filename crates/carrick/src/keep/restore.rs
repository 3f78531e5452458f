//! `carrick restore`: replaces the database with a backup.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use tokio::runtime;

use super::backup::{copy_key, told};
use crate::cli::RestoreArguments;
use crate::config::{Config, File, key};

/// Restores the database, and the key file if it lies beside the backup; prints the paths.
pub(crate) fn run(arguments: &RestoreArguments, out: &mut impl Write) -> Result<bool> {
    let config = Config::of(&arguments.config, None, File::read(&arguments.config)?)?;
    let database = config.file(
        "pg_restore, which comes with PostgreSQL, restores what pg_dump has written \
         (docs/host/postgresql.md)",
    )?;
    let its_key = config.key()?;
    let stamp = Timestamp::now().strftime("before-restore-%Y%m%dT%H%M%SZ").to_string();
    let key = arguments.file.with_extension("key");
    let key = (key != arguments.file && key.is_file()).then_some(key);
    if let Some(key) = &key {
        key::read(key).context("the key beside the backup")?;
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
            "{} is another key than the one beside the backup; move one of them away, or say --replace",
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
        "{database} is what {} was: {}.",
        arguments.file.display(),
        told(&restored.backup)
    )?;
    if let Some(aside) = restored.aside {
        writeln!(out, "What was there before is {}.", aside.display())?;
    }
    let shown = its_key.display();
    if other_key {
        let aside = PathBuf::from(format!("{shown}.{stamp}"));
        fs::rename(its_key, &aside)
            .with_context(|| format!("cannot move {shown} to {}", aside.display()))?;
        writeln!(out, "The key that was there before is {}.", aside.display())?;
    }
    match key {
        Some(key) => {
            copy_key(&key, its_key)?;
            writeln!(out, "{shown} is its key.")?;
        }
        None if its_key.is_file() => {
            writeln!(out, "No key lies beside the backup; {shown} stays.")?;
        }
        None => writeln!(
            out,
            "No key lies beside the backup, and none is at {shown}: if you have it, put it there before \
             `carrick serve` makes a new one. With a new one, links and reply addresses that were mailed, \
             and second factors, are good no more."
        )?,
    }
    Ok(true)
}

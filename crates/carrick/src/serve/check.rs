//! `carrick serve --check`: what is wrong with the settings, without any change.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use carrick_cli::{out_file, tables};
use carrick_post::LmtpAddress;
use carrick_store::Location;

use super::access::LogTarget;
use super::config::Serving;
use crate::config::key;
use crate::shell::with_store_in_to_read;

/// Checks everything that the settings name, and prints what was found.
pub(super) fn run(config: &Serving, out: &mut impl Write) -> Result<bool> {
    let shared = &config.shared;
    let path = shared.key()?;
    match key::read(path)? {
        Some(_) => writeln!(out, "The key {} is right.", path.display())?,
        None => writeln!(out, "There is no key {} yet; the server makes one.", path.display())?,
    }
    database(&shared.database, out)?;
    if let Some(LogTarget::File(path)) = &config.access_log
        && path.metadata().map_or(true, |found| found.is_file() || found.is_dir())
    {
        out_file::must_be_writable(path).context("access_log")?;
    }
    let mut wrong = Vec::new();
    tables::all(config.thinking.tables.as_deref(), |said| wrong.push(said))?;
    if let Some(said) = wrong.first() {
        bail!("tables: {said}");
    }
    if let Some(mail) = &shared.mail {
        if let Some(LmtpAddress::Socket(socket)) = &mail.listen {
            folder_of(socket).context("listen in [mail]")?;
        }
        if let Some(settings) = &mail.out {
            settings.transport(mail.address.domain()).context("[mail.out]")?;
        }
    }
    writeln!(out, "The settings are right.")?;
    Ok(true)
}

fn database(database: &Location, out: &mut impl Write) -> Result<()> {
    match database.file().map(|file| (file, fs::metadata(file))) {
        Some((file, Ok(found))) if found.len() == 0 => {
            writeln!(out, "{} is empty; the server makes a database of it.", file.display())?;
        }
        Some((file, Err(_))) => {
            folder_of(file).context("database")?;
            writeln!(out, "There is no database {database} yet; the server makes one.")?;
        }
        _ => {
            with_store_in_to_read(database, async |_| Ok(()))?;
            writeln!(out, "The database {database} is right.")?;
        }
    }
    Ok(())
}

/// Checks that the folder of a file is there.
fn folder_of(file: &Path) -> Result<()> {
    let folder = std::path::absolute(file)?;
    let folder = folder.parent().unwrap_or(Path::new("/"));
    ensure!(
        folder.is_dir() || carrick_cli::data_folder().as_deref() == Some(folder),
        "there is no folder {}",
        folder.display()
    );
    Ok(())
}

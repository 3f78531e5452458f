//! `carrick serve --check`: what is wrong with the settings, without any change.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use carrick_cli::{out_file, tables};
use carrick_post::LmtpAddress;
use carrick_store::Location;
use tokio::runtime;

use super::access::LogTarget;
use super::config::Serving;
use super::listening;
use crate::config::key;
use crate::shell::with_store_in_to_read;

/// Checks everything that the settings name, and prints what was found.
pub(super) fn run(config: &Serving, out: &mut impl Write) -> Result<bool> {
    files(config, out)?;
    database(&config.shared.database, out)?;
    let mut wrong = Vec::new();
    tables::all(config.thinking.tables.as_deref(), |said| wrong.push(said))?;
    if let Some(said) = wrong.first() {
        bail!("tables: {said}");
    }
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(sockets(config, out))?;
    writeln!(out, "The settings are right.")?;
    Ok(true)
}

/// Checks the files and folders that the settings name, apart from the database itself. A server
/// does the same before it begins.
pub(super) fn files(config: &Serving, out: &mut impl Write) -> Result<()> {
    let shared = &config.shared;
    if let Some(file) = shared.database.file().filter(|file| !file.exists()) {
        folder_of(file).context("database")?;
    }
    let path = shared.key()?;
    match key::read(path)? {
        Some(_) => writeln!(out, "The key {} is right.", path.display())?,
        None => {
            folder_of(path).context("key")?;
            writeln!(out, "There is no key {} yet; the server makes one.", path.display())?;
        }
    }
    if let Some(target @ LogTarget::File(path)) = &config.access_log {
        match path.metadata() {
            Ok(found) if !found.is_file() && !found.is_dir() => {}
            Ok(_) => {
                _ = target.open().with_context(|| format!("access_log: {}", path.display()))?
            }
            Err(_) => out_file::must_be_writable(path).context("access_log")?,
        }
    }
    if let Some(mail) = &shared.mail {
        if let Some(LmtpAddress::Socket(socket)) = &mail.listen {
            folder_of(socket).context("listen in [mail]")?;
        }
        if let Some(settings) = &mail.out {
            settings.transport(mail.address.domain()).context("[mail.out]")?;
        }
    }
    Ok(())
}

/// Listens for a moment wherever the server will. While another program does, such as the server
/// itself, that is said and is no error.
async fn sockets(config: &Serving, out: &mut impl Write) -> Result<()> {
    let mut tell = |error: anyhow::Error| match is_in_use(&error) {
        true => Ok(writeln!(out, "A program, perhaps this server, is there: {error:#}.")?),
        false => Err(error),
    };
    listening::site(config).map(drop).or_else(&mut tell)?;
    listening::metrics(config).map(drop).or_else(&mut tell)?;
    // Listening at a socket that is there would take it from its owner.
    let mail = config.shared.mail.as_ref().and_then(|mail| mail.listen.as_ref());
    let is_there =
        |socket: &Path| socket.symlink_metadata().is_ok_and(|found| found.file_type().is_socket());
    if !matches!(mail, Some(LmtpAddress::Socket(socket)) if is_there(socket)) {
        listening::mail(config).await.map(drop).or_else(tell)?;
    }
    Ok(())
}

fn is_in_use(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::AddrInUse)
}

fn database(database: &Location, out: &mut impl Write) -> Result<()> {
    match database.file().map(|file| (file, fs::metadata(file))) {
        Some((file, Ok(found))) if found.len() == 0 => {
            writeln!(out, "{} is empty; the server makes a database of it.", file.display())?;
        }
        Some((_, Err(_))) => {
            writeln!(out, "There is no database {database} yet; the server makes one.")?;
        }
        _ => {
            with_store_in_to_read(database, async |_| Ok(()))?;
            writeln!(out, "The database {database} is right.")?;
        }
    }
    Ok(())
}

/// Checks that a file can be made in its folder, if that is not yet to be made itself.
fn folder_of(file: &Path) -> Result<()> {
    let folder = std::path::absolute(file)?;
    let folder = folder.parent().unwrap_or(Path::new("/"));
    if !folder.is_dir() && carrick_cli::data_folder().as_deref() == Some(folder) {
        return Ok(());
    }
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    out_file::must_be_writable(&folder.join(".carrick-check"))
}

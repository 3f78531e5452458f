//! `carrick upgrade`: migrates a database to this version's schema.

use std::io::Write;

use anyhow::Result;

use crate::cli::UpgradeArguments;
use crate::shell::with_existing_store;

/// Opens the database, which migrates it, and prints whether anything had to be done.
pub(crate) fn run(arguments: &UpgradeArguments, out: &mut impl Write) -> Result<bool> {
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

//! `carrick db copy`: moves everything from one database to another.

use std::io::Write;

use anyhow::Result;
use carrick_cli::progress::Progress;
use carrick_store::Copied;
use tokio::runtime;

use crate::cli::{DbArguments, DbMode};

/// Copies, and prints how much there was.
pub(crate) fn run(arguments: &DbArguments, out: &mut impl Write) -> Result<bool> {
    let DbMode::Copy { from, to } = &arguments.what;
    let mut progress = Progress::start();
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
        "The key is not in it: name the one from before with --key, or `key` in the settings."
    )?;
    Ok(true)
}

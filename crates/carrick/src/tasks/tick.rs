//! `carrick tick`: carries out what is due: reminders, forfeits, seeks.

use std::io::{self, Write};

use anyhow::Result;
use carrick_server::sweep;
use carrick_service::{Outage, Sender};

use super::act::print_all;
use crate::cli::TickArguments;
use crate::shell::with_store;

/// Sweeps once and prints every message that results.
pub(crate) fn run(arguments: &TickArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let swept = with_store(&arguments.database, async |store| Ok(sweep(store, now).await?))?;
    if let Some(Outage { since, until }) = swept.outage {
        let _ = writeln!(
            io::stderr(),
            "carrick: no server ran from {since:.0} to {until:.0}; all that was due comes so much later"
        );
    }
    print_all(&swept.messages, &Sender::Nobody, out)?;
    match swept.failed {
        Some(error) => Err(error.into()),
        None => Ok(true),
    }
}

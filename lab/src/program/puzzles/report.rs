//! Prints how far a run of the miner has come.

use std::io::Write;

use anyhow::Result;
use carrick_coach::puzzle::Dull;

use super::standing::Standing;

/// Progress in a line.
pub(super) fn how_far(standing: &Standing) -> String {
    format!(
        "{} games, {} positions, {} puzzles",
        standing.games, standing.positions, standing.found
    )
}

/// The counts of a run, as a table.
pub(super) fn print(run: &str, standing: &Standing, out: &mut impl Write) -> Result<()> {
    let Standing { games, positions, varied, found, proved, thrown_out, seconds } = standing;
    writeln!(out, "{run}")?;
    writeln!(out, "{games:>8} games")?;
    writeln!(out, "{positions:>8} positions")?;
    writeln!(out, "{varied:>8} more behind better defences")?;
    writeln!(out, "{found:>8} puzzles, {proved} of them proved throughout")?;
    let mut thrown = |reason: &str, count: u64| writeln!(out, "{count:>8} thrown out: {reason}");
    for reason in Dull::ALL.map(|reason| reason.to_string()) {
        if let Some(&count) = thrown_out.get(&reason) {
            thrown(&reason, count)?;
        }
    }
    writeln!(out, "{seconds:>8.0} seconds")?;
    Ok(())
}

//! The pieces so far as a table.

use std::fmt::{self, Write as _};

use super::sample::Sample;
use super::verdict::quantile;

const HEAD: &str = "| piece | minutes | requests | turns | mails out | memory, MB | at most | descriptors | log, MB | \
                    database, MB | processor time a request, ms | answers, median and 99th percentile, ms | load |";

/// Table of pieces in Markdown: medians, except for counts, the maximum memory and log, and the
/// total processor time of all requests.
pub(super) fn pieces(samples: &[Sample]) -> Result<String, fmt::Error> {
    let mut text = format!("{HEAD}\n{}|\n", "|---".repeat(HEAD.matches(" | ").count() + 1));
    for piece in samples.chunk_by(|one, other| one.piece == other.piece) {
        let all: Vec<&Sample> = piece.iter().collect();
        let median = |value: fn(&Sample) -> f64| quantile(&all, 0.5, value);
        let most = |value: fn(&Sample) -> f64| quantile(&all, 1.0, value);
        let requests: usize = all.iter().map(|one| one.requests).sum();
        let spent: f64 = all.iter().map(|one| one.processor_ms * one.requests as f64).sum();
        writeln!(
            text,
            "| {} | {:.0} | {requests} | {} | {} | {:.0} | {:.0} | {:.0} | {:.1} | {:.0} | {:.1} | {:.1}, {:.1} | \
             {:.1} |",
            all[0].piece,
            most(|one| one.seconds) / 60.0,
            all.iter().map(|one| one.turns).sum::<u64>(),
            all.iter().map(|one| one.mails).sum::<usize>(),
            median(|one| one.resident_mb),
            most(|one| one.resident_mb),
            median(|one| one.descriptors as f64),
            most(|one| one.log_mb),
            most(|one| one.database_mb),
            spent / requests.max(1) as f64,
            median(|one| one.all().map_or(0.0, |all| all.p50_ms)),
            median(|one| one.all().map_or(0.0, |all| all.p99_ms)),
            median(|one| one.load),
        )?;
    }
    Ok(text)
}

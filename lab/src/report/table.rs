//! Figures as CSV.

use super::figures::Figure;
use crate::run::Origin;

/// Names of the columns.
const COLUMNS: [&str; 15] = [
    "study",
    "game",
    "options",
    "players",
    "openings",
    "first_turn",
    "measure",
    "value",
    "low",
    "high",
    "n",
    "interval",
    "plan",
    "seed",
    "commit",
];

/// A table with a row for each figure. Ends of intervals that are not known are empty.
pub(super) fn of(origin: &Origin, figures: &[Figure<'_>]) -> Result<String, csv::Error> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(COLUMNS)?;
    for Figure { cell, measure, estimate, interval } in figures {
        let number =
            |value: f64| if value.is_finite() { format!("{value:.6}") } else { String::new() };
        let first_turn = cell.first_turn.as_ref().map_or("", |first| &first.turn);
        table.write_record([
            &*cell.study,
            cell.options.kind().name(),
            &cell.options.to_string(),
            &cell.players(),
            &cell.opening.to_string(),
            first_turn,
            measure,
            &number(estimate.value),
            &number(estimate.low),
            &number(estimate.high),
            &estimate.n.to_string(),
            interval.word(),
            &origin.plan,
            &origin.seed.to_string(),
            origin.commit.as_deref().unwrap_or_default(),
        ])?;
    }
    let bytes = table.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

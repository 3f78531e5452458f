//! Figures: every measure of every cell, in the long form of a table.

use super::measured::Measured;
use super::pie::with_pie;
use crate::plan::{Cell, Opening};
use crate::stats::Estimate;

/// A measure of a cell.
#[derive(Debug, Clone)]
pub struct Figure<'c> {
    /// The cell.
    pub cell: &'c Cell,
    /// Name of the measure; docs/lab.md defines it.
    pub measure: String,
    /// Value, interval and number of observations. Ends that no number of games could show are
    /// infinite, and a quantile has the ends NaN.
    pub estimate: Estimate,
    /// How the interval was got.
    pub interval: Interval,
}

/// Kind of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interval {
    /// Wilson's, of a share of independent games.
    Wilson,
    /// From the variance of pairs of games.
    Pentanomial,
    /// The bootstrap's, of a mean.
    Bootstrap,
    /// There is none.
    None,
}

impl Interval {
    /// The kind in a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wilson => "wilson",
            Self::Pentanomial => "pentanomial",
            Self::Bootstrap => "bootstrap",
            Self::None => "none",
        }
    }
}

/// All figures of a cell; none without a game.
pub(super) fn of<'c>(cell: &'c Cell, measured: &Measured) -> Vec<Figure<'c>> {
    let mut all = Vec::new();
    let mut add = |measure: &str, estimate: Option<Estimate>, interval| {
        if let Some(estimate) = estimate {
            all.push(Figure { cell, measure: measure.to_owned(), estimate, interval });
        }
    };
    let first = measured.tally.first_points(cell);
    let of_first = match cell.opening {
        Opening::Own => Interval::Wilson,
        Opening::Random(_) | Opening::Even(_) => Interval::Pentanomial,
    };
    add("first player's points", first, of_first);
    if cell.first_turn.is_some() {
        add("value with pie rule", first.map(with_pie), of_first);
    }
    if !cell.is_alone() {
        add("player A's points", measured.tally.points(cell), Interval::Pentanomial);
        let elo = measured.tally.pairs.elo().map(|elo| Estimate {
            value: elo.estimate,
            low: elo.low,
            high: elo.high,
            n: 2 * measured.tally.pairs.len(),
        });
        add("player A's Elo over B", elo, Interval::Pentanomial);
    }
    add("draws", measured.draws(), Interval::Wilson);
    for (ending, share) in measured.shares() {
        add(ending, Some(share), Interval::Wilson);
    }
    add("split pairs", measured.split(cell), Interval::Wilson);
    add("length", measured.length(), Interval::Bootstrap);
    let n = measured.tally.games();
    let bare = |value| Some(Estimate { value, low: f64::NAN, high: f64::NAN, n });
    if let Some(quantiles) = measured.length_quantiles() {
        for (name, value) in ["length 5 %", "length median", "length 95 %"].iter().zip(quantiles) {
            add(name, bare(value), Interval::None);
        }
        add("distinct games", bare(measured.distinct() as f64), Interval::None);
    }
    if let Some([first, winner]) = measured.margins() {
        add("first player's margin", Some(first), Interval::Bootstrap);
        add("winner's margin", Some(winner), Interval::Bootstrap);
    }
    add("places used", measured.used(), Interval::Bootstrap);
    let names = match cell.is_alone() {
        true => ["exact turns", ""],
        false => ["player A's exact turns", "player B's exact turns"],
    };
    for (name, exactness) in names.into_iter().zip(measured.exactness(cell)) {
        add(name, exactness, Interval::Bootstrap);
    }
    add("branching", measured.branching(), Interval::Bootstrap);
    for (name, estimate) in measured.judgements() {
        add(name, Some(estimate), Interval::Bootstrap);
    }
    all
}

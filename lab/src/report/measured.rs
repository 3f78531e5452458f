//! Measures of one cell, from its games.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::drama::Drama;
use super::exact::Tables;
use crate::plan::Cell;
use crate::run::{Line, Tally, Winner};
use crate::stats::{Estimate, bootstrap_mean, quantile, wilson};

/// Measures of a cell. Fifty-six bytes are kept of each game at most.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// Results.
    pub tally: Tally,
    /// Number of games by what decided them: `draw: repetition`, `win: path`.
    pub endings: BTreeMap<String, u64>,
    lengths: Vec<f64>,
    branching: Vec<f64>,
    used: Vec<f64>,
    margins: Vec<f64>,
    /// Shares of the turns that kept the value, by player.
    exact: [Vec<f64>; 2],
    distinct: HashSet<u64>,
    judged: Vec<Drama>,
}

impl Measured {
    /// Adds the next game of the cell.
    pub(super) fn add(&mut self, line: &Line, cell: &Cell, tables: &Tables) {
        self.tally.add(line);
        self.used.push(f64::from(line.used) / cell.settings.start().places().max(1) as f64);
        for (shares, share) in self.exact.iter_mut().zip(tables.shares(cell, line)) {
            shares.extend(share);
        }
        self.margins.extend(line.margin.map(f64::from));
        let ending = if line.winner.is_none() { "draw" } else { "win" };
        *self.endings.entry(format!("{ending}: {}", line.reason)).or_default() += 1;
        self.lengths.push(f64::from(line.length));
        if !line.turns.is_empty() {
            self.branching.push(line.choices as f64 / line.turns.len() as f64);
        }
        self.judged.extend(Drama::of(line));
        let mut hasher = DefaultHasher::new();
        (&line.opening, &line.turns, line.winner == Some(Winner::First)).hash(&mut hasher);
        self.distinct.insert(hasher.finish());
    }

    /// Share of drawn games, whatever the reason.
    #[must_use]
    pub fn draws(&self) -> Option<Estimate> {
        wilson(self.tally.first[1] as f64, self.tally.games())
    }

    /// Share of games that ended in each way, in the order of the names.
    pub fn shares(&self) -> impl Iterator<Item = (&str, Estimate)> {
        let games = self.tally.games();
        self.endings.iter().filter_map(move |(ending, &count)| {
            Some((ending.as_str(), wilson(count as f64, games)?))
        })
    }

    /// Mean number of turns of a game.
    #[must_use]
    pub fn length(&self) -> Option<Estimate> {
        bootstrap_mean(&self.lengths)
    }

    /// Number of turns that 5, 50 and 95 % of the games do not exceed.
    #[must_use]
    pub fn length_quantiles(&self) -> Option<[f64; 3]> {
        let mut sorted = self.lengths.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        Some([quantile(&sorted, 0.05)?, quantile(&sorted, 0.5)?, quantile(&sorted, 0.95)?])
    }

    /// Mean number of legal turns in a position, the mean taken over games.
    #[must_use]
    pub fn branching(&self) -> Option<Estimate> {
        bootstrap_mean(&self.branching)
    }

    /// Mean share of the places on which a piece was at some time.
    #[must_use]
    pub fn used(&self) -> Option<Estimate> {
        bootstrap_mean(&self.used)
    }

    /// Mean of the points by which the first seat won, and of those by which anybody won; `None`
    /// where no game has a count.
    #[must_use]
    pub fn margins(&self) -> Option<[Estimate; 2]> {
        let won: Vec<f64> = self.margins.iter().map(|margin| margin.abs()).collect();
        Some([bootstrap_mean(&self.margins)?, bootstrap_mean(&won)?])
    }

    /// Mean share of a player's turns that kept the value, by [`Side::index`]; of both together
    /// where a player plays itself.
    ///
    /// [`Side::index`]: crate::arena::Side::index
    #[must_use]
    pub fn exactness(&self, cell: &Cell) -> [Option<Estimate>; 2] {
        match cell.is_alone() {
            true => [bootstrap_mean(&self.exact.concat()), None],
            false => self.exact.each_ref().map(|shares| bootstrap_mean(shares)),
        }
    }

    /// Share of pairs in which each player won a game; `None` where games share no opening.
    #[must_use]
    pub fn split(&self, cell: &Cell) -> Option<Estimate> {
        if cell.opening == crate::plan::Opening::Own {
            return None;
        }
        wilson(self.tally.split as f64, self.tally.pairs.len())
    }

    /// Means of a measure over the judged games that have it.
    fn judged(&self, measure: impl Fn(&Drama) -> Option<f64>) -> Option<Estimate> {
        let values: Vec<f64> = self.judged.iter().filter_map(measure).collect();
        bootstrap_mean(&values)
    }

    /// Measures of the judged games by their names: drama, lead changes, late uncertainty, share of
    /// the game after its decision. Nothing where no game was judged.
    pub fn judgements(&self) -> impl Iterator<Item = (&'static str, Estimate)> {
        let all = [
            ("drama", self.judged(|game| game.drama)),
            ("lead changes", self.judged(|game| Some(game.lead_changes))),
            ("late uncertainty", self.judged(|game| Some(game.late_uncertainty))),
            ("decided part", self.judged(|game| game.decided)),
        ];
        all.into_iter().filter_map(|(name, estimate)| Some((name, estimate?)))
    }

    /// Number of games that differ in their turns.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.distinct.len()
    }
}

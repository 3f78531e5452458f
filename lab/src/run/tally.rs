//! Results of one cell, counted.

use super::line::Line;
use crate::arena::{Pairs, Score};
use crate::plan::{Cell, Opening};
use crate::stats::{Estimate, wilson};

/// Results of a cell's games so far, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Number of games that the player in the first seat won, drew and lost.
    pub first: [u64; 3],
    /// Whole pairs, from player A's side.
    pub pairs: Pairs,
    /// Whole pairs, from the side of the first seat in both games.
    pub seats: Pairs,
    /// Number of whole pairs in which both games were decided, and each player won one.
    pub split: u64,
    /// First game of a pair whose second one is missing: the scores of A and of the first seat.
    half: Option<[Score; 2]>,
}

impl Tally {
    /// Adds the next game.
    pub fn add(&mut self, line: &Line) {
        let (a, first) = (line.score_of_a(), line.first_score());
        let place = [Score::WIN, Score::DRAW, Score::LOSS].iter().position(|score| *score == first);
        self.first[place.unwrap_or(1)] += 1;
        match self.half.take() {
            None => self.half = Some([a, first]),
            Some([other_a, other_first]) => {
                self.pairs.add(other_a, a);
                self.seats.add(other_first, first);
                self.split += u64::from(a != Score::DRAW && a == other_a.reversed());
            }
        }
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.first.iter().sum()
    }

    /// The figure that a cell is about: player A's share of the points in a match, otherwise that
    /// of the first seat. Where two games share an opening the interval is that of pairs.
    #[must_use]
    pub fn points(&self, cell: &Cell) -> Option<Estimate> {
        if cell.is_alone() { self.first_points(cell) } else { of_pairs(&self.pairs) }
    }

    /// Share of the points that the first seat made.
    #[must_use]
    pub fn first_points(&self, cell: &Cell) -> Option<Estimate> {
        let [won, drawn, _] = self.first;
        match cell.opening {
            Opening::Own => wilson(won as f64 + drawn as f64 / 2.0, self.games()),
            Opening::Random(_) | Opening::Even(_) => of_pairs(&self.seats),
        }
    }
}

/// Share of the points from pairs; the observations are the games in them.
fn of_pairs(pairs: &Pairs) -> Option<Estimate> {
    let (low, high) = pairs.interval()?;
    Some(Estimate { value: pairs.mean()?, low, high, n: 2 * pairs.len() })
}

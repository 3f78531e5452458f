//! Standing of a match: games so far, statistics and the sequential test's verdict.

use std::collections::BTreeMap;

use crate::arena::{GameNumber, Pairs, Played, Summary, Verdict};
use crate::play::Match;

/// Games played so far, and the verdict that follows from them.
#[derive(Debug)]
pub struct Standing<'p> {
    settings: &'p Match,
    games: BTreeMap<GameNumber, Played>,
    /// Finished pairs from the first on, without a gap. The sequential test looks at them in this
    /// order, so that its verdict does not depend on which of two parallel games ends first.
    in_order: Pairs,
    verdict: Verdict,
}

impl<'p> Standing<'p> {
    /// The standing of a match before its first game.
    #[must_use]
    pub fn new(settings: &'p Match) -> Self {
        let (games, in_order) = (BTreeMap::new(), Pairs::default());
        Self { settings, games, in_order, verdict: Verdict::Open }
    }

    /// Adds a game; ignores games beyond the maximum number.
    pub fn add(&mut self, game: Played) {
        if game.number.0 >= self.settings.games() {
            return;
        }
        self.games.insert(game.number, game);
        let Some(sprt) = self.settings.sprt() else { return };
        while self.verdict == Verdict::Open {
            let next = 2 * self.in_order.len() as u32;
            let score = |number| self.games.get(&GameNumber(number)).map(|game| game.score);
            let (Some(one), Some(other)) = (score(next), score(next + 1)) else { break };
            self.in_order.add(one, other);
            self.verdict = sprt.verdict(&self.in_order);
        }
    }

    /// Number of games played.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Whether no more games are needed.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict != Verdict::Open || self.games.len() == self.settings.games() as usize
    }

    /// Verdict and log-likelihood ratio of the sequential test; `None` if there is no test.
    #[must_use]
    pub fn test(&self) -> Option<(Verdict, f64)> {
        let sprt = self.settings.sprt()?;
        Some((self.verdict, sprt.log_likelihood_ratio(&self.in_order)))
    }

    /// Statistics of the match; after a test, only of the pairs that it looked at.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let counted = match self.verdict {
            Verdict::Open => u32::MAX,
            Verdict::Better | Verdict::NotBetter => 2 * self.in_order.len() as u32,
        };
        let games = self.games.values().filter(|game| game.number.0 < counted);
        Summary::new(self.settings.names(), games.copied())
    }
}

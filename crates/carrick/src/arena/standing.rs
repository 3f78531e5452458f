//! How a match stands.

use std::collections::BTreeMap;

use carrick_engine::arena::{GameNumber, Pairs, Played, Summary, Verdict};

use super::plan::Plan;

/// The games that were played, and what they decide.
pub(super) struct Standing<'p> {
    plan: &'p Plan,
    games: BTreeMap<GameNumber, Played>,
    /// The pairs from the first to the last without a gap: the test looks at them in this order, so
    /// that its verdict does not depend on which of two games at a time ends first.
    in_order: Pairs,
    verdict: Verdict,
}

impl<'p> Standing<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        let (games, in_order) = (BTreeMap::new(), Pairs::default());
        Self { plan, games, in_order, verdict: Verdict::Open }
    }

    /// Adds a game. Those beyond the number that is to be played are passed over.
    pub(super) fn add(&mut self, game: Played) {
        if game.number.0 >= self.plan.games {
            return;
        }
        self.games.insert(game.number, game);
        let Some(sprt) = self.plan.sprt else { return };
        while self.verdict == Verdict::Open {
            let next = 2 * self.in_order.len() as u32;
            let score = |number| self.games.get(&GameNumber(number)).map(|game| game.score);
            let (Some(one), Some(other)) = (score(next), score(next + 1)) else { break };
            self.in_order.add(one, other);
            self.verdict = sprt.verdict(&self.in_order);
        }
    }

    /// How many games there are.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// Whether no more games are needed.
    pub(super) fn is_decided(&self) -> bool {
        self.verdict != Verdict::Open || self.games.len() == self.plan.games as usize
    }

    /// What the sequential test says, and the log-likelihood ratio; `None` where there is no test.
    pub(super) fn test(&self) -> Option<(Verdict, f64)> {
        let sprt = self.plan.sprt?;
        Some((self.verdict, sprt.log_likelihood_ratio(&self.in_order)))
    }

    /// The figures. After a test they are those of the pairs that it looked at.
    pub(super) fn summary(&self) -> Summary {
        let counted = match self.verdict {
            Verdict::Open => u32::MAX,
            Verdict::Better | Verdict::NotBetter => 2 * self.in_order.len() as u32,
        };
        let games = self.games.values().filter(|game| game.number.0 < counted);
        Summary::new(self.plan.names(), games.copied())
    }
}

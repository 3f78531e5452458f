//! Results by pairs of games: the pentanomial distribution, its mean and confidence interval.

use std::collections::BTreeMap;

use crate::arena::sprt::{Elo, normal_below};
use crate::arena::{GameNumber, SprtState, Summary, SummaryGame};
use crate::play::Match;

/// Score of a player in one game, in half points: 0, 1 or 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GamePoints(u8);

impl GamePoints {
    /// The player lost.
    pub const LOSS: Self = Self(0);
    /// The game was drawn.
    pub const DRAW: Self = Self(1);
    /// The player won.
    pub const WIN: Self = Self(2);

    /// The opponent's score in the same game.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self(2 - self.0)
    }

    /// 0, one half or 1.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

/// Numbers of pairs of games that gave a player 0, ½, 1, 1½ and 2 points (the pentanomial
/// distribution).
///
/// ```
/// use carrick_lab::arena::{PairCounts, GamePoints};
/// let mut pairs = PairCounts::default();
/// pairs.add(GamePoints::WIN, GamePoints::LOSS);
/// pairs.add(GamePoints::WIN, GamePoints::DRAW);
/// assert_eq!(pairs.counts(), [0, 0, 1, 1, 0]);
/// assert_eq!(pairs.mean(), Some(0.625));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairCounts([u64; 5]);

/// Scores of a pair, as shares of its two points.
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Number of standard deviations from the mean within which 95 % of a normal distribution lie.
const Z: f64 = 1.959_964;

impl PairCounts {
    /// Creates counts from the numbers of pairs with 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn new(counts: [u64; 5]) -> Self {
        Self(counts)
    }

    /// Adds a pair, by the scores of its two games.
    pub fn add(&mut self, one: GamePoints, other: GamePoints) {
        self.0[usize::from(one.0 + other.0)] += 1;
    }

    /// The numbers of pairs with 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// Number of pairs.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The player's share of all points; `None` without pairs.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (!self.is_empty()).then(|| moments(self.0.map(|count| count as f64)).mean)
    }

    /// The player's share of the points, as an interval that contains the truth 95 times out of
    /// 100: Wilson's (1927), for the number of independent games that would leave the same
    /// uncertainty as these pairs.
    ///
    /// The variance is that of the pairs plus one more, half won and half lost, so a dozen pairs
    /// with the same result prove something, but not everything.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        let share = self.mean()?;
        let doubtful = self.doubtful();
        let games = self.len() as f64 * doubtful.mean * (1.0 - doubtful.mean) / doubtful.variance;
        let z2 = Z * Z;
        let centre = (share + z2 / (2.0 * games)) / (1.0 + z2 / games);
        let inside = share * (1.0 - share) / games + z2 / (4.0 * games * games);
        let half = Z * inside.sqrt() / (1.0 + z2 / games);
        // If every point was won, rounding must not exclude that this is the truth.
        let low = if share == 0.0 { 0.0 } else { centre - half };
        let high = if share == 1.0 { 1.0 } else { centre + half };
        Some((low, high))
    }

    /// The player's advantage in Elo; `None` without pairs.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let (low, high) = self.interval()?;
        let [estimate, low, high] = [self.mean()?, low, high].map(Elo::of_share);
        Some(Elo { estimate, low, high })
    }

    /// The likelihood of superiority: the probability that the player is the stronger one, 0 to 1.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let deviation = (self.doubtful().variance / self.len() as f64).sqrt();
        Some(normal_below((self.mean()? - 0.5) / deviation))
    }

    /// Mean and variance with one more pair, half won and half lost.
    fn doubtful(&self) -> Moments {
        let mut counts = self.0.map(|count| count as f64);
        counts[0] += 0.5;
        counts[4] += 0.5;
        moments(counts)
    }
}

struct Moments {
    mean: f64,
    variance: f64,
}

fn moments(counts: [f64; 5]) -> Moments {
    let all: f64 = counts.iter().sum();
    let average = |of: &dyn Fn(f64) -> f64| {
        counts.iter().zip(SHARES).map(|(count, share)| count * of(share)).sum::<f64>() / all
    };
    let mean = average(&|share| share);
    Moments { mean, variance: average(&|share| (share - mean) * (share - mean)) }
}

// Standing of a match: games so far, statistics and the sequential test's verdict.

/// Games played so far, and the verdict that follows from them.
#[derive(Debug)]
pub struct MatchStanding<'p> {
    settings: &'p Match,
    games: BTreeMap<GameNumber, SummaryGame>,
    /// Finished pairs from the first on, without gaps. The sequential test looks at them in this
    /// order, so its verdict does not depend on which of two parallel games ends first.
    in_order: PairCounts,
    verdict: SprtState,
}

impl<'p> MatchStanding<'p> {
    /// The standing of a match before its first game.
    #[must_use]
    pub fn new(settings: &'p Match) -> Self {
        let (games, in_order) = (BTreeMap::new(), PairCounts::default());
        Self { settings, games, in_order, verdict: SprtState::Open }
    }

    /// Adds a game; ignores games beyond the maximum number.
    pub fn add(&mut self, game: SummaryGame) {
        if game.number.0 >= self.settings.games() {
            return;
        }
        self.games.insert(game.number, game);
        let Some(sprt) = self.settings.sprt() else { return };
        while self.verdict == SprtState::Open {
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
        self.verdict != SprtState::Open || self.games.len() == self.settings.games() as usize
    }

    /// Verdict and log-likelihood ratio of the sequential test; `None` if there is no test.
    #[must_use]
    pub fn test(&self) -> Option<(SprtState, f64)> {
        let sprt = self.settings.sprt()?;
        Some((self.verdict, sprt.log_likelihood_ratio(&self.in_order)))
    }

    /// Statistics of the match; after a test, only of the pairs that the test looked at.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let counted = match self.verdict {
            SprtState::Open => u32::MAX,
            SprtState::Better | SprtState::NotBetter => 2 * self.in_order.len() as u32,
        };
        let games = self.games.values().filter(|game| game.number.0 < counted);
        Summary::new(self.settings.names(), games.copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples from the tests of fastchess, a match runner for chess engines.
    #[test]
    fn agrees_with_published_examples() {
        for (counts, elo, error, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let pairs = PairCounts::new(counts);
            let found = pairs.elo().unwrap();
            assert!((found.estimate - elo).abs() < 0.01, "{found:?}");
            let half = (found.high - found.low) / 2.0;
            assert!((half / error - 1.0).abs() < 0.01, "{found:?}");
            assert!((pairs.superiority().unwrap() - superiority).abs() < 0.001);
        }
    }

    #[test]
    fn identical_results_prove_something_but_not_everything() {
        assert_eq!(PairCounts::default().elo(), None);
        let all_won = PairCounts::new([0, 0, 0, 0, 100]).elo().unwrap();
        assert_eq!(all_won.to_string(), "over +566");
        assert_eq!(PairCounts::new([100, 0, 0, 0, 0]).elo().unwrap().to_string(), "under -566");
        let even = PairCounts::new([0, 0, 20, 0, 0]).elo().unwrap();
        assert_eq!(even.to_string(), "+0 [-33, +33]");
        let single = PairCounts::new([0, 0, 0, 0, 1]).elo().unwrap();
        assert!(single.low < 0.0, "{single:?}");
    }

    /// The players are `elo` apart, and each opening favours one side by `bias` Elo.
    fn simulated(
        elo: f64,
        bias: f64,
        draws: f64,
        pairs: u32,
        rng: &mut fastrand::Rng,
    ) -> PairCounts {
        let mut found = PairCounts::default();
        for _ in 0..pairs {
            let bias = if rng.bool() { bias } else { -bias };
            let mut game = |elo: f64| match (rng.f64() < draws, rng.f64() < Elo::share(elo)) {
                (true, _) => GamePoints::DRAW,
                (false, true) => GamePoints::WIN,
                (false, false) => GamePoints::LOSS,
            };
            let (one, other) = (game(elo + bias), game(elo - bias));
            found.add(one, other);
        }
        found
    }

    /// The true share of the points among simulated games.
    fn truth(elo: f64, bias: f64, draws: f64) -> f64 {
        let decided = (Elo::share(elo + bias) + Elo::share(elo - bias)) / 2.0;
        draws / 2.0 + (1.0 - draws) * decided
    }

    #[test]
    fn simulated_players_are_found_within_the_interval() {
        let mut rng = fastrand::Rng::with_seed(1978);
        for elo in [-300.0, 0.0, 40.0, 200.0, 500.0] {
            for (bias, draws) in [(0.0, 0.0), (150.0, 0.0), (400.0, 0.3)] {
                for pairs in [20, 100, 400] {
                    let truth = truth(elo, bias, draws);
                    let inside = (0..2000)
                        .map(|_| simulated(elo, bias, draws, pairs, &mut rng).interval().unwrap())
                        .filter(|&(low, high)| (low..=high).contains(&truth))
                        .count();
                    let what = format!("{elo} Elo, bias {bias}, {pairs} pairs: {inside} of 2000");
                    assert!((1840..=1999).contains(&inside), "{what}");
                    if pairs > 20 && elo.abs() < 400.0 {
                        assert!((1870..=1930).contains(&inside), "{what}");
                    }
                }
            }
        }
    }
}

//! SPRT, the sequential probability ratio test: whether a player is better, with as few games as
//! possible.

use std::fmt;
use std::str::FromStr;

use crate::arena::pairs::{PairCounts, SHARES};

/// The generalised sequential probability ratio test (Wald 1945; Van den Bergh 2019) of whether a
/// player is `elo1` or only `elo0` stronger, on pairs of games. It errs with a probability of one
/// in twenty either way.
///
/// ```
/// use carrick_lab::arena::{PairCounts, Sprt, SprtState};
/// let sprt: Sprt = "0,20".parse()?;
/// assert_eq!(sprt.verdict(&PairCounts::new([5, 0, 200, 0, 60])), SprtState::Better);
/// # Ok::<(), carrick_lab::arena::SprtError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The state of the test: decided or open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtState {
    /// The player is not better by as much as the upper bound.
    NotBetter,
    /// More games are needed.
    Open,
    /// The player is better than the lower bound.
    Better,
}

/// Error for a text that does not give valid bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the two bounds are numbers of Elo between -1000 and 1000, the lower one first: --sprt=0,20"
)]
pub struct SprtError;

impl Sprt {
    /// The probability of an error, the same in both directions.
    pub const ERROR: f64 = 0.05;

    /// Creates a test with these bounds, in Elo.
    ///
    /// # Errors
    /// If they are not in order, or beyond a thousand.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        let fits = -1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0;
        if fits { Ok(Self { elo0, elo1 }) } else { Err(SprtError) }
    }

    /// The log-likelihood ratio at which the test is decided, the same in both directions.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - Self::ERROR) / Self::ERROR).ln()
    }

    /// Logarithm of how much likelier the results are if the player is `elo1` stronger than if the
    /// player is `elo0` stronger, each with the distribution of pairs that explains them best.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        if pairs.is_empty() {
            return 0.0;
        }
        // A result is not impossible just because it did not occur.
        let counts = pairs.counts().map(|count| (count as f64).max(1e-3));
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| likeliest(counts, Elo::share(elo)));
        counts.iter().zip(under0).zip(under1).map(|((count, p0), p1)| count * (p1 / p0).ln()).sum()
    }

    /// The verdict on the pairs so far.
    #[must_use]
    pub fn verdict(&self, pairs: &PairCounts) -> SprtState {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= Self::bound() {
            SprtState::Better
        } else if ratio <= -Self::bound() {
            SprtState::NotBetter
        } else {
            SprtState::Open
        }
    }
}

/// The distribution over the five results with the mean `mean` under which the counts are
/// likeliest.
///
/// It gives each result the probability p / (1 + θ (share − mean)), where p is its share of the
/// counts and θ is found by bisection (Owen 1988, empirical likelihood).
fn likeliest(counts: [f64; 5], mean: f64) -> [f64; 5] {
    let all: f64 = counts.iter().sum();
    let probability =
        |theta: f64, index: usize| counts[index] / all / (1.0 + theta * (SHARES[index] - mean));
    let excess = |theta: f64| {
        (0..5).map(|index| (SHARES[index] - mean) * probability(theta, index)).sum::<f64>()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|index| probability(theta, index))
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `0,20`.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let (elo0, elo1) = text.split_once(',').ok_or(SprtError)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| SprtError);
        Self::new(number(elo0)?, number(elo1)?)
    }
}

// Elo: the difference in strength of two players, from the share of points scored.

/// An estimated difference in strength with its 95 % interval, in Elo. Ends that no number of games
/// could show are infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// The estimate.
    pub estimate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Elo {
    /// The difference at which a player makes this share of the points, 0 to 1.
    ///
    /// ```
    /// use carrick_lab::arena::Elo;
    /// assert_eq!(Elo::of_share(0.5), 0.0);
    /// assert_eq!(Elo::of_share(0.76).round(), 200.0);
    /// assert_eq!(Elo::of_share(1.0), f64::INFINITY);
    /// ```
    #[must_use]
    pub fn of_share(share: f64) -> f64 {
        400.0 * (share / (1.0 - share)).log10()
    }

    /// The share of the points made by a player who is stronger by a difference in Elo (Elo 1978).
    #[must_use]
    pub fn share(elo: f64) -> f64 {
        1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
    }
}

impl fmt::Display for Elo {
    /// `+62 [+30, +95]`; if every point was won, `over +570`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { estimate, low, high } = self;
        if *estimate == f64::INFINITY {
            write!(f, "over {low:+.0}")
        } else if *estimate == f64::NEG_INFINITY {
            write!(f, "under {high:+.0}")
        } else {
            write!(f, "{estimate:+.0} [{low:+.0}, {high:+.0}]")
        }
    }
}

/// The probability that a normal variable of mean 0 and deviation 1 is below `x`, to seven digits
/// (Abramowitz and Stegun 1964, formula 26.2.17).
pub(super) fn normal_below(x: f64) -> f64 {
    if x < 0.0 {
        return 1.0 - normal_below(-x);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let series = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    1.0 - density * series.iter().rev().fold(0.0, |sum, factor| t * (factor + sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::pairs::GamePoints;

    /// Examples from the tests of fastchess, a match runner for chess engines.
    #[test]
    fn agrees_with_published_examples() {
        for (bounds, counts, ratio) in [
            ("0.5,2.5", [223, 9863, 21279, 10037, 246], -3.07),
            ("0,2", [871, 26175, 55983, 26678, 821], -4.98),
        ] {
            let sprt: Sprt = bounds.parse().unwrap();
            let found = sprt.log_likelihood_ratio(&PairCounts::new(counts));
            assert!((found - ratio).abs() < 0.01, "{bounds}: {found}");
        }
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
    }

    #[test]
    fn bounds_are_read_and_refused() {
        assert_eq!("-5,0".parse::<Sprt>().unwrap().to_string(), "-5,0");
        for text in ["", "5", "5,5", "10,0", "a,b", "0,NaN", "0,inf", "0,5,10"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError), "{text}");
        }
    }

    #[test]
    fn uniform_results_are_handled() {
        let sprt: Sprt = "0,50".parse().unwrap();
        assert_eq!(sprt.verdict(&PairCounts::default()), SprtState::Open);
        assert_eq!(sprt.verdict(&PairCounts::new([0, 0, 0, 0, 200])), SprtState::Better);
        assert_eq!(sprt.verdict(&PairCounts::new([200, 0, 0, 0, 0])), SprtState::NotBetter);
        assert_eq!(sprt.verdict(&PairCounts::new([0, 0, 200, 0, 0])), SprtState::NotBetter);
    }

    /// Plays until the test is decided, with random results at a difference of `elo`.
    fn decided(sprt: Sprt, elo: f64, rng: &mut fastrand::Rng) -> SprtState {
        let mut pairs = PairCounts::default();
        loop {
            let mut game =
                || if rng.f64() < Elo::share(elo) { GamePoints::WIN } else { GamePoints::LOSS };
            let (one, other) = (game(), game());
            pairs.add(one, other);
            let verdict = sprt.verdict(&pairs);
            if verdict != SprtState::Open {
                return verdict;
            }
        }
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let mut rng = fastrand::Rng::with_seed(1945);
        let sprt = Sprt::new(0.0, 60.0).unwrap();
        for (elo, wrong) in [(0.0, SprtState::Better), (60.0, SprtState::NotBetter)] {
            let errors = (0..500).filter(|_| decided(sprt, elo, &mut rng) == wrong).count();
            assert!((8..=37).contains(&errors), "{errors} of 500 at {elo} Elo");
        }
    }

    #[test]
    fn shares_and_differences_are_inverse() {
        for elo in [-600.0, -34.0, 0.0, 5.0, 200.0, 800.0] {
            assert!((Elo::of_share(Elo::share(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution_matches_published_tables() {
        for (x, below) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.96, 0.975_002_1), (-2.5, 0.006_209_7)]
        {
            assert!((normal_below(x) - below).abs() < 1e-7, "{x}");
        }
    }
}

//! Elo: the difference in strength of two players, from the share of points scored.

use std::fmt;

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

    /// The share of the points that a player makes who is stronger by a difference in Elo (Elo
    /// 1978).
    #[must_use]
    pub fn share(elo: f64) -> f64 {
        1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
    }
}

impl fmt::Display for Elo {
    /// `+62 [+30, +95]`; where every point was won, `over +570`.
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

    #[test]
    fn shares_and_differences_are_inverse() {
        for elo in [-600.0, -34.0, 0.0, 5.0, 200.0, 800.0] {
            assert!((Elo::of_share(Elo::share(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, below) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.96, 0.975_002_1), (-2.5, 0.006_209_7)]
        {
            assert!((normal_below(x) - below).abs() < 1e-7, "{x}");
        }
    }
}

//! Statistics as pure functions: intervals of shares and of means.
//!
//! Pairs of games and sequential tests are in [`crate::arena`]: one implementation serves matches
//! and laboratories.

// An estimate with its interval.

/// An estimate, the interval that contains the truth with a probability of 95 %, and the number of
/// observations behind it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Number of observations.
    pub n: u64,
}

// Wilson's interval of a share.

/// Number of standard deviations from the mean within which 95 % of a normal distribution lie.
const Z: f64 = 1.959_964;

/// A share with the score interval of Wilson (1927, *Journal of the American Statistical
/// Association* 22); `None` without observations. Half successes, such as drawn games, make it
/// slightly too wide but never too narrow.
///
/// ```
/// use carrick_lab::stats::wilson;
/// let share = wilson(81.0, 263).unwrap();
/// assert_eq!(format!("{:.4} {:.4}", share.low, share.high), "0.2553 0.3662");
/// ```
#[must_use]
pub fn wilson(successes: f64, n: u64) -> Option<Estimate> {
    if n == 0 {
        return None;
    }
    let (count, z2) = (n as f64, Z * Z);
    let share = successes / count;
    let centre = (share + z2 / (2.0 * count)) / (1.0 + z2 / count);
    let inside = share * (1.0 - share) / count + z2 / (4.0 * count * count);
    let half = Z * inside.sqrt() / (1.0 + z2 / count);
    // If all or none succeeded, rounding must not exclude that this is the truth.
    let low = if share == 0.0 { 0.0 } else { centre - half };
    let high = if share == 1.0 { 1.0 } else { centre + half };
    Some(Estimate { value: share, low, high, n })
}

// The bootstrap interval of a mean.

/// Number of samples drawn.
const SAMPLES: usize = 1000;
/// Seed of the samples: an interval is a function of the observations.
const SEED: u64 = 1979;

/// A mean with the percentile interval of the bootstrap (Efron 1979, *Annals of Statistics* 7);
/// `None` without observations.
///
/// ```
/// use carrick_lab::stats::bootstrap_mean;
/// let mean = bootstrap_mean(&[3.0, 3.0, 3.0]).unwrap();
/// assert_eq!((mean.value, mean.low, mean.high), (3.0, 3.0, 3.0));
/// ```
#[must_use]
pub fn bootstrap_mean(values: &[f64]) -> Option<Estimate> {
    if values.is_empty() {
        return None;
    }
    let count = values.len();
    let mean = |sum: f64| sum / count as f64;
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut means: Vec<f64> =
        (0..SAMPLES).map(|_| mean((0..count).map(|_| values[rng.usize(..count)]).sum())).collect();
    means.sort_unstable_by(f64::total_cmp);
    Some(Estimate {
        value: mean(values.iter().sum()),
        low: quantile(&means, 0.025)?,
        high: quantile(&means, 0.975)?,
        n: count as u64,
    })
}

// Quantiles of sorted values.

/// The value below which a share of the sorted values lies, interpolated between neighbours
/// (Hyndman and Fan 1996, type 7); `None` without values.
///
/// ```
/// use carrick_lab::stats::quantile;
/// assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.5), Some(2.5));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (below, part) = (place.floor(), place.fract());
    let low = sorted[below as usize];
    let high = sorted[(below as usize + 1).min(last)];
    Some(low + part * (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998, *Statistics in Medicine* 17, table I, method 3).
    #[test]
    fn agrees_with_the_published_intervals() {
        for (successes, n, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, n).unwrap();
            assert!((found.low - low).abs() < 5e-5, "{found:?}");
            assert!((found.high - high).abs() < 5e-5, "{found:?}");
        }
        assert_eq!(wilson(0.0, 0), None);
        assert_eq!(wilson(20.0, 20).unwrap().high, 1.0);
    }

    #[test]
    fn the_interval_is_close_to_that_of_a_normal_mean() {
        // The deviation of a uniform variable is the root of 1/12.
        let mut rng = fastrand::Rng::with_seed(4);
        let values: Vec<f64> = (0..2000).map(|_| rng.f64()).collect();
        let found = bootstrap_mean(&values).unwrap();
        let half = 1.96 * (1.0_f64 / 12.0 / 2000.0).sqrt();
        assert!(((found.high - found.low) / 2.0 / half - 1.0).abs() < 0.1, "{found:?}");
        assert!(found.low < 0.5 && 0.5 < found.high, "{found:?}");
        assert_eq!(bootstrap_mean(&values), Some(found));
    }

    #[test]
    fn the_interval_contains_the_truth_as_often_as_promised() {
        let mut rng = fastrand::Rng::with_seed(5);
        let inside = (0..400)
            .filter(|_| {
                let values: Vec<f64> = (0..60).map(|_| rng.f64() * rng.f64()).collect();
                let found = bootstrap_mean(&values).unwrap();
                (found.low..=found.high).contains(&0.25)
            })
            .count();
        assert!((360..=394).contains(&inside), "{inside} of 400");
    }
}

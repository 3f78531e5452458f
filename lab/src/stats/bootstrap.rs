//! The bootstrap interval of a mean.

use super::{Estimate, quantile};

/// Number of samples drawn.
const SAMPLES: usize = 1000;
/// Seed of the samples: an interval is a function of the observations.
const SEED: u64 = 1979;

/// A mean with the percentile interval of the bootstrap (Efron 1979, *Annals of Statistics* 7);
/// `None` without an observation.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_near_to_the_interval_of_a_normal_mean() {
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
    fn contains_the_truth_as_often_as_it_promises() {
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

//! Wilson's interval of a share.

use super::Estimate;

/// Standard deviations from the mean within which 95 % of a normal distribution lie.
const Z: f64 = 1.959_964;

/// A share with the score interval of Wilson (1927, *Journal of the American Statistical
/// Association* 22); `None` without an observation. Half successes, as drawn games are, make it a
/// little too wide and never too narrow.
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
    // Where all or none succeeded, rounding must not exclude that this is the truth.
    let low = if share == 0.0 { 0.0 } else { centre - half };
    let high = if share == 1.0 { 1.0 } else { centre + half };
    Some(Estimate { value: share, low, high, n })
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
}

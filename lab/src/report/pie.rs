//! The pie rule: the value that is left of first turns.

use crate::stats::Estimate;

/// The value of a first turn to the player who offers it under the pie rule. The other player takes
/// the better side, and leaves the worse one: the smaller of v and 1 − v.
///
/// ```text
/// v        0    0.3   0.5   0.7    1
/// with pie 0    0.3   0.5   0.3    0
/// ```
pub(super) fn with_pie(value: Estimate) -> Estimate {
    let worse = |value: f64| value.min(1.0 - value);
    let (one, other) = (worse(value.low), worse(value.high));
    let holds_half = (value.low..=value.high).contains(&0.5);
    Estimate {
        value: worse(value.value),
        low: one.min(other),
        high: if holds_half { 0.5 } else { one.max(other) },
        n: value.n,
    }
}

/// Whether a value surely lies within 45 and 55 %.
pub(super) fn is_surely_even(value: Estimate) -> bool {
    value.low >= 0.45 && value.high <= 0.55
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_side_is_taken() {
        let estimate = |value, low, high| Estimate { value, low, high, n: 100 };
        assert_eq!(with_pie(estimate(0.7, 0.6, 0.8)).value, 1.0 - 0.7);
        let found = with_pie(estimate(0.75, 0.625, 0.875));
        assert_eq!((found.low, found.high), (0.125, 0.375));
        let even = with_pie(estimate(0.5, 0.4375, 0.625));
        assert_eq!((even.low, even.high), (0.375, 0.5));
        assert!(!is_surely_even(even) && is_surely_even(estimate(0.5, 0.46, 0.54)));
    }
}

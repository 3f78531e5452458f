//! Quantiles of sorted values.

/// The value below which a share of the sorted values lies, between neighbours in proportion
/// (Hyndman and Fan 1996, type 7); `None` without a value.
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

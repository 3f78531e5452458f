//! An estimate with its interval.

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

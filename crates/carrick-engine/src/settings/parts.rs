//! The parts of a search, for levels whose steps were measured and for the strongest one.

/// The parts of a search that are in use.
///
/// The steps between the levels below the ninth were measured in matches. What makes a search
/// stronger for the same number of nodes would change them, so it is left to the ninth level and
/// to analyses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parts {
    /// Those with which the steps between the levels were measured.
    Measured,
    /// All: in Ankor also a table in buckets and aspiration windows, in Boche the
    /// [solver of ends](crate::EndSolver).
    All,
}

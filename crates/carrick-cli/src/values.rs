//! Parsers of numeric arguments, with their error messages.

/// Maximum memory that can be asked for, in MiB.
pub const MOST_MEBIBYTES: usize = 1 << 20;

/// Parses the size of a table of positions, in MiB.
pub fn table(text: &str) -> Result<usize, String> {
    let mebibytes = text.parse().ok().filter(|size| (1..=MOST_MEBIBYTES).contains(size));
    mebibytes.ok_or_else(|| format!("a number of MiB from 1 to {MOST_MEBIBYTES} is expected"))
}

/// Parses a number of positions.
pub fn nodes(text: &str) -> Result<u64, String> {
    let nodes = text.parse().ok().filter(|&nodes| nodes >= 1);
    nodes.ok_or_else(|| format!("a number of positions from 1 to {} is expected", u64::MAX))
}

/// Parses a random seed.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is expected", u64::MAX))
}

/// Parses a whole number.
pub fn whole_number(word: &str) -> Result<u32, &'static str> {
    word.parse().map_err(|_| "expected a whole number")
}

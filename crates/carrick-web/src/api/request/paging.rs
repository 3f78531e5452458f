//! Paths and pages of lists: where the API is, and the number of rows asked for.

use super::problem::Refused;

/// Path of the API's newest version.
pub(crate) const PATH: &str = "/api/v1";

/// Default number of rows in a list.
pub(in crate::api) const fn usual_limit() -> u32 {
    50
}

/// Refusal of an `after` that cannot be read.
pub(in crate::api) fn not_next(example: &str) -> Refused {
    Refused::Malformed(format!("after is what next said, such as {example}"))
}

/// Checks the number of rows asked for.
///
/// # Errors
/// When it is not from 1 to 200.
pub(in crate::api) fn limited(limit: u32) -> Result<u32, Refused> {
    if (1..=200).contains(&limit) {
        return Ok(limit);
    }
    Err(Refused::Malformed("limit is a whole number from 1 to 200".to_owned()))
}

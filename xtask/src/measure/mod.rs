//! Measurements of the computer opponent: its strength, and the values of first turns.

pub(crate) mod openings;
pub(crate) mod strength;

use crate::tools::cargo;

/// Builds the programs that measure.
fn build() -> Result<(), String> {
    let built = cargo().args(["build", "--release", "-p", "carrick", "-p", "carrick-lab"]).status();
    match built {
        Ok(status) if status.success() => Ok(()),
        _ => Err("the programs cannot be built".to_owned()),
    }
}

//! Measurements of the computer opponent: its strength, and the values of first turns.

pub(crate) mod openings;
pub(crate) mod strength;

use crate::tools::cargo;

/// Builds the program whose strength is measured.
fn build() -> Result<(), String> {
    let built = cargo().args(["build", "--release", "-p", "carrick"]).status();
    match built {
        Ok(status) if status.success() => Ok(()),
        _ => Err("the program cannot be built".to_owned()),
    }
}

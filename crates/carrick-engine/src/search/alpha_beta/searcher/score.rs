//! Scores of alpha-beta: wins by distance, and evaluations as a share of the points.

use crate::portable;
use crate::report::Value;

/// Score of a won game, less one for each ply until the end.
pub(super) const WIN: i32 = 30_000;
/// Scores beyond this are wins.
pub(super) const WON: i32 = WIN - 1000;
const LOST: i32 = -WON;
/// The scale of the logistic function that turns a score into the share of points to expect.
const SCALE: f32 = 150.0;

/// The share of points to expect at a score.
pub(super) fn value_of(score: i32) -> f32 {
    match proved(score) {
        Some(worth) => worth.points(),
        None => 1.0 / (1.0 + portable::exp(-score as f32 / SCALE)),
    }
}

/// The value that a score proves. Draws are never proved, since a repetition in the search is not
/// one in the game yet.
pub(super) const fn proved(score: i32) -> Option<Value> {
    match score {
        WON.. => Some(Value::Win),
        ..=LOST => Some(Value::Loss),
        _ => None,
    }
}

/// Scores of the table count from its position on, those of the search from the root on.
pub(super) const fn to_table(score: i32, ply: i32) -> i16 {
    (match score {
        WON.. => score + ply,
        ..=LOST => score - ply,
        _ => score,
    }) as i16
}

pub(super) const fn from_table(score: i16, ply: i32) -> i32 {
    let score = score as i32;
    match score {
        WON.. => score - ply,
        ..=LOST => score + ply,
        _ => score,
    }
}

//! Scores of alpha-beta: wins by distance, and evaluations as a share of the points.

use crate::portable;
use crate::report::Value;

/// Score of a won game, minus one for each ply until the end.
pub(super) const WIN: i32 = 30_000;
/// Scores beyond this are wins.
pub(super) const WON: i32 = WIN - 1000;
const LOST: i32 = -WON;
/// Scale of the logistic function that turns a score into an expected share of the points.
const SCALE: f32 = 150.0;

/// The expected share of the points at a score.
pub(super) fn value_of(score: i32) -> f32 {
    match proved(score) {
        Some(worth) => worth.points(),
        None => 1.0 / (1.0 + portable::exp(-score as f32 / SCALE)),
    }
}

/// The value that a score proves. Draws are never proved, because a repetition in the search is not
/// yet one in the game.
pub(super) const fn proved(score: i32) -> Option<Value> {
    match score {
        WON.. => Some(Value::Win),
        ..=LOST => Some(Value::Loss),
        _ => None,
    }
}

/// Scores in the table count from their position, those of the search from the root.
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

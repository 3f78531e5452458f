//! The action space of Antipod: the points.

use crate::ActionSpace;

use super::{Board, Options, Point, Sphere, Turn};

/// The number of a turn is that of its [`Point`]: first the left half in reading order, then the
/// right half without its rim.
impl ActionSpace for Board {
    fn actions(options: Options) -> usize {
        Sphere::of(options).len()
    }

    fn action(_: Options, turn: Turn) -> usize {
        turn.index()
    }

    fn turn_of(options: Options, action: usize) -> Option<Turn> {
        (action < Sphere::of(options).len()).then(|| Point::at(action))
    }
}

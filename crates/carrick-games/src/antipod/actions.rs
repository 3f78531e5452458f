//! The action space of Antipod: the points.

use crate::ActionSpace;

use super::{Board, Options, Point, Sphere, Turn};

/// A turn has the number of its [`Point`]: the left half in reading order, then the right half
/// inside its rim.
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

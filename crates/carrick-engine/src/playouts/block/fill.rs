//! Random fills: every empty point gets a stone, in 512 games at the same time.

use carrick_games::Colour;

use super::Lanes;
use crate::portable;

/// Room for the points of the largest board: 488 of Antipod's at radius 10.
pub const MAX_POINTS: usize = 512;

/// A bit for each point and game. In code where checking costs time, indices are taken modulo its
/// length, a power of two.
pub type PerPoint = Box<[Lanes; MAX_POINTS]>;

/// An empty table: no stone on any point in any game.
#[must_use]
pub fn no_stones() -> PerPoint {
    Box::new([Lanes::NONE; MAX_POINTS])
}

/// Fills the points listed in `empty` as if the two players took turns on them at random, and
/// shuffles the list. A set bit in `dark` means that Black has the point.
///
/// The points are shuffled and paired; in each game one point of a pair is Black's and the other
/// White's. So every fill gives both players the same number of stones, plus one for the player to
/// move if the number of points is odd, as in a game. Over all shuffles, all such fills are equally
/// likely; the games of one block share the pairs.
#[inline(always)]
pub fn fill_balanced(
    dark: &mut PerPoint,
    empty: &mut [u16],
    to_move: Colour,
    rng: &mut fastrand::Rng,
) {
    portable::shuffle(rng, empty);
    let (pairs, last) = empty.as_chunks::<2>();
    for &[one, other] in pairs {
        let lanes = Lanes::random(rng);
        dark[usize::from(one) % MAX_POINTS] = lanes;
        dark[usize::from(other) % MAX_POINTS] = !lanes;
    }
    for &last in last {
        dark[usize::from(last) % MAX_POINTS] = Lanes::splat(to_move == Colour::Dark);
    }
}

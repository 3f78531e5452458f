//! Turns of Anchor and sets of legal turns.

use super::point::Point;
use super::topology::Points;
use crate::TurnSet;

/// A turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Place a stone on an empty point.
    Stone(Point),
    /// The players exchange colours.
    Swap,
    /// Place no stone.
    Pass,
}

/// A set of turns: stones by letter and then by number, then `swap`, then `pass`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Turns {
    points: Points,
    /// Number of points, kept because counting the bits again and again is expensive.
    stones: u16,
    swap: bool,
    pass: bool,
}

impl Turns {
    /// Stones on `points`, whose number is `stones`; `pass`; and optionally `swap`.
    #[inline]
    pub(super) fn new(points: Points, stones: u16, swap: bool) -> Self {
        debug_assert_eq!(points.len(), usize::from(stones));
        Self { points, stones, swap, pass: true }
    }

    /// Removes the stone on a point, if it is in the set.
    pub(super) fn remove(&mut self, point: Point) {
        if self.points.contains(point.index()) {
            self.points.remove(point.index());
            self.stones -= 1;
        }
    }

    /// The points where a stone may be played.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.points.iter().map(Point::at)
    }
}

impl TurnSet for Turns {
    type Turn = Turn;

    #[inline]
    fn len(&self) -> usize {
        usize::from(self.stones) + usize::from(self.swap) + usize::from(self.pass)
    }

    #[inline]
    fn nth(&self, index: usize) -> Option<Turn> {
        let stones = usize::from(self.stones);
        if index < stones {
            return self.points.nth(index).map(|at| Turn::Stone(Point::at(at)));
        }
        match (index - stones, self.swap, self.pass) {
            (0, true, _) => Some(Turn::Swap),
            (0, false, true) | (1, true, true) => Some(Turn::Pass),
            _ => None,
        }
    }

    fn iter(&self) -> impl Iterator<Item = Turn> + '_ {
        let swap = self.swap.then_some(Turn::Swap);
        let pass = self.pass.then_some(Turn::Pass);
        self.points().map(Turn::Stone).chain(swap).chain(pass)
    }

    fn contains(&self, turn: &Turn) -> bool {
        match turn {
            Turn::Stone(point) => self.points.contains(point.index()),
            Turn::Swap => self.swap,
            Turn::Pass => self.pass,
        }
    }
}

//! Points of the sphere, and sets of them.

use crate::{Bits, BitsIter, TurnSet};

/// Capacity for the points of the largest sphere: 488 at radius 10.
pub(super) const MAX_POINTS: usize = 512;

/// A point of the sphere. It has one number, even if it is on the rim and so drawn twice.
///
/// Numbers follow the reading order of the left half including the rim, then that of the right half
/// without the rim. A point has a meaning only together with its [`Sphere`](super::Sphere).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point with a number below [`MAX_POINTS`].
    pub(super) const fn at(index: usize) -> Self {
        debug_assert!(index < MAX_POINTS);
        Self(index as u16)
    }

    /// The point's number, counted from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of points, ordered by number, that needs no heap memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet(pub(super) Bits<{ MAX_POINTS / 64 }>);

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self(Bits::EMPTY);

    /// Adds a point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.0.insert(point.index());
    }

    /// Whether a point is in the set.
    #[inline]
    #[must_use]
    pub const fn has(&self, point: Point) -> bool {
        self.0.contains(point.index())
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        Self(points.into_iter().map(Point::index).collect())
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = std::iter::Map<BitsIter<{ MAX_POINTS / 64 }>, fn(usize) -> Point>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(Point::at)
    }
}

impl TurnSet for PointSet {
    type Turn = Point;

    #[inline]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn nth(&self, index: usize) -> Option<Point> {
        self.0.nth(index).map(Point::at)
    }

    fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.into_iter()
    }

    #[inline]
    fn contains(&self, turn: &Point) -> bool {
        self.has(*turn)
    }
}

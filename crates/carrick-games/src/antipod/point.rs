//! Points of the sphere, and sets of them.

use crate::{Bits, BitsIter, TurnSet};

/// Room for the points of the largest sphere: 488 at radius 10.
pub(super) const MAX_POINTS: usize = 512;

/// A point of the sphere, numbered once although the rim is drawn twice.
///
/// Numbers follow the reading order of the left half, rim included, then that of the right half
/// inside its rim. A point means something only together with its [`Sphere`](super::Sphere).
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

/// A set of points, without heap memory, in the order of their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet(pub(super) Bits<{ MAX_POINTS / 64 }>);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self(Bits::EMPTY);

    /// Puts a point in.
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

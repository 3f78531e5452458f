//! The symmetries of a hexagon.

use crate::Symmetry;

/// A symmetry of a hexagonal board: some sixths of a turn, after a reflection perhaps.
///
/// Points are pairs of coordinates counted from the centre, in which `(0, 1)`, `(1, 1)`, `(1, 0)`,
/// `(0, -1)`, `(-1, -1)` and `(-1, 0)` are the six neighbours of the centre in their order round
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexSymmetry {
    /// Sixths of a turn, 0 to 5, each taking a neighbour of the centre to the next.
    sixths: u8,
    /// Whether `(u, v)` becomes `(v, u)` before.
    reflected: bool,
}

impl HexSymmetry {
    /// The image of a point.
    #[must_use]
    pub const fn image(self, (u, v): (i8, i8)) -> (i8, i8) {
        let (u, v) = if self.reflected { (v, u) } else { (u, v) };
        match self.sixths {
            0 => (u, v),
            1 => (v, v - u),
            2 => (v - u, -u),
            3 => (-u, -v),
            4 => (-v, u - v),
            _ => (u - v, u),
        }
    }

    /// Whether every second corner takes the place of its neighbour.
    pub(crate) const fn exchanges_corners(self) -> bool {
        self.sixths % 2 == 1
    }
}

impl Symmetry for HexSymmetry {
    fn all() -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(|reflected| (0..6).map(move |sixths| Self { sixths, reflected }))
    }

    fn then(self, next: Self) -> Self {
        // A reflection turns what was turned before the other way.
        let before = if next.reflected { 6 - self.sixths } else { self.sixths };
        Self { sixths: (before + next.sixths) % 6, reflected: self.reflected != next.reflected }
    }

    fn inverse(self) -> Self {
        match self.reflected {
            true => self,
            false => Self { sixths: (6 - self.sixths) % 6, ..self },
        }
    }
}

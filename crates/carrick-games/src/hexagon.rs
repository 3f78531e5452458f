//! The symmetries of a hexagon.

use crate::Symmetry;

/// A symmetry of a hexagonal board: an optional reflection, followed by a rotation by sixths of a
/// turn.
///
/// Points are pairs of coordinates relative to the centre, whose six neighbours, in order round it,
/// are `(0, 1)`, `(1, 1)`, `(1, 0)`, `(0, -1)`, `(-1, -1)` and `(-1, 0)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexSymmetry {
    /// Sixths of a turn, 0 to 5; each maps a neighbour of the centre to the next.
    sixths: u8,
    /// Whether `(u, v)` first becomes `(v, u)`.
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

    /// Whether the even corners are mapped to the odd ones.
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
        // A reflection reverses the direction of the rotation before it.
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

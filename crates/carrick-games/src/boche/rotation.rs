//! The eight rotations of a cube.

use std::fmt;

use crate::Colour;
use crate::cubes::drawing::Face;

/// Rotation of a cube: the colour of its nearest corner, and which of its three upper faces join
/// that corner to the far one. Either all three do, or exactly one.
///
/// Source: rules of Boche, "Rotations"; for pictures, see
/// [`draw_rotations`](super::draw_rotations).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotation {
    /// Nearest corner Dark, joined on all faces.
    A,
    /// Nearest corner Dark, joined on the left face only.
    B,
    /// Nearest corner Dark, joined on the upper right face only.
    C,
    /// Nearest corner Dark, joined on the lower right face only.
    D,
    /// Nearest corner Light, joined on all faces.
    E,
    /// Nearest corner Light, joined on the left face only.
    F,
    /// Nearest corner Light, joined on the upper right face only.
    G,
    /// Nearest corner Light, joined on the lower right face only.
    H,
}

impl Rotation {
    /// All eight, in the order of their letters.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// The four rotations with a nearest corner of a colour.
    #[must_use]
    pub const fn with_nearest(colour: Colour) -> &'static [Self] {
        let (dark, light) = Self::ALL.split_at(4);
        match colour {
            Colour::Dark => dark,
            Colour::Light => light,
        }
    }

    /// The colour of the corner nearest to the viewer.
    #[inline]
    #[must_use]
    pub const fn nearest(self) -> Colour {
        if (self as u8) < Self::E as u8 { Colour::Dark } else { Colour::Light }
    }

    /// The letter, `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The rotation with a lower-case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rotation| rotation.letter() == letter)
    }

    /// The faces that join the nearest corner to the far one: bit 0 for the left face, bit 1 for
    /// the upper right one, bit 2 for the lower right one.
    #[inline]
    pub(super) const fn joined(self) -> u8 {
        [0b111, 0b001, 0b010, 0b100][self as usize % 4]
    }

    /// Whether the upper face towards smaller coordinates along an axis (0 to 2: left, upper right,
    /// lower right) joins the nearest corner to the far one, rather than the other two corners.
    ///
    /// ```
    /// use carrick_games::boche::Rotation;
    /// let joins = [0, 1, 2].map(|axis| Rotation::F.joins_nearest_along(axis));
    /// assert_eq!(joins, [true, false, false]);
    /// ```
    #[must_use]
    pub const fn joins_nearest_along(self, axis: usize) -> bool {
        self.joined() >> axis & 1 != 0
    }

    /// Whether a face joins the nearest corner to the far one, rather than the other two corners.
    pub(super) const fn joins_nearest(self, face: Face) -> bool {
        self.joined() >> face as u8 & 1 != 0
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

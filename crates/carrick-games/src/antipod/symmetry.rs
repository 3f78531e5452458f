//! Symmetries of Antipod's sphere.

use crate::{Board as _, Colour, HexSymmetry, Symmetric, Symmetry};

use super::{Board, DrawnPlace, Half, Options, Point, Sphere, Turn};

/// A symmetry of the sphere: a symmetry of the hexagon for both halves, and optionally their
/// exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SphereSymmetry {
    hexagon: HexSymmetry,
    exchanges_halves: bool,
}

impl SphereSymmetry {
    /// The image of a point of a sphere.
    ///
    /// # Panics
    /// If the sphere has no such point.
    #[must_use]
    pub fn point(self, sphere: &Sphere, point: Point) -> Point {
        let image = sphere.site(point).and_then(|DrawnPlace { half, row, column }| {
            let centre = sphere.radius() as i8;
            let (row, column) = self.hexagon.image((row as i8 - centre, column as i8 - centre));
            let half = match (half, self.exchanges_halves) {
                (Half::Left, false) | (Half::Right, true) => Half::Left,
                (Half::Right, false) | (Half::Left, true) => Half::Right,
            };
            let [row, column] = [row, column].map(|from_centre| (centre + from_centre) as u8);
            sphere.at(DrawnPlace { half, row, column })
        });
        image.expect("the images of a sphere's points are its points")
    }
}

impl Symmetry for SphereSymmetry {
    fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|exchanges_halves| {
            HexSymmetry::all().map(move |hexagon| Self { hexagon, exchanges_halves })
        })
    }

    fn then(self, next: Self) -> Self {
        Self {
            hexagon: self.hexagon.then(next.hexagon),
            exchanges_halves: self.exchanges_halves != next.exchanges_halves,
        }
    }

    fn inverse(self) -> Self {
        Self { hexagon: self.hexagon.inverse(), ..self }
    }
}

/// The 12 symmetries of a hexagon, with and without an exchange of the halves. The colours stay the
/// same.
impl Symmetric for Board {
    type Symmetry = SphereSymmetry;

    fn turn_image(options: Options, turn: Turn, by: SphereSymmetry) -> Turn {
        by.point(Sphere::of(options), turn)
    }

    fn image(&self, by: SphereSymmetry) -> Self {
        let sphere = self.sphere();
        let mut image = Self::with_centres(sphere);
        for colour in Colour::BOTH {
            let stones = self.stones(colour).into_iter();
            for stone in stones.filter(|stone| !sphere.centres().contains(stone)) {
                image.place(by.point(sphere, stone), colour);
            }
        }
        image.set_turn(self.to_move(), self.last_turn().map(|last| by.point(sphere, last)));
        image
    }

    fn history_image((): &(), _: Options, _: SphereSymmetry) {}
}

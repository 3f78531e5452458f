//! The geometry of cube drawings: where lattice points, holes, cubes and labels are on a sheet of
//! characters.
//!
//! The board is seen from above, with the tip (row `a`) to the right. A step along `x` leads to the
//! right, along `y` down and to the left, along `z` up and to the left, so that cubes and empty
//! holes are hexagons. Here are both at the smaller [`Scale`]:
//!
//! ```text
//!       z---+            +---+
//!      /o\ooo\          /   . \
//!     +ooo+---x        + . q   +
//!      \o/ooo/          \   . /
//!       y---+            +---+
//! ```
//!
//! The nearest corner of the cube in cell `(x, y, z)` is the point `(x, y, z)`; the deepest point
//! `q` of that cell is `(x + 1, y + 1, z + 1)`. Source: the inventor's diagrams.

use super::{Cell, CellId, Lattice};
use crate::text::canvas::Canvas;
use crate::text::notation::row_letter;

/// A corner of cells: like a cell's coordinates, but each can be larger by one.
pub(crate) type Corner = [u8; 3];

/// Scale of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Two rows from a lattice point to the next: Ankor's diagrams.
    Small,
    /// Three rows: Boche's diagrams.
    Large,
}

impl Scale {
    /// Rows from a lattice point to the next along `y` or `z`; half the columns along `x`.
    pub(crate) const fn step(self) -> usize {
        match self {
            Self::Small => 2,
            Self::Large => 3,
        }
    }
}

/// One of the three upper faces of a cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    /// Towards `-x`.
    Left,
    /// Towards `-y`.
    UpperRight,
    /// Towards `-z`.
    LowerRight,
}

impl Face {
    /// All three, ordered by axis.
    pub(crate) const ALL: [Self; 3] = [Self::Left, Self::UpperRight, Self::LowerRight];
}

/// Geometry of a drawing: rows and columns of lattice points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Geometry {
    pub(crate) lattice: &'static Lattice,
    pub(crate) scale: Scale,
    /// Empty rows above the board.
    pub(crate) margin: usize,
}

impl Geometry {
    /// Row and column of a lattice point that is visible on the board.
    ///
    /// Source of the formula: rules of the cube lattice, "Drawing".
    pub(crate) const fn locate(&self, [x, y, z]: Corner) -> (usize, usize) {
        let (x, y, z) = (x as usize, y as usize, z as usize);
        let (size, step) = (self.lattice.size() as usize, self.scale.step());
        (self.margin + step * (y + size - z), step * (2 * x + size) + 6 - step * (y + z))
    }

    /// Position of the nearest corner of a cell's cube: the middle of its hexagon.
    pub(crate) const fn cube(&self, id: CellId) -> (usize, usize) {
        self.locate(self.lattice.cell(id).coordinates())
    }

    /// Position of the deepest point of a cell: the middle of the hexagon of its hole or nest.
    pub(crate) const fn nest(&self, id: CellId) -> (usize, usize) {
        let Cell { x, y, z } = self.lattice.cell(id);
        self.locate([x + 1, y + 1, z + 1])
    }
}

/// A drawing in progress.
#[derive(Debug)]
pub(crate) struct Sheet {
    geometry: Geometry,
    canvas: Canvas,
}

impl Sheet {
    /// An empty sheet.
    pub(crate) fn new(geometry: Geometry) -> Self {
        Self { geometry, canvas: Canvas::default() }
    }

    /// The canvas, for parts that are specific to one game.
    pub(crate) const fn canvas(&mut self) -> &mut Canvas {
        &mut self.canvas
    }

    /// An empty hole: a hexagon with the three edges that meet at its bottom dotted.
    pub(crate) fn hole(&mut self, id: CellId) {
        let (row, column) = self.geometry.nest(id);
        self.outline(row, column);
        let step = self.geometry.scale.step();
        for at in 0..step {
            self.canvas.put(row, column - 2 * at, '.');
            self.canvas.put(row - at, column + at, '.');
            self.canvas.put(row + at, column + at, '.');
        }
    }

    /// A cube. It overwrites everything that it covers, so lower cubes come first; `fill` gives the
    /// character of each face.
    pub(crate) fn cube(&mut self, id: CellId, fill: impl Fn(Face) -> char) {
        let (row, column) = self.geometry.cube(id);
        let step = self.geometry.scale.step();
        let [left, upper, lower] = Face::ALL.map(fill);
        for up in 0..step {
            let reach = 2 * step - up;
            for at in 1..reach {
                self.canvas.put(row - up, column + at, upper);
                self.canvas.put(row + up, column + at, lower);
                self.canvas.put(row - up, column - at, if at > up { left } else { upper });
                self.canvas.put(row + up, column - at, if at > up { left } else { lower });
            }
            self.canvas.put(row - up, column, upper);
            self.canvas.put(row + up, column, lower);
        }
        self.outline(row, column);
        self.horizontal(row, column);
        for at in 1..step {
            self.canvas.put(row - at, column - at, '\\');
            self.canvas.put(row + at, column - at, '/');
        }
        self.canvas.put(row, column, '+');
    }

    /// Row letters above the rows, and numbers at both ends of the lines of equal number.
    pub(crate) fn border(&mut self) {
        let Geometry { lattice, scale, .. } = self.geometry;
        let (size, step) = (lattice.size(), scale.step());
        for id in lattice.cells_of_level(0).iter().map(CellId::from_index) {
            let Cell { x, y, z } = lattice.cell(id);
            let (row, column) = self.geometry.nest(id);
            let number = y + 1;
            if y == 0 {
                self.canvas.put(row - step - 1, column, row_letter(size - x));
            }
            if x == 0 {
                self.canvas.text(row, column - 2 * step - 3, &format!("{number:2}"));
            }
            if z == 0 {
                self.canvas.text(row + 1, column + 2 * step + 1, &number.to_string());
            }
        }
    }

    /// The name of a spot, in the middle of its hole or nest.
    pub(crate) fn name(&mut self, id: CellId) {
        let (row, column) = self.geometry.nest(id);
        let place = self.geometry.lattice.place(id);
        self.canvas.text(row, column - 2, &format!(" {place} "));
    }

    /// The drawing: no trailing blanks, every line ended by a line feed.
    pub(crate) fn finish(self) -> String {
        self.canvas.finish()
    }

    /// The six corners and edges of the hexagon round a point.
    fn outline(&mut self, row: usize, column: usize) {
        let step = self.geometry.scale.step();
        self.horizontal(row - step, column - step);
        self.horizontal(row + step, column - step);
        for at in 1..step {
            self.canvas.put(row - at, column - 2 * step + at, '/');
            self.canvas.put(row + at, column - 2 * step + at, '\\');
            self.canvas.put(row - at, column + 2 * step - at, '\\');
            self.canvas.put(row + at, column + 2 * step - at, '/');
        }
        self.canvas.put(row, column - 2 * step, '+');
        self.canvas.put(row, column + 2 * step, '+');
    }

    /// An edge along `x`, from its left end, including both ends.
    fn horizontal(&mut self, row: usize, column: usize) {
        let length = 2 * self.geometry.scale.step();
        self.canvas.put(row, column, '+');
        for at in 1..length {
            self.canvas.put(row, column + at, '-');
        }
        self.canvas.put(row, column + length, '+');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty(size: u8, scale: Scale, margin: usize, labels: bool) -> String {
        let lattice = Lattice::of(size);
        let mut sheet = Sheet::new(Geometry { lattice, scale, margin });
        for id in lattice.cells_of_level(0).iter().map(CellId::from_index) {
            sheet.hole(id);
            if labels {
                sheet.name(id);
            }
        }
        if labels {
            sheet.border();
        }
        sheet.finish()
    }

    #[test]
    fn the_empty_board_of_the_diagram() {
        let figure = include_str!("../../tests/data/figures/boche-size4-empty.txt");
        assert_eq!(empty(4, Scale::Large, 0, false), figure);
    }

    #[test]
    fn a_cube_at_both_scales() {
        let drawn = |scale| {
            let lattice = Lattice::of(1);
            let mut sheet = Sheet::new(Geometry { lattice, scale, margin: 0 });
            sheet.cube(CellId::from_index(0), |face| match face {
                Face::Left => 'l',
                Face::UpperRight => 'u',
                Face::LowerRight => 'r',
            });
            sheet.finish()
        };
        let small = "
      +---+
     /l\\uuu\\
    +lll+---+
     \\l/rrr/
      +---+
";
        assert_eq!(drawn(Scale::Small), small[1..]);
        let large = "
      +-----+
     /l\\uuuuu\\
    /lll\\uuuuu\\
   +lllll+-----+
    \\lll/rrrrr/
     \\l/rrrrr/
      +-----+
";
        assert_eq!(drawn(Scale::Large), large[1..]);
    }

    #[test]
    fn labels_do_not_touch_the_board() {
        expect_test::expect![[r#"
            size 3:
                    c
                  +---+
                 /   . \  b
              1 +  c1   +---+
                 \   . /   . \  a
                  +---+  b1   +---+
                 /   . \   . /   . \
              2 +  c2   +---+  a1   +
                 \   . /   . \   . / 1
                  +---+  b2   +---+
                 /   . \   . / 2
              3 +  c3   +---+
                 \   . / 3
                  +---+
        "#]]
        .assert_eq(&format!("size 3:\n{}", empty(3, Scale::Small, 1, true)));
    }
}

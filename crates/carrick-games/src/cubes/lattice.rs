//! The cubic lattice, seen along its diagonal: cells, support, sides, names of places.
//!
//! A board of size `n` has the cells `(x, y, z)` with `x + y + z <= n - 1`. If the sum is equal to
//! `n - 1`, the cell is a hole (level 0); the apex is `(0, 0, 0)` (level `n - 1`). A cube rests on
//! three others, its supports, one step away along each axis:
//!
//! ```text
//!          level 2        (0,0,0)
//!          level 1   (1,0,0) (0,1,0) (0,0,1)
//!          level 0   (2,0,0) (1,1,0) (1,0,1) (0,2,0) (0,1,1) (0,0,2)
//! ```

use std::fmt;

use crate::text::notation::{row_letter, split_place};
use crate::{Bits, NotationError};

/// The largest board: ten holes to a side.
pub const MAX_SIZE: usize = 10;
/// Number of cells of the largest board: `n (n + 1) (n + 2) / 6`.
pub const MAX_CELLS: usize = MAX_SIZE * (MAX_SIZE + 1) * (MAX_SIZE + 2) / 6;

const NONE: u8 = u8::MAX;

/// A cell's coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Distance from the side `x = 0`.
    pub x: u8,
    /// Distance from the side `y = 0`.
    pub y: u8,
    /// Distance from the side `z = 0`.
    pub z: u8,
}

impl Cell {
    /// The coordinates as an array, `[x, y, z]`.
    #[must_use]
    pub const fn coordinates(self) -> [u8; 3] {
        [self.x, self.y, self.z]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.z)
    }
}

/// A cell's number on a board of its size, in lexicographic order of `(x, y, z)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(u8);

impl CellId {
    /// The number as an index into tables and [`Cells`](super::Cells).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell with a number taken from a set of cells of the same board.
    ///
    /// # Panics
    /// If the number is not below [`MAX_CELLS`].
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < MAX_CELLS);
        Self(index as u8)
    }
}

/// A place as seen from above, named after the hole or nest that is visible there. At most one of
/// the cells at a place is a spot, and at most one cube there is on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Row, counted from 1 (`a`) at the tip.
    row: u8,
    /// Number along the row, counted from 1.
    number: u8,
    /// Apostrophes: 0 to 2.
    steps: u8,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks = &"''"[..usize::from(self.steps)];
        write!(f, "{}{}{marks}", row_letter(self.row), self.number)
    }
}

/// Whether a normalised word has the form of a place's name.
pub(crate) fn is_place(word: &str) -> bool {
    split_place(word).is_some_and(|(.., rest)| matches!(rest, "" | "'" | "''"))
}

/// The tables of one size, computed at compile time.
#[derive(Debug)]
pub struct Lattice {
    size: u8,
    len: u8,
    cells: [Cell; MAX_CELLS],
    /// The numbers of the cells `(x, y, 0)`, by `x` and `y`.
    rows: [[u8; MAX_SIZE]; MAX_SIZE],
    supports: [[u8; 3]; MAX_CELLS],
    resting: [[u8; 3]; MAX_CELLS],
    neighbours: [Bits<4>; MAX_CELLS],
    levels: [Bits<4>; MAX_SIZE],
}

static LATTICES: [Lattice; MAX_SIZE] = {
    let mut all = [const { Lattice::build(1) }; MAX_SIZE];
    let mut size = 2;
    while size <= MAX_SIZE {
        all[size - 1] = Lattice::build(size as u8);
        size += 1;
    }
    all
};

impl Lattice {
    /// The tables for boards of `size` holes to a side.
    ///
    /// # Panics
    /// If `size` is not between 1 and [`MAX_SIZE`].
    #[inline]
    #[must_use]
    pub fn of(size: u8) -> &'static Self {
        &LATTICES[usize::from(size) - 1]
    }

    const fn build(size: u8) -> Self {
        let mut lattice = Self {
            size,
            len: 0,
            cells: [Cell { x: 0, y: 0, z: 0 }; MAX_CELLS],
            rows: [[NONE; MAX_SIZE]; MAX_SIZE],
            supports: [[NONE; 3]; MAX_CELLS],
            resting: [[NONE; 3]; MAX_CELLS],
            neighbours: [Bits::EMPTY; MAX_CELLS],
            levels: [Bits::EMPTY; MAX_SIZE],
        };
        let mut numbers = [[[NONE; MAX_SIZE]; MAX_SIZE]; MAX_SIZE];
        let mut x = 0;
        while x < size {
            let mut y = 0;
            while x + y < size {
                lattice.rows[x as usize][y as usize] = lattice.len;
                let mut z = 0;
                while x + y + z < size {
                    numbers[x as usize][y as usize][z as usize] = lattice.len;
                    lattice.cells[lattice.len as usize] = Cell { x, y, z };
                    lattice.levels[(size - 1 - x - y - z) as usize].insert(lattice.len as usize);
                    lattice.len += 1;
                    z += 1;
                }
                y += 1;
            }
            x += 1;
        }
        let mut at = 0;
        while at < lattice.len as usize {
            lattice.link(at, &numbers);
            at += 1;
        }
        lattice
    }

    /// Adds the supports of cell `at`, the cells that rest on it, and its neighbours.
    const fn link(&mut self, at: usize, numbers: &[[[u8; MAX_SIZE]; MAX_SIZE]; MAX_SIZE]) {
        let Cell { x, y, z } = self.cells[at];
        let here = [x, y, z];
        let mut axis = 0;
        while axis < 3 {
            let mut below = here;
            below[axis] += 1;
            if below[0] + below[1] + below[2] < self.size {
                self.supports[at][axis] =
                    numbers[below[0] as usize][below[1] as usize][below[2] as usize];
            }
            if here[axis] > 0 {
                let mut above = here;
                above[axis] -= 1;
                self.resting[at][axis] =
                    numbers[above[0] as usize][above[1] as usize][above[2] as usize];
                let mut other = 0;
                while other < 3 {
                    if other != axis {
                        let mut beside = above;
                        beside[other] += 1;
                        let number =
                            numbers[beside[0] as usize][beside[1] as usize][beside[2] as usize];
                        self.neighbours[at].insert(number as usize);
                    }
                    other += 1;
                }
            }
            axis += 1;
        }
    }

    /// Holes to a side.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Number of cells.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Always false: every board has cells.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// All cells, in the order of their numbers.
    pub fn ids(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.len).map(CellId)
    }

    /// A cell's coordinates.
    #[inline]
    #[must_use]
    pub const fn cell(&self, id: CellId) -> Cell {
        self.cells[id.index()]
    }

    /// The number of the cell with these coordinates, if the board has it.
    #[must_use]
    pub fn id(&self, cell: Cell) -> Option<CellId> {
        let Cell { x, y, z } = cell;
        // Coordinates may come from any source, so their sum must not overflow.
        let sum = x.checked_add(y)?.checked_add(z)?;
        (sum < self.size).then(|| CellId(self.rows[usize::from(x)][usize::from(y)] + z))
    }

    /// 0 for holes, `size - 1` for the apex.
    #[inline]
    #[must_use]
    pub const fn level(&self, id: CellId) -> u8 {
        let Cell { x, y, z } = self.cell(id);
        self.size - 1 - x - y - z
    }

    /// All cells of a level.
    ///
    /// # Panics
    /// If no board has such a level.
    #[inline]
    #[must_use]
    pub const fn cells_of_level(&self, level: u8) -> Bits<4> {
        self.levels[level as usize]
    }

    /// The cell one step towards the board along an axis (0 to 2), on which this one rests.
    ///
    /// # Panics
    /// If the axis is not 0, 1 or 2.
    #[inline]
    #[must_use]
    pub const fn support(&self, id: CellId, axis: usize) -> Option<CellId> {
        match self.supports[id.index()][axis] {
            NONE => None,
            number => Some(CellId(number)),
        }
    }

    /// The cell one step away from the board along an axis (0 to 2), which rests on this one.
    ///
    /// # Panics
    /// If the axis is not 0, 1 or 2.
    #[inline]
    #[must_use]
    pub const fn resting(&self, id: CellId, axis: usize) -> Option<CellId> {
        match self.resting[id.index()][axis] {
            NONE => None,
            number => Some(CellId(number)),
        }
    }

    /// The cells of the same level whose cubes share an edge with this cell's cube.
    #[inline]
    #[must_use]
    pub const fn neighbours(&self, id: CellId) -> Bits<4> {
        self.neighbours[id.index()]
    }

    /// The place at which a cell is seen.
    #[must_use]
    pub const fn place(&self, id: CellId) -> Place {
        let Cell { y, z, .. } = self.cell(id);
        let level = self.level(id);
        let holes = level / 3;
        Place { row: y + z + 2 * holes + 1, number: y + holes + 1, steps: level % 3 }
    }

    /// The cells at a place, lowest first; empty if the board has no such place.
    pub fn cells_over(&self, place: Place) -> impl Iterator<Item = CellId> + '_ {
        let column = (0..=self.size / 3).filter_map(move |holes| {
            let level = 3 * holes + place.steps;
            let y = (place.number - 1).checked_sub(holes)?;
            let z = (place.row - 1).checked_sub(2 * holes)?.checked_sub(y)?;
            let x = (self.size - 1).checked_sub(level)?.checked_sub(y)?.checked_sub(z)?;
            self.id(Cell { x, y, z })
        });
        column.into_iter()
    }

    /// Reads the name of a place from the start of a [normalised](crate::normalise) text, and
    /// returns the rest; `None` if the text does not start like a place.
    ///
    /// # Errors
    /// If the board has no such place.
    pub fn parse_place<'a>(
        &self,
        text: &'a str,
    ) -> Option<Result<(Place, &'a str), NotationError>> {
        let (row, number, rest) = split_place(text)?;
        let steps = rest.bytes().take_while(|&byte| byte == b'\'').count();
        let place = Place { row, number, steps: steps.min(2) as u8 };
        if steps > 2 || self.cells_over(place).next().is_none() {
            return Some(Err(self.off_board(place, steps)));
        }
        Some(Ok((place, &rest[steps..])))
    }

    fn off_board(&self, place: Place, steps: usize) -> NotationError {
        if steps > 2 {
            let range = "a name has at most two apostrophes, and the third step from a hole leads to the next";
            return NotationError::OffBoard { place: format!("{place}'"), range: range.to_owned() };
        }
        let last = row_letter(self.size);
        let range = if place.row > self.size {
            format!("its rows run from a to {last}")
        } else if place.steps == 0 || place.number > place.row {
            let row = row_letter(place.row);
            format!("row {row} has the numbers 1 to {}", place.row)
        } else {
            format!("row {last} is the last, and no cube nests behind it")
        };
        NotationError::OffBoard { place: place.to_string(), range }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(lattice: &Lattice, x: u8, y: u8, z: u8) -> String {
        lattice.place(lattice.id(Cell { x, y, z }).unwrap()).to_string()
    }

    #[test]
    fn names_from_the_rules() {
        let lattice = Lattice::of(6);
        assert_eq!(name(lattice, 5, 0, 0), "a1");
        assert_eq!(name(lattice, 2, 2, 1), "d3");
        assert_eq!(name(lattice, 1, 2, 1), "d3'");
        assert_eq!(name(lattice, 0, 2, 1), "d3''");
        assert_eq!(name(lattice, 0, 0, 0), "c2''");
    }

    #[test]
    fn every_cell_is_found_again_by_its_place() {
        for size in 1..=MAX_SIZE as u8 {
            let lattice = Lattice::of(size);
            assert_eq!(
                lattice.len(),
                usize::from(size) * (usize::from(size) + 1) * (usize::from(size) + 2) / 6
            );
            for id in lattice.ids() {
                let place = lattice.place(id);
                let name = place.to_string();
                let (read, rest) = lattice.parse_place(&name).unwrap().unwrap();
                assert_eq!((read, rest), (place, ""));
                assert!(lattice.cells_over(place).any(|over| over == id), "{name}");
                for axis in 0..3 {
                    if let Some(support) = lattice.support(id, axis) {
                        assert_eq!(lattice.resting(support, axis), Some(id));
                    }
                }
                for other in lattice.neighbours(id) {
                    let other = CellId::from_index(other);
                    assert_eq!(lattice.level(other), lattice.level(id));
                    assert!(lattice.neighbours(other).contains(id.index()));
                }
            }
        }
    }

    #[test]
    fn the_apex_of_size_six_has_the_place_of_a_lower_cell() {
        let lattice = Lattice::of(6);
        let apex = lattice.id(Cell { x: 0, y: 0, z: 0 }).unwrap();
        let over: Vec<_> = lattice.cells_over(lattice.place(apex)).collect();
        assert_eq!(over.last(), Some(&apex));
        assert!(over.is_sorted_by_key(|&id| lattice.level(id)));
    }

    #[test]
    fn refusals_of_places_off_the_board_give_the_range() {
        let said = |text| Lattice::of(4).parse_place(text).unwrap().unwrap_err().to_string();
        assert_eq!(said("e1"), "e1 is not on this board: its rows run from a to d");
        assert_eq!(said("c4"), "c4 is not on this board: row c has the numbers 1 to 3");
        assert_eq!(
            said("d2'"),
            "d2' is not on this board: row d is the last, and no cube nests behind it"
        );
        assert!(said("b1'''").starts_with("b1''' is not on this board: a name has at most two"));
    }
}

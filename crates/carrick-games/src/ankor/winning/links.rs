//! The three kinds of link between cubes, or from a cube to the sides, that the rules distinguish:
//!
//! * **connected**: one cube rests on the other and their contact is visible. Winning paths consist
//!   only of these links; a moving cube may use them too.
//! * **adjacent**: neighbours on a level. A moving cube can use these links, but they are not part
//!   of a path.
//! * **tip**: a cube close enough to the rim touches a side of the board.

use crate::Colour;
use crate::ankor::board::Board;
use crate::cubes::{CellId, Cells};

/// Connected cubes of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The colour of its cubes.
    pub colour: Colour,
    /// Its cubes.
    pub cubes: Cells,
    /// Whether it touches the sides `x = 0`, `y = 0` and `z = 0`.
    pub sides: [bool; 3],
}

impl Board {
    /// The cubes of the same colour that are connected to the cube in a cell.
    ///
    /// Source: rules of Ankor, "Where they go".
    #[must_use]
    pub fn connected_to(&self, id: CellId) -> Cells {
        let (topology, stack) = (self.topology(), self.stack());
        stack.colour(id).map_or(Cells::EMPTY, |colour| {
            stack.connected(topology, &stack.of(colour), id, stack.carried(topology, id))
        })
    }

    /// The cubes of the same colour next to the cube in a cell, on its level.
    ///
    /// Source: rules of Ankor, "Where they go".
    #[must_use]
    pub fn adjacent_to(&self, id: CellId) -> Cells {
        let stack = self.stack();
        let beside = self.topology().beside[id.index()];
        stack.colour(id).map_or(Cells::EMPTY, |colour| stack.of(colour) & beside)
    }

    /// The sides that a cube in a cell touches: `x = 0`, `y = 0` and `z = 0`, in this order.
    ///
    /// ```
    /// use carrick_games::{Board as _, ankor::{Board, Options}, cubes::Cell};
    /// let board = Board::new(Options::default());
    /// let tip = board.lattice().id(Cell { x: 2, y: 0, z: 2 }).unwrap(); // on level 1
    /// assert_eq!(board.touches(tip), [false, true, false]);
    /// ```
    #[must_use]
    pub fn touches(&self, id: CellId) -> [bool; 3] {
        let highest = crate::Board::options(self).highest_touch();
        self.topology().touching(highest).map(|side| side.contains(id.index()))
    }

    /// The cubes that slide down by one cell when the cube in a cell leaves, lowest first. Empty if
    /// nothing rests on it, or if it is pinned.
    #[must_use]
    pub fn column_on(&self, id: CellId) -> Vec<CellId> {
        let (topology, stack) = (self.topology(), self.stack());
        let carried = stack.carried(topology, id);
        if carried.count_ones() != 1 {
            return Vec::new();
        }
        let axis = carried.trailing_zeros() as usize;
        let above =
            |&under: &CellId| topology.lattice.resting(under, axis).filter(|&over| stack.has(over));
        std::iter::successors(Some(id), above).skip(1).collect()
    }

    /// All sets of connected cubes: O's first, then X's, each sorted by first cube.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        for colour in Colour::BOTH {
            let mut left = self.stack().of(colour);
            while let Some(seed) = left.first() {
                let cubes = self.connected_from(seed);
                left &= !cubes;
                groups.push(Group { colour, cubes, sides: self.sides_of(cubes) });
            }
        }
        groups
    }

    fn connected_from(&self, seed: usize) -> Cells {
        let mut cubes = Cells::single(seed);
        let mut open = cubes;
        while let Some(at) = open.first() {
            open.remove(at);
            let next = self.connected_to(CellId::from_index(at)) & !cubes;
            cubes |= next;
            open |= next;
        }
        cubes
    }

    fn sides_of(&self, cubes: Cells) -> [bool; 3] {
        let highest = crate::Board::options(self).highest_touch();
        self.topology().touching(highest).map(|side| side.intersects(&cubes))
    }
}

//! Turns of Ankor and sets of legal turns.

use super::stack::Topology;
use crate::TurnSet;
use crate::cubes::{CellId, Cells};

/// A turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Add a cube from the hand in an empty hole.
    Add(CellId),
    /// Move a cube of the player to another spot.
    Move {
        /// Where it is.
        from: CellId,
        /// Where it goes.
        to: CellId,
    },
    /// The players exchange colours.
    Swap,
    /// Do nothing, because nothing else is possible.
    Pass,
}

/// Maximum number of cubes that can move in one position: such a cube shows at least two faces, and
/// a board of 55 holes shows three faces per hole (of cubes or of the board).
const MAX_MOVERS: usize = 3 * 55 / 2;

/// The legal turns of one position, in this order: adds by hole; moves by group of linked cubes,
/// then by cube, then by destination; swap or pass.
///
/// Moves are not stored one by one but by groups of linked cubes: the cubes of each group and one
/// set of spots within reach. [`nth`](TurnSet::nth) iterates over cubes, not over moves.
#[derive(Debug, Clone)]
pub struct Turns {
    adds: Cells,
    add_count: u16,
    movers: u8,
    groups: u8,
    /// For each mover, the number of moves up to and including its own.
    moves_to: [u16; MAX_MOVERS],
    from: [MovableCube; MAX_MOVERS],
    /// The spots within reach of each group of linked cubes.
    reach: [Cells; MAX_MOVERS],
    size: u8,
    last: Option<Last>,
}

/// A cube that can move.
#[derive(Debug, Clone, Copy, Default)]
struct MovableCube {
    id: u8,
    /// The highest cube of the column that would drop.
    top: u8,
    group: u8,
}

/// The turn after all adds and moves: swap, pass or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Swap,
    Pass,
}

impl Default for Turns {
    /// No turn.
    fn default() -> Self {
        Self::new(1)
    }
}

impl Turns {
    /// An empty set, for a board of `size`.
    pub(super) const fn new(size: u8) -> Self {
        Self {
            adds: Cells::EMPTY,
            add_count: 0,
            movers: 0,
            groups: 0,
            moves_to: [0; MAX_MOVERS],
            from: [MovableCube { id: 0, top: 0, group: 0 }; MAX_MOVERS],
            reach: [Cells::EMPTY; MAX_MOVERS],
            size,
            last: None,
        }
    }

    /// Sets the holes where the player may add a cube.
    pub(super) fn set_adds(&mut self, holes: Cells) {
        self.adds = holes;
        self.add_count = holes.len() as u16;
    }

    pub(super) const fn allow_swap(&mut self) {
        self.last = Some(Last::Swap);
    }

    pub(super) const fn allow_pass(&mut self) {
        self.last = Some(Last::Pass);
    }

    /// Adds the moves of a group of linked cubes: each of `movers`, which are given with the tops
    /// of their columns, to each spot of `reach` that keeps its support.
    pub(super) fn add_group(
        &mut self,
        topology: &Topology,
        reach: Cells,
        movers: impl Iterator<Item = (CellId, CellId)>,
    ) {
        let whole = reach.len();
        self.reach[usize::from(self.groups)] = reach;
        for (id, top) in movers {
            let lost = reach & (topology.above[id.index()] | topology.above[top.index()]);
            let count = (whole - lost.len()) as u16;
            if count > 0 {
                let before = self.move_count();
                let at = usize::from(self.movers);
                self.from[at] = MovableCube {
                    id: id.index() as u8,
                    top: top.index() as u8,
                    group: self.groups,
                };
                self.moves_to[at] = before + count;
                self.movers += 1;
            }
        }
        self.groups += 1;
    }

    fn move_count(&self) -> u16 {
        match self.movers {
            0 => 0,
            movers => self.moves_to[usize::from(movers) - 1],
        }
    }

    fn destinations(&self, mover: MovableCube) -> Cells {
        let above = &Topology::of(self.size).above;
        let lost = above[usize::from(mover.id)] | above[usize::from(mover.top)];
        self.reach[usize::from(mover.group)] & !lost
    }

    fn movers(&self) -> &[MovableCube] {
        &self.from[..usize::from(self.movers)]
    }
}

impl Last {
    const fn turn(self) -> Turn {
        match self {
            Self::Swap => Turn::Swap,
            Self::Pass => Turn::Pass,
        }
    }
}

impl TurnSet for Turns {
    type Turn = Turn;

    #[inline]
    fn len(&self) -> usize {
        usize::from(self.add_count + self.move_count()) + usize::from(self.last.is_some())
    }

    #[inline]
    fn nth(&self, index: usize) -> Option<Turn> {
        let Some(index) = index.checked_sub(usize::from(self.add_count)) else {
            return self.adds.nth(index).map(|hole| Turn::Add(CellId::from_index(hole)));
        };
        let moves_to = &self.moves_to[..usize::from(self.movers)];
        let Some(at) = moves_to.iter().position(|&end| index < usize::from(end)) else {
            let first = index == usize::from(self.move_count());
            return self.last.filter(|_| first).map(Last::turn);
        };
        let start = if at == 0 { 0 } else { usize::from(moves_to[at - 1]) };
        let mover = self.from[at];
        let to = self.destinations(mover).nth(index - start)?;
        Some(Turn::Move {
            from: CellId::from_index(usize::from(mover.id)),
            to: CellId::from_index(to),
        })
    }

    fn iter(&self) -> impl Iterator<Item = Turn> + '_ {
        let adds = self.adds.iter().map(|hole| Turn::Add(CellId::from_index(hole)));
        let moves = self.movers().iter().flat_map(|&mover| {
            let from = CellId::from_index(usize::from(mover.id));
            self.destinations(mover)
                .iter()
                .map(move |to| Turn::Move { from, to: CellId::from_index(to) })
        });
        adds.chain(moves).chain(self.last.map(Last::turn))
    }

    fn contains(&self, turn: &Turn) -> bool {
        match *turn {
            Turn::Add(hole) => self.adds.contains(hole.index()),
            Turn::Move { from, to } => self
                .movers()
                .iter()
                .find(|mover| usize::from(mover.id) == from.index())
                .is_some_and(|&mover| self.destinations(mover).contains(to.index())),
            Turn::Swap => self.last == Some(Last::Swap),
            Turn::Pass => self.last == Some(Last::Pass),
        }
    }
}

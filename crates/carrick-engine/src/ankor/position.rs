//! Positions of Ankor for the search: bit sets without names, options or proofs.

use carrick_games::ankor::{Board, Turn};
use carrick_games::cubes::CellId;
use carrick_games::{Bits, Board as _, Colour, hash_of};

use super::BoardMap;

/// The cubes on the board and in hand, and the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AnkorPosition<const W: usize> {
    pub(crate) cubes: [Bits<W>; 2],
    /// The empty cells where a cube would be supported.
    pub(crate) spots: Bits<W>,
    pub(crate) hands: [u8; 2],
    pub(crate) to_move: Colour,
    /// Number of consecutive passes so far.
    pub(crate) passes: u8,
    /// Number of consecutive moves without an add, ignoring passes between them.
    pub(crate) moves_without_add: u8,
}

/// A turn other than a swap, which only changes who has which colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AddOrMove {
    Add(u8),
    Move { from: u8, to: u8 },
    Pass,
}

impl AddOrMove {
    /// A packed step that means "no step".
    pub(crate) const NONE: u16 = 0xfffe;
    /// Replaces the number of the cell that a cube comes from, if it comes from the hand.
    const HAND: u8 = 255;
    const PASS: u16 = 0xffff;

    pub(crate) const fn pack(self) -> u16 {
        match self {
            Self::Add(hole) => u16::from_be_bytes([Self::HAND, hole]),
            Self::Move { from, to } => u16::from_be_bytes([from, to]),
            Self::Pass => Self::PASS,
        }
    }

    pub(crate) const fn unpack(packed: u16) -> Self {
        match packed.to_be_bytes() {
            _ if packed == Self::PASS => Self::Pass,
            [Self::HAND, hole] => Self::Add(hole),
            [from, to] => Self::Move { from, to },
        }
    }

    pub(crate) fn turn(self) -> Turn {
        let cell = |at: u8| CellId::from_index(usize::from(at));
        match self {
            Self::Add(hole) => Turn::Add(cell(hole)),
            Self::Move { from, to } => Turn::Move { from: cell(from), to: cell(to) },
            Self::Pass => Turn::Pass,
        }
    }

    pub(crate) fn of(turn: Turn) -> Option<Self> {
        match turn {
            Turn::Add(hole) => Some(Self::Add(hole.index() as u8)),
            Turn::Move { from, to } => {
                Some(Self::Move { from: from.index() as u8, to: to.index() as u8 })
            }
            Turn::Pass => Some(Self::Pass),
            Turn::Swap => None,
        }
    }
}

impl<const W: usize> AnkorPosition<W> {
    /// The position on a board, with the number of moves since the last add.
    pub(crate) fn of(board: &Board, moves_without_add: usize) -> Self {
        let mut cubes = [Bits::EMPTY; 2];
        for id in board.lattice().ids() {
            if let Some(colour) = board.cube(id) {
                cubes[colour.index()].insert(id.index());
            }
        }
        Self {
            cubes,
            spots: board.spots().iter().collect(),
            hands: Colour::BOTH.map(|colour| board.hand(colour)),
            to_move: board.to_move(),
            passes: u8::from(board.last_turn() == Some(Turn::Pass)),
            moves_without_add: moves_without_add.min(255) as u8,
        }
    }

    #[inline]
    pub(crate) fn own(&self) -> Bits<W> {
        self.cubes[self.to_move.index()]
    }

    #[inline]
    pub(crate) fn all(&self) -> Bits<W> {
        self.cubes[0] | self.cubes[1]
    }

    /// Hash key of the cubes, the side to move, and the passes.
    pub(crate) fn hash(&self) -> u128 {
        let rest = [self.passes.into(), self.to_move as u64];
        hash_of(rest.into_iter().chain(self.cubes.iter().flat_map(|cubes| *cubes.words())))
    }

    /// The holes where the player to move may add a cube.
    #[inline]
    pub(crate) fn adds(&self, map: &BoardMap<W>) -> Bits<W> {
        if self.hands[self.to_move.index()] == 0 { Bits::EMPTY } else { self.spots & map.holes }
    }

    /// The set of the cells above a cell that contain a cube: bit `i` for the one along axis `i`.
    #[inline]
    pub(crate) fn carried(map: &BoardMap<W>, all: &Bits<W>, at: usize) -> usize {
        let [x, y, z] = map.cells[at].over.map(|over| usize::from(all.contains(usize::from(over))));
        x | y << 1 | z << 2
    }

    /// The highest of the cubes that drop when a cube that carries exactly one other leaves.
    #[inline]
    pub(crate) fn column_top(map: &BoardMap<W>, all: &Bits<W>, at: usize, carried: usize) -> usize {
        let axis = carried.trailing_zeros() as usize;
        let mut top = at;
        loop {
            let over = usize::from(map.cells[top].over[axis]);
            if !all.contains(over) {
                return top;
            }
            top = over;
        }
    }

    /// Plays a legal turn, without looking for a winner.
    #[inline]
    pub(crate) fn play(&mut self, map: &BoardMap<W>, step: AddOrMove) {
        let mover = self.to_move.index();
        self.to_move = !self.to_move;
        match step {
            AddOrMove::Add(hole) => {
                self.place(map, usize::from(hole), mover);
                self.hands[mover] -= 1;
                self.passes = 0;
                self.moves_without_add = 0;
            }
            AddOrMove::Move { from, to } => {
                self.take(map, usize::from(from));
                self.place(map, usize::from(to), mover);
                self.passes = 0;
                self.moves_without_add = self.moves_without_add.saturating_add(1);
            }
            AddOrMove::Pass => self.passes += 1,
        }
    }

    #[inline]
    fn place(&mut self, map: &BoardMap<W>, at: usize, colour: usize) {
        self.cubes[colour].insert(at);
        self.spots.remove(at);
        let all = self.all();
        for over in map.cells[at].above {
            let below = map.cells[over].below;
            if below & all == below {
                self.spots.insert(over);
            }
        }
    }

    #[inline]
    fn take(&mut self, map: &BoardMap<W>, at: usize) {
        let carried = Self::carried(map, &self.all(), at);
        let mut gap = at;
        self.clear(gap);
        if carried != 0 {
            let axis = carried.trailing_zeros() as usize;
            loop {
                let over = usize::from(map.cells[gap].over[axis]);
                let Some(colour) = (0..2).find(|&colour| self.cubes[colour].contains(over)) else {
                    break;
                };
                self.clear(over);
                self.cubes[colour].insert(gap);
                gap = over;
            }
        }
        self.spots &= !map.cells[gap].above;
        self.spots.insert(gap);
    }

    #[inline]
    fn clear(&mut self, at: usize) {
        self.cubes[0].remove(at);
        self.cubes[1].remove(at);
    }
}

//! Connections between cubes, and what follows from them: winning paths and moves.

use carrick_games::{Bits, Colour};

use super::{AddOrMove, AnkorPosition, BoardMap};

/// The connections between cubes of one colour.
#[derive(Debug, Clone)]
pub(crate) struct CubeContacts<const W: usize> {
    /// By cell with a cube of the colour.
    connected: Vec<Bits<W>>,
}

/// The moves of the player to move, by cube and reachable spots.
#[derive(Debug, Clone)]
pub(crate) struct MoveReach<const W: usize> {
    /// The cubes that carry at most one other and can move somewhere.
    movers: Vec<ReachSearch<W>>,
    moves: usize,
}

#[derive(Debug, Clone, Copy)]
struct ReachSearch<const W: usize> {
    from: u8,
    to: Bits<W>,
    /// Number of moves of earlier movers.
    before: u16,
}

impl<const W: usize> CubeContacts<W> {
    pub(crate) fn new(map: &BoardMap<W>) -> Self {
        Self { connected: vec![Bits::EMPTY; map.cells.len()] }
    }

    /// Finds the contacts between the cubes of a colour.
    #[inline]
    pub(crate) fn find(&mut self, map: &BoardMap<W>, position: &AnkorPosition<W>, colour: Colour) {
        let own = position.cubes[colour.index()];
        let all = position.all();
        // A cell has a lower number than the cells below it, so those were processed first.
        for at in own.iter().rev() {
            let carried = AnkorPosition::carried(map, &all, at);
            let under = map.cells[at].shown[carried] & own;
            self.connected[at] = under;
            for lower in under {
                self.connected[lower].insert(at);
            }
        }
    }

    /// Whether connected cubes touch all three sides.
    #[inline]
    pub(crate) fn has_path(&self, map: &BoardMap<W>, own: Bits<W>) -> bool {
        let [x, y, z] = map.touching;
        if !own.intersects(&y) || !own.intersects(&z) {
            return false;
        }
        let mut left = own;
        while let Some(seed) = (left & x).first() {
            let mut open = Bits::single(seed);
            let mut group = Bits::EMPTY;
            while let Some(at) = open.first() {
                group.insert(at);
                open = (open | self.connected[at]) & !group;
            }
            if group.intersects(&y) && group.intersects(&z) {
                return true;
            }
            left &= !group;
        }
        false
    }
}

impl<const W: usize> MoveReach<W> {
    pub(crate) fn new(map: &BoardMap<W>) -> Self {
        Self { movers: Vec::with_capacity(map.cells.len()), moves: 0 }
    }

    /// Generates all moves of the player to move, given the contacts of that player's cubes.
    #[inline]
    pub(crate) fn find(
        &mut self,
        map: &BoardMap<W>,
        position: &AnkorPosition<W>,
        contacts: &CubeContacts<W>,
    ) {
        self.movers.clear();
        self.moves = 0;
        let own = position.own();
        let all = position.all();
        let mut left = own;
        while let Some(seed) = left.first() {
            let mut open = Bits::single(seed);
            let mut group = Bits::EMPTY;
            let mut near = Bits::EMPTY;
            while let Some(at) = open.first() {
                group.insert(at);
                let cell = &map.cells[at];
                near |= cell.around;
                open = (open | contacts.connected[at] | cell.beside & own) & !group;
            }
            left &= !group;
            let reach = near & position.spots;
            if !reach.is_empty() {
                group.iter().for_each(|at| self.add(map, &all, at, reach));
            }
        }
    }

    /// Adds the moves of a cube that reaches some spots, if it is free to move.
    #[inline]
    fn add(&mut self, map: &BoardMap<W>, all: &Bits<W>, at: usize, reach: Bits<W>) {
        let carried = AnkorPosition::carried(map, all, at);
        if carried.count_ones() > 1 {
            return;
        }
        let mut to = reach & !map.cells[at].above;
        if carried != 0 {
            to &= !map.cells[AnkorPosition::column_top(map, all, at, carried)].above;
        }
        let moves = to.len();
        if moves > 0 {
            self.movers.push(ReachSearch { from: at as u8, to, before: self.moves as u16 });
            self.moves += moves;
        }
    }

    /// Number of moves.
    pub(crate) const fn moves(&self) -> usize {
        self.moves
    }

    /// One of the moves.
    #[inline]
    pub(crate) fn nth(&self, index: usize) -> Option<AddOrMove> {
        let after = self.movers.partition_point(|mover| usize::from(mover.before) <= index);
        let mover = &self.movers[after.checked_sub(1)?];
        let to = mover.to.nth(index - usize::from(mover.before))?;
        Some(AddOrMove::Move { from: mover.from, to: to as u8 })
    }

    /// All moves.
    pub(crate) fn iter(&self) -> impl Iterator<Item = AddOrMove> + '_ {
        self.movers.iter().flat_map(|mover| {
            mover.to.iter().map(|to| AddOrMove::Move { from: mover.from, to: to as u8 })
        })
    }
}

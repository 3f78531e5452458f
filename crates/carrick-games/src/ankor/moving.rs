//! Move generation of Ankor: cubes that may move, and their destinations.

use super::board::Board;
use super::illegal::{Illegal, Instead};
use super::turns::Turns;
use crate::Board as _;
use crate::cubes::{CellId, Cells};

impl Board {
    /// The legal destinations of the cube in a cell. The set is empty if the cube is pinned,
    /// belongs to the player who is not to move, or does not exist.
    ///
    /// ```
    /// use carrick_games::cubes::{Cell, Lattice};
    /// use carrick_games::{Board as _, Game, GameOptions, SizeLimits, ankor};
    /// let options = ankor::Options::parse(&["-size=3"], SizeLimits::Challenge)?;
    /// let game = Game::<ankor::Board>::new(options).play_text("a1").unwrap();
    /// let game = game.play_text("c1").unwrap();
    /// let a1 = Lattice::of(3).id(Cell { x: 2, y: 0, z: 0 }).unwrap();
    /// assert_eq!(game.board().destinations(a1).len(), 2); // its neighbours b1 and b2
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[must_use]
    pub fn destinations(&self, from: CellId) -> Cells {
        let (topology, stack) = (self.topology(), self.stack());
        if self.outcome().is_some() || self.check_mover(from).is_err() {
            return Cells::EMPTY;
        }
        let top = stack.column_top(topology, from, stack.carried(topology, from));
        let lost = topology.above[from.index()] | topology.above[top.index()];
        self.reach(from) & !lost
    }

    /// The cubes of the player to move that have a legal destination.
    #[must_use]
    pub fn movable(&self) -> Cells {
        let own = self.stack().of(self.to_move());
        own.iter().filter(|&at| !self.destinations(CellId::from_index(at)).is_empty()).collect()
    }

    /// Adds all legal moves to a set.
    pub(super) fn add_moves(&self, turns: &mut Turns) {
        let (topology, stack) = (self.topology(), self.stack());
        let mut left = stack.of(self.to_move());
        while let Some(seed) = left.first() {
            let group = self.flood(CellId::from_index(seed), left);
            left &= !group.cubes;
            let reach = group.near & stack.spots();
            if !reach.is_empty() {
                let movers =
                    group.free.iter().map(CellId::from_index).map(|id| {
                        (id, stack.column_top(topology, id, stack.carried(topology, id)))
                    });
                turns.add_group(topology, reach, movers);
            }
        }
    }

    /// Checks whether a cube may be moved at all.
    pub(super) fn check_mover(&self, from: CellId) -> Result<(), Illegal> {
        let (topology, stack) = (self.topology(), self.stack());
        let place = topology.lattice.place(from);
        match stack.colour(from) {
            None => return Err(Illegal::NoCube { place }),
            Some(owner) if owner != self.to_move() => {
                return Err(Illegal::NotYours { place, owner });
            }
            Some(_) => {}
        }
        match stack.carried(topology, from).count_ones() as u8 {
            0 | 1 => Ok(()),
            carried => Err(Illegal::Pinned { place, carried }),
        }
    }

    /// Checks whether a cube may be moved to a cell.
    pub(super) fn check_move(&self, from: CellId, to: CellId) -> Result<(), Illegal> {
        let (topology, stack) = (self.topology(), self.stack());
        let lattice = topology.lattice;
        self.check_mover(from)?;
        let (place, to_place) = (lattice.place(from), lattice.place(to));
        if stack.has(to) {
            return Err(Illegal::Occupied { place: to_place, instead: Instead::default() });
        }
        if !stack.spots().contains(to.index()) {
            return Err(Illegal::NoSpot { place: to_place });
        }
        if topology.above[from.index()].contains(to.index()) {
            return Err(Illegal::RestsOnMover { from: place, to: to_place });
        }
        let top = stack.column_top(topology, from, stack.carried(topology, from));
        if topology.above[top.index()].contains(to.index()) {
            return Err(Illegal::RestsOnColumn { from: place, to: to_place });
        }
        if !self.reach(from).contains(to.index()) {
            let instead = Instead::new("it can go to ", lattice, self.destinations(from));
            return Err(Illegal::Unreachable { from: place, to: to_place, instead });
        }
        Ok(())
    }

    /// The spots within reach of a cube of the player to move.
    fn reach(&self, from: CellId) -> Cells {
        self.flood(from, self.stack().of(self.to_move())).near & self.stack().spots()
    }

    /// The cubes of `own` that are linked to one of them by steps between connected or adjacent
    /// cubes.
    ///
    /// Source: rules of Ankor, "Where they go".
    fn flood(&self, seed: CellId, mut own: Cells) -> LinkedCubes {
        let (topology, stack) = (self.topology(), self.stack());
        let mut group = LinkedCubes { cubes: Cells::EMPTY, free: Cells::EMPTY, near: Cells::EMPTY };
        let mut open = Cells::single(seed.index());
        own.remove(seed.index());
        while let Some(at) = open.first() {
            open.remove(at);
            group.cubes.insert(at);
            group.near |= topology.around[at];
            let carried = stack.carried(topology, CellId::from_index(at));
            if carried.count_ones() <= 1 {
                group.free.insert(at);
            }
            let connected = stack.connected(topology, &own, CellId::from_index(at), carried);
            let linked = (connected | topology.beside[at]) & own;
            open |= linked;
            own &= !linked;
        }
        group
    }
}

/// Linked cubes of one colour.
struct LinkedCubes {
    cubes: Cells,
    /// Those that carry at most one cube.
    free: Cells,
    /// The cells next to or on one of them.
    near: Cells,
}

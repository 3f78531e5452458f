//! Winning paths of Ankor: connected cubes that touch all three sides.

use crate::ankor::board::Board;
use crate::ankor::stack::Topology;
use crate::cubes::{CellId, Cells, MAX_CELLS};
use crate::{Board as _, Colour};

impl Board {
    /// Whether a colour has connected cubes that touch all three sides.
    ///
    /// Source: rules of Ankor, "The end".
    pub(in crate::ankor) fn has_path(&self, topology: &Topology, colour: Colour) -> bool {
        let [x, y, z] = topology.touching(self.options().highest_touch());
        let mut left = self.stack().of(colour);
        if !left.intersects(&y) || !left.intersects(&z) {
            return false;
        }
        while let Some(seed) = (left & x).first() {
            let mut open = Cells::single(seed);
            let mut group = Cells::EMPTY;
            left.remove(seed);
            while let Some(at) = open.first() {
                open.remove(at);
                group.insert(at);
                let linked = self.contacts(topology, &left, at);
                open |= linked;
                left &= !linked;
            }
            if group.intersects(&y) && group.intersects(&z) {
                return true;
            }
        }
        false
    }

    /// The smallest set of connected cubes of a colour that touches all three sides, in order: from
    /// one side to a second. If the way to the third side branches off in between, the cubes from
    /// the fork on follow. Empty if there is no such path.
    pub(in crate::ankor) fn shortest_path(&self, colour: Colour) -> Vec<CellId> {
        let topology = self.topology();
        let own = self.stack().of(colour);
        let ways = topology
            .touching(self.options().highest_touch())
            .map(|side| self.ways_from(topology, own, own & side));
        let cost = |at: usize| ways.iter().map(|way| u32::from(way.steps[at])).sum::<u32>();
        let Some(fork) = own
            .iter()
            .filter(|&at| ways.iter().all(|way| way.steps[at] != Distances::UNREACHED))
            .min_by_key(|&at| cost(at))
        else {
            return Vec::new();
        };
        let mut arms = ways.map(|way| way.back_from(fork));
        arms.sort_by_key(|arm| std::cmp::Reverse(arm.len()));
        let [first, second, third] = arms;
        let path = first.into_iter().rev().chain([fork]).chain(second).chain(third);
        path.map(CellId::from_index).collect()
    }

    /// Shortest ways along connected cubes from a set of cubes to all others.
    fn ways_from(&self, topology: &Topology, own: Cells, start: Cells) -> Distances {
        let mut ways = Distances {
            steps: [Distances::UNREACHED; MAX_CELLS],
            back: [Distances::UNREACHED; MAX_CELLS],
        };
        let mut left = own & !start;
        let mut ring = start;
        let mut steps = 0;
        while !ring.is_empty() {
            let mut next = Cells::EMPTY;
            for at in ring {
                ways.steps[at] = steps;
                let linked = self.contacts(topology, &left, at);
                for other in linked {
                    ways.back[other] = at as u8;
                }
                next |= linked;
                left &= !linked;
            }
            ring = next;
            steps += 1;
        }
        ways
    }

    /// The cubes of `own` that are connected to the one in cell `at`.
    fn contacts(&self, topology: &Topology, own: &Cells, at: usize) -> Cells {
        let id = CellId::from_index(at);
        self.stack().connected(topology, own, id, self.stack().carried(topology, id))
    }
}

/// Distances from a start, and the ways back: the result of a breadth-first search.
struct Distances {
    steps: [u8; MAX_CELLS],
    back: [u8; MAX_CELLS],
}

impl Distances {
    const UNREACHED: u8 = u8::MAX;

    /// The way back from a cell to where the search started, without the cell itself.
    fn back_from(&self, mut at: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while self.back[at] != Self::UNREACHED {
            at = usize::from(self.back[at]);
            way.push(at);
        }
        way
    }
}

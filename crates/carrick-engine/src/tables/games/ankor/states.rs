//! Numbers of Ankor's states: stack, then the mover's cubes among its cubes.

use std::ops::Range;

use crate::tables::sets::{Stacks, spread, squeeze};

/// Mark of sets of cubes of which one player would have more than there are.
const NONE: u32 = u32::MAX;

/// All states of a board, by stack, then by the set of the mover's cubes.
///
/// The set is a mask over the cubes of the stack, the lowest cell first. Sets with more cubes of
/// either colour than a player has are left out.
#[derive(Debug)]
pub(crate) struct States {
    stacks: Stacks,
    hand: usize,
    /// The first state of each stack, and the number of all.
    starts: Vec<usize>,
    /// By number of cubes, the rank of each set of the mover's cubes among those that count.
    ranks: Vec<Vec<u32>>,
    /// By number of cubes, the sets that count in order.
    sets: Vec<Vec<u32>>,
}

impl States {
    /// The states of a board of a size, where each player has `hand` cubes.
    pub(crate) fn of(size: u8, hand: usize) -> Self {
        let stacks = Stacks::of(size);
        let (mut ranks, mut sets) = (Vec::new(), Vec::new());
        for cubes in 0..=stacks.cells() {
            let counts = |set: u32| {
                let own = set.count_ones() as usize;
                own <= hand && cubes - own <= hand
            };
            let listed: Vec<u32> = (0..1 << cubes).filter(|&set| counts(set)).collect();
            let mut rank = vec![NONE; 1 << cubes];
            for (at, &set) in listed.iter().enumerate() {
                rank[set as usize] = at as u32;
            }
            ranks.push(rank);
            sets.push(listed);
        }
        let mut starts = vec![0];
        let mut end = 0;
        for mask in stacks.masks() {
            end += sets[mask.count_ones() as usize].len();
            starts.push(end);
        }
        Self { stacks, hand, starts, ranks, sets }
    }

    pub(crate) const fn stacks(&self) -> &Stacks {
        &self.stacks
    }

    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.starts[self.stacks.masks().len()]
    }

    /// Number of cubes that each player has.
    pub(crate) const fn hand(&self) -> usize {
        self.hand
    }

    /// The index of a state, given the mover's cubes and the opponent's.
    pub(crate) fn index(&self, own: u32, other: u32) -> usize {
        let mask = own | other;
        let stack = self.stacks.number(mask).expect("cubes stand on their supports");
        let rank = self.ranks[mask.count_ones() as usize][squeeze(own, mask)];
        debug_assert_ne!(rank, NONE);
        self.starts[stack] + rank as usize
    }

    /// The states of a number of cubes.
    pub(crate) fn layer(&self, cubes: usize) -> Range<usize> {
        let stacks = self.stacks.layer(cubes);
        self.starts[stacks.start]..self.starts[stacks.end]
    }

    /// The number of cubes of the states just before an index at which a layer begins or ends.
    pub(crate) fn layer_before(&self, index: usize) -> usize {
        (0..=self.stacks.cells()).rfind(|&cubes| self.layer(cubes).start < index).unwrap_or(0)
    }

    /// The numbers of cubes that the mover can have among so many.
    pub(crate) fn own_counts(&self, cubes: usize) -> Range<usize> {
        cubes.saturating_sub(self.hand)..cubes.min(self.hand) + 1
    }

    /// All states of a number of cubes with the mover's cubes and the opponent's, in order.
    pub(crate) fn each(&self, cubes: usize) -> impl Iterator<Item = (usize, u32, u32)> {
        self.stacks.layer(cubes).flat_map(move |stack| {
            let mask = self.stacks.masks()[stack];
            self.sets[cubes].iter().enumerate().map(move |(rank, &set)| {
                let own = spread(set as usize, mask);
                (self.starts[stack] + rank, own, mask & !own)
            })
        })
    }

    /// Number of states of the largest group that is solved together.
    pub(crate) fn largest_group(&self) -> usize {
        let group = |cubes: usize| {
            let ways = self.own_counts(cubes).map(|own| binomial(cubes, own)).max();
            2 * self.stacks.layer(cubes).len() * ways.unwrap_or(0)
        };
        (0..=self.stacks.cells()).map(group).max().unwrap_or(0)
    }
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1))
}

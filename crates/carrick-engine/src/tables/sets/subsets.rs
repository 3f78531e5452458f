//! Ranks of subsets by size: numbers for the ways in which some places of a board are taken.

/// Subsets of up to 20 places, numbered within those of their size by mask.
#[derive(Debug)]
pub(crate) struct Subsets {
    ranks: Vec<u32>,
    by_size: Vec<Vec<u32>>,
}

impl Subsets {
    /// All subsets of a number of places.
    pub(crate) fn of(places: usize) -> Self {
        let mut by_size = vec![Vec::new(); places + 1];
        let mut ranks = Vec::with_capacity(1 << places);
        for mask in 0u32..1 << places {
            let same: &mut Vec<u32> = &mut by_size[mask.count_ones() as usize];
            ranks.push(same.len() as u32);
            same.push(mask);
        }
        Self { ranks, by_size }
    }

    /// The number of a subset among those of its size.
    pub(crate) fn rank(&self, mask: u32) -> usize {
        self.ranks[mask as usize] as usize
    }

    /// The subsets of a size, in order.
    pub(crate) fn of_size(&self, size: usize) -> &[u32] {
        &self.by_size[size]
    }
}

/// A set among the members of another when that gains a member: the bits above the new one move up.
///
/// `set` is a mask over the members of `all`, lowest first. The new place's own bit is left out.
pub(crate) const fn make_room(set: u32, all: u32, place: usize) -> u32 {
    let below = (all & ((1 << place) - 1)).count_ones();
    let low = set & ((1 << below) - 1);
    low | (set & !((1 << below) - 1)) << 1
}

/// The bit of a new member in such a set.
pub(crate) const fn new_bit(all: u32, place: usize) -> u32 {
    1 << (all & ((1 << place) - 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::sets::stacks::squeeze;

    #[test]
    fn making_room_is_squeezing_again() {
        let (all, set) = (0b1011_0010, 0b1001_0000);
        let squeezed = squeeze(set, all) as u32;
        for place in [0, 2, 3, 6] {
            let grown = all | 1 << place;
            assert_eq!(make_room(squeezed, all, place) as usize, squeeze(set, grown));
            let with = make_room(squeezed, all, place) | new_bit(all, place);
            assert_eq!(with as usize, squeeze(set | 1 << place, grown));
        }
    }

    #[test]
    fn subsets_are_numbered_within_their_size() {
        let subsets = Subsets::of(4);
        assert_eq!(subsets.of_size(2), [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(subsets.rank(0b1001), 3);
    }
}

//! Counters: a number for each game of a block, kept as bit planes.

use crate::playouts::block::Lanes;

/// Binary digits, enough for the 271 points of the largest board.
const DIGITS: usize = 9;

/// A number below 512 for each game: digit by digit, the lowest first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sums([Lanes; DIGITS]);

impl Sums {
    pub(super) const ZERO: Self = Self([Lanes::NONE; DIGITS]);

    /// Adds one in some games.
    #[inline(always)]
    pub(super) fn add(&mut self, mut carry: Lanes) {
        for digit in &mut self.0 {
            let both = *digit & carry;
            *digit ^= carry;
            carry = both;
        }
    }

    /// The games in which the number is greater than `other`, and those in which it is equal.
    #[inline(always)]
    pub(super) fn compare(&self, other: u32) -> (Lanes, Lanes) {
        let (mut greater, mut equal) = (Lanes::NONE, Lanes::splat(other >> DIGITS == 0));
        for (at, &digit) in self.0.iter().enumerate().rev() {
            if other >> at & 1 == 0 {
                greater |= equal & digit;
                equal &= !digit;
            } else {
                equal &= digit;
            }
        }
        (greater, equal)
    }

    /// The sum over all games.
    #[inline(always)]
    pub(super) fn total(&self) -> u32 {
        self.0.iter().enumerate().map(|(at, digit)| digit.count() << at).sum()
    }
}

//! Fixed-size sets of small numbers: cells, points.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of numbers below `64 * W`, stored as `W` machine words; `Copy`, no heap.
///
/// ```
/// use carrick_games::Bits;
/// let set: Bits<2> = [3, 70, 5].into_iter().collect();
/// assert_eq!(set.len(), 3);
/// assert_eq!(set.nth(1), Some(5));
/// assert!(set.iter().eq([3, 5, 70]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of all numbers below `len`.
    ///
    /// # Panics
    /// If `len` exceeds `64 * W`.
    #[must_use]
    pub const fn below(len: usize) -> Self {
        assert!(len <= 64 * W);
        let mut words = [0; W];
        let mut at = 0;
        while at < len {
            words[at / 64] |= 1 << (at % 64);
            at += 1;
        }
        Self(words)
    }

    /// The set of one number.
    ///
    /// # Panics
    /// If `at` is not below `64 * W`.
    #[inline]
    #[must_use]
    pub const fn single(at: usize) -> Self {
        let mut words = [0; W];
        words[at / 64] = 1 << (at % 64);
        Self(words)
    }

    /// Whether `at` is in the set.
    ///
    /// # Panics
    /// If `at` is not below `64 * W`.
    #[inline]
    #[must_use]
    pub const fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 != 0
    }

    /// Adds `at`.
    ///
    /// # Panics
    /// If `at` is not below `64 * W`.
    #[inline]
    pub const fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Removes `at`.
    ///
    /// # Panics
    /// If `at` is not below `64 * W`.
    #[inline]
    pub const fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Number of members.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The smallest member.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The member at an index, counted from 0 in ascending order.
    #[inline]
    #[must_use]
    pub fn nth(&self, mut rank: usize) -> Option<usize> {
        for (index, &word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if rank < here {
                return Some(64 * index + select_in_word(word, rank));
            }
            rank -= here;
        }
        None
    }

    /// The members, smallest first.
    #[inline]
    #[must_use]
    pub const fn iter(&self) -> BitsIter<W> {
        BitsIter { words: self.0, at: 0 }
    }

    /// Whether the two sets have a common member.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The words, lowest numbers first.
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }
}

/// The position of the set bit of `word` that has `rank` set bits below it, found by halving.
#[inline]
const fn select_in_word(mut word: u64, mut rank: usize) -> usize {
    let mut at = 0;
    let mut width = 32;
    while width > 0 {
        let low = (word & ((1 << width) - 1)).count_ones() as usize;
        if rank >= low {
            rank -= low;
            word >>= width;
            at += width;
        }
        width /= 2;
    }
    at
}

/// The members of a [`Bits`], smallest first.
#[derive(Debug, Clone)]
pub struct BitsIter<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for BitsIter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(64 * self.at + word.trailing_zeros() as usize);
            }
            self.at += 1;
        }
        None
    }
}

/// The members, largest first.
///
/// ```
/// use carrick_games::Bits;
/// let set: Bits<2> = [3, 64, 9].into_iter().collect();
/// assert_eq!(set.iter().rev().collect::<Vec<_>>(), [64, 9, 3]);
/// let mut ends = set.iter();
/// assert_eq!([ends.next_back(), ends.next()], [Some(64), Some(3)]);
/// assert_eq!([ends.next(), ends.next_back()], [Some(9), None]);
/// ```
impl<const W: usize> DoubleEndedIterator for BitsIter<W> {
    #[inline]
    fn next_back(&mut self) -> Option<usize> {
        (self.at..W).rev().find_map(|index| {
            let highest = self.words[index].checked_ilog2()?;
            self.words[index] ^= 1 << highest;
            Some(64 * index + highest as usize)
        })
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = BitsIter<W>;

    fn into_iter(self) -> BitsIter<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self::EMPTY;
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! wordwise {
    ($($trait:ident $method:ident $op:tt),*) => {$(
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for (a, b) in self.0.iter_mut().zip(other.0) {
                    *a $op b;
                }
                self
            }
        }
    )*};
}
wordwise!(BitAnd bitand &=, BitOr bitor |=, BitXor bitxor ^=);

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    /// All numbers below `64 * W` that are not in the set.
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_agrees_with_iteration() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200 {
            let set = Bits::<3>([word, word.rotate_left(17) & word, !word]);
            for (rank, member) in set.iter().enumerate() {
                assert_eq!(set.nth(rank), Some(member));
            }
            assert_eq!(set.nth(set.len()), None);
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        }
    }

    #[test]
    fn below_and_complement() {
        let low = Bits::<2>::below(70);
        assert_eq!(low.len(), 70);
        assert_eq!((!low).len(), 58);
        assert_eq!((!low).first(), Some(70));
        assert!(!low.intersects(&!low));
        assert_eq!(Bits::<2>::below(128).len(), 128);
    }
}

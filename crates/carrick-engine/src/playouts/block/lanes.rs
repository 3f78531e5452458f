//! Lanes: one bit for each of the 512 games of a block.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Number of games in a block.
pub const LANES: usize = 512;

/// A bit for each game of a block, aligned for the widest registers.
///
/// Every operation is always inlined, so that it is compiled with the instructions of the kernel
/// that uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes(pub [u64; LANES / 64]);

impl Lanes {
    /// No game.
    pub const NONE: Self = Self([0; LANES / 64]);
    /// Every game.
    pub const ALL: Self = Self([u64::MAX; LANES / 64]);

    /// Every game, or none.
    #[inline(always)]
    #[must_use]
    pub const fn splat(all: bool) -> Self {
        if all { Self::ALL } else { Self::NONE }
    }

    /// A random bit for each game. (A generator of 512 bits at a time, seeded from `rng`, was not
    /// measurably faster.)
    #[inline(always)]
    #[must_use]
    pub fn random(rng: &mut fastrand::Rng) -> Self {
        let mut lanes = Self::NONE;
        for word in &mut lanes.0 {
            *word = rng.u64(..);
        }
        lanes
    }

    /// Number of set bits.
    #[inline(always)]
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether any bit is set.
    #[inline(always)]
    #[must_use]
    pub fn any(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) != 0
    }

    /// Whether the bit of a game is set.
    ///
    /// # Panics
    /// If `game` is not below [`LANES`].
    #[inline]
    #[must_use]
    pub const fn has(&self, game: usize) -> bool {
        self.0[game / 64] >> (game % 64) & 1 != 0
    }
}

/// Word-by-word operations, written out because a loop would stay a loop in code compiled for size,
/// such as a page's.
macro_rules! wordwise {
    (@each $one:ident $other:ident $op:tt $($word:literal)*) => {
        $($one.0[$word] $op $other.0[$word];)*
    };
    ($($operator:ident $method:ident $assigning:ident $assign:ident $op:tt),*) => {$(
        impl $operator for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                self $op other;
                self
            }
        }

        impl $assigning for Lanes {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                wordwise!(@each self other $op 0 1 2 3 4 5 6 7);
            }
        }
    )*};
}
wordwise!(
    BitAnd bitand BitAndAssign bitand_assign &=,
    BitOr bitor BitOrAssign bitor_assign |=,
    BitXor bitxor BitXorAssign bitxor_assign ^=
);

impl Not for Lanes {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

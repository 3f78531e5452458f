//! 128-bit hash keys of positions, for transposition tables and proofs.
//!
//! A key is two hashes of 64 bits, computed in parallel with different constants. Among `n`
//! positions, the chance that two share a key is about `n * n / 2^129`: for 10^12 positions, about
//! one in 6 * 10^14. So a proof can rely on a table that compares whole keys.

/// Initial state and multiplier of each half. The states are not 0, so that a first word of 0
/// counts.
const LOW: (u64, u64) = (0x2545_f491_4f6c_dd1d, 0x9e37_79b9_7f4a_7c15);
const HIGH: (u64, u64) = (0x8f3c_1e5b_92d7_a64b, 0xd1b5_4a32_d192_ed03);

/// Adds a word to a hash. Both halves of the product are used: the upper bits of a word would
/// hardly change the lower half, and the next word could cancel that change.
#[inline]
const fn mix(hash: u64, word: u64, multiplier: u64) -> u64 {
    let product = (hash ^ word) as u128 * multiplier as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Spreads a hash over all 64 bits (a finaliser).
#[inline]
const fn spread(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

/// Extends a word to a key, the same in both halves, for use with [`hash_of_hashes`].
#[inline]
#[must_use]
pub const fn hash_word(word: u64) -> u128 {
    (word as u128) << 64 | word as u128
}

/// Hash key of a sequence of words, 128 bits. Any of the bits can be used to choose a slot of a
/// table.
///
/// Among `n` positions, the chance that any two share a key is about `n * n / 2^129`.
///
/// [`Board::hash`](crate::Board::hash) uses it.
///
/// ```
/// use carrick_games::hash_of;
/// assert_ne!(hash_of([0, 1]), hash_of([1, 0]));
/// assert_ne!(hash_of([0]), hash_of([0, 0]));
/// ```
#[inline]
pub fn hash_of(words: impl IntoIterator<Item = u64>) -> u128 {
    hash_of_hashes(words.into_iter().map(hash_word))
}

/// Hash key of a sequence of hash keys. Convert a number that is not a key with [`hash_word`].
#[inline]
pub fn hash_of_hashes(hashes: impl IntoIterator<Item = u128>) -> u128 {
    let (low, high) = hashes.into_iter().fold((LOW.0, HIGH.0), |(low, high), hash| {
        (mix(low, hash as u64, LOW.1), mix(high, (hash >> 64) as u64, HIGH.1))
    });
    u128::from(spread(high)) << 64 | u128::from(spread(low))
}

/// The lower half of [`hash_of`], for uses where something else decides about equality.
#[inline]
pub(crate) fn short_hash_of(words: impl IntoIterator<Item = u64>) -> u64 {
    spread(words.into_iter().fold(LOW.0, |hash, word| mix(hash, word, LOW.1)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Stones on up to two of 384 points, in six words: each half of each key is different from all
    /// others.
    #[test]
    fn no_two_differences_cancel_out() {
        let (mut low, mut high) = (HashSet::new(), HashSet::new());
        for one in 0..384 {
            for other in one..384 {
                let mut words = [0_u64; 6];
                words[one / 64] |= 1 << (one % 64);
                words[other / 64] |= 1 << (other % 64);
                let hash = hash_of(words);
                assert!(low.insert(hash as u64), "points {one} and {other}");
                assert!(high.insert((hash >> 64) as u64), "points {one} and {other}");
                assert_eq!(short_hash_of(words), hash as u64);
            }
        }
    }
}

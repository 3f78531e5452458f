//! Numbers that stand for positions in hash tables.

/// Takes a word into a key. Both halves of the product are kept: the lower one alone would hardly be
/// changed by the upper bits of a word, and the next word could make that undone.
#[inline]
const fn mix(key: u64, word: u64) -> u64 {
    let product = (key ^ word) as u128 * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}

/// A number for hash tables that some words are known by, in their order. Any of its 64 bits may choose a
/// slot. [`Board::key`](crate::Board::key) is made with it.
///
/// ```
/// use carrick_games::key_of;
/// assert_ne!(key_of([0, 1]), key_of([1, 0]));
/// assert_ne!(key_of([0]), key_of([0, 0]));
/// ```
#[inline]
pub fn key_of(words: impl IntoIterator<Item = u64>) -> u64 {
    // Not 0, so that a first word of 0 counts.
    spread(words.into_iter().fold(0x2545_f491_4f6c_dd1d, mix))
}

/// Spreads a key over all 64 bits.
#[inline]
const fn spread(key: u64) -> u64 {
    let key = (key ^ (key >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ (key >> 32)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Stones that stand on different points, up to two of them, among 384 points in six words: a key
    /// each.
    #[test]
    fn no_two_differences_cancel_out() {
        let mut keys = HashSet::new();
        for one in 0..384 {
            for other in one..384 {
                let mut words = [0_u64; 6];
                words[one / 64] |= 1 << (one % 64);
                words[other / 64] |= 1 << (other % 64);
                assert!(keys.insert(key_of(words)), "points {one} and {other}");
            }
        }
    }
}

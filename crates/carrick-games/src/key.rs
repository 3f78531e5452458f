//! Numbers that stand for positions in hash tables.

/// Takes a word into a key: every bit of both bears on the upper half of the result.
#[inline]
const fn mix(key: u64, word: u64) -> u64 {
    (key.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The key of some words, in their order. Any of its 64 bits may choose a slot.
#[inline]
pub(crate) fn key_of(words: impl IntoIterator<Item = u64>) -> u64 {
    // Not 0, so that a first word of 0 counts.
    spread(words.into_iter().fold(0x2545_f491_4f6c_dd1d, mix))
}

/// Spreads a key over all 64 bits.
#[inline]
const fn spread(key: u64) -> u64 {
    let key = (key ^ (key >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ (key >> 32)
}

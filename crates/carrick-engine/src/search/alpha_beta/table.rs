//! The transposition table of alpha-beta, which several threads may read and write at the same
//! time.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::lockless::WordTable;
use crate::settings::SearchParts;

/// The kind of bound that a stored score is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The exact score.
    Exact,
    /// A lower bound: a search failed high.
    AtLeast,
    /// An upper bound: a search failed low.
    AtMost,
}

/// An entry of the transposition table: the result of searching a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// The best turn, packed.
    pub(crate) best: u16,
}

/// Number of searches after which ages start again from 0.
const AGES: u8 = 64;

/// How many plies deeper an entry has to be to be worth as much as one from the next search.
const DEPTH_A_SEARCH: i32 = 4;

impl TableEntry {
    /// The entry as the data of a word, with the age of its search.
    const fn pack(self, age: u8) -> u64 {
        let [low, high] = self.best.to_le_bytes();
        let [score_low, score_high] = self.score.to_le_bytes();
        let depth = self.depth.to_le_bytes()[0];
        let kind = self.bound as u8 | age << 2;
        u64::from_le_bytes([low, high, score_low, score_high, depth, kind, 0, 0])
    }

    const fn unpack(data: u64) -> Self {
        let [low, high, score_low, score_high, depth, kind, ..] = data.to_le_bytes();
        let bound = match kind & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Self {
            score: i16::from_le_bytes([score_low, score_high]),
            depth: i8::from_le_bytes([depth]),
            bound,
            best: u16::from_le_bytes([low, high]),
        }
    }

    /// Worth of stored data at an age: depth, minus an amount for every later search.
    const fn worth(data: u64, now: u8) -> i32 {
        let age = data.to_le_bytes()[5] >> 2;
        let searches = now.wrapping_sub(age) % AGES;
        Self::unpack(data).depth as i32 - DEPTH_A_SEARCH * searches as i32
    }
}

/// A transposition table of fixed size.
///
/// With [`SearchParts::Measured`], a position has one slot, and newer entries replace older ones.
/// With all parts it has a bucket, in which the shallowest entry of the oldest search is replaced.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    words: WordTable,
    parts: SearchParts,
    /// Number of searches so far, modulo [`AGES`].
    age: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of at most `bytes`, with at least one bucket.
    pub(crate) fn new(bytes: usize, parts: SearchParts) -> Self {
        Self { words: WordTable::new(bytes), parts, age: AtomicU8::new(0) }
    }

    /// Memory of the table, in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.words.bytes()
    }

    /// Starts another search, so that older entries count less.
    pub(crate) fn begin_search(&self) {
        let age = self.age.load(Relaxed);
        self.age.store((age + 1) % AGES, Relaxed);
    }

    pub(crate) fn get(&self, hash: u128) -> Option<TableEntry> {
        let data = match self.parts {
            SearchParts::Measured => self.words.get_direct(hash),
            SearchParts::All => self.words.get(hash),
        };
        data.map(TableEntry::unpack)
    }

    pub(crate) fn put(&self, hash: u128, entry: TableEntry) {
        match self.parts {
            SearchParts::Measured => self.words.put_direct(hash, entry.pack(0)),
            SearchParts::All => {
                let age = self.age.load(Relaxed);
                self.words.put(hash, entry.pack(age), |data| TableEntry::worth(data, age));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: u128) -> TableEntry {
        let bound = [Bound::Exact, Bound::AtLeast, Bound::AtMost][number as usize % 3];
        let (score, depth) = (number as i16, (number % 61) as i8);
        TableEntry { score, depth, bound, best: (number >> 3) as u16 }
    }

    #[test]
    fn an_entry_is_found_until_another_replaces_it() {
        for parts in [SearchParts::Measured, SearchParts::All] {
            let table = TranspositionTable::new(8 << 20, parts);
            assert_eq!(table.bytes(), 8 << 20);
            assert_eq!((table.get(0), table.get(7)), (None, None));
            for number in (1..70_000).map(|number| number * 0x9e37_79b9_7f4a_7c15_f39c) {
                table.put(number, entry(number));
                assert_eq!(table.get(number), Some(entry(number)));
                for bit in [2, 18, 49, 63, 64, 127] {
                    assert_eq!(table.get(number ^ 1 << bit), None);
                }
            }
            table.put(7, TableEntry { score: -32_000, ..entry(5) });
            assert_eq!(table.get(7).map(|entry| entry.score), Some(-32_000));
        }
    }

    /// Entries of one search stay by depth; those of much older searches go first.
    #[test]
    fn deep_and_new_entries_outlive_shallow_and_old_ones() {
        let table = TranspositionTable::new(64, SearchParts::All);
        let key = |number: u128| number << 64;
        let put = |number, depth| table.put(key(number), TableEntry { depth, ..entry(number) });
        let held = || (0..20).filter(|&number| table.get(key(number)).is_some());
        for (number, depth) in [(1, 3), (2, 9), (3, 5), (4, 7), (5, 4), (6, 1)] {
            put(number, depth);
        }
        assert!(held().eq([2, 3, 4, 6]), "{:?}", held().collect::<Vec<_>>());
        for number in 7..11 {
            table.begin_search();
            put(number, 2);
        }
        assert!(held().eq([2, 8, 9, 10]), "{:?}", held().collect::<Vec<_>>());
        for _ in 0..AGES {
            table.begin_search();
        }
        assert_eq!(table.get(key(2)), Some(TableEntry { depth: 9, ..entry(2) }));
    }
}

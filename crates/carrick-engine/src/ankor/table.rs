//! The transposition table of alpha-beta, which several threads may read and write at once.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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
pub(crate) struct Entry {
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// The best turn, packed.
    pub(crate) best: u16,
}

impl Entry {
    /// Set in every entry, which tells it from an empty slot.
    const USED: u64 = 1 << 63;
    /// Where the entry ends and the bits of the hash key begin.
    const KEY_SHIFT: u32 = 48;

    /// The entry as a word, with 15 bits of its position's hash key in the bits that are left.
    const fn pack(self, hash: u128) -> u64 {
        let [low, high] = self.best.to_le_bytes();
        let [score_low, score_high] = self.score.to_le_bytes();
        let bytes =
            [low, high, score_low, score_high, self.depth.to_le_bytes()[0], self.bound as u8, 0, 0];
        u64::from_le_bytes(bytes) | Self::key_bits(hash) | Self::USED
    }

    /// The entry of a position, if the word is one and has its bits.
    const fn unpack(word: u64, hash: u128) -> Option<Self> {
        if word >> Self::KEY_SHIFT != (Self::key_bits(hash) | Self::USED) >> Self::KEY_SHIFT {
            return None;
        }
        let [low, high, score_low, score_high, depth, bound, ..] = word.to_le_bytes();
        let bound = match bound {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Some(Self {
            score: i16::from_le_bytes([score_low, score_high]),
            depth: i8::from_le_bytes([depth]),
            bound,
            best: u16::from_le_bytes([low, high]),
        })
    }

    /// The highest bits of the lower half of a hash key, where [`pack`](Self::pack) puts them.
    const fn key_bits(hash: u128) -> u64 {
        (hash as u64 >> 49) << Self::KEY_SHIFT
    }
}

/// A packed entry, and the upper half of its position's hash key with the entry's bits flipped in
/// it. When two threads write at once and the halves are not of one entry, no key fits (R. M. Hyatt
/// and T. Mann, A lock-less transposition table implementation for parallel search chess engines,
/// ICGA Journal 25, 2002).
#[derive(Debug, Default)]
struct Slot {
    entry: AtomicU64,
    check: AtomicU64,
}

/// A transposition table of fixed size in which newer entries replace older ones.
///
/// An entry is taken for a position's when the number of its slot, 15 bits more and 64 bits more of
/// the hash key agree: 98 bits in a table of default size.
#[derive(Debug)]
pub(crate) struct Table {
    /// A power of two.
    slots: Box<[Slot]>,
}

impl Table {
    /// A table of at most `bytes`, and at least one slot. The number of slots is a power of two.
    pub(crate) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Slot>()).max(1);
        Self { slots: (0..1_usize << most.ilog2()).map(|_| Slot::default()).collect() }
    }

    /// Memory of the table, in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    fn slot(&self, hash: u128) -> &Slot {
        &self.slots[hash as usize & (self.slots.len() - 1)]
    }

    pub(crate) fn get(&self, hash: u128) -> Option<Entry> {
        let slot = self.slot(hash);
        let entry = slot.entry.load(Relaxed);
        let check = slot.check.load(Relaxed);
        Entry::unpack(entry, hash).filter(|_| check ^ entry == (hash >> 64) as u64)
    }

    pub(crate) fn put(&self, hash: u128, entry: Entry) {
        let slot = self.slot(hash);
        let entry = entry.pack(hash);
        slot.entry.store(entry, Relaxed);
        slot.check.store((hash >> 64) as u64 ^ entry, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn entry(number: u128) -> Entry {
        let bound = [Bound::Exact, Bound::AtLeast, Bound::AtMost][number as usize % 3];
        let (score, depth) = (number as i16, (number % 61) as i8);
        Entry { score, depth, bound, best: (number >> 3) as u16 }
    }

    #[test]
    fn an_entry_is_found_until_another_replaces_it() {
        let table = Table::new(8 << 20);
        assert_eq!((table.slots.len(), table.bytes()), (1 << 19, 8 << 20));
        assert_eq!((table.get(0), table.get(7)), (None, None));
        for number in (0..70_000).map(|number| number * 7919) {
            table.put(number, entry(number));
            assert_eq!(table.get(number), Some(entry(number)));
            for bit in [0, 18, 49, 63, 64, 127] {
                assert_eq!(table.get(number ^ 1 << bit), None);
            }
        }
        table.put(7, Entry { score: -32_000, ..entry(5) });
        assert_eq!(table.get(7).map(|entry| entry.score), Some(-32_000));
    }

    #[test]
    fn threads_that_write_at_once_never_see_an_entry_of_another_key() {
        let table = Table::new(8 << 20);
        assert_eq!((table.slots.len(), table.bytes()), (1 << 19, 8 << 20));
        let found: u64 = thread::scope(|scope| {
            let threads = [0, 1].map(|thread| {
                let table = &table;
                scope.spawn(move || {
                    let mut found = 0;
                    for round in 0..200_000_u128 {
                        // Four keys fight for one slot.
                        let key = (round % 4) << 64 | 3;
                        if round % 2 == thread {
                            table.put(key, entry(key));
                        }
                        if let Some(known) = table.get(key) {
                            assert_eq!(known, entry(key));
                            found += 1;
                        }
                    }
                    found
                })
            });
            threads.map(|thread| thread.join().expect("no thread fails")).iter().sum()
        });
        assert!(found > 1000, "{found}");
    }
}

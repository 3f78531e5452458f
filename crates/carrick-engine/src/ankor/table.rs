//! The transposition table, which several threads may read and write at once.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a value says about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is worth that.
    Exact,
    /// That or more.
    AtLeast,
    /// That or less.
    AtMost,
}

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// The best turn, packed.
    pub(crate) best: u16,
}

impl Entry {
    /// Set in every entry, so that an empty slot is none.
    const USED: u64 = 1 << 63;

    const fn pack(self) -> u64 {
        let [low, high] = self.best.to_le_bytes();
        let [score_low, score_high] = self.score.to_le_bytes();
        let bytes =
            [low, high, score_low, score_high, self.depth.to_le_bytes()[0], self.bound as u8, 0, 0];
        u64::from_le_bytes(bytes) | Self::USED
    }

    const fn unpack(word: u64) -> Option<Self> {
        if word & Self::USED == 0 {
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
}

/// A packed entry, and its position's key with the entry's bits flipped in it. When two threads write at
/// once and the halves are not of one entry, no key fits (R. M. Hyatt and T. Mann, A lock-less transposition
/// table implementation for parallel search chess engines, ICGA Journal 25, 2002).
#[derive(Debug, Default)]
struct Slot {
    entry: AtomicU64,
    check: AtomicU64,
}

/// A table of fixed size in which newer findings replace older ones.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Box<[Slot]>,
}

/// 16 bytes each.
const SLOTS: usize = 1 << 19;

impl Table {
    pub(crate) const BYTES: usize = SLOTS * size_of::<Slot>();

    pub(crate) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| Slot::default()).collect() }
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let slot = &self.slots[key as usize % SLOTS];
        let entry = slot.entry.load(Relaxed);
        Entry::unpack(entry).filter(|_| slot.check.load(Relaxed) ^ entry == key)
    }

    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let slot = &self.slots[key as usize % SLOTS];
        let entry = entry.pack();
        slot.entry.store(entry, Relaxed);
        slot.check.store(key ^ entry, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn entry(number: u64) -> Entry {
        let bound = [Bound::Exact, Bound::AtLeast, Bound::AtMost][number as usize % 3];
        let (score, depth) = (number as i16, (number % 61) as i8);
        Entry { score, depth, bound, best: (number >> 3) as u16 }
    }

    #[test]
    fn what_is_put_comes_back_until_another_takes_its_place() {
        let table = Table::new();
        assert_eq!((table.get(0), table.get(7)), (None, None));
        for number in (0..70_000).map(|number| number * 7919) {
            table.put(number, entry(number));
            assert_eq!(table.get(number), Some(entry(number)));
            assert_eq!(table.get(number + SLOTS as u64), None);
        }
        table.put(7, Entry { score: -32_000, ..entry(5) });
        assert_eq!(table.get(7).map(|entry| entry.score), Some(-32_000));
    }

    #[test]
    fn threads_that_write_at_once_never_see_an_entry_of_another_key() {
        let table = Table::new();
        let found: u64 = thread::scope(|scope| {
            let threads = [0, 1].map(|thread| {
                let table = &table;
                scope.spawn(move || {
                    let mut found = 0;
                    for round in 0..200_000_u64 {
                        // Four keys fight for one slot.
                        let key = (round % 4) * SLOTS as u64 + 3;
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

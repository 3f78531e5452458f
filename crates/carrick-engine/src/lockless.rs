//! A hash table of words that several threads may read and write at the same time, without a lock.
//!
//! A bucket of four slots fills a cache line, so a look-up costs one memory access, whichever slot
//! has the word.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of bits of a word that belong to the user.
pub(crate) const DATA_BITS: u32 = 48;

/// Number of slots in a bucket.
const WAYS: usize = 4;

/// Set in every word, to distinguish it from an empty slot.
const USED: u64 = 1 << 63;

/// A word, and the upper half of its hash key combined with the word by exclusive or. If two
/// threads write at the same time and the halves belong to different words, no key fits (R. M.
/// Hyatt and T. Mann, A lock-less transposition table implementation for parallel search chess
/// engines, ICGA Journal 25, 2002).
#[derive(Debug, Default)]
struct Slot {
    word: AtomicU64,
    check: AtomicU64,
}

impl Slot {
    /// The data of a key, if the slot contains it.
    fn get(&self, hash: u128) -> Option<u64> {
        let word = self.word.load(Relaxed);
        let check = self.check.load(Relaxed);
        let fits = word >> DATA_BITS == tag(hash) >> DATA_BITS && check ^ word == upper(hash);
        fits.then_some(word & data_mask())
    }

    fn put(&self, hash: u128, data: u64) {
        let word = tag(hash) | data & data_mask();
        self.word.store(word, Relaxed);
        self.check.store(upper(hash) ^ word, Relaxed);
    }

    /// The data of whichever key the slot contains; `None` if it is empty.
    fn any(&self) -> Option<u64> {
        let word = self.word.load(Relaxed);
        (word & USED != 0).then_some(word & data_mask())
    }
}

/// A bucket of slots, which fills a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// A hash table of fixed size that maps 128-bit keys to 48 bits of data.
///
/// A word counts as a key's if the number of its bucket, 15 further bits and 64 further bits of the
/// key agree: 96 bits in a table of 8 MiB.
#[derive(Debug)]
pub(crate) struct WordTable {
    /// Their number is a power of two.
    buckets: Box<[Bucket]>,
}

impl WordTable {
    /// Creates a table of at most `bytes`, with at least one bucket. The number of buckets is a
    /// power of two.
    pub(crate) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(1);
        Self { buckets: (0..1_usize << most.ilog2()).map(|_| Bucket::default()).collect() }
    }

    /// Memory of the table, in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Number of slots.
    pub(crate) const fn len(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// The number of the slot for a key that may use only one.
    fn place(&self, hash: u128) -> usize {
        hash as usize & (self.len() - 1)
    }

    fn bucket(&self, hash: u128) -> &[Slot; WAYS] {
        &self.buckets[self.place(hash) / WAYS].0
    }

    /// The data of a key, anywhere in its bucket.
    pub(crate) fn get(&self, hash: u128) -> Option<u64> {
        self.bucket(hash).iter().find_map(|slot| slot.get(hash))
    }

    /// Stores the data of a key in its bucket: over older data of the same key, else in an empty
    /// slot, else in place of the data to which `worth` gives the lowest value.
    pub(crate) fn put(&self, hash: u128, data: u64, worth: impl Fn(u64) -> i32) {
        let bucket = self.bucket(hash);
        let own = bucket.iter().find(|slot| slot.get(hash).is_some());
        let least = || bucket.iter().min_by_key(|slot| slot.any().map_or(i32::MIN, &worth));
        if let Some(slot) = own.or_else(least) {
            slot.put(hash, data);
        }
    }

    /// The data of a key, in the one slot where [`put_direct`](Self::put_direct) stores it.
    pub(crate) fn get_direct(&self, hash: u128) -> Option<u64> {
        self.bucket(hash)[self.place(hash) % WAYS].get(hash)
    }

    /// Stores the data of a key in the one slot that the key determines, whatever it contains.
    pub(crate) fn put_direct(&self, hash: u128, data: u64) {
        self.bucket(hash)[self.place(hash) % WAYS].put(hash, data);
    }
}

const fn data_mask() -> u64 {
    (1 << DATA_BITS) - 1
}

/// The highest bits of the lower half of a key, above the data, and the mark of a used word.
const fn tag(hash: u128) -> u64 {
    (hash as u64 >> 49) << DATA_BITS | USED
}

const fn upper(hash: u128) -> u64 {
    (hash >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Data that depends on its key.
    fn data(key: u128) -> u64 {
        (key ^ key >> 64) as u64 & data_mask()
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!((size_of::<Bucket>(), align_of::<Bucket>()), (64, 64));
        for (bytes, len) in [(0, 4), (64, 4), (127, 4), (128, 8), (8 << 20, 1 << 19)] {
            assert_eq!(WordTable::new(bytes).len(), len, "{bytes} bytes");
        }
    }

    #[test]
    fn data_is_found_only_by_its_whole_key() {
        let words = WordTable::new(1 << 20);
        for key in (1..50_000_u128).map(|number| number * 0x9e37_79b9_7f4a_7c15_f39c) {
            words.put(key, data(key), |_| 0);
            assert_eq!(words.get(key), Some(data(key)));
            for bit in [2, 15, 49, 63, 64, 127] {
                assert_eq!(words.get(key ^ 1 << bit), None, "{key:x}, bit {bit}");
            }
        }
    }

    /// Of many keys that compete for a bucket, the four of the highest worth remain.
    #[test]
    fn the_lowest_worth_is_replaced_first() {
        let words = WordTable::new(1 << 12);
        let key = |number: u64| u128::from(number) << 64 | 8;
        for number in [5, 90, 17, 80, 3, 70, 60, 1, 50] {
            words.put(key(number), number, |worth| worth as i32);
        }
        let held: Vec<u64> = (0..100).filter(|&number| words.get(key(number)).is_some()).collect();
        assert_eq!(held, [50, 70, 80, 90]);
        words.put(key(70), 2, |worth| worth as i32);
        assert_eq!(words.get(key(70)), Some(2), "a key has one slot");
    }

    #[test]
    fn the_direct_slot_always_holds_the_newest() {
        let words = WordTable::new(1 << 12);
        for number in 0..1000_u128 {
            let key = (number << 64) | (number % 7);
            words.put_direct(key, data(key));
            assert_eq!(words.get_direct(key), Some(data(key)));
            assert_eq!(words.get_direct(key ^ 1 << 64), None);
        }
    }

    #[test]
    fn concurrent_writes_never_mix_up_keys() {
        let words = WordTable::new(1 << 12);
        let found: u64 = thread::scope(|scope| {
            let threads = [0, 1].map(|thread| {
                let words = &words;
                scope.spawn(move || {
                    let mut found = 0;
                    for round in 0..200_000_u128 {
                        // Six keys compete for four slots.
                        let key = (round % 6) << 64 | 3;
                        if round % 2 == thread {
                            words.put(key, data(key), |word| (word % 5) as i32);
                        }
                        if let Some(known) = words.get(key) {
                            assert_eq!(known, data(key));
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

//! The transposition table.

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
    key: u64,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// The best turn, packed.
    pub(crate) best: u16,
}

/// A table of fixed size in which newer findings replace older ones.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    entries: Vec<Entry>,
}

/// 16 bytes each.
const ENTRIES: usize = 1 << 19;

impl Table {
    pub(crate) fn new() -> Self {
        let nothing = Entry { key: 0, score: 0, depth: -1, bound: Bound::AtMost, best: 0 };
        Self { entries: vec![nothing; ENTRIES] }
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[key as usize % ENTRIES];
        (entry.key == key && entry.depth >= 0).then_some(entry)
    }

    pub(crate) fn put(&mut self, key: u64, score: i16, depth: i8, bound: Bound, best: u16) {
        self.entries[key as usize % ENTRIES] = Entry { key, score, depth, bound, best };
    }
}

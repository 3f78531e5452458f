//! Settings of a search: limits, memory, and which of its parts take part.

use std::fmt;

// Limits of a search: nodes, time, threads.

/// Limits of a search: a node budget and a function that stops it. The search reads no clock, but
/// the caller's `stop` may.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Maximum number of nodes to search (tree leaves, alpha-beta nodes). Never exceeded.
    pub nodes: u64,
    /// Called regularly, from every thread; ends the search by returning `true`.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Number of threads; with one, the same arguments give the same turn.
    pub threads: usize,
}

impl Limits<'_> {
    /// A node budget on one thread, without a time limit.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, stop: &|| false, threads: 1 }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes on {} threads", self.nodes, self.threads)
    }
}

// Memory limits of searches.

/// Memory limits of a search, in bytes: one for a tree, one for a table of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// Limit of a search tree. When it is reached, rarely visited nodes are pruned.
    pub tree: usize,
    /// Size of alpha-beta's transposition table, or of the table of the [endgame
    /// solver](crate::EndSolver) alongside a tree; rounded down to a power of two.
    pub table: usize,
}

impl Memory {
    /// Default limit of a search tree, in bytes: 256 MiB.
    pub const TREE: usize = 256 << 20;
    /// Default size of a transposition table, in bytes: 8 MiB. The levels below the ninth were
    /// measured with it.
    pub const TABLE: usize = 8 << 20;
}

impl Default for Memory {
    fn default() -> Self {
        Self { tree: Self::TREE, table: Self::TABLE }
    }
}

// The parts of a search, for levels whose steps were measured and for the strongest one.

/// The parts of a search that are in use.
///
/// The steps between the levels below the ninth were measured in matches. Anything that makes a
/// search stronger for the same number of nodes would change them, so only the ninth level and
/// analyses use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchParts {
    /// The parts with which the steps between the levels were measured.
    Measured,
    /// All parts: in Ankor also a table in buckets and aspiration windows, in Boche the [endgame
    /// solver](crate::EndSolver).
    All,
}

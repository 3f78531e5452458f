//! How long to think.

use std::fmt;

/// When a search ends: after so many nodes, or when it is told to. It reads no clock; the caller's
/// `stop` may.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// At most so many positions are looked at: leaves of a tree, nodes of alpha-beta. Kept exactly.
    pub nodes: u64,
    /// Asked now and then, from every thread; ends the search when it says `true`.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// How many threads search; with one, the same arguments give the same turn.
    pub threads: usize,
}

impl Limits<'_> {
    /// So many nodes on one thread, whatever time they take.
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

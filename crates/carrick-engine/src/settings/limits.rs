//! Limits of a search: nodes, time, threads.

use std::fmt;

/// Limits of a search: a node budget and a function that stops it. It reads no clock; the caller's
/// `stop` may.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Maximum number of nodes to search (tree leaves, alpha-beta nodes). Never exceeded.
    pub nodes: u64,
    /// Called now and then, from every thread; ends the search by returning `true`.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Number of threads; with one, the same arguments give the same turn.
    pub threads: usize,
}

impl Limits<'_> {
    /// A node budget on one thread, whatever time it takes.
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

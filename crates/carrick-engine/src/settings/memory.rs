//! Memory limits of searches.

/// Memory limits of a search, in bytes: one for a tree, one for a table of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// Limit of a search tree. Rarely visited nodes are pruned when it is reached.
    pub tree: usize,
    /// Size of alpha-beta's transposition table, or of that of the [solver of
    /// ends](crate::EndSolver) beside a tree; rounded down to a power of two.
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

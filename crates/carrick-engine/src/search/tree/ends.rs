//! The endgame solver alongside the tree: it proves leaves and, in slices, the root.

use super::node_of;
use super::store::NodeId;
use super::walk::SharedRun;
use crate::endgame::{EndSolver, Reach};
use crate::report::Value;
use crate::searchable::Searchable;

/// Effort for a leaf at each visit, in [evaluations](EndSolver::pace).
const EFFORT_A_LEAF: u32 = 2;

/// Number of tree visits between two slices of work on the root. A slice takes as long as they do,
/// so the tree has half of the time until the root is proved.
const VISITS_A_SLICE: u32 = 32;

/// The solver of one thread.
pub(super) struct Ends<'s, B: Searchable> {
    solver: &'s mut (dyn EndSolver<B> + 's),
    /// Whether this thread also solves the root.
    solves_root: bool,
    /// Number of tree visits since the last slice.
    visits: u32,
}

impl<'s, B: Searchable> Ends<'s, B> {
    /// The solver of a thread that proves only leaves.
    pub(super) fn of_leaves(solver: &'s mut (dyn EndSolver<B> + 's)) -> Self {
        Self { solver, solves_root: false, visits: 0 }
    }

    /// The solver of the thread that proves the root, if that is within reach.
    pub(super) fn of_root(solver: &'s mut (dyn EndSolver<B> + 's), root: &B) -> Self {
        let solves_root = solver.reach(root) >= Reach::Root;
        // The first slice starts as soon as the root has its turns.
        Self { solver, solves_root, visits: VISITS_A_SLICE }
    }

    /// The value of a leaf to the player to move, if a little work proves it.
    pub(super) fn solve_leaf(&mut self, board: &B, shared: &SharedRun<'_, B>) -> Option<Value> {
        // Work on the root is a better way to decide leaves close to it.
        if self.solves_root || self.solver.reach(board) < Reach::Leaf {
            return None;
        }
        let positions = EFFORT_A_LEAF * self.solver.pace();
        self.solver.solve(board, positions, &|| (shared.stop)())
    }

    /// Works on the root, if it is due. Once its value is proved, stores it and those of all turns
    /// that are known.
    pub(super) fn prove_root(&mut self, shared: &SharedRun<'_, B>) {
        self.visits += 1;
        if !self.solves_root || self.visits < VISITS_A_SLICE {
            return;
        }
        self.visits = 0;
        let board = shared.root.board();
        let positions = VISITS_A_SLICE * self.solver.pace();
        let value = self.solver.solve(board, positions, &|| (shared.stop)());
        if let Some(value) = value {
            self.solves_root = false;
            self.note(value, shared);
        }
    }

    /// Stores the proved value of the root in the tree, and those of its turns that are known.
    fn note(&self, value: Value, shared: &SharedRun<'_, B>) {
        let mut tree = shared.tree();
        let mut wins = false;
        for index in 0..tree.edges(NodeId::ROOT).len() {
            let mut after = shared.root.clone();
            after.play_unchecked(tree.edges(NodeId::ROOT)[index].turn);
            let mut node = node_of(&after);
            // In a lost position, every turn lets the opponent win.
            let lets_win = (value == Value::Loss).then_some(Value::Win);
            node.proved = node.proved.or(lets_win).or_else(|| self.solver.known(after.board()));
            let Some(known) = node.proved else { continue };
            let child = tree.find(node.hash).unwrap_or_else(|| tree.insert(node));
            tree.node_mut(child).proved = Some(known);
            tree.edges_mut(NodeId::ROOT)[index].child = Some(child);
            wins |= known == Value::Loss;
        }
        // A win is known once there is a turn for it; the table may have lost that turn.
        if wins || value == Value::Loss {
            tree.node_mut(NodeId::ROOT).proved = Some(value);
        }
    }
}

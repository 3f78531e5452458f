//! Selection of edges, and proofs of nodes from those of their children.

use carrick_games::Seat;

use super::store::{NodeId, TreeEdge, TreeStore};
use super::value_to;
use crate::report::Value;
use crate::searchable::Tuning;

impl<T> TreeEdge<T> {
    /// Mean value of the visits; before the first visit, the prior.
    pub(super) fn value(&self) -> f32 {
        if self.visits == 0 { self.prior } else { self.total / self.visits as f32 }
    }

    /// Mean margin of the turn's player, in points, over the visits that ended in playouts.
    pub(super) fn margin(&self) -> Option<f32> {
        (self.played_out > 0).then(|| self.margin / self.played_out as f32)
    }

    /// The value by which turns are compared: visits, prior and AMAF values blended.
    fn blended(&self, tuning: &Tuning) -> f32 {
        let amaf = (self.amaf_games / tuning.amaf_games).min(tuning.amaf_weight);
        let amaf_value =
            if self.amaf_games > 0.0 { self.amaf_points / self.amaf_games } else { 0.0 };
        let points = self.total + tuning.prior_weight * self.prior + amaf * amaf_value;
        points / (self.visits as f32 + tuning.prior_weight + amaf)
    }
}

/// Selects the edge to follow from a node; `None` if it has no edges. Skips turns that are proved
/// to lose as long as there is another.
pub(super) fn choose<T: Copy>(tree: &TreeStore<T>, id: NodeId, tuning: &Tuning) -> Option<usize> {
    let node = tree.node(id);
    let explore = tuning.exploration * (node.visits.max(1) as f32).ln().sqrt();
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for (index, edge) in tree.edges(id).iter().enumerate() {
        let mut value = match proved_value(tree, node.mover, edge) {
            Some(Value::Win) => return Some(index),
            Some(Value::Loss) => -1.0,
            // A proved draw counts as a value of one half, without the statistics.
            Some(Value::Draw) => 0.5,
            None => edge.blended(tuning),
        };
        if tuning.exploration > 0.0 {
            value += explore / (edge.visits as f32 + 1.0).sqrt();
        }
        if value > best_value {
            (best, best_value) = (Some(index), value);
        }
    }
    best
}

/// The proved value of a turn to its player, if there is one.
pub(super) fn proved_value<T: Copy>(
    tree: &TreeStore<T>,
    mover: Seat,
    edge: &TreeEdge<T>,
) -> Option<Value> {
    value_to(mover, tree.node(edge.child?))
}

/// The value that a node's turns prove for it: a win as soon as one wins; otherwise, once all are
/// decided, the best of them.
pub(super) fn proof<T: Copy>(tree: &TreeStore<T>, id: NodeId) -> Option<Value> {
    let mover = tree.node(id).mover;
    let mut best = Some(Value::Loss);
    for edge in tree.edges(id) {
        match (proved_value(tree, mover, edge), best) {
            (Some(Value::Win), _) => return Some(Value::Win),
            (Some(worth), Some(so_far)) => best = Some(worth.max(so_far)),
            (None, _) | (_, None) => best = None,
        }
    }
    best
}

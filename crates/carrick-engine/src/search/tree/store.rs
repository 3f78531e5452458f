//! Memory of the search tree: nodes, edges, and the transposition table.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use carrick_games::Seat;

use crate::report::Value;

/// A position in the tree.
#[derive(Debug, Clone)]
pub(super) struct TreeNode {
    pub(super) hash: u128,
    /// Number of visits.
    pub(super) visits: u32,
    /// Sum of the values of all visits, to the mover.
    pub(super) total: f32,
    /// Index of the first edge, and number of edges; 0 edges before the node is expanded.
    pub(super) first_edge: u32,
    pub(super) edges: u16,
    /// The seat that makes the next turn.
    pub(super) mover: Seat,
    /// The proved value of the position to the mover, if there is one.
    pub(super) proved: Option<Value>,
}

/// An edge of the tree: a turn from a position. All values are the mover's.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeEdge<T> {
    pub(super) turn: T,
    pub(super) child: Option<NodeId>,
    pub(super) visits: u32,
    pub(super) total: f32,
    /// Prior: the value of the turn in the playouts of the position, before any visit.
    pub(super) prior: f32,
    /// The slot of the turn, for AMAF values from playouts further down.
    pub(super) slot: Option<u16>,
    pub(super) amaf_games: f32,
    pub(super) amaf_points: f32,
    /// Number of visits that ended in playouts, and the sum of their margins.
    pub(super) played_out: u32,
    pub(super) margin: f32,
}

impl<T> TreeEdge<T> {
    /// An edge without visits.
    pub(super) fn new(turn: T, child: Option<NodeId>, prior: f32, slot: Option<u16>) -> Self {
        Self {
            turn,
            child,
            visits: 0,
            total: 0.0,
            prior,
            slot,
            amaf_games: 0.0,
            amaf_points: 0.0,
            played_out: 0,
            margin: 0.0,
        }
    }
}

/// Index of a node in the tree's memory, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct NodeId(std::num::NonZeroU32);

impl NodeId {
    /// The root.
    pub(super) const ROOT: Self = Self(std::num::NonZeroU32::MIN);

    fn at(index: usize) -> Self {
        let number = u32::try_from(index + 1).expect("the memory limit is far below");
        Self(std::num::NonZeroU32::new(number).unwrap_or(std::num::NonZeroU32::MIN))
    }

    const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The identity as a hasher, since keys are mixed already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Number of edges in a chunk; chunks stay where they are. One long vector would be copied whenever
/// it grew, while every thread waits.
const CHUNK: usize = 1 << 14;

/// All nodes, the root first, and their edges.
#[derive(Debug)]
pub(super) struct TreeStore<T> {
    nodes: Vec<TreeNode>,
    /// The edges of a node are all in one chunk.
    chunks: Vec<Vec<TreeEdge<T>>>,
    edge_count: usize,
    most_bytes: usize,
    /// Transposition table: the nodes by the lower halves of their hash keys.
    known: HashMap<u64, NodeId, BuildHasherDefault<KeyHasher>>,
}

impl<T: Copy> TreeStore<T> {
    /// Creates a store with a memory limit in bytes, and a root.
    pub(super) fn new(root: TreeNode, most_bytes: usize) -> Self {
        let mut this = Self {
            nodes: Vec::new(),
            chunks: Vec::new(),
            edge_count: 0,
            most_bytes,
            known: HashMap::default(),
        };
        this.insert(root);
        this
    }

    /// Forgets everything.
    pub(super) fn reset(&mut self, root: TreeNode) {
        *self = Self::new(root, self.most_bytes);
    }

    /// The node of a position, by its hash key; all 128 bits are compared.
    pub(super) fn find(&self, hash: u128) -> Option<NodeId> {
        let &id = self.known.get(&(hash as u64))?;
        (self.node(id).hash == hash).then_some(id)
    }

    pub(super) fn insert(&mut self, node: TreeNode) -> NodeId {
        let id = NodeId::at(self.nodes.len());
        self.known.insert(node.hash as u64, id);
        self.nodes.push(node);
        id
    }

    pub(super) fn node(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id.index()]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut TreeNode {
        &mut self.nodes[id.index()]
    }

    pub(super) fn edges(&self, id: NodeId) -> &[TreeEdge<T>] {
        let node = self.node(id);
        if node.edges == 0 {
            return &[];
        }
        let (chunk, place) = place_of(node.first_edge);
        &self.chunks[chunk][place..][..usize::from(node.edges)]
    }

    pub(super) fn edges_mut(&mut self, id: NodeId) -> &mut [TreeEdge<T>] {
        let node = &self.nodes[id.index()];
        if node.edges == 0 {
            return &mut [];
        }
        let (chunk, place) = place_of(node.first_edge);
        &mut self.chunks[chunk][place..][..usize::from(node.edges)]
    }

    /// Gives a node its edges.
    pub(super) fn expand(&mut self, id: NodeId, edges: &[TreeEdge<T>]) {
        let first_edge = append(&mut self.chunks, edges, || Vec::with_capacity(CHUNK));
        self.edge_count += edges.len();
        let node = self.node_mut(id);
        node.first_edge = first_edge;
        node.edges = u16::try_from(edges.len()).expect("no position has so many turns");
    }

    /// Memory of nodes and edges, in bytes.
    pub(super) fn bytes(&self) -> usize {
        Self::bytes_of(self.nodes.len(), self.edge_count)
    }

    const fn bytes_of(nodes: usize, edges: usize) -> usize {
        nodes * (size_of::<TreeNode>() + size_of::<(u64, NodeId)>())
            + edges * size_of::<TreeEdge<T>>()
    }

    /// Sets the maximum memory in bytes, and prunes what exceeds it.
    pub(super) fn set_most_bytes(&mut self, most_bytes: usize) {
        self.most_bytes = most_bytes;
        if self.is_full() {
            self.prune();
        }
        if self.is_full() {
            // The root alone has more turns than that.
            let root = TreeNode { first_edge: 0, edges: 0, ..self.node(NodeId::ROOT).clone() };
            self.reset(root);
        }
    }

    /// Whether the memory limit has been reached.
    pub(super) fn is_full(&self) -> bool {
        self.bytes() >= self.most_bytes
    }

    /// Prunes the edges of rarely visited nodes until half of the memory is free. If the search
    /// comes back, it expands them again.
    pub(super) fn prune(&mut self) {
        let mut least = 2;
        let kept = |least| {
            let often = self.nodes.iter().filter(|node| node.visits >= least);
            let (nodes, edges) = often
                .fold((0, 0), |(nodes, edges), node| (nodes + 1, edges + usize::from(node.edges)));
            // Positions without edges also count, because they are children of others.
            Self::bytes_of(2 * nodes, edges)
        };
        while least < 1 << 31 && kept(least) > self.most_bytes / 2 {
            least *= 2;
        }
        self.keep(NodeId::ROOT, least);
    }

    /// Makes a node the root, and prunes all nodes that cannot be reached from it.
    pub(super) fn keep_from(&mut self, root: NodeId) {
        self.keep(root, 0);
    }

    /// Makes a node the root. Of the others, only nodes with at least `least_visits` visits keep
    /// their edges.
    fn keep(&mut self, root: NodeId, least_visits: u32) {
        let most_bytes = self.most_bytes;
        let mut old = std::mem::replace(self, Self::new(self.node(root).clone(), most_bytes));
        for (index, node) in old.nodes.iter_mut().enumerate() {
            if node.visits < least_visits && index != root.index() {
                node.edges = 0;
            }
        }
        let mut moved = vec![None; old.nodes.len()];
        let mut kept = vec![root];
        moved[root.index()] = Some(NodeId::ROOT);
        let mut next = 0;
        while let Some(&id) = kept.get(next) {
            for child in old.edges(id).iter().filter_map(|edge| edge.child) {
                moved[child.index()].get_or_insert_with(|| {
                    kept.push(child);
                    self.insert(old.node(child).clone())
                });
            }
            next += 1;
        }
        // In the order of the edges in memory, so that a chunk can be written to again once it has
        // been read.
        kept.sort_unstable_by_key(|&id| old.node(id).first_edge);
        let (mut free, mut read) = (Vec::new(), 0);
        for id in kept {
            let &TreeNode { first_edge, edges: count, .. } = old.node(id);
            let (Some(new), 1..) = (moved[id.index()], count) else { continue };
            let (chunk, place) = place_of(first_edge);
            for done in &mut old.chunks[read..chunk] {
                done.clear();
                free.push(std::mem::take(done));
            }
            read = chunk;
            let edges = &mut old.chunks[chunk][place..][..usize::from(count)];
            for edge in &mut *edges {
                edge.child = edge.child.and_then(|child| moved[child.index()]);
            }
            let fresh = || free.pop().unwrap_or_else(|| Vec::with_capacity(CHUNK));
            self.node_mut(new).first_edge = append(&mut self.chunks, edges, fresh);
            self.edge_count += usize::from(count);
        }
    }
}

/// The chunk of an edge, and its index there.
const fn place_of(edge: u32) -> (usize, usize) {
    (edge as usize / CHUNK, edge as usize % CHUNK)
}

/// Appends the edges of a node, in one chunk, and returns the index of the first.
fn append<T: Copy>(
    chunks: &mut Vec<Vec<TreeEdge<T>>>,
    edges: &[TreeEdge<T>],
    fresh: impl FnOnce() -> Vec<TreeEdge<T>>,
) -> u32 {
    let fits = |chunk: &Vec<TreeEdge<T>>| chunk.len() + edges.len() <= CHUNK;
    if !chunks.last().is_some_and(fits) {
        chunks.push(fresh());
    }
    let place = chunks.last().map_or(0, Vec::len);
    if let Some(chunk) = chunks.last_mut() {
        // No position has more turns than fit into a chunk; if one had, the chunk would grow.
        chunk.extend_from_slice(edges);
    }
    ((chunks.len() - 1) * CHUNK + place) as u32
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn node(key: u64) -> TreeNode {
        let (hash, mover) = (key.into(), Seat::First);
        TreeNode { hash, mover, proved: None, visits: 0, total: 0.0, first_edge: 0, edges: 0 }
    }

    /// Gives every node down to a depth three children, two of which are transpositions.
    fn grow(store: &mut TreeStore<u64>, id: NodeId, depth: u32) {
        store.node_mut(id).visits = 1 << depth;
        if depth == 0 || !store.edges(id).is_empty() {
            return;
        }
        let key = store.node(id).hash as u64;
        let mut child_of = |way| {
            let next: u64 = 2 * key + way;
            let child = store.find(u128::from(next)).unwrap_or_else(|| store.insert(node(next)));
            grow(store, child, depth - 1);
            TreeEdge::new(way, Some(child), key as f32, None)
        };
        let ways = [0, 1, 2].map(&mut child_of);
        store.expand(id, &ways);
    }

    /// All positions that can be reached from a node: the edges of each, by its key.
    fn reached(store: &TreeStore<u64>, root: NodeId) -> BTreeMap<u64, Vec<(u64, u64, f32)>> {
        let (mut reached, mut waiting) = (BTreeMap::new(), vec![root]);
        while let Some(id) = waiting.pop() {
            let node = store.node(id);
            if reached.contains_key(&(node.hash as u64)) {
                continue;
            }
            let children = store.edges(id).iter().filter_map(|edge| Some((edge, edge.child?)));
            let ways = children.map(|(edge, child)| {
                waiting.push(child);
                (edge.turn, store.node(child).hash as u64, edge.prior)
            });
            reached.insert(node.hash as u64, ways.collect());
        }
        reached
    }

    #[test]
    fn only_reachable_nodes_are_kept() {
        let mut store = TreeStore::new(node(1), 1 << 30);
        grow(&mut store, NodeId::ROOT, 15);
        assert!(store.chunks.len() > 5, "{}", store.chunks.len());
        for way in [1, 0, 2, 2, 1] {
            let next = store.edges(NodeId::ROOT)[way].child.unwrap();
            let (key, before) = (store.node(next).hash as u64, reached(&store, next));
            store.keep_from(next);
            let after = reached(&store, NodeId::ROOT);
            assert_eq!(store.find(key.into()), Some(NodeId::ROOT));
            assert!(before == after, "{} and {} positions", before.len(), after.len());
            assert_eq!(store.nodes.len(), after.len());
            assert_eq!(store.edge_count, after.values().map(Vec::len).sum::<usize>());
            assert!(store.chunks.len() <= 2 + store.edge_count / (CHUNK - 3));
        }
    }

    #[test]
    fn often_visited_nodes_outlive_rarely_visited_ones() {
        let mut store = TreeStore::new(node(1), 1 << 30);
        grow(&mut store, NodeId::ROOT, 12);
        store.most_bytes = store.bytes();
        assert!(store.is_full());
        let before = reached(&store, NodeId::ROOT);
        store.prune();
        assert!(store.bytes() < 3 * store.most_bytes / 4, "{}", store.bytes());
        let after = reached(&store, NodeId::ROOT);
        assert!(after.len() > before.len() / 8, "{} of {}", after.len(), before.len());
        let often = |key: u64| store.node(store.find(key.into()).unwrap()).visits;
        let (whole, bare): (Vec<_>, Vec<_>) = after.iter().partition(|(_, ways)| !ways.is_empty());
        let least = whole.iter().map(|&(&key, _)| often(key)).min().unwrap();
        for (key, ways) in whole {
            assert_eq!(ways, &before[key]);
        }
        for (key, _) in bare {
            assert!(often(*key) < least || before[key].is_empty());
        }
    }
}

//! The tree's memory: nodes, the edges between them, and the table of positions that are known.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use carrick_games::Seat;

use crate::Worth;

/// A position in the tree.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) key: u64,
    pub(super) mover: Seat,
    pub(super) proved: Option<Worth>,
    /// How often the search came here.
    pub(super) visits: u32,
    /// The sum of what the mover's visits were worth.
    pub(super) total: f32,
    /// Where its edges begin, and how many there are; none before it was expanded.
    pub(super) first_edge: u32,
    pub(super) edges: u32,
}

/// A turn from a position in the tree. All values are the mover's.
#[derive(Debug, Clone)]
pub(super) struct Edge<T> {
    pub(super) turn: T,
    pub(super) child: Option<NodeId>,
    pub(super) visits: u32,
    pub(super) total: f32,
    /// The first value: what the playouts of the position said of the turn.
    pub(super) prior: f32,
    /// The slot it takes, for what playouts further down say of it.
    pub(super) slot: Option<u16>,
    pub(super) amaf_games: f32,
    pub(super) amaf_points: f32,
    /// How many of the visits ended in playouts, and the sum of the margins they found.
    pub(super) played_out: u32,
    pub(super) margin: f32,
}

impl<T> Edge<T> {
    /// A turn that was not tried yet.
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

/// Where a node stands in the tree's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct NodeId(std::num::NonZeroU32);

impl NodeId {
    fn at(index: usize) -> Self {
        let number = u32::try_from(index + 1).expect("memory is bounded far below");
        Self(std::num::NonZeroU32::new(number).unwrap_or(std::num::NonZeroU32::MIN))
    }

    const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Keys are well mixed already.
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

/// All nodes and edges.
#[derive(Debug)]
pub(super) struct Store<T> {
    nodes: Vec<Node>,
    edges: Vec<Edge<T>>,
    known: HashMap<u64, NodeId, BuildHasherDefault<KeyHasher>>,
}

impl<T: Copy> Store<T> {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), known: HashMap::default() }
    }

    pub(super) fn find(&self, key: u64) -> Option<NodeId> {
        self.known.get(&key).copied()
    }

    pub(super) fn insert(&mut self, node: Node) -> NodeId {
        let id = NodeId::at(self.nodes.len());
        self.known.insert(node.key, id);
        self.nodes.push(node);
        id
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    pub(super) fn edges(&self, id: NodeId) -> &[Edge<T>] {
        let node = self.node(id);
        &self.edges[node.first_edge as usize..][..node.edges as usize]
    }

    pub(super) fn edges_mut(&mut self, id: NodeId) -> &mut [Edge<T>] {
        let node = &self.nodes[id.index()];
        &mut self.edges[node.first_edge as usize..][..node.edges as usize]
    }

    /// Gives a node its edges.
    pub(super) fn expand(&mut self, id: NodeId, edges: impl Iterator<Item = Edge<T>>) {
        let first = self.edges.len();
        self.edges.extend(edges);
        let count = self.edges.len() - first;
        let node = self.node_mut(id);
        node.first_edge = first as u32;
        node.edges = count as u32;
    }

    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Forgets all that cannot be reached from a node, which gets the returned place.
    pub(super) fn keep_from(&mut self, root: NodeId) -> NodeId {
        let old = std::mem::replace(self, Self::new());
        let mut moved: HashMap<NodeId, NodeId> = HashMap::new();
        let new_root = self.insert(old.node(root).clone());
        moved.insert(root, new_root);
        let mut waiting = vec![(root, new_root)];
        while let Some((from, to)) = waiting.pop() {
            let edges: Vec<Edge<T>> = old.edges(from).to_vec();
            let mut kept = Vec::with_capacity(edges.len());
            for mut edge in edges {
                edge.child = edge.child.map(|child| {
                    *moved.entry(child).or_insert_with(|| {
                        let new = self.insert(old.node(child).clone());
                        waiting.push((child, new));
                        new
                    })
                });
                kept.push(edge);
            }
            self.expand(to, kept.into_iter());
        }
        new_root
    }
}

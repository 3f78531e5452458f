//! One iteration of Monte Carlo tree search: select a leaf, evaluate and expand it, backpropagate.

use std::hint;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use carrick_games::{Board, Position, Seat, TurnSet as _};

use super::ends::Ends;
use super::select::{self, choose};
use super::store::{NodeId, TreeEdge, TreeNode, TreeStore};
use super::{node_of, value_to};
use crate::report::Value;
use crate::search::evaluate::{Evaluate, Leaf};
use crate::searchable::tactics::{Answers, answers_to_suspects, winning_turn_among};
use crate::searchable::{Searchable, Tuning, TurnsTried};
use crate::settings::Limits;

/// Number of `try_lock` attempts before a thread blocks.
const LOCK_ATTEMPTS: u32 = 2000;

/// An edge of a path from the root, and the node where it starts.
#[derive(Debug, Clone, Copy)]
struct PathEdge {
    node: NodeId,
    edge: usize,
}

/// The node where selection ended.
enum Selected {
    /// A position that is proved.
    Proved(NodeId),
    /// A leaf to be evaluated.
    Open(NodeId),
}

/// State that the threads of a run share.
pub(super) struct SharedRun<'a, B: Searchable> {
    pub(super) root: &'a Position<B>,
    tuning: Tuning,
    tree: Mutex<&'a mut TreeStore<B::Turn>>,
    /// Number of threads between selection and backpropagation; changes only while the tree is
    /// locked.
    walks: AtomicUsize,
    /// Nodes left in the budget.
    left: AtomicU64,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
}

impl<'a, B: Searchable> SharedRun<'a, B> {
    pub(super) fn new(
        root: &'a Position<B>,
        tuning: Tuning,
        tree: &'a mut TreeStore<B::Turn>,
        limits: Limits<'a>,
    ) -> Self {
        let Limits { nodes, stop, .. } = limits;
        let (tree, left) = (Mutex::new(tree), AtomicU64::new(nodes));
        Self {
            root,
            tuning,
            tree,
            walks: AtomicUsize::new(0),
            left,
            stop,
            stopped: AtomicBool::new(false),
        }
    }

    /// Nodes left in the budget.
    pub(super) fn nodes_left(&self) -> u64 {
        self.left.load(Relaxed)
    }

    /// Locks the tree. Spins before it blocks: threads hold the lock for at most a few
    /// microseconds, and sleeping and waking takes longer than that.
    pub(super) fn tree(&self) -> MutexGuard<'_, &'a mut TreeStore<B::Turn>> {
        for _ in 0..LOCK_ATTEMPTS {
            match self.tree.try_lock() {
                Err(TryLockError::WouldBlock) => hint::spin_loop(),
                Ok(tree) => return tree,
                Err(TryLockError::Poisoned(error)) => return error.into_inner(),
            }
        }
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the tree for a new iteration. If its memory is full, waits until all threads have
    /// backpropagated, and prunes it.
    fn tree_to_walk(&self) -> MutexGuard<'_, &'a mut TreeStore<B::Turn>> {
        loop {
            let mut tree = self.tree();
            let full = tree.is_full();
            if full && self.walks.load(Relaxed) > 0 {
                drop(tree);
                thread::yield_now();
                continue;
            }
            if full {
                tree.prune();
            }
            self.walks.fetch_add(1, Relaxed);
            return tree;
        }
    }

    /// Takes one node from the budget; `false` if none is left or the search is over.
    fn take_node(&self) -> bool {
        if self.stopped.load(Relaxed) || (self.stop)() {
            return false;
        }
        let take = |left: u64| left.checked_sub(1);
        self.left.try_update(Relaxed, Relaxed, take).is_ok()
    }
}

/// The edges of a leaf that is expanded.
struct Children<B: Board> {
    /// Each edge, with the terminal node that it leads to, if any.
    edges: Vec<(TreeEdge<B::Turn>, Option<TreeNode>)>,
    /// The value that they prove for the player to move, if any.
    proved: Option<Value>,
}

/// Gives a node its edges.
fn add_children<B: Board>(
    tree: &mut TreeStore<B::Turn>,
    id: NodeId,
    Children { edges, proved }: Children<B>,
) {
    let edges: Vec<_> = edges
        .into_iter()
        .map(|(mut edge, end)| {
            edge.child = end.map(|node| tree.find(node.hash).unwrap_or_else(|| tree.insert(node)));
            edge
        })
        .collect();
    tree.expand(id, &edges);
    if proved.is_some() {
        tree.node_mut(id).proved = proved;
    }
}

/// One thread of a run.
pub(super) struct Walker<'s, 'a, B: Searchable, E> {
    shared: &'s SharedRun<'a, B>,
    evaluator: &'s mut E,
    ends: Option<Ends<'s, B>>,
    random: fastrand::Rng,
    path: Vec<PathEdge>,
}

impl<'s, 'a, B: Searchable, E: Evaluate<B>> Walker<'s, 'a, B, E> {
    pub(super) fn new(
        shared: &'s SharedRun<'a, B>,
        evaluator: &'s mut E,
        ends: Option<Ends<'s, B>>,
        seed: u64,
    ) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self { shared, evaluator, ends, random, path: Vec::new() }
    }

    pub(super) fn walk(&mut self) {
        while self.shared.tree().node(NodeId::ROOT).proved.is_none() {
            if !self.shared.take_node() {
                break;
            }
            self.visit();
            if let Some(ends) = &mut self.ends {
                ends.prove_root(self.shared);
            }
        }
        self.shared.stopped.store(true, Relaxed);
    }

    /// One iteration: select, evaluate, expand, backpropagate.
    fn visit(&mut self) {
        let mut position = self.shared.root.clone();
        self.path.clear();
        let selected = select_leaf(self.shared, &mut position, &mut self.path);
        match selected {
            Selected::Proved(id) => {
                let mut tree = self.shared.tree();
                let value = tree.node(id).proved.map_or(0.5, Value::points);
                let mover = tree.node(id).mover;
                self.backpropagate(&mut tree, mover, value, None);
            }
            Selected::Open(id) => self.evaluate(id, &position),
        }
    }

    /// Evaluates (simulates) a leaf, expands it if that is due, and backpropagates the value.
    fn evaluate(&mut self, id: NodeId, position: &Position<B>) {
        if let Some(value) = self.solve(position) {
            return self.prove(id, position.board().seat_to_move(), value);
        }
        let tuning = self.shared.tuning;
        // If the player to move wins immediately, playouts are not needed.
        let decided = tuning.tried == TurnsTried::All
            && winning_turn_among(position.board(), &position.legal_turns()).is_some();
        let effort = match self.path.is_empty() {
            true => tuning.root_batches.max(1),
            false => u32::from(!decided),
        };
        let leaf = self.evaluator.evaluate(position, effort, &mut self.random);
        let mover = position.board().seat_to_move();
        let value = if decided { 1.0 } else { leaf.value };
        let due = {
            let mut tree = self.shared.tree();
            let node = tree.node_mut(id);
            node.visits += 1;
            node.total += value;
            let due = decided || node.visits >= tuning.expand_at || self.path.is_empty();
            due && node.edges == 0
        };
        // Expanding takes longest, so the tree is not locked in the meantime.
        let children = due.then(|| self.expand(position, leaf));
        let mut tree = self.shared.tree();
        if let Some(children) = children.filter(|_| tree.node(id).edges == 0) {
            add_children(&mut tree, id, children);
        }
        self.backpropagate(&mut tree, mover, value, (effort > 0).then_some(leaf.margin));
    }

    /// The value of a leaf to the player to move, if a solver finds it.
    fn solve(&mut self, position: &Position<B>) -> Option<Value> {
        // The root also needs its turns.
        if self.path.is_empty() {
            return None;
        }
        self.ends.as_mut()?.solve_leaf(position.board(), self.shared)
    }

    /// Stores the proved value of a leaf, and backpropagates it.
    fn prove(&self, id: NodeId, mover: Seat, value: Value) {
        let mut tree = self.shared.tree();
        tree.node_mut(id).proved = Some(value);
        self.backpropagate(&mut tree, mover, value.points(), None);
    }

    /// The children of a leaf, each with its prior. Proves the leaf if a turn wins immediately.
    /// Below the root, if the opponent threatens to win immediately, only turns that prevent it
    /// become children.
    fn expand(&self, position: &Position<B>, leaf: Leaf) -> Children<B> {
        let mover = position.board().seat_to_move();
        let colour = position.board().to_move();
        let turns = position.legal_turns();
        let restricted = self.shared.tuning.must_play && !self.path.is_empty();
        let must_play = restricted.then(|| self.must_play(position, &turns)).flatten();
        let mut won = false;
        let edges = turns
            .iter()
            .filter(|turn| {
                let answers = |answers: &Vec<_>| answers.is_empty() || answers.contains(turn);
                must_play.as_ref().is_none_or(answers) || self.evaluator.may_win(*turn, colour)
            })
            .map(|turn| {
                let promising = self.evaluator.may_win(turn, colour);
                let mut end = None;
                if self.shared.tuning.tried == TurnsTried::All || promising {
                    let mut after = position.clone();
                    after.play_unchecked(turn);
                    if after.outcome().is_some() {
                        let node = node_of(&after);
                        won |= value_to(mover, &node) == Some(Value::Win);
                        end = Some(node);
                    }
                }
                let prior = self.evaluator.prior(turn, leaf);
                let prior = prior.unwrap_or_else(|| prior_by_sides(position, turn, leaf.value));
                (TreeEdge::new(turn, None, prior, self.evaluator.slot(turn)), end)
            })
            .collect();
        let lost = must_play.is_some_and(|answers| answers.is_empty());
        let proved = match (won, lost) {
            (true, _) => Some(Value::Win),
            (false, true) => Some(Value::Loss),
            (false, false) => None,
        };
        Children { edges, proved }
    }

    /// The only turns that keep the opponent from winning immediately; `None` without a threat.
    fn must_play(&self, position: &Position<B>, turns: &B::Turns) -> Option<Vec<B::Turn>> {
        let opponent = !position.board().to_move();
        let suspected = |turn| self.evaluator.may_win(turn, opponent);
        match answers_to_suspects(position.board(), turns, suspected)? {
            Answers::Any => None,
            Answers::Only(answers) => Some(answers),
        }
    }

    /// Adds the leaf's value, margin and AMAF statistics to every node on the path, and propagates
    /// proofs.
    fn backpropagate(
        &self,
        tree: &mut TreeStore<B::Turn>,
        leaf: Seat,
        value: f32,
        margin: Option<f32>,
    ) {
        self.shared.walks.fetch_sub(1, Relaxed);
        for step in self.path.iter().rev() {
            let mover = tree.node(step.node).mover;
            let value = if mover == leaf { value } else { 1.0 - value };
            let node = tree.node_mut(step.node);
            node.visits += 1;
            node.total += value;
            if margin.is_some() {
                self.learn(tree, step.node, mover);
            }
            let edge = &mut tree.edges_mut(step.node)[step.edge];
            edge.total += value; // its visit was counted during selection
            if let Some(margin) = margin {
                edge.played_out += 1;
                edge.margin += if mover == leaf { margin } else { -margin };
            }
            let child = tree.edges(step.node)[step.edge].child;
            let is_proved = |id| tree.node(id).proved.is_some();
            if child.is_some_and(is_proved) && !is_proved(step.node) {
                let proved = select::proof(tree, step.node);
                tree.node_mut(step.node).proved = proved;
            }
        }
    }

    /// Adds the playouts' statistics to the AMAF values of a node's turns.
    fn learn(&self, tree: &mut TreeStore<B::Turn>, id: NodeId, mover: Seat) {
        if self.shared.tuning.amaf_weight == 0.0 {
            return;
        }
        // Colours are exchanged only in the opening; a few values are then added to the wrong one.
        let colour = self.shared.root.board().colour_of(mover);
        for edge in tree.edges_mut(id) {
            let Some(slot) = edge.slot else { continue };
            let taken = self.evaluator.taken(slot, colour);
            edge.amaf_games += taken.games as f32;
            edge.amaf_points += 0.5 * taken.half_points as f32;
        }
    }
}

/// Prior of a turn for which the evaluator has none, in a position worth `value` to the mover: a
/// swap gives the mover the other side; a pass gives the opponent a turn, which is hardly ever
/// good.
fn prior_by_sides<B: Board>(position: &Position<B>, turn: B::Turn, value: f32) -> f32 {
    let mover = position.board().seat_to_move();
    let mut after = position.clone();
    after.play_unchecked(turn);
    let changes_sides = after.colour_of(mover) != position.colour_of(mover);
    if changes_sides { 1.0 - value } else { value.min(1.0 - value) }
}

/// Selection: walks from the root to a node that is a leaf or proved.
///
/// Visits are counted on the way down: a virtual loss that spreads threads over the tree.
fn select_leaf<B: Searchable>(
    shared: &SharedRun<'_, B>,
    position: &mut Position<B>,
    path: &mut Vec<PathEdge>,
) -> Selected {
    let mut tree = shared.tree_to_walk();
    let mut id = NodeId::ROOT;
    loop {
        if tree.node(id).proved.is_some() {
            return Selected::Proved(id);
        }
        let Some(edge) = choose(&tree, id, &shared.tuning) else {
            return Selected::Open(id);
        };
        path.push(PathEdge { node: id, edge });
        let chosen = &mut tree.edges_mut(id)[edge];
        chosen.visits += 1;
        let child = chosen.child;
        position.play_unchecked(chosen.turn);
        id = match child {
            Some(child) => child,
            None => {
                let node = node_of(position);
                let child = tree.find(node.hash).unwrap_or_else(|| tree.insert(node));
                tree.edges_mut(id)[edge].child = Some(child);
                child
            }
        };
    }
}

//! Walks down the tree, playouts where they leave it, and the way back up.

use std::hint;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use carrick_games::{Colour, Seat, TurnSet as _};

use super::select::{self, choose};
use super::store::{Edge, Node, NodeId, Store};
use super::{node_of, worth_to};
use crate::tactics::{Answers, answers_to_suspects, winning_turn_among};
use crate::{Limits, Playouts, Searchable, Tally, Tried, Tuning, Value};
use carrick_games::Position;

/// A thread asks for the tree so often before it lets itself be put to sleep.
const SPINS: u32 = 2000;

/// One turn on the way down.
#[derive(Debug, Clone, Copy)]
struct Step {
    node: NodeId,
    edge: usize,
}

/// Where a walk down ended.
enum Leaf {
    /// At a position that is decided.
    Proved(NodeId),
    /// At one that is to be played out.
    Open(NodeId),
}

/// What the threads of a run share.
pub(super) struct Shared<'a, B: Searchable> {
    root: &'a Position<B>,
    tuning: Tuning,
    tree: Mutex<&'a mut Store<B::Turn>>,
    /// How many threads are on their way through the tree; changes only while it is locked.
    walks: AtomicUsize,
    /// How many nodes may still be looked at.
    left: AtomicU64,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
}

impl<'a, B: Searchable> Shared<'a, B> {
    pub(super) fn new(
        root: &'a Position<B>,
        tuning: Tuning,
        tree: &'a mut Store<B::Turn>,
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

    /// How many nodes of the budget are left.
    pub(super) fn nodes_left(&self) -> u64 {
        self.left.load(Relaxed)
    }

    /// The tree, for one thread at a time. Nobody keeps it for longer than a few microseconds, and to be
    /// put to sleep and woken takes longer than that.
    fn tree(&self) -> MutexGuard<'_, &'a mut Store<B::Turn>> {
        for _ in 0..SPINS {
            match self.tree.try_lock() {
                Err(TryLockError::WouldBlock) => hint::spin_loop(),
                Ok(tree) => return tree,
                Err(TryLockError::Poisoned(error)) => return error.into_inner(),
            }
        }
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tree for a walk that begins. When it is full, those who are on their way are let through, and
    /// room is made.
    fn tree_to_walk(&self) -> MutexGuard<'_, &'a mut Store<B::Turn>> {
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

    /// Takes one node off the budget; `false` when there is none left or the search is over.
    fn take_node(&self) -> bool {
        if self.stopped.load(Relaxed) || (self.stop)() {
            return false;
        }
        let take = |left: u64| left.checked_sub(1);
        self.left.try_update(Relaxed, Relaxed, take).is_ok()
    }
}

/// What leads on from a position.
struct Ways<B: Searchable> {
    /// Each with the end of the game that it leads to, if it does.
    edges: Vec<(Edge<B::Turn>, Option<Node>)>,
    /// What they prove of the position, for the player to move.
    proved: Option<Value>,
}

/// Gives a node its edges.
fn expand<B: Searchable>(tree: &mut Store<B::Turn>, id: NodeId, Ways { edges, proved }: Ways<B>) {
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
pub(super) struct Walker<'s, 'a, B: Searchable> {
    shared: &'s Shared<'a, B>,
    playouts: B::Playouts,
    tally: Tally,
    random: fastrand::Rng,
    path: Vec<Step>,
}

impl<'s, 'a, B: Searchable> Walker<'s, 'a, B> {
    pub(super) fn new(shared: &'s Shared<'a, B>, seed: u64) -> Self {
        let playouts = B::Playouts::new(shared.root.board().options());
        let tally = Tally::new(playouts.slots());
        let random = fastrand::Rng::with_seed(seed);
        Self { shared, playouts, tally, random, path: Vec::new() }
    }

    pub(super) fn walk(&mut self) {
        while self.shared.tree().node(NodeId::ROOT).proved.is_none() {
            if !self.shared.take_node() {
                break;
            }
            self.visit();
        }
        self.shared.stopped.store(true, Relaxed);
    }

    /// One walk down and back.
    fn visit(&mut self) {
        let mut position = self.shared.root.clone();
        self.path.clear();
        let leaf = descend(self.shared, &mut position, &mut self.path);
        match leaf {
            Leaf::Proved(id) => {
                let mut tree = self.shared.tree();
                let value = tree.node(id).proved.map_or(0.5, Value::points);
                let mover = tree.node(id).mover;
                self.take_back(&mut tree, mover, value, None);
            }
            Leaf::Open(id) => self.play_out(id, &position),
        }
    }

    /// Plays the leaf out, gives it children if it is due them, and takes the result back.
    fn play_out(&mut self, id: NodeId, position: &Position<B>) {
        let tuning = self.shared.tuning;
        // Whoever wins at once has nothing to learn from playouts.
        let decided = tuning.tried == Tried::All
            && winning_turn_among(position.board(), &position.legal_turns()).is_some();
        let batches = match self.path.is_empty() {
            true => tuning.root_batches.max(1),
            false => u32::from(!decided),
        };
        self.tally.clear();
        for _ in 0..batches {
            self.playouts.run(position.board(), &mut self.random, &mut self.tally);
        }
        let mover = position.board().seat_to_move();
        let value = if decided { 1.0 } else { self.value(position, mover) };
        let due = {
            let mut tree = self.shared.tree();
            let node = tree.node_mut(id);
            node.visits += 1;
            node.total += value;
            let due = decided || node.visits >= tuning.expand_at || self.path.is_empty();
            due && node.edges == 0
        };
        // This takes longest, and the others need the tree.
        let ways = due.then(|| self.ways_on(position));
        let mut tree = self.shared.tree();
        if let Some(ways) = ways.filter(|_| tree.node(id).edges == 0) {
            expand(&mut tree, id, ways);
        }
        let margin = self.margin(position, mover);
        self.take_back(&mut tree, mover, value, (batches > 0).then_some(margin));
    }

    /// What the tally says a position is worth to a seat.
    fn value(&self, position: &Position<B>, seat: Seat) -> f32 {
        let colour = position.board().colour_of(seat);
        let tuning = self.shared.tuning;
        let rate = self.tally.rate(colour);
        if tuning.margin_share == 0.0 {
            return rate;
        }
        let margin = self.margin(position, seat) / tuning.margin_scale;
        let squashed = 0.5 + 0.5 * margin / (1.0 + margin.abs());
        // Where the winner is still open nothing else counts.
        let decided = (2.0 * rate - 1.0).abs().powi(8);
        rate + tuning.margin_share * decided * (squashed - rate)
    }

    /// By how many points the tally says a seat is ahead.
    fn margin(&self, position: &Position<B>, seat: Seat) -> f32 {
        let board = position.board();
        let paid = board.paid_in_playouts();
        let colour = board.colour_of(seat);
        self.tally.margin(colour) + if colour == board.to_move() { paid } else { -paid }
    }

    /// The turns of a position, each with what the playouts said of it. Notices those that win at once, and
    /// below the root, where the opponent threatens to, has none but what prevents it.
    fn ways_on(&self, position: &Position<B>) -> Ways<B> {
        let mover = position.board().seat_to_move();
        let colour = position.board().to_move();
        let value = self.value(position, mover);
        let turns = position.legal_turns();
        let restricted = self.shared.tuning.must_play && !self.path.is_empty();
        let must_play = restricted.then(|| self.must_play(position, &turns)).flatten();
        let mut won = false;
        let edges = turns
            .iter()
            .filter(|turn| {
                let answers = |answers: &Vec<_>| answers.is_empty() || answers.contains(turn);
                must_play.as_ref().is_none_or(answers) || self.may_win(*turn, colour)
            })
            .map(|turn| {
                let slot = self.playouts.slot(turn);
                let taken = slot.map(|slot| self.tally.taken(slot, colour));
                let rate = taken.and_then(crate::Taken::rate);
                let promising = self.may_win(turn, colour);
                let mut end = None;
                if self.shared.tuning.tried == Tried::All || promising {
                    let mut after = position.clone();
                    after.play_unchecked(turn);
                    if after.outcome().is_some() {
                        let node = node_of(&after);
                        won |= worth_to(mover, &node) == Some(Value::Win);
                        end = Some(node);
                    }
                }
                let prior = match (slot, rate) {
                    (Some(_), Some(rate)) => rate,
                    (Some(_), None) => value,
                    (None, _) => self.worth_of_no_stone(position, turn, value),
                };
                let slot = slot.and_then(|slot| u16::try_from(slot).ok());
                (Edge::new(turn, None, prior, slot), end)
            })
            .collect();
        let lost = must_play.is_some_and(|answers| answers.is_empty());
        let proved = match (won, lost) {
            (true, _) => Some(Value::Win),
            (false, true) => Some(Value::Loss),
            (false, false) => None,
        };
        Ways { edges, proved }
    }

    /// What a turn that takes no slot is worth to the mover, who stands at `value`: a swap gives him the other
    /// side; a pass gives the other a turn, which is hardly ever good.
    fn worth_of_no_stone(&self, position: &Position<B>, turn: B::Turn, value: f32) -> f32 {
        let mover = position.board().seat_to_move();
        let mut after = position.clone();
        after.play_unchecked(turn);
        let changes_sides = after.board().colour_of(mover) != position.board().colour_of(mover);
        if changes_sides { 1.0 - value } else { value.min(1.0 - value) }
    }

    /// Whether the playouts leave it open that a turn wins at once: they lost none of the games in which
    /// it was taken, or it takes nothing.
    fn may_win(&self, turn: B::Turn, colour: Colour) -> bool {
        let Some(slot) = self.playouts.slot(turn) else { return true };
        self.tally.taken(slot, colour).rate().is_some_and(|rate| rate >= 1.0)
    }

    /// The only turns after which the opponent does not win at once; `None` if he does not threaten to.
    fn must_play(&self, position: &Position<B>, turns: &B::Turns) -> Option<Vec<B::Turn>> {
        let opponent = !position.board().to_move();
        let suspected = |turn| self.may_win(turn, opponent);
        match answers_to_suspects(position.board(), turns, suspected)? {
            Answers::Any => None,
            Answers::Only(answers) => Some(answers),
        }
    }

    /// Ends the walk: takes a value of the leaf's mover back along the path, with what the playouts said of the turns
    /// that could have been played on the way and by how much he was ahead in them, and proves what
    /// has become certain.
    fn take_back(
        &self,
        tree: &mut Store<B::Turn>,
        leaf: Seat,
        value: f32,
        played_out: Option<f32>,
    ) {
        self.shared.walks.fetch_sub(1, Relaxed);
        for step in self.path.iter().rev() {
            let mover = tree.node(step.node).mover;
            let worth = if mover == leaf { value } else { 1.0 - value };
            let node = tree.node_mut(step.node);
            node.visits += 1;
            node.total += worth;
            if played_out.is_some() {
                self.learn(tree, step.node, mover);
            }
            let edge = &mut tree.edges_mut(step.node)[step.edge];
            edge.total += worth; // the visit was counted on the way down
            if let Some(margin) = played_out {
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

    /// Adds the tally to the values of a node's turns.
    fn learn(&self, tree: &mut Store<B::Turn>, id: NodeId, mover: Seat) {
        if self.shared.tuning.amaf_weight == 0.0 {
            return;
        }
        // Colours change hands only in the opening; there a few values are learnt for the wrong one.
        let colour = self.shared.root.board().colour_of(mover);
        for edge in tree.edges_mut(id) {
            let Some(slot) = edge.slot else { continue };
            let taken = self.tally.taken(slot.into(), colour);
            edge.amaf_games += taken.games as f32;
            edge.amaf_points += 0.5 * taken.half_points as f32;
        }
    }
}

/// Walks from the root to a position that has no children or is decided.
fn descend<B: Searchable>(
    shared: &Shared<'_, B>,
    position: &mut Position<B>,
    path: &mut Vec<Step>,
) -> Leaf {
    let mut tree = shared.tree_to_walk();
    let mut id = NodeId::ROOT;
    loop {
        if tree.node(id).proved.is_some() {
            return Leaf::Proved(id);
        }
        let Some(edge) = choose(&tree, id, &shared.tuning) else {
            return Leaf::Open(id);
        };
        path.push(Step { node: id, edge });
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

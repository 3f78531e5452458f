//! Best-first search of a tree whose leaves are batches of playouts.
//!
//! Every visit walks down from the root along the turns that look best, plays one batch of random games
//! from the position where it leaves the tree, and takes what they say back up. There is no term that
//! favours what was seldom tried: the first value of a turn is how the batch's games went in which it
//! was taken, and that is enough (on Antipod 28 of 30 games against UCT with RAVE, with an exploration
//! term half of that). Positions reached in several ways are one node. A node whose every continuation is
//! decided is proved and never visited again.

mod select;
mod store;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use carrick_games::{Board, Game, Seat, TurnSet as _};

use crate::position::Position;
use crate::{Limits, Line, Playouts, Report, Searchable, Tally, Tried, Tuning, Worth};
use select::{choose, worth_of};
use store::{Edge, Node, NodeId, Store};

/// Memory is bounded by the number of edges: some 40 bytes each.
const MAX_EDGES: usize = 12_000_000;

/// A search of one game, which it follows from turn to turn.
///
/// ```
/// use carrick_engine::{Limits, tree::Search};
/// use carrick_games::{Game, antipod};
/// let game = Game::<antipod::Board>::new(antipod::Options::default());
/// let mut search = Search::new(&game, 1);
/// let report = search.run(Limits::nodes(100));
/// assert_eq!(report.nodes, 100);
/// assert!(game.check(*report.best().unwrap()).is_ok());
/// ```
#[derive(Debug)]
pub struct Search<B: Searchable> {
    root: Position<B>,
    root_id: NodeId,
    tree: Store<B::Turn>,
    tuning: Tuning,
    seed: u64,
    /// How often it was run, so that no two runs draw the same random numbers.
    runs: u64,
}

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

impl<B: Searchable> Search<B> {
    /// A search of a game's current position.
    #[must_use]
    pub fn new(game: &Game<B>, seed: u64) -> Self {
        Self::with_tuning(game, seed, B::TUNING)
    }

    /// The same with other constants.
    #[must_use]
    pub fn with_tuning(game: &Game<B>, seed: u64, tuning: Tuning) -> Self {
        let root = Position::of(game);
        let mut tree = Store::new();
        let root_id = tree.insert(node_of(&root));
        Self { root, root_id, tree, tuning, seed, runs: 0 }
    }

    /// Goes on to another position; what is known about it and what follows it is kept.
    pub fn follow(&mut self, game: &Game<B>) {
        self.root = Position::of(game);
        self.root_id = match self.tree.find(self.root.key()) {
            Some(known) => self.tree.keep_from(known),
            None => {
                self.tree = Store::new();
                self.tree.insert(node_of(&self.root))
            }
        };
    }

    /// Thinks until a limit is reached or the position is decided, and says what it found.
    pub fn run(&mut self, limits: Limits<'_>) -> Report<B::Turn> {
        if let Some(report) = self.settled() {
            return report;
        }
        let run = self.runs;
        self.runs += 1;
        let shared = Shared {
            root: &self.root,
            root_id: self.root_id,
            tuning: self.tuning,
            tree: Mutex::new(&mut self.tree),
            left: AtomicU64::new(limits.nodes),
            stop: limits.stop,
            stopped: AtomicBool::new(false),
        };
        let seed = self.seed ^ run.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        std::thread::scope(|scope| {
            for thread in 1..limits.threads as u64 {
                let shared = &shared;
                scope.spawn(move || Walker::new(shared, seed.wrapping_add(thread)).walk());
            }
            Walker::new(&shared, seed).walk();
        });
        let nodes = limits.nodes - shared.left.load(Relaxed);
        self.report(nodes)
    }

    /// The same with turns by their canonical names.
    pub fn run_named(&mut self, limits: Limits<'_>) -> Report<String> {
        let report = self.run(limits);
        report.named_from(&self.root)
    }

    fn report(&self, nodes: u64) -> Report<B::Turn> {
        let root = self.tree.node(self.root_id);
        let mut lines: Vec<Line<B::Turn>> = self
            .tree
            .edges(self.root_id)
            .iter()
            .map(|edge| Line {
                turn: edge.turn,
                value: edge.value(),
                proved: worth_of(&self.tree, root.mover, edge),
                margin: edge.margin().filter(|_| B::COUNTS_POINTS),
                visits: edge.visits,
                continuation: Vec::new(),
            })
            .collect();
        if lines.is_empty() {
            // No visit was granted: the first legal turn is as good as any.
            let first = self.root.legal_turns().nth(0);
            lines.extend(first.map(|turn| Line {
                turn,
                value: 0.5,
                proved: None,
                margin: None,
                visits: 0,
                continuation: Vec::new(),
            }));
        }
        lines.sort_by(|one, other| other.rank().total_cmp(&one.rank()));
        for line in &mut lines {
            line.continuation = self.continuation(line.turn);
        }
        let value = match (root.proved, lines.first()) {
            (Some(worth), _) => worth.points(),
            (None, Some(line)) => line.value,
            (None, None) => 0.5,
        };
        Report { value, proved: root.proved, nodes, lines, settled: false }
    }

    /// The legal turns by what they are worth in points, if so little is open that this can be said.
    fn settled(&self) -> Option<Report<B::Turn>> {
        if !self.tuning.settles {
            return None;
        }
        let settled = self.root.board.settle(self.seed)?;
        let turns = self.root.legal_turns();
        let known = settled.margins.iter().filter(|(turn, _)| turns.contains(turn));
        let mut lines: Vec<_> =
            known.map(|&(turn, margin)| settled_line(turn, margin, Some(margin))).collect();
        // What is not among them is no better than passing.
        let least = settled.margins.iter().map(|&(_, margin)| margin).min()?;
        for turn in turns.iter() {
            if lines.iter().all(|line| line.turn != turn) {
                lines.push(settled_line(turn, least, None));
            }
        }
        let value = lines.first()?.value;
        Some(Report { lines, value, proved: None, nodes: 0, settled: true })
    }

    /// The turns that look best after one of the root.
    fn continuation(&self, turn: B::Turn) -> Vec<B::Turn> {
        let mut turns = Vec::new();
        let first = self.tree.edges(self.root_id).iter().find(|edge| edge.turn == turn);
        let mut next = first.and_then(|edge| edge.child);
        while let Some(id) = next {
            let mover = self.tree.node(id).mover;
            let best = self.tree.edges(id).iter().filter(|edge| edge.visits > 0).max_by(|a, b| {
                let rank = |edge: &Edge<B::Turn>| {
                    rank(worth_of(&self.tree, mover, edge), edge.visits, edge.value())
                };
                rank(a).total_cmp(&rank(b))
            });
            let Some(best) = best else { break };
            turns.push(best.turn);
            next = best.child.filter(|_| turns.len() < 64);
        }
        turns
    }
}

/// Orders turns: won ones first, lost ones last, between them the one that was visited most. The value
/// decides among equals.
fn rank(proved: Option<Worth>, visits: u32, value: f32) -> f32 {
    match proved {
        Some(Worth::Win) => f32::MAX,
        Some(Worth::Loss) => value - 2.0,
        _ => visits as f32 + value,
    }
}

impl<T> Line<T> {
    fn rank(&self) -> f32 {
        rank(self.proved, self.visits, self.value)
    }
}

/// A turn after which all is settled.
fn settled_line<T>(turn: T, margin: i16, known: Option<i16>) -> Line<T> {
    let value = match margin {
        ..=-1 => 0.0,
        0 => 0.5,
        1.. => 1.0,
    };
    let margin = known.map(f32::from);
    Line { turn, value, proved: None, margin, visits: 0, continuation: Vec::new() }
}

/// The node of a position, decided if the game is over there.
fn node_of<B: Board>(position: &Position<B>) -> Node {
    let mover = position.mover();
    Node {
        key: position.key(),
        mover,
        proved: position.outcome.map(|outcome| position.worth(outcome, mover)),
        visits: 0,
        total: 0.0,
        first_edge: 0,
        edges: 0,
    }
}

/// What the threads of a run share.
struct Shared<'a, B: Searchable> {
    root: &'a Position<B>,
    root_id: NodeId,
    tuning: Tuning,
    tree: Mutex<&'a mut Store<B::Turn>>,
    /// How many nodes may still be looked at.
    left: AtomicU64,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
}

impl<'a, B: Searchable> Shared<'a, B> {
    fn tree(&self) -> MutexGuard<'_, &'a mut Store<B::Turn>> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
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

/// One thread of a run.
struct Walker<'s, 'a, B: Searchable> {
    shared: &'s Shared<'a, B>,
    playouts: B::Playouts,
    tally: Tally,
    random: fastrand::Rng,
    path: Vec<Step>,
}

impl<'s, 'a, B: Searchable> Walker<'s, 'a, B> {
    fn new(shared: &'s Shared<'a, B>, seed: u64) -> Self {
        let playouts = B::Playouts::new(shared.root.board.options());
        let tally = Tally::new(playouts.slots());
        let random = fastrand::Rng::with_seed(seed);
        Self { shared, playouts, tally, random, path: Vec::new() }
    }

    fn walk(&mut self) {
        while self.shared.tree().node(self.shared.root_id).proved.is_none() {
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
                let value = tree.node(id).proved.map_or(0.5, Worth::points);
                let mover = tree.node(id).mover;
                self.take_back(&mut tree, mover, value, None);
            }
            Leaf::Open(id) => self.play_out(id, &position),
        }
    }

    /// Plays the leaf out, gives it children if it is due them, and takes the result back.
    fn play_out(&mut self, id: NodeId, position: &Position<B>) {
        let tuning = self.shared.tuning;
        let batches = if self.path.is_empty() { tuning.root_batches.max(1) } else { 1 };
        self.tally.clear();
        for _ in 0..batches {
            self.playouts.run(&position.board, &mut self.random, &mut self.tally);
        }
        let mover = position.mover();
        let value = self.value(position, mover);
        let mut tree = self.shared.tree();
        let node = tree.node_mut(id);
        node.visits += 1;
        node.total += value;
        let due = node.visits >= tuning.expand_at || self.path.is_empty();
        if due && node.edges == 0 && tree.edge_count() < MAX_EDGES {
            self.expand(&mut tree, id, position);
        }
        let margin = self.margin(position, mover);
        self.take_back(&mut tree, mover, value, Some(margin));
    }

    /// What the tally says a position is worth to a seat.
    fn value(&self, position: &Position<B>, seat: Seat) -> f32 {
        let colour = position.board.colour_of(seat);
        let tuning = self.shared.tuning;
        let rate = self.tally.rate(colour);
        if tuning.margin_share == 0.0 {
            return rate;
        }
        let margin = self.margin(position, seat) / tuning.margin_scale;
        let squashed = 0.5 + 0.5 * margin / (1.0 + margin.abs());
        rate + tuning.margin_share * (squashed - rate)
    }

    /// By how many points the tally says a seat is ahead.
    fn margin(&self, position: &Position<B>, seat: Seat) -> f32 {
        let board = &position.board;
        let paid = board.paid_in_playouts();
        let colour = board.colour_of(seat);
        self.tally.margin(colour) + if colour == board.to_move() { paid } else { -paid }
    }

    /// Gives a node its edges, each with what the playouts said of it; notices turns that win at once.
    fn expand(&self, tree: &mut Store<B::Turn>, id: NodeId, position: &Position<B>) {
        let mover = position.mover();
        let colour = position.board.to_move();
        let value = self.value(position, mover);
        let turns = position.legal_turns();
        let mut won = false;
        let edges: Vec<Edge<B::Turn>> = turns
            .iter()
            .map(|turn| {
                let slot = self.playouts.slot(turn);
                let taken = slot.map(|slot| self.tally.taken(slot, colour));
                let rate = taken.and_then(crate::Taken::rate);
                let promising = slot.is_none() || rate.is_some_and(|rate| rate >= 1.0);
                let mut child = None;
                if self.shared.tuning.tried == Tried::All || promising {
                    let mut after = position.clone();
                    after.play(turn);
                    if after.outcome.is_some() {
                        let node = node_of(&after);
                        won |= worth_to(mover, &node) == Some(Worth::Win);
                        child = Some(tree.find(node.key).unwrap_or_else(|| tree.insert(node)));
                    }
                }
                let prior = match (slot, rate) {
                    (Some(_), Some(rate)) => rate,
                    (Some(_), None) => value,
                    // A swap hands over the better side; a pass gives the other a turn.
                    (None, _) => value.min(1.0 - value),
                };
                Edge {
                    turn,
                    child,
                    visits: 0,
                    total: 0.0,
                    prior,
                    slot: slot.and_then(|slot| u16::try_from(slot).ok()),
                    amaf_games: 0.0,
                    amaf_points: 0.0,
                    played_out: 0,
                    margin: 0.0,
                }
            })
            .collect();
        tree.expand(id, edges.into_iter());
        if won {
            tree.node_mut(id).proved = Some(Worth::Win);
        }
    }

    /// Takes a value of the leaf's mover back along the path, with what the playouts said of the turns
    /// that could have been played on the way and by how much he was ahead in them, and proves what
    /// has become certain.
    fn take_back(
        &self,
        tree: &mut Store<B::Turn>,
        leaf: Seat,
        value: f32,
        played_out: Option<f32>,
    ) {
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
            if tree.node(step.node).proved.is_none() {
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
        let colour = self.shared.root.board.colour_of(mover);
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
    let mut tree = shared.tree();
    let mut id = shared.root_id;
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
        position.play(chosen.turn);
        id = match child {
            Some(child) => child,
            None => {
                let node = node_of(position);
                let child = tree.find(node.key).unwrap_or_else(|| tree.insert(node));
                tree.edges_mut(id)[edge].child = Some(child);
                child
            }
        };
    }
}

/// What a decided node is worth to a seat.
fn worth_to(seat: Seat, node: &Node) -> Option<Worth> {
    node.proved.map(|worth| if node.mover == seat { worth } else { worth.reversed() })
}

//! Monte Carlo tree search with AMAF values, greedy by default (without an exploration term), over
//! a graph of positions.
//!
//! Every iteration follows the most promising turns to a leaf, evaluates it (by a batch of
//! playouts, unless another [`Evaluate`] is given), expands it and backpropagates the value. A UCB
//! term for turns with few visits is off by default, and kept for experiments ([`Tuning`]): the
//! prior of a turn is the result of the batch's games in which it was taken, and that is enough (on
//! Antipod, the search makes 95 % of the points against itself with a term of 0.05: `carrick-lab
//! arena tree:300 tree:300,exploration=0.05 antipod --openings even:12 --games 200 --seed 1`).
//! Positions reached by transposition share one node. A node whose continuations are all decided is
//! proved and never visited again.

mod ends;
mod report;
mod select;
mod store;
mod walk;

use std::fmt;

use carrick_games::{Board, Game, Position, Seat, TurnSet as _};

use crate::endgame::EndSolver;
use crate::report::{Report, Value};
use crate::search::evaluate::{Evaluate, PlayoutEvaluator};
use crate::searchable::{Searchable, Tuning};
use crate::settings::Limits;
use ends::Ends;
use store::{NodeId, TreeEdge, TreeNode, TreeStore};
use walk::{SharedRun, Walker};

/// Monte Carlo tree search of one game, which it follows from turn to turn.
///
/// ```
/// use carrick_engine::{Limits, Memory, tree::Search};
/// use carrick_games::{Game, antipod};
/// let game = Game::<antipod::Board>::new(antipod::Options::default());
/// let mut search = Search::new(&game, 1, Memory::TREE);
/// let report = search.run(Limits::nodes(100));
/// assert_eq!(report.nodes, 100);
/// assert!(game.check(*report.best().unwrap()).is_ok());
/// ```
pub struct Search<B: Searchable, E = PlayoutEvaluator<B>> {
    root: Position<B>,
    tree: TreeStore<B::Turn>,
    tuning: Tuning,
    evaluator: E,
    /// Proves positions near the end of the game.
    solver: Option<Box<dyn EndSolver<B>>>,
    seed: u64,
    /// Number of runs, so that no two runs draw the same random numbers.
    runs: u64,
}

impl<B: Searchable, E> fmt::Debug for Search<B, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("root", &self.root).finish_non_exhaustive()
    }
}

impl<B: Searchable> Search<B> {
    /// Creates a search of a game's current position by playouts, with a memory limit for its tree
    /// in bytes.
    #[must_use]
    pub fn new(game: &Game<B>, seed: u64, memory: usize) -> Self {
        Self::with_tuning(game, seed, memory, B::TUNING)
    }

    /// Creates a search by playouts with other constants than those of the game.
    #[must_use]
    pub fn with_tuning(game: &Game<B>, seed: u64, memory: usize, tuning: Tuning) -> Self {
        let evaluator = PlayoutEvaluator::new(game.board().options(), tuning);
        Self::with_evaluator(game, evaluator, seed, memory, tuning)
    }
}

impl<B: Searchable, E: Evaluate<B>> Search<B, E> {
    /// Creates a search that evaluates leaves by other means than playouts.
    #[must_use]
    pub fn with_evaluator(
        game: &Game<B>,
        evaluator: E,
        seed: u64,
        memory: usize,
        tuning: Tuning,
    ) -> Self {
        let root = game.position().clone();
        let tree = TreeStore::new(node_of(&root), memory);
        Self { root, tree, tuning, evaluator, solver: None, seed, runs: 0 }
    }

    /// Adds a solver of endgames, which proves the root and the leaves.
    #[must_use]
    pub fn with_end_solver(self, solver: Box<dyn EndSolver<B>>) -> Self {
        Self { solver: Some(solver), ..self }
    }

    /// The position that is searched.
    #[must_use]
    pub const fn root(&self) -> &Position<B> {
        &self.root
    }

    /// Moves the root to another position. Keeps the subtree below it, and prunes everything else.
    pub fn follow(&mut self, game: &Game<B>) {
        if let Some(solver) =
            self.solver.as_mut().filter(|_| game.position().hash() != self.root.hash())
        {
            solver.begin();
        }
        self.root = game.position().clone();
        match self.tree.find(self.root.hash()) {
            Some(known) => {
                self.tree.keep_from(known);
                self.complete_root();
                self.doubt_root();
            }
            None => self.tree.reset(node_of(&self.root)),
        }
    }

    /// Adds the turns that were left out because they let the opponent win immediately: at the
    /// root, every legal turn is reported.
    fn complete_root(&mut self) {
        let known = self.tree.edges(NodeId::ROOT);
        let turns = self.root.legal_turns();
        if known.is_empty() || known.len() == turns.len() {
            return;
        }
        let missing = turns.iter().filter(|&turn| known.iter().all(|edge| edge.turn != turn));
        let lost = missing.map(|turn| TreeEdge::new(turn, None, 0.0, None));
        let edges: Vec<TreeEdge<B::Turn>> = known.iter().copied().chain(lost).collect();
        self.tree.expand(NodeId::ROOT, &edges);
    }

    /// Forgets that the root is proved if its turns do not show it: a solver proves positions
    /// without finding out which turn wins.
    fn doubt_root(&mut self) {
        if self.solver.is_none() || self.root.outcome().is_some() {
            return;
        }
        let is_expanded = !self.tree.edges(NodeId::ROOT).is_empty();
        let proved = select::proof(&self.tree, NodeId::ROOT).filter(|_| is_expanded);
        self.tree.node_mut(NodeId::ROOT).proved = proved;
    }

    /// Searches until a limit is reached or the position is decided, and reports the results.
    pub fn run(&mut self, limits: Limits<'_>) -> Report<B::Turn> {
        if let Some(report) = self.settled() {
            return report;
        }
        let run = self.runs;
        self.runs += 1;
        let Self { root, tree, tuning, evaluator, solver, seed, .. } = self;
        let shared = SharedRun::new(root, *tuning, tree, limits);
        let seed = *seed ^ run.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        std::thread::scope(|scope| {
            for thread in 1..limits.threads as u64 {
                let (shared, mut evaluator) = (&shared, evaluator.for_thread());
                let mut solver = solver.as_ref().map(|solver| solver.for_thread());
                scope.spawn(move || {
                    let ends = solver.as_deref_mut().map(|solver| Ends::of_leaves(solver));
                    Walker::new(shared, &mut evaluator, ends, seed.wrapping_add(thread)).walk();
                });
            }
            let ends = solver.as_deref_mut().map(|solver| Ends::of_root(solver, root.board()));
            Walker::new(&shared, evaluator, ends, seed).walk();
        });
        let nodes = limits.nodes - shared.nodes_left();
        let mut report = self.report(nodes);
        self.continue_to_the_end(&mut report, limits);
        report
    }

    /// Sets the maximum memory in bytes. The tree gets what the solver's table leaves, minus a
    /// sixteenth, because several threads may add to it before one of them frees memory.
    pub fn set_memory(&mut self, bytes: usize) {
        let bytes = bytes.saturating_sub(self.solver_bytes());
        self.tree.set_most_bytes(bytes - bytes / 16);
    }

    /// Memory of the tree and the solver's table, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.solver_bytes()
    }

    fn solver_bytes(&self) -> usize {
        self.solver.as_ref().map_or(0, |solver| solver.bytes())
    }
}

/// The node of a position, decided if the game is over there.
fn node_of<B: Board>(position: &Position<B>) -> TreeNode {
    let mover = position.board().seat_to_move();
    TreeNode {
        hash: position.hash(),
        mover,
        proved: position.outcome().map(|outcome| Value::of(position.board(), outcome, mover)),
        visits: 0,
        total: 0.0,
        first_edge: 0,
        edges: 0,
    }
}

/// The proved value of a node to a seat, if there is one.
fn value_to(seat: Seat, node: &TreeNode) -> Option<Value> {
    node.proved.map(|value| if node.mover == seat { value } else { value.reversed() })
}

#[cfg(test)]
mod tests {
    use carrick_games::antipod::{Board, Options};

    use super::*;
    use crate::settings::Memory;

    /// A search with a memory limit.
    fn search(radius: u8, bytes: usize) -> Search<Board> {
        let game = Game::<Board>::new(Options::with_radius(radius).unwrap());
        Search::new(&game, 1, bytes)
    }

    /// Black wins on radius 3, where White moves first: proved with all the memory, and with so
    /// little that the turns of twenty positions fill it.
    #[test]
    fn a_search_with_too_little_memory_still_finds_its_proof() {
        for (bytes, threads) in [(Memory::TREE, 1), (1 << 14, 1), (1 << 14, 3)] {
            let mut search = search(3, bytes);
            let report = search.run(Limits { threads, ..Limits::nodes(200_000) });
            assert_eq!(report.proved, Some(Value::Loss), "{bytes} bytes, {threads} threads");
            assert!(search.bytes() < bytes + (1 << 13), "{} bytes", search.bytes());
        }
    }
}

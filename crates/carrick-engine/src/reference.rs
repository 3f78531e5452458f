//! Frozen opponents: what strength is measured against. They are textbook players that share nothing
//! with the engine's search but the rules, and they never change.

use carrick_games::{Board, Colour, Game, TurnSet as _};

use crate::position::Position;
use crate::{Limits, Playouts as _, Searchable};

/// A turn drawn evenly from all legal ones; `None` when the game is over.
pub fn random<B: Board>(game: &Game<B>, random: &mut fastrand::Rng) -> Option<B::Turn> {
    let turns = game.legal_turns();
    turns.nth(random.usize(..turns.len().max(1)))
}

/// UCT (Kocsis and Szepesvári 2006) with one uniformly random playout a visit, and perhaps RAVE (Gelly
/// and Silver 2011) in place of the exploration term.
///
/// In playouts nobody passes while he can do anything else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Uct {
    /// The weight of the exploration term.
    pub exploration: f32,
    /// After a third of so many visits a turn's own value and that of RAVE count alike; 0 for no RAVE.
    pub rave_equivalence: f32,
}

/// Games longer than this are drawn in a playout.
const MAX_PLAYOUT_TURNS: usize = 2000;

impl Uct {
    /// Plain UCT.
    pub const PLAIN: Self = Self { exploration: 0.7, rave_equivalence: 0.0 };
    /// UCT with RAVE.
    pub const RAVE: Self = Self { exploration: 0.0, rave_equivalence: 1000.0 };

    /// The turn that was visited most; `None` when the game is over. Every visit is one node.
    pub fn choose<B: Searchable>(
        self,
        game: &Game<B>,
        limits: Limits<'_>,
        seed: u64,
    ) -> Option<B::Turn> {
        let mut tree = Tree::<B>::new(self, game, seed);
        for _ in 0..limits.nodes {
            if (limits.stop)() {
                break;
            }
            tree.visit();
        }
        tree.best()
    }
}

struct Child<T> {
    turn: T,
    slot: Option<usize>,
    node: Option<usize>,
    visits: f32,
    points: f32,
    rave_visits: f32,
    rave_points: f32,
}

struct Tree<B: Searchable> {
    uct: Uct,
    root: Position<B>,
    nodes: Vec<Vec<Child<B::Turn>>>,
    random: fastrand::Rng,
    slots: B::Playouts,
    /// Which colour took a slot first in the playout under way.
    taken: Vec<Option<Colour>>,
}

impl<B: Searchable> Tree<B> {
    fn new(uct: Uct, game: &Game<B>, seed: u64) -> Self {
        use crate::Playouts;
        let slots = B::Playouts::new(game.board().options());
        let taken = vec![None; slots.slots()];
        let random = fastrand::Rng::with_seed(seed);
        let root = Position::of(game);
        let mut tree = Self { uct, root, nodes: Vec::new(), random, slots, taken };
        let children = tree.children(&tree.root);
        tree.nodes.push(children);
        tree
    }

    fn children(&self, position: &Position<B>) -> Vec<Child<B::Turn>> {
        let child = |turn| Child {
            turn,
            slot: self.slots.slot(turn),
            node: None,
            visits: 0.0,
            points: 0.0,
            rave_visits: 0.0,
            rave_points: 0.0,
        };
        position.legal_turns().iter().map(child).collect()
    }

    fn visit(&mut self) {
        let mut position = self.root.clone();
        let mut path = Vec::new();
        let mut at = 0;
        self.taken.fill(None);
        // Down the tree, and one new node.
        while position.outcome.is_none() {
            let index = self.select(at);
            let (mover, colour) = (position.mover(), position.board.to_move());
            path.push((at, index, mover, colour));
            let child = &self.nodes[at][index];
            let (turn, next) = (child.turn, child.node);
            self.take(turn, colour);
            position.play(turn);
            match next {
                Some(next) => at = next,
                None => {
                    let children = self.children(&position);
                    self.nodes[at][index].node = Some(self.nodes.len());
                    self.nodes.push(children);
                    break;
                }
            }
        }
        self.play_out(&mut position);
        for (at, index, mover, colour) in path {
            let points = position.outcome.map_or(0.5, |end| position.worth(end, mover).points());
            for (place, child) in self.nodes[at].iter_mut().enumerate() {
                if place == index {
                    child.visits += 1.0;
                    child.points += points;
                }
                if child.slot.is_some_and(|slot| self.taken[slot] == Some(colour)) {
                    child.rave_visits += 1.0;
                    child.rave_points += points;
                }
            }
        }
    }

    /// To the end, at random.
    fn play_out(&mut self, position: &mut Position<B>) {
        for _ in 0..MAX_PLAYOUT_TURNS {
            if position.outcome.is_some() {
                break;
            }
            let turns = position.legal_turns();
            let turn = loop {
                let Some(turn) = turns.nth(self.random.usize(..turns.len())) else { return };
                // Turns that take nothing end playouts before they begin.
                if self.slots.slot(turn).is_some() || turns.len() <= 1 {
                    break turn;
                }
            };
            self.take(turn, position.board.to_move());
            position.play(turn);
        }
    }

    fn take(&mut self, turn: B::Turn, colour: Colour) {
        if let Some(slot) = self.slots.slot(turn) {
            self.taken[slot].get_or_insert(colour);
        }
    }

    fn select(&self, at: usize) -> usize {
        let children = &self.nodes[at];
        let visits: f32 = children.iter().map(|child| child.visits).sum();
        let value = |child: &Child<B::Turn>| {
            let own = if child.visits > 0.0 { child.points / child.visits } else { f32::MAX };
            if self.uct.rave_equivalence == 0.0 {
                return own + self.uct.exploration * (visits.ln() / child.visits).sqrt();
            }
            if child.rave_visits == 0.0 {
                return own;
            }
            let k = self.uct.rave_equivalence;
            let beta = (k / (3.0 * child.visits + k)).sqrt();
            let own = if child.visits > 0.0 { own } else { 0.0 };
            let beta = if child.visits > 0.0 { beta } else { 1.0 };
            beta * child.rave_points / child.rave_visits + (1.0 - beta) * own
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let value = value(child);
            let value = if value.is_finite() && value < f32::MAX { value } else { f32::MAX };
            if value > best.1 {
                best = (index, value);
            }
        }
        best.0
    }

    fn best(&self) -> Option<B::Turn> {
        let visits = |child: &&Child<B::Turn>| child.visits;
        let root = self.nodes.first()?;
        root.iter().max_by(|a, b| visits(a).total_cmp(&visits(b))).map(|child| child.turn)
    }
}

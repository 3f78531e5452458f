//! The reference players UCT, and UCT with RAVE.

use carrick_engine::{Limits, Playouts, Value};
use carrick_games::{Colour, Game, Position, TurnSet as _};

use super::RandomGames;

/// UCT (Kocsis and Szepesvári 2006) with one uniformly random playout per visit, and optionally
/// RAVE (Gelly and Silver 2011) in place of the exploration term.
///
/// In playouts, a player passes only if nothing else is legal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Uct {
    /// The weight of the exploration term.
    pub exploration: f32,
    /// Equivalence parameter of RAVE: after a third of this number of visits, a turn's own value
    /// and that of RAVE count equally; 0 for no RAVE.
    pub rave_equivalence: f32,
}

impl Uct {
    /// Plain UCT.
    pub const PLAIN: Self = Self { exploration: 0.7, rave_equivalence: 0.0 };
    /// UCT with RAVE.
    pub const RAVE: Self = Self { exploration: 0.0, rave_equivalence: 1000.0 };

    /// The turn visited most often; `None` when the game is over. Every visit is one node.
    pub fn choose<B: RandomGames>(
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

    const fn has_rave(self) -> bool {
        self.rave_equivalence != 0.0
    }
}

/// A position of the tree. Its children are listed when one of them is to be visited.
#[derive(Debug, Clone, Copy, Default)]
struct UctNode {
    /// Where its children start in the tree's list, and how many there are.
    first: usize,
    count: usize,
    is_listed: bool,
    /// Number of visits to the children.
    visits: usize,
}

#[derive(Debug)]
struct UctChild<T> {
    turn: T,
    slot: Option<u16>,
    node: Option<usize>,
    visits: f32,
    points: f32,
    mean: f32,
    /// Uncertainty of its value: with RAVE, the weight of RAVE's value; without it, the inverse
    /// root of the number of visits.
    doubt: f32,
    rave_visits: f32,
    rave_points: f32,
}

impl<T> UctChild<T> {
    const fn new(turn: T, slot: Option<u16>) -> Self {
        Self {
            turn,
            slot,
            node: None,
            visits: 0.0,
            points: 0.0,
            mean: 0.0,
            doubt: 1.0,
            rave_visits: 0.0,
            rave_points: 0.0,
        }
    }

    fn add(&mut self, points: f32, uct: Uct) {
        self.visits += 1.0;
        self.points += points;
        self.mean = self.points / self.visits;
        self.doubt = match uct.rave_equivalence {
            0.0 => self.visits.sqrt().recip(),
            k => (k / (3.0 * self.visits + k)).sqrt(),
        };
    }
}

/// A visited node: a node, the index of a child, and the seat that moved.
struct VisitedNode {
    node: usize,
    index: usize,
    mover: carrick_games::Seat,
    colour: Colour,
}

struct Tree<B: RandomGames> {
    uct: Uct,
    root: Position<B>,
    nodes: Vec<UctNode>,
    children: Vec<UctChild<B::Turn>>,
    random: fastrand::Rng,
    memory: B::Memory,
    slots: B::Playouts,
    /// By slot: the colour that took it first in the current playout.
    taken: Vec<Option<Colour>>,
    path: Vec<VisitedNode>,
}

impl<B: RandomGames> Tree<B> {
    fn new(uct: Uct, game: &Game<B>, seed: u64) -> Self {
        let options = game.board().options();
        let slots = B::Playouts::new(options);
        let taken = vec![None; slots.slots()];
        let mut tree = Self {
            uct,
            root: game.position().clone(),
            nodes: vec![UctNode::default()],
            children: Vec::new(),
            random: fastrand::Rng::with_seed(seed),
            memory: B::memory(options),
            slots,
            taken,
            path: Vec::new(),
        };
        let root = tree.root.clone();
        tree.list_children(0, &root);
        tree
    }

    fn list_children(&mut self, at: usize, position: &Position<B>) {
        if self.nodes[at].is_listed {
            return;
        }
        let (first, slots) = (self.children.len(), &self.slots);
        let turns = position.legal_turns();
        let slot = |turn| slots.slot(turn).map(|slot| slot as u16);
        self.children.extend(turns.iter().map(|turn| UctChild::new(turn, slot(turn))));
        let count = self.children.len() - first;
        self.nodes[at] = UctNode { first, count, is_listed: true, visits: 0 };
    }

    fn children_of(&self, at: usize) -> &[UctChild<B::Turn>] {
        let UctNode { first, count, .. } = self.nodes[at];
        &self.children[first..first + count]
    }

    /// One iteration: select a path down the tree, expand one node, simulate, backpropagate.
    fn visit(&mut self) {
        let position = self.descend();
        let winner = match position.outcome() {
            Some(outcome) => outcome.winner(),
            None => self.play_out(&position),
        };
        for step in std::mem::take(&mut self.path) {
            let points = match winner.map(|winner| position.board().seat_of(winner) == step.mover) {
                None => Value::Draw,
                Some(true) => Value::Win,
                Some(false) => Value::Loss,
            };
            self.learn(&step, points.points());
        }
    }

    fn descend(&mut self) -> Position<B> {
        let mut position = self.root.clone();
        let mut at = 0;
        if self.uct.has_rave() {
            self.taken.fill(None);
        }
        while position.outcome().is_none() {
            self.list_children(at, &position);
            let index = self.select(at);
            let (mover, colour) = (position.board().seat_to_move(), position.board().to_move());
            self.path.push(VisitedNode { node: at, index, mover, colour });
            let child = &mut self.children[self.nodes[at].first + index];
            if self.uct.has_rave()
                && let Some(slot) = child.slot
            {
                self.taken[usize::from(slot)].get_or_insert(colour);
            }
            position.play_unchecked(child.turn);
            match child.node {
                Some(next) => at = next,
                None => {
                    child.node = Some(self.nodes.len());
                    self.nodes.push(UctNode::default());
                    break;
                }
            }
        }
        position
    }

    fn play_out(&mut self, position: &Position<B>) -> Option<Colour> {
        let Self { memory, random, slots, taken, .. } = self;
        let (board, history) = (position.board(), position.history());
        if !self.uct.has_rave() {
            return board.play_out(history, memory, random, |_, _| {});
        }
        board.play_out(history, memory, random, |turn, colour| {
            if let Some(slot) = slots.slot(turn) {
                taken[slot].get_or_insert(colour);
            }
        })
    }

    /// Backpropagates the points of a playout to one step of the path.
    fn learn(&mut self, step: &VisitedNode, points: f32) {
        let node = &mut self.nodes[step.node];
        node.visits += 1;
        let children = &mut self.children[node.first..node.first + node.count];
        children[step.index].add(points, self.uct);
        if self.uct.has_rave() {
            for child in children {
                let taken = child.slot.and_then(|slot| self.taken[usize::from(slot)]);
                if taken == Some(step.colour) {
                    child.rave_visits += 1.0;
                    child.rave_points += points;
                }
            }
        }
    }

    /// Selects the child to visit next.
    fn select(&self, at: usize) -> usize {
        let children = self.children_of(at);
        let visits = self.nodes[at].visits;
        if self.uct.has_rave() {
            return highest(children, |child| match (child.visits, child.rave_visits) {
                (0.0, 0.0) => f32::MAX,
                (_, 0.0) => child.mean,
                _ => {
                    let rave = child.doubt * child.rave_points / child.rave_visits;
                    rave + (1.0 - child.doubt) * child.mean
                }
            });
        }
        if visits < children.len() {
            // Every child once, in order, before any of them twice.
            return visits;
        }
        let scale = self.uct.exploration * (visits as f32).ln().sqrt();
        highest(children, |child| child.mean + scale * child.doubt)
    }

    fn best(&self) -> Option<B::Turn> {
        let visits = |child: &&UctChild<B::Turn>| child.visits;
        let root = self.children_of(0).iter();
        root.max_by(|a, b| visits(a).total_cmp(&visits(b))).map(|child| child.turn)
    }
}

/// The first child with the highest value.
#[inline]
fn highest<T>(children: &[UctChild<T>], value: impl Fn(&UctChild<T>) -> f32) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, child) in children.iter().enumerate() {
        let value = value(child);
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}

#[cfg(test)]
mod tests;

//! The tree with its compact memory behaves like the textbook's.

use carrick_games::{antipod, boche};

use super::*;

/// Plain UCT: every node has all its children from the start, and every value is computed again.
struct Plain<B: RandomGames> {
    uct: Uct,
    root: Position<B>,
    nodes: Vec<Vec<PlainChild<B::Turn>>>,
    random: fastrand::Rng,
    memory: B::Memory,
    slots: B::Playouts,
}

#[derive(Clone)]
struct PlainChild<T> {
    turn: T,
    node: Option<usize>,
    visits: f32,
    points: f32,
    rave_visits: f32,
    rave_points: f32,
}

impl<B: RandomGames> Plain<B> {
    fn new(uct: Uct, game: &Game<B>, seed: u64) -> Self {
        let options = game.board().options();
        let root = game.position().clone();
        let nodes = vec![Self::children(&root)];
        let (random, memory) = (fastrand::Rng::with_seed(seed), B::memory(options));
        Self { uct, root, nodes, random, memory, slots: B::Playouts::new(options) }
    }

    fn children(position: &Position<B>) -> Vec<PlainChild<B::Turn>> {
        let child = |turn| PlainChild {
            turn,
            node: None,
            visits: 0.0,
            points: 0.0,
            rave_visits: 0.0,
            rave_points: 0.0,
        };
        position.legal_turns().iter().map(child).collect()
    }

    fn visit(&mut self) {
        let (mut position, mut path, mut at) = (self.root.clone(), Vec::new(), 0);
        let mut turns = Vec::new();
        while position.outcome().is_none() {
            let values = self.nodes[at].iter().map(|child| self.value(at, child));
            let highest = values.clone().fold(f32::NEG_INFINITY, f32::max);
            let index = values.clone().position(|value| value == highest).unwrap();
            let (turn, next) = (self.nodes[at][index].turn, self.nodes[at][index].node);
            path.push((at, index, position.board().seat_to_move(), position.board().to_move()));
            turns.push((turn, position.board().to_move()));
            position.play_unchecked(turn);
            let Some(next) = next else {
                self.nodes[at][index].node = Some(self.nodes.len());
                self.nodes.push(Self::children(&position));
                break;
            };
            at = next;
        }
        let winner = match position.outcome() {
            Some(outcome) => outcome.winner(),
            None => position.board().play_out(
                position.history(),
                &mut self.memory,
                &mut self.random,
                |turn, colour| turns.push((turn, colour)),
            ),
        };
        for (at, index, mover, colour) in path {
            let points = winner.map_or(0.5, |winner| {
                f32::from(u8::from(position.board().seat_of(winner) == mover))
            });
            self.nodes[at][index].visits += 1.0;
            self.nodes[at][index].points += points;
            for child in &mut self.nodes[at] {
                let slot = self.slots.slot(child.turn);
                let first = turns.iter().find(|&&(turn, _)| self.slots.slot(turn) == slot);
                if slot.is_some() && first.is_some_and(|&(_, by)| by == colour) {
                    child.rave_visits += 1.0;
                    child.rave_points += points;
                }
            }
        }
    }

    fn value(&self, at: usize, child: &PlainChild<B::Turn>) -> f32 {
        let mean = child.points / child.visits.max(1.0);
        let k = self.uct.rave_equivalence;
        if k == 0.0 {
            let visits: f32 = self.nodes[at].iter().map(|child| child.visits).sum();
            let term = self.uct.exploration * (visits.ln() / child.visits).sqrt();
            return if child.visits == 0.0 { f32::MAX } else { mean + term };
        }
        let beta = (k / (3.0 * child.visits + k)).sqrt();
        match (child.visits, child.rave_visits) {
            (0.0, 0.0) => f32::MAX,
            (_, 0.0) => mean,
            _ => beta * child.rave_points / child.rave_visits + (1.0 - beta) * mean,
        }
    }
}

/// Checks that both visit every turn of the root equally often, and create the same number of
/// nodes.
#[track_caller]
fn agree<B: RandomGames>(options: B::Options, uct: Uct, visits: usize) {
    let game = Game::<B>::new(options);
    let (mut tree, mut plain) = (Tree::new(uct, &game, 3), Plain::new(uct, &game, 3));
    for _ in 0..visits {
        tree.visit();
        plain.visit();
    }
    let visited: Vec<f32> = tree.children_of(0).iter().map(|child| child.visits).collect();
    let plainly: Vec<f32> = plain.nodes[0].iter().map(|child| child.visits).collect();
    assert_eq!(visited, plainly);
    assert_eq!(tree.nodes.len(), plain.nodes.len());
    assert_eq!(visited.iter().sum::<f32>(), visits as f32);
}

#[test]
fn the_tree_matches_the_textbook() {
    for uct in [Uct::PLAIN, Uct::RAVE] {
        agree::<antipod::Board>(antipod::Options::with_radius(4).unwrap(), uct, 2000);
        agree::<boche::Board>(boche::Options::default(), uct, 1500);
    }
}

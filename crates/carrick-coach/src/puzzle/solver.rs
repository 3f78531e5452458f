//! Depth-first proof-number search (df-pn): whether a player can force a win, by the rules alone.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use carrick_engine::Searchable;
use carrick_games::{GameKind, Position, Seat, TurnSet as _};

use super::carrier::Carrier;

/// A search that answers one question: can this seat force a win from here?
///
/// It plays turns until the rules end the game; so an answer is a proof, as long as no two
/// positions share a hash key of 128 bits. It is for games in which no position comes again: in
/// Ankor a table of proofs would have to know how a position was reached.
///
/// In a game in which a stone more never hurts its owner, a won position has a carrier: the places
/// that the winner's strategy needs. Wherever the loser plays outside of it, the same strategy
/// wins; so after one refutation only the turns inside of its carrier have to be tried (the
/// must-play region).
#[derive(Debug)]
pub(super) struct Solver {
    attacker: Seat,
    table: HashMap<u128, Numbers, ByKey>,
    /// Carriers of solved positions, where the game has such.
    carriers: HashMap<u128, Carrier, ByKey>,
    expanded: u64,
    budget: u64,
}

/// Proof numbers of a position as its mover sees them.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    /// Least number of leaves to settle until the mover reaches their goal; 0 when it is reached.
    reach: u32,
    /// Least number of leaves to settle until that is refuted.
    refute: u32,
}

/// Proof number of what is impossible.
const NEVER: u32 = u32::MAX / 4;

impl Numbers {
    const REACHED: Self = Self { reach: 0, refute: NEVER };
    const REFUTED: Self = Self { reach: NEVER, refute: 0 };
    const UNKNOWN: Self = Self { reach: 1, refute: 1 };
}

impl Solver {
    /// A solver of positions of one game, for one seat.
    pub(super) fn new(attacker: Seat) -> Self {
        Self {
            attacker,
            table: HashMap::default(),
            carriers: HashMap::default(),
            expanded: 0,
            budget: 0,
        }
    }

    /// Whether the attacker can force a win; `None` when the budget of expanded positions was not
    /// enough. With it comes the number of positions that were expanded.
    pub(super) fn solve<B: Searchable>(
        &mut self,
        position: &Position<B>,
        budget: u64,
    ) -> (Option<bool>, u64) {
        if let Some(outcome) = position.outcome() {
            let winner = outcome.winner().map(|colour| position.board().seat_of(colour));
            return (Some(winner == Some(self.attacker)), 0);
        }
        (self.expanded, self.budget) = (0, budget);
        let numbers = self.search(position, Numbers { reach: NEVER, refute: NEVER });
        let attacks = position.board().seat_to_move() == self.attacker;
        let answer = match numbers {
            Numbers { reach: 0, .. } => Some(attacks),
            Numbers { refute: 0, .. } => Some(!attacks),
            _ => None,
        };
        (answer, self.expanded)
    }

    /// The carrier of the winner's strategy in a position that was solved.
    pub(super) fn carrier<B: Searchable>(&self, position: &Position<B>) -> Option<Carrier> {
        self.carriers.get(&position.hash()).copied()
    }

    /// Searches until a number reaches its limit or the budget is spent.
    fn search<B: Searchable>(&mut self, position: &Position<B>, limits: Numbers) -> Numbers {
        let key = position.hash();
        self.expanded += 1;
        let mut node = match self.expand(position) {
            Ok(node) => node,
            Err((settled, carrier)) => return self.keep(key, settled, carrier),
        };
        loop {
            if has_carriers(B::KIND) {
                self.prune(position, &mut node);
            }
            let view = self.view(&node.children);
            let done = view.numbers.reach >= limits.reach || view.numbers.refute >= limits.refute;
            if done || view.numbers.reach == 0 || self.expanded >= self.budget {
                let carrier = match view.numbers {
                    Numbers { reach: 0, .. } => self.of_winner(position, &node, view.best),
                    _ => node.carrier,
                };
                return self.keep(key, view.numbers, carrier);
            }
            let Some(&(turn, _)) = node.children.get(view.best) else { return view.numbers };
            let child_limits = Numbers {
                reach: limits.refute.saturating_sub(view.numbers.refute).saturating_add(view.share),
                // A quarter more than the second best: so the search changes its mind less often.
                refute: limits.reach.min(view.second.saturating_add(view.second / 4 + 1)),
            };
            let mut after = position.clone();
            after.play_unchecked(turn);
            self.search(&after, child_limits);
        }
    }

    /// Keeps what was found of a position.
    fn keep(&mut self, key: u128, numbers: Numbers, carrier: Carrier) -> Numbers {
        self.table.insert(key, numbers);
        if numbers.reach == 0 || numbers.refute == 0 {
            self.carriers.insert(key, carrier);
        }
        numbers
    }

    /// The turns worth trying with the keys of the positions after them; numbers and carrier of the
    /// position where it is settled at once.
    fn expand<B: Searchable>(
        &self,
        position: &Position<B>,
    ) -> Result<Node<B::Turn>, (Numbers, Carrier)> {
        let mover = position.board().seat_to_move();
        let turns = position.legal_turns();
        let mut node =
            Node { children: Vec::with_capacity(turns.len()), carrier: Carrier::default() };
        for turn in turns.iter() {
            let mut after = position.clone();
            after.play_unchecked(turn);
            let Some(outcome) = after.outcome() else {
                node.children.push((turn, after.hash()));
                continue;
            };
            let winner = outcome.winner().map(|colour| after.board().seat_of(colour));
            let attacked = winner == Some(self.attacker);
            if attacked == (mover == self.attacker) {
                return Err((Numbers::REACHED, Carrier::of(position, turn)));
            }
        }
        if has_carriers(B::KIND) {
            answer_threats(position, &mut node);
        }
        if node.children.is_empty() { Err((Numbers::REFUTED, node.carrier)) } else { Ok(node) }
    }

    /// Drops the turns that the refutation of another turn refutes as well.
    fn prune<B: Searchable>(&self, position: &Position<B>, node: &mut Node<B::Turn>) {
        let refuted = |key: &u128| self.table.get(key).is_some_and(|child| child.reach == 0);
        let mut index = 0;
        while let Some(&(turn, key)) = node.children.get(index) {
            index += 1;
            if !refuted(&key) {
                continue;
            }
            let Some(carrier) = self.carriers.get(&key) else { continue };
            node.carrier = node.carrier.and(*carrier);
            let before = node.children.len();
            node.children.retain(|(other, _)| *other == turn || carrier.has(position, *other));
            if node.children.len() < before {
                index = 0;
            }
        }
    }

    /// The carrier of a position in which the mover wins by a turn.
    fn of_winner<B: Searchable>(
        &self,
        position: &Position<B>,
        node: &Node<B::Turn>,
        best: usize,
    ) -> Carrier {
        let Some((turn, key)) = node.children.get(best) else { return Carrier::default() };
        let after = self.carriers.get(key).copied().unwrap_or_default();
        after.and(Carrier::of(position, *turn))
    }

    fn view<T>(&self, children: &[(T, u128)]) -> View {
        let mut view = View { numbers: Numbers { reach: NEVER, refute: 0 }, ..View::default() };
        for (index, (_, key)) in children.iter().enumerate() {
            let numbers = self.table.get(key).copied().unwrap_or(Numbers::UNKNOWN);
            view.numbers.refute = view.numbers.refute.saturating_add(numbers.reach).min(NEVER);
            if numbers.refute < view.numbers.reach {
                view.second = view.numbers.reach;
                (view.numbers.reach, view.share) = (numbers.refute, numbers.reach);
                view.best = index;
            } else if numbers.refute < view.second {
                view.second = numbers.refute;
            }
        }
        if view.numbers.reach == 0 {
            view.numbers.refute = NEVER;
        }
        view
    }
}

/// A position whose turns are tried.
#[derive(Debug)]
struct Node<T> {
    /// The turns that are not refuted yet or were the first with their refutation, each with the
    /// key of the position after it.
    children: Vec<(T, u128)>,
    /// Carriers of all refutations so far, together.
    carrier: Carrier,
}

/// Whether a stone more never hurts its owner, so that won positions have carriers.
pub(super) const fn has_carriers(kind: GameKind) -> bool {
    matches!(kind, GameKind::Antipod)
}

/// Keeps only the answer where the opponent threatens to win at once, and nothing where they
/// threaten twice.
fn answer_threats<B: Searchable>(position: &Position<B>, node: &mut Node<B::Turn>) {
    let opponent = !position.board().seat_to_move();
    let after = |turn| {
        let mut after = position.clone();
        after.play_unchecked(turn);
        after
    };
    let wins = |before: &Position<B>, turn: B::Turn| {
        let mut after = before.clone();
        after.play_unchecked(turn);
        let winner = after.outcome().and_then(|outcome| outcome.winner());
        winner.map(|colour| after.board().seat_of(colour)) == Some(opponent)
    };
    // A first turn stands in for a pass, and a second one tests the first.
    let &[(first, _), (second, _), ..] = node.children.as_slice() else { return };
    let (one, other) = (after(first), after(second));
    let mut threats: Vec<B::Turn> =
        one.legal_turns().iter().filter(|&turn| wins(&one, turn)).collect();
    if wins(&other, first) {
        threats.push(first);
    }
    for &threat in threats.iter().take(2) {
        node.carrier = node.carrier.and(Carrier::of(position, threat));
    }
    match threats.as_slice() {
        [] => {}
        [threat] => node.children.retain(|(turn, _)| turn == threat),
        _ => node.children.clear(),
    }
}

/// Numbers of a position, made from those of its children.
#[derive(Debug, Clone, Copy)]
struct View {
    numbers: Numbers,
    /// The child that is easiest to refute for its mover.
    best: usize,
    /// `reach` of that child.
    share: u32,
    /// `refute` of the second best child.
    second: u32,
}

impl Default for View {
    fn default() -> Self {
        Self { numbers: Numbers::REFUTED, best: 0, share: 0, second: NEVER }
    }
}

/// Hashes keys that are hashes already.
#[derive(Debug, Clone, Copy, Default)]
struct ByKey;

/// The lower half of a key.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl BuildHasher for ByKey {
    type Hasher = KeyHasher;

    fn build_hasher(&self) -> KeyHasher {
        KeyHasher::default()
    }
}

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

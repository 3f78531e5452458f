//! Whether a player can force a win, by the rules alone: depth-first proof-number search.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::marker::PhantomData;

use carrick_engine::Searchable;
use carrick_engine::proof_number::{Child, Numbers, Prover, Stopped, prove};
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
pub(in crate::puzzle) struct Solver {
    attacker: Seat,
    table: HashMap<u128, Numbers, ByKey>,
    /// Carriers of solved positions, where the game has such.
    carriers: HashMap<u128, Carrier, ByKey>,
    expanded: u64,
    budget: u64,
}

impl Solver {
    /// A solver of positions of one game, for one seat.
    pub(in crate::puzzle) fn new(attacker: Seat) -> Self {
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
    pub(in crate::puzzle) fn solve<B: Searchable>(
        &mut self,
        position: &Position<B>,
        budget: u64,
    ) -> (Option<bool>, u64) {
        if let Some(outcome) = position.outcome() {
            let winner = outcome.winner().map(|colour| position.board().seat_of(colour));
            return (Some(winner == Some(self.attacker)), 0);
        }
        (self.expanded, self.budget) = (0, budget);
        let mut task = Task { solver: self, game: PhantomData };
        let numbers = prove(&mut task, position, position.hash());
        let attacks = position.board().seat_to_move() == self.attacker;
        let answer = match numbers {
            Ok(Numbers { win: 0, .. }) => Some(attacks),
            Ok(Numbers { loss: 0, .. }) => Some(!attacks),
            _ => None,
        };
        (answer, self.expanded)
    }

    /// The carrier of the winner's strategy in a position that was solved.
    pub(in crate::puzzle) fn carrier<B: Searchable>(
        &self,
        position: &Position<B>,
    ) -> Option<Carrier> {
        self.carriers.get(&position.hash()).copied()
    }
}

/// A search of positions of one game.
struct Task<'a, B> {
    solver: &'a mut Solver,
    game: PhantomData<B>,
}

impl<B: Searchable> Prover for Task<'_, B> {
    type Position = Position<B>;
    type Turn = B::Turn;
    /// Carriers of all refutations so far, together.
    type Node = Carrier;

    fn enter(&mut self) -> Result<(), Stopped> {
        // The first position is looked at in any case.
        if self.solver.expanded > 0 && self.solver.expanded >= self.solver.budget {
            return Err(Stopped);
        }
        self.solver.expanded += 1;
        Ok(())
    }

    fn looked_at(&self) -> u64 {
        self.solver.expanded
    }

    fn list(
        &mut self,
        position: &Position<B>,
        _: u128,
        children: &mut Vec<Child<B::Turn>>,
    ) -> Result<Carrier, (Numbers, Carrier)> {
        let mover = position.board().seat_to_move();
        let (mut carrier, first) = (Carrier::default(), children.len());
        for turn in position.legal_turns().iter() {
            let after = played(position, turn);
            let Some(outcome) = after.outcome() else {
                children.push(Child { turn, key: after.hash(), numbers: Numbers::UNKNOWN });
                continue;
            };
            let winner = outcome.winner().map(|colour| after.board().seat_of(colour));
            let attacked = winner == Some(self.solver.attacker);
            if attacked == (mover == self.solver.attacker) {
                return Err((Numbers::WON, Carrier::of(position, turn)));
            }
        }
        if has_carriers(B::KIND) {
            answer_threats(position, &mut carrier, children, first);
        }
        if children.len() == first { Err((Numbers::LOST, carrier)) } else { Ok(carrier) }
    }

    /// Reads the numbers of all positions, and drops the turns that the refutation of another turn
    /// refutes as well.
    fn renew(
        &mut self,
        position: &Position<B>,
        carrier: &mut Carrier,
        children: &mut Vec<Child<B::Turn>>,
        first: usize,
    ) {
        for child in &mut children[first..] {
            child.numbers = self.known(child.key).unwrap_or(Numbers::UNKNOWN);
        }
        if !has_carriers(B::KIND) {
            return;
        }
        let mut index = first;
        while let Some(&Child { turn, key, numbers }) = children.get(index) {
            index += 1;
            let refuted = numbers.win == 0;
            let Some(needed) = self.solver.carriers.get(&key).filter(|_| refuted) else { continue };
            *carrier = carrier.and(*needed);
            let before = children.len();
            retain_from(children, first, |other| other == turn || needed.has(position, other));
            if children.len() < before {
                index = first;
            }
        }
    }

    /// No turn that ends the game is tried.
    fn after(&self, position: &Position<B>, turn: B::Turn) -> Result<Position<B>, Numbers> {
        Ok(played(position, turn))
    }

    fn known(&self, key: u128) -> Option<Numbers> {
        self.solver.table.get(&key).copied()
    }

    fn keep(
        &mut self,
        position: &Position<B>,
        key: u128,
        numbers: Numbers,
        carrier: &Carrier,
        children: &[Child<B::Turn>],
        _: u64,
    ) {
        self.solver.table.insert(key, numbers);
        if !numbers.is_proved() {
            return;
        }
        // A winner needs what their turn needs; a position that is proved at once says so itself.
        let winning = children.iter().find(|child| child.numbers.loss == 0);
        let carrier = match winning {
            Some(child) if numbers.win == 0 => {
                let after = self.solver.carriers.get(&child.key).copied().unwrap_or_default();
                after.and(Carrier::of(position, child.turn))
            }
            _ => *carrier,
        };
        self.solver.carriers.insert(key, carrier);
    }
}

fn played<B: Searchable>(position: &Position<B>, turn: B::Turn) -> Position<B> {
    let mut after = position.clone();
    after.play_unchecked(turn);
    after
}

/// Drops turns from `first` on that do not fit.
fn retain_from<T: Copy>(children: &mut Vec<Child<T>>, first: usize, fits: impl Fn(T) -> bool) {
    let mut kept = first;
    for index in first..children.len() {
        if fits(children[index].turn) {
            children.swap(kept, index);
            kept += 1;
        }
    }
    children.truncate(kept);
}

/// Whether a stone more never hurts its owner, so that won positions have carriers.
pub(in crate::puzzle) const fn has_carriers(kind: GameKind) -> bool {
    matches!(kind, GameKind::Antipod)
}

/// Keeps only the answer where the opponent threatens to win at once, and nothing where they
/// threaten twice. The turns begin at `first`.
fn answer_threats<B: Searchable>(
    position: &Position<B>,
    carrier: &mut Carrier,
    children: &mut Vec<Child<B::Turn>>,
    first: usize,
) {
    let opponent = !position.board().seat_to_move();
    let wins = |before: &Position<B>, turn: B::Turn| {
        let after = played(before, turn);
        let winner = after.outcome().and_then(|outcome| outcome.winner());
        winner.map(|colour| after.board().seat_of(colour)) == Some(opponent)
    };
    // A first turn stands in for a pass, and a second one tests the first.
    let &[Child { turn: one, .. }, Child { turn: other, .. }, ..] = &children[first..] else {
        return;
    };
    let (after_one, after_other) = (played(position, one), played(position, other));
    let mut threats: Vec<B::Turn> =
        after_one.legal_turns().iter().filter(|&turn| wins(&after_one, turn)).collect();
    if wins(&after_other, one) {
        threats.push(one);
    }
    for &threat in threats.iter().take(2) {
        *carrier = carrier.and(Carrier::of(position, threat));
    }
    match threats.as_slice() {
        [] => {}
        [threat] => retain_from(children, first, |turn| turn == *threat),
        _ => children.truncate(first),
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

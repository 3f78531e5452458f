//! Proofs by depth-first proof-number search over positions in which connections decide.
//!
//! A position is won as soon as its mover has a semi-connection that reaches their goal, and lost
//! when the opponent has a full one. Otherwise every semi-connection of the opponent that reaches
//! theirs is a threat, and only a turn inside of all their carriers meets all of them: the
//! must-play region. It shrinks with every turn that is refuted, since the refutation needs a
//! carrier, too. Only the most promising turns are looked at until they are refuted (focused
//! df-pn; P. Henderson, Playing and solving the game of Hex, 2010).

use std::collections::HashMap;
use std::sync::Arc;

use carrick_engine::proof_number::{Child, Numbers, Prover, Stopped, prove};
use carrick_games::{Bits, Colour};

use super::closure::{Closure, Until};
use super::net::{Net, Stones, index};
use super::order::by_current;

/// Number of turns that are looked at at once, and one more of so many. Black, who is ahead at
/// first, needs to find one turn; White's have to be refuted one after the other.
const WIDTH_BLACK: usize = 6;
const WIDTH_WHITE: usize = 1;
const ONE_MORE_OF: usize = 20;

/// Memory of a position, in which all images are one.
#[derive(Debug, Clone)]
pub(super) struct Entry<const W: usize> {
    pub(super) numbers: Numbers,
    /// The turns worth trying, the best first.
    turns: Arc<[u16]>,
    /// The must-play region, and the points that are needed for it.
    region: Bits<W>,
    needed: Bits<W>,
    /// Of a position that is decided, the points that the winner needs.
    pub(super) carrier: Bits<W>,
    /// The turn that wins, where it is not a connection that does.
    pub(super) turn: Option<u16>,
}

/// A search under way.
pub(super) struct Connector<'a, const W: usize> {
    pub(super) net: Net<W>,
    known: HashMap<u128, Entry<W>>,
    /// Number of positions whose connections were looked for.
    pub(super) searched: u64,
    pub(super) most: u64,
    stop: &'a dyn Fn() -> bool,
    /// The position of [`region`](Self::region) that the opponent wins.
    pub(super) spared: Option<Stones<W>>,
}

/// A position while it is searched.
pub(super) struct Node<const W: usize> {
    turns: Arc<[u16]>,
    /// Number of turns that have been looked at.
    next: usize,
    region: Bits<W>,
    needed: Bits<W>,
    /// Turns whose refutation has shrunk the region.
    refuted: Bits<W>,
    /// Carrier and turn of a position that is decided.
    decided: Option<(Bits<W>, Option<u16>)>,
}

impl<const W: usize> Entry<W> {
    /// The turns worth trying, the best first.
    pub(super) fn turns(&self) -> Arc<[u16]> {
        self.turns.clone()
    }
}

impl<'a, const W: usize> Connector<'a, W> {
    pub(super) fn new(net: Net<W>, stop: &'a dyn Fn() -> bool) -> Self {
        Self { net, known: HashMap::new(), searched: 0, most: 0, stop, spared: None }
    }

    /// Whether the player to move wins; `None` when that was not settled within the limits.
    pub(super) fn wins(&mut self, stones: &Stones<W>) -> Option<bool> {
        let (least, _) = self.net.least(stones);
        let key = least.key();
        if let Some(entry) = self.known.get(&key).filter(|entry| entry.numbers.is_proved()) {
            return Some(entry.numbers.win == 0);
        }
        let numbers = prove(self, &least, key).ok()?;
        numbers.is_proved().then_some(numbers.win == 0)
    }

    /// The turns that the player to move has to choose among: all empty points, or none.
    ///
    /// Where symmetries leave the stones where they are, the player to move gets several stones at
    /// once, one of each kind of points that they exchange, close to each other, and the turn goes
    /// to the opponent. If the opponent wins even so, they need none of these points; and whatever
    /// the player plays instead, some image of that win needs it as little.
    pub(super) fn region(&mut self, stones: &Stones<W>) -> Bits<W> {
        let (free, symmetries) = (stones.free(&self.net), self.net.stabilizer(stones));
        if symmetries.len() < 2 {
            return free;
        }
        let most = self.most - self.searched.min(self.most);
        let kinds = self.net.kinds(free, &symmetries);
        for (at, kind) in kinds.iter().enumerate() {
            let spared = self.net.nearest(&kinds, kind.first().unwrap_or_default());
            let mut passed = stones.passed();
            passed.of[index(stones.to_move)] |= spared;
            self.most = self.searched + most / (kinds.len() - at) as u64;
            if self.wins(&passed) == Some(true) {
                self.spared = Some(passed);
                return Bits::EMPTY;
            }
        }
        free
    }

    /// Memory of a position that is the least of its images.
    pub(super) fn entry(&self, least: &Stones<W>) -> Option<&Entry<W>> {
        self.known.get(&least.key())
    }

    /// The carrier of a decided position after a turn, in the points of the position before it.
    fn carrier_after(&self, stones: &Stones<W>, turn: u16) -> Option<Bits<W>> {
        let (least, by) = self.net.least(&stones.with(usize::from(turn)));
        let entry = self.known.get(&least.key())?;
        entry.numbers.is_proved().then(|| self.net.set(entry.carrier, self.net.inverse(by)))
    }

    /// Looks for connections, unless that was done before.
    fn look_once(&mut self, stones: &Stones<W>, key: u128) -> Numbers {
        if let Some(entry) = self.known.get(&key) {
            return entry.numbers;
        }
        self.searched += 1;
        let entry = self.look(stones);
        let numbers = entry.numbers;
        self.known.insert(key, entry);
        numbers
    }

    /// Looks for connections of both players.
    fn look(&self, stones: &Stones<W>) -> Entry<W> {
        let (mover, net) = (stones.to_move, &self.net);
        let free = stones.free(net);
        let mut entry = Entry {
            numbers: Numbers::UNKNOWN,
            turns: Arc::from([]),
            region: free,
            needed: Bits::EMPTY,
            carrier: Bits::EMPTY,
            turn: None,
        };
        let own = Closure::of(net, stones, mover, Until::Semi);
        let ways = own.semi_goals.iter().chain(&own.full_goals);
        let way = ways.map(|&(carrier, _)| carrier).min_by_key(Bits::len);
        if own.reached || way.is_some() {
            entry.numbers = Numbers::WON;
            entry.carrier = way.unwrap_or_default();
            return entry;
        }
        let other = Closure::of(net, stones, !mover, Until::Full);
        let way = other.full_goals.iter().map(|&(carrier, _)| carrier).min_by_key(Bits::len);
        if other.reached || way.is_some() {
            entry.numbers = Numbers::LOST;
            entry.carrier = way.unwrap_or_default();
            return entry;
        }
        for &(carrier, _) in &other.semi_goals {
            if (entry.region & carrier) != entry.region {
                entry.region &= carrier;
                entry.needed |= carrier;
            }
        }
        let black = if mover == Colour::Dark { &own } else { &other };
        entry.numbers.loss = entry.region.len().max(1) as u32;
        let mut turns = by_current(net, black, free, entry.region);
        if mover == Colour::Dark {
            turns.retain(|&turn| !black.is_dead(usize::from(turn)));
        }
        entry.turns = turns.into();
        entry
    }
}

impl<const W: usize> Prover for Connector<'_, W> {
    type Position = Stones<W>;
    type Turn = u16;
    type Node = Node<W>;

    fn enter(&mut self) -> Result<(), Stopped> {
        if self.searched >= self.most || (self.stop)() { Err(Stopped) } else { Ok(()) }
    }

    fn looked_at(&self) -> u64 {
        self.searched
    }

    fn list(
        &mut self,
        position: &Stones<W>,
        key: u128,
        _: &mut Vec<Child<u16>>,
    ) -> Result<Node<W>, (Numbers, Node<W>)> {
        self.look_once(position, key);
        let Entry { numbers, turns, region, needed, carrier, turn } = self.known[&key].clone();
        let decided = numbers.is_proved().then_some((carrier, turn));
        let node = Node { turns, next: 0, region, needed, refuted: Bits::EMPTY, decided };
        if numbers.is_proved() { Err((numbers, node)) } else { Ok(node) }
    }

    fn renew(
        &mut self,
        position: &Stones<W>,
        node: &mut Node<W>,
        children: &mut Vec<Child<u16>>,
        first: usize,
    ) {
        let width = match position.to_move {
            Colour::Dark => WIDTH_BLACK,
            Colour::Light => WIDTH_WHITE,
        };
        let width = width + node.turns.len() / ONE_MORE_OF;
        let mut at = first;
        loop {
            // What refutes one turn refutes all turns outside of its carrier.
            while let Some(child) = children.get(at) {
                let turn = usize::from(child.turn);
                let is_refuted = child.numbers.win == 0 && !node.refuted.contains(turn);
                if is_refuted && node.region.contains(turn) {
                    node.refuted.insert(turn);
                    if let Some(carrier) = self.carrier_after(position, child.turn) {
                        node.region &= carrier;
                        node.needed |= carrier;
                    }
                }
                at += 1;
            }
            let children_here = &mut children[first..];
            for child in children_here.iter_mut() {
                if !node.region.contains(usize::from(child.turn)) && child.numbers.loss != 0 {
                    child.numbers = Numbers::WON;
                }
            }
            let live = children_here.iter().filter(|child| child.numbers.win != 0).count();
            let is_late = live > 0 && self.searched >= self.most;
            if live >= width || is_late || node.next >= node.turns.len() {
                return;
            }
            let turn = node.turns[node.next];
            node.next += 1;
            at = children.len();
            if node.region.contains(usize::from(turn)) {
                let after = self.net.least(&position.with(usize::from(turn))).0;
                let key = after.key();
                let numbers = self.look_once(&after, key);
                children.push(Child { turn, key, numbers });
            }
        }
    }

    fn after(&self, position: &Stones<W>, turn: u16) -> Result<Stones<W>, Numbers> {
        Ok(self.net.least(&position.with(usize::from(turn))).0)
    }

    fn known(&self, key: u128) -> Option<Numbers> {
        self.known.get(&key).map(|entry| entry.numbers)
    }

    fn keep(
        &mut self,
        position: &Stones<W>,
        key: u128,
        numbers: Numbers,
        node: &Node<W>,
        children: &[Child<u16>],
        _: u64,
    ) {
        let mut decided = node.decided;
        if numbers.win == 0 && decided.is_none() {
            let winning = children.iter().find(|child| child.numbers.loss == 0);
            decided = winning.and_then(|child| {
                let carrier = self.carrier_after(position, child.turn)?;
                Some((carrier | Bits::single(usize::from(child.turn)), Some(child.turn)))
            });
        } else if numbers.loss == 0 && decided.is_none() {
            decided = Some((node.needed, None));
        }
        if let Some(entry) = self.known.get_mut(&key) {
            entry.numbers = numbers;
            if let Some((carrier, turn)) = decided {
                (entry.carrier, entry.turn) = (carrier, turn);
            }
        }
    }
}

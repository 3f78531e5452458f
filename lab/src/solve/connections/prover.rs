//! Proofs by depth-first proof-number search over positions in which connections decide.
//!
//! A position is won as soon as its mover has a semi-connection that reaches their goal, and lost
//! if the opponent has a full one. Otherwise, every semi-connection that reaches the opponent's
//! goal is a threat, and only a turn inside all their carriers answers all of them: the must-play
//! region. It shrinks with every refuted turn, because the refutation also needs a carrier. Only
//! the most promising turns are looked at until they are refuted (focused df-pn; P. Henderson,
//! Playing and solving the game of Hex, 2010).

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use carrick_engine::proof_number::{Child, ProofNumbers, Prover, Stopped, prove};
use carrick_games::{Bits, Colour};

use super::closure::{Closure, StopWhen, WinnerNeeds};
use super::fill::{PlayerGroups, Vulnerable, fill};
use super::net::{Net, Stones, index};
use crate::solve::connections::net::by_current;

/// Number of turns to look at together, plus one for every [`ONE_MORE_OF`] turns. Black, who is
/// ahead at first, needs to find one turn; White's have to be refuted one after another.
const WIDTH_BLACK: usize = 2;
const WIDTH_WHITE: usize = 1;
const ONE_MORE_OF: usize = 20;

/// What is stored for a position and all its images.
#[derive(Debug, Clone)]
pub(super) struct ProverEntry<const W: usize> {
    pub(super) numbers: ProofNumbers,
    /// The turns worth trying, the best first.
    pub(super) turns: Arc<[u16]>,
    /// The must-play region, and what it needs.
    pub(super) region: Bits<W>,
    pub(super) needed: WinnerNeeds<W>,
    /// Turns that are left out, with their killers.
    pub(super) vulnerable: Arc<[Vulnerable]>,
    /// For a decided position, what the winner needs.
    pub(super) carrier: WinnerNeeds<W>,
    /// The winning turn, unless a connection decides.
    pub(super) turn: Option<u16>,
}

/// Number of positions at which one of several equal shares ends. A share passes unused positions
/// on to the next, and a search that continues from a file finds the same ends.
pub(super) const fn share(most: u64, at: usize, of: usize) -> u64 {
    most / of as u64 * (at as u64 + 1)
}

/// Number of positions between two progress reports.
const SLICE: u64 = 64;

/// A search in progress.
pub(super) struct Connector<'a, const W: usize> {
    pub(super) net: Rc<Net<W>>,
    pub(super) known: ProverMemory<W>,
    /// Number of positions that were searched for connections.
    pub(super) searched: u64,
    pub(super) most: u64,
    stop: &'a dyn Fn() -> bool,
    /// Called regularly with the number of searched positions and the memory.
    hear: &'a mut dyn FnMut(u64, &ProverMemory<W>),
    /// The position of [`region`](Self::region) that the opponent wins.
    pub(super) spared: Option<Stones<W>>,
}

/// A position while it is searched.
pub(super) struct ProverNode<const W: usize> {
    turns: Arc<[u16]>,
    /// Number of turns looked at so far.
    next: usize,
    region: Bits<W>,
    needed: WinnerNeeds<W>,
    vulnerable: Arc<[Vulnerable]>,
    /// Turns whose refutation has shrunk the region.
    refuted: Bits<W>,
    /// What the winner of a decided position needs, and the winning turn.
    decided: Option<(WinnerNeeds<W>, Option<u16>)>,
}

/// Memory of a search, by the keys of positions.
pub(super) type ProverMemory<const W: usize> = HashMap<u128, ProverEntry<W>>;

impl<'a, const W: usize> Connector<'a, W> {
    pub(super) fn new(
        net: Net<W>,
        stop: &'a dyn Fn() -> bool,
        hear: &'a mut dyn FnMut(u64, &ProverMemory<W>),
    ) -> Self {
        let (net, known) = (Rc::new(net), HashMap::new());
        Self { net, known, searched: 0, most: 0, stop, hear, spared: None }
    }

    /// The number of positions after which `remembered` of them are stored.
    pub(super) fn most_within(&self, remembered: usize) -> u64 {
        (self.searched + remembered as u64).saturating_sub(self.known.len() as u64)
    }

    /// Reports the progress of the search.
    pub(super) fn tell(&mut self) {
        (self.hear)(self.searched, &self.known);
    }

    /// Whether the player to move wins; `None` if the limits were reached first.
    pub(super) fn wins(&mut self, stones: &Stones<W>) -> Option<bool> {
        let least = self.filled(stones);
        let key = least.key();
        if let Some(entry) = self.known.get(&key).filter(|entry| entry.numbers.is_proved()) {
            return Some(entry.numbers.win == 0);
        }
        let most = self.most;
        let numbers = loop {
            let before = self.searched;
            self.most = most.min(before + SLICE);
            let numbers = prove(self, &least, key);
            if self.searched > before {
                self.tell();
            }
            if numbers.is_ok() || self.searched >= most || (self.stop)() {
                break numbers;
            }
        };
        self.most = most;
        numbers.ok().filter(|numbers| numbers.is_proved()).map(|numbers| numbers.win == 0)
    }

    /// Whether the player to move wins, if that is known.
    pub(super) fn known_win(&self, stones: &Stones<W>) -> Option<bool> {
        let entry = self.known.get(&self.filled(stones).key())?;
        entry.numbers.is_proved().then_some(entry.numbers.win == 0)
    }

    /// The turns from which the player to move has to choose: all empty points, or none.
    ///
    /// If symmetries leave the stones unchanged, the player to move gets several stones at the same
    /// time, one of each kind of points that they exchange, close to each other, and then the
    /// opponent moves. If the opponent wins even so, they need none of these points; and whatever
    /// the player plays instead, some image of that win does not need it either.
    pub(super) fn region(&mut self, stones: &Stones<W>) -> Bits<W> {
        let (free, symmetries) = (stones.free(&self.net), self.net.stabilizer(stones));
        if symmetries.len() < 2 {
            return free;
        }
        let most = self.most;
        let kinds = self.net.kinds(free, &symmetries);
        for (at, kind) in kinds.iter().enumerate() {
            let spared = self.net.nearest(&kinds, kind.first().unwrap_or_default());
            let mut passed = stones.passed();
            passed.of[index(stones.to_move)] |= spared;
            self.most = share(most, at, kinds.len());
            if self.wins(&passed) == Some(true) {
                self.spared = Some(passed);
                return Bits::EMPTY;
            }
        }
        free
    }

    /// What is stored for a position that is the least of its images.
    pub(super) fn entry(&self, least: &Stones<W>) -> Option<&ProverEntry<W>> {
        self.known.get(&least.key())
    }

    /// A position with the points filled in that need no turn, as the least of its images.
    fn filled(&self, stones: &Stones<W>) -> Stones<W> {
        self.net.least(&fill(&self.net, stones).stones).0
    }

    /// What the winner of a decided position needs after a turn, in the position before it.
    pub(super) fn needs_after(&self, stones: &Stones<W>, turn: u16) -> Option<WinnerNeeds<W>> {
        let after = fill(&self.net, &stones.with(usize::from(turn)));
        let (least, by) = self.net.least(&after.stones);
        let entry = self.known.get(&least.key())?;
        if !entry.numbers.is_proved() {
            return None;
        }
        let by = self.net.inverse(by);
        let mut needs = WinnerNeeds {
            empty: self.net.set(entry.carrier.empty, by),
            stones: self.net.set(entry.carrier.stones, by),
        };
        let winner =
            if entry.numbers.win == 0 { after.stones.to_move } else { !after.stones.to_move };
        if needs.stones.intersects(&after.filled) {
            let captured = after.captured[index(winner)];
            needs.empty |= captured;
            needs.stones |= PlayerGroups::of(&self.net, &after.stones).touching(winner, captured);
        }
        Some(needs)
    }

    /// What the opponent needs to win a position, whatever the player to move does.
    fn needs_of_loss(&self, stones: &Stones<W>, node: &ProverNode<W>) -> WinnerNeeds<W> {
        let mut needs = node.needed;
        let mut killed = Bits::<W>::EMPTY;
        for &(turn, killer) in node.vulnerable.iter() {
            if node.region.contains(usize::from(turn)) {
                killed.insert(usize::from(turn));
                killed.insert(usize::from(killer));
            }
        }
        if !killed.is_empty() {
            needs.empty |= killed;
            needs.stones |= PlayerGroups::of(&self.net, stones).touching(!stones.to_move, killed);
        }
        needs
    }

    /// Searches for connections, unless that was done before.
    fn look_once(&mut self, stones: &Stones<W>, key: u128) -> ProofNumbers {
        if let Some(entry) = self.known.get(&key) {
            return entry.numbers;
        }
        self.searched += 1;
        let entry = self.look(stones);
        let numbers = entry.numbers;
        self.known.insert(key, entry);
        numbers
    }

    /// Searches for connections of both players.
    fn look(&self, stones: &Stones<W>) -> ProverEntry<W> {
        let (mover, net) = (stones.to_move, &self.net);
        let free = stones.free(net);
        let mut entry = ProverEntry {
            numbers: ProofNumbers::UNKNOWN,
            turns: Arc::from([]),
            region: free,
            needed: WinnerNeeds::default(),
            vulnerable: Arc::from([]),
            carrier: WinnerNeeds::default(),
            turn: None,
        };
        // Black's come first: Black wins most positions, and White's take longer.
        let mut closures = Vec::with_capacity(2);
        for colour in [Colour::Dark, Colour::Light] {
            let until = if colour == mover { StopWhen::Semi } else { StopWhen::Full };
            let closure = Closure::of(net, stones, colour, until);
            if let Some(needs) = closure.goal(until, stones) {
                let is_won = colour == mover;
                entry.numbers = if is_won { ProofNumbers::WON } else { ProofNumbers::LOST };
                entry.carrier = needs;
                return entry;
            }
            closures.push(closure);
        }
        let (black, other) = (&closures[0], &closures[index(!mover)]);
        for way in &other.semi_goals {
            if (entry.region & way.0) != entry.region {
                entry.region &= way.0;
                entry.needed = entry.needed.and(other.needs(way));
            }
        }
        entry.numbers.loss = entry.region.len().max(1) as u32;
        let mut turns = by_current(net, black, free, entry.region);
        let vulnerable = PlayerGroups::of(net, stones).vulnerable(mover);
        turns.retain(|turn| vulnerable.iter().all(|(other, _)| other != turn));
        entry.vulnerable = vulnerable.into();
        entry.turns = turns.into();
        entry
    }
}

impl<const W: usize> Prover for Connector<'_, W> {
    type Position = Stones<W>;
    type Turn = u16;
    type Node = ProverNode<W>;

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
    ) -> Result<ProverNode<W>, (ProofNumbers, ProverNode<W>)> {
        self.look_once(position, key);
        let ProverEntry { numbers, turns, region, needed, vulnerable, carrier, turn } =
            self.known[&key].clone();
        let decided = numbers.is_proved().then_some((carrier, turn));
        let refuted = Bits::EMPTY;
        let node = ProverNode { turns, next: 0, region, needed, vulnerable, refuted, decided };
        if numbers.is_proved() { Err((numbers, node)) } else { Ok(node) }
    }

    fn renew(
        &mut self,
        position: &Stones<W>,
        node: &mut ProverNode<W>,
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
            // What refutes one turn refutes all turns outside its carrier.
            while let Some(child) = children.get(at) {
                let turn = usize::from(child.turn);
                let is_refuted = child.numbers.win == 0 && !node.refuted.contains(turn);
                if is_refuted && node.region.contains(turn) {
                    node.refuted.insert(turn);
                    if let Some(needs) = self.needs_after(position, child.turn) {
                        node.region &= needs.empty;
                        node.needed = node.needed.and(needs);
                    }
                }
                at += 1;
            }
            let children_here = &mut children[first..];
            for child in children_here.iter_mut() {
                if !node.region.contains(usize::from(child.turn)) && child.numbers.loss != 0 {
                    child.numbers = ProofNumbers::WON;
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
                let after = self.filled(&position.with(usize::from(turn)));
                let key = after.key();
                let numbers = self.look_once(&after, key);
                children.push(Child { turn, key, numbers });
            }
        }
    }

    fn after(&self, position: &Stones<W>, turn: u16) -> Result<Stones<W>, ProofNumbers> {
        Ok(self.filled(&position.with(usize::from(turn))))
    }

    fn known(&self, key: u128) -> Option<ProofNumbers> {
        self.known.get(&key).map(|entry| entry.numbers)
    }

    fn keep(
        &mut self,
        position: &Stones<W>,
        key: u128,
        numbers: ProofNumbers,
        node: &ProverNode<W>,
        children: &[Child<u16>],
        _: u64,
    ) {
        let mut decided = node.decided;
        if numbers.win == 0 && decided.is_none() {
            let winning = children.iter().find(|child| child.numbers.loss == 0);
            decided = winning.and_then(|child| {
                let mut needs = self.needs_after(position, child.turn)?;
                needs.empty.insert(usize::from(child.turn));
                Some((needs, Some(child.turn)))
            });
        } else if numbers.loss == 0 && decided.is_none() {
            decided = Some((self.needs_of_loss(position, node), None));
        }
        if let Some(entry) = self.known.get_mut(&key) {
            entry.numbers = numbers;
            if let Some((carrier, turn)) = decided {
                (entry.carrier, entry.turn) = (carrier, turn);
            }
        }
    }
}

//! Virtual connections of one player in one position, by the rules of H-search.
//!
//! Two points are *fully* connected if their owner can connect them even though the opponent moves
//! first, and *semi*-connected if the owner can when moving first. Neighbours are fully connected.
//! Two full connections in series, with no empty point in common, make a full one if a stone is
//! between them, and otherwise a semi-connection whose *key* is the empty point between them.
//! Semi-connections of two points with no empty point common to all of them together make a full
//! one. (V. Anshelevich, A hierarchical approach to computer Hex, 2002; P. Henderson, B. Arneson
//! and R. Hayward, Solving 8x8 Hex, 2009.)
//!
//! Black's goal is a connection of the poles. White's is a ring between the poles: a connection of
//! a point with itself that crosses the seam an odd number of times. So each of White's connections
//! has a parity, as in the double covering of the sphere without its poles.

use std::collections::VecDeque;

use carrick_games::{Bits, Colour};

use super::net::{Net, Stones, index};
use crate::solve::connections::net::{Id, Lists, MOST_FULL, MOST_SEMI, add, together, within};

/// A connection that was found.
#[derive(Debug, Clone)]
pub(super) struct FoundConnection<const W: usize> {
    pub(super) ends: [usize; 2],
    odd: bool,
    /// The empty points that it needs, including the key of a semi-connection.
    pub(super) carrier: Bits<W>,
    /// The stones of the groups through which it goes.
    pub(super) stones: Bits<W>,
    pub(super) why: ConnectionRule,
}

/// The rule by which a connection was found.
#[derive(Debug, Clone)]
pub(super) enum ConnectionRule {
    /// The ends are neighbours.
    Near,
    /// Two connections in series, with the point between them: a stone, or the key.
    Series([Id; 2], usize),
    /// Several semi-connections together.
    Together(Vec<Id>),
}

/// What a winner needs: empty points, where the opponent has no stone yet, and own stones. The
/// stones are of interest if they were filled in.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WinnerNeeds<const W: usize> {
    pub(super) empty: Bits<W>,
    pub(super) stones: Bits<W>,
}

impl<const W: usize> WinnerNeeds<W> {
    pub(super) fn and(self, other: Self) -> Self {
        Self { empty: self.empty | other.empty, stones: self.stones | other.stones }
    }
}

/// When to stop searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StopWhen {
    /// At a semi-connection that reaches the goal.
    Semi,
    /// At a full connection that reaches it.
    Full,
}

/// The connections of one player.
pub(super) struct Closure<'n, const W: usize> {
    net: &'n Net<W>,
    /// Whether the player is White.
    rings: bool,
    free: Bits<W>,
    /// The stone that represents the group of a stone; other points represent themselves.
    heads: Vec<usize>,
    /// Whether the way from a stone to its head crosses the seam an odd number of times.
    turned: Vec<bool>,
    /// Heads of groups, and empty points.
    ends: Vec<usize>,
    /// By head, the stones of a group.
    groups: Vec<Bits<W>>,
    lists: Lists<W>,
    pub(super) claims: Vec<FoundConnection<W>>,
    /// Claims that reach the goal when the opponent moves first, with their carriers.
    pub(super) full_goals: Vec<(Bits<W>, Id)>,
    /// Claims that reach the goal when the player moves first, with their carriers and keys.
    pub(super) semi_goals: Vec<(Bits<W>, Id)>,
    /// Whether the stones on the board have reached the goal.
    pub(super) reached: bool,
}

impl<'n, const W: usize> Closure<'n, W> {
    /// Finds the connections of a player.
    pub(super) fn of(net: &'n Net<W>, stones: &Stones<W>, colour: Colour, until: StopWhen) -> Self {
        let points = net.len();
        let mut closure = Self {
            net,
            rings: colour == Colour::Light,
            free: stones.free(net),
            heads: (0..points).collect(),
            turned: vec![false; points],
            ends: Vec::with_capacity(points),
            groups: vec![Bits::EMPTY; points],
            lists: net.spare.take().unwrap_or_default(),
            claims: Vec::with_capacity(4096),
            full_goals: Vec::new(),
            semi_goals: Vec::new(),
            reached: false,
        };
        closure.lists.clear(points);
        closure.group(stones.of[index(colour)]);
        if !closure.reached {
            closure.neighbours(stones.of[index(colour)]);
            closure.run(until);
        }
        closure
    }

    /// Finds the groups of stones and their heads. The head of a pole's group is the pole, so that
    /// it is the same end in all positions.
    fn group(&mut self, own: Bits<W>) {
        let mut seen = Bits::<W>::EMPTY;
        let poles = self.net.poles.into_iter().filter(|&pole| own.contains(pole));
        for head in poles.chain(own.iter()) {
            if seen.contains(head) {
                continue;
            }
            self.ends.push(head);
            seen.insert(head);
            let mut open = vec![head];
            while let Some(at) = open.pop() {
                self.heads[at] = head;
                self.groups[head].insert(at);
                for &(next, crosses) in &self.net.near[at] {
                    let turned = self.turned[at] ^ (self.rings && crosses);
                    if !own.contains(next) {
                        continue;
                    }
                    if seen.contains(next) {
                        self.reached |= self.rings && self.turned[next] != turned;
                    } else {
                        seen.insert(next);
                        self.turned[next] = turned;
                        open.push(next);
                    }
                }
            }
        }
        let [left, right] = self.net.poles;
        self.reached |= !self.rings && self.heads[left] == self.heads[right];
        self.ends.extend(self.free.iter());
    }

    fn neighbours(&mut self, own: Bits<W>) {
        for at in self.free.iter() {
            for &(next, crosses) in &self.net.near[at] {
                let odd = self.turned[next] ^ (self.rings && crosses);
                if own.contains(next) || self.free.contains(next) && next > at {
                    self.add_full([at, self.heads[next]], odd, Bits::EMPTY, ConnectionRule::Near);
                }
            }
        }
    }

    fn pair(&self, [one, other]: [usize; 2], odd: bool) -> usize {
        (one.min(other) * self.net.len() + one.max(other)) * 2 + usize::from(odd)
    }

    /// Whether a connection of these ends reaches the goal.
    fn is_goal(&self, ends: [usize; 2], odd: bool) -> bool {
        if self.rings {
            return ends[0] == ends[1] && odd;
        }
        let poles = self.net.poles.map(|pole| self.heads[pole]);
        ends == poles || ends == [poles[1], poles[0]]
    }

    fn run(&mut self, until: StopWhen) {
        let mut size = 0;
        while size < self.lists.waiting.len() {
            let Some(id) = self.lists.waiting[size].pop() else {
                size += 1;
                continue;
            };
            let FoundConnection { ends, odd, carrier, .. } = self.claims[id as usize];
            let pair = self.pair(ends, odd);
            let Some(known) = self.lists.full[pair].iter_mut().find(|known| known.id == id) else {
                continue;
            };
            known.done = true;
            if ends[0] == ends[1] {
                continue;
            }
            for [from, to] in [ends, [ends[1], ends[0]]] {
                self.lists.linked[2 * from + usize::from(odd)].insert(to);
            }
            let [one, other] = ends;
            // New carriers may be smaller: beyond a stone, they need no points at all.
            let mut least = self.extend(id, carrier, odd, one, other);
            least = least.min(self.extend(id, carrier, odd, other, one));
            size = size.min(least);
            let is_reached = match until {
                StopWhen::Semi => !self.semi_goals.is_empty() || !self.full_goals.is_empty(),
                StopWhen::Full => !self.full_goals.is_empty(),
            };
            if is_reached {
                return;
            }
        }
        self.join_goals();
    }

    /// Puts a connection in series with all others that start where it ends, `middle`. Returns the
    /// minimum size of the new carriers.
    fn extend(&mut self, id: Id, carrier: Bits<W>, odd: bool, middle: usize, from: usize) -> usize {
        let mut found = std::mem::take(&mut self.lists.series);
        found.clear();
        for further in [false, true].into_iter().take(1 + usize::from(self.rings)) {
            let odd = odd ^ further;
            let linked = self.lists.linked[2 * middle + usize::from(further)] & !carrier;
            for to in linked.iter() {
                if to == from && !odd {
                    continue;
                }
                for known in &self.lists.full[self.pair([middle, to], further)] {
                    let is_apart =
                        !known.carrier.intersects(&carrier) && !known.carrier.contains(from);
                    if known.done && is_apart {
                        found.push(([from, to], odd, known.carrier | carrier, known.id));
                    }
                }
            }
        }
        let is_stone = !self.free.contains(middle);
        let mut least = usize::MAX;
        for &(ends, odd, mut carrier, other) in &found {
            let why = ConnectionRule::Series([id, other], middle);
            let size = if is_stone {
                self.add_full(ends, odd, carrier, why)
            } else {
                carrier.insert(middle);
                self.add_semi(ends, odd, carrier, why)
            };
            least = least.min(size);
        }
        self.lists.series = found;
        least
    }

    /// Adds a full connection, unless a better one is known. Returns the size of its carrier, if it
    /// is queued to be put in series.
    fn add_full(
        &mut self,
        ends: [usize; 2],
        odd: bool,
        carrier: Bits<W>,
        why: ConnectionRule,
    ) -> usize {
        let pair = self.pair(ends, odd);
        let id = self.claims.len() as Id;
        if !add(&mut self.lists.full[pair], carrier, id, MOST_FULL) {
            return usize::MAX;
        }
        self.lists.semi[pair].retain(|semi| !within(carrier, semi.carrier));
        let stones = self.stones(ends, &why);
        self.claims.push(FoundConnection { ends, odd, carrier, stones, why });
        if self.is_goal(ends, odd) {
            let [end, _] = ends;
            if self.rings && self.free.contains(end) {
                self.semi_goals.push((carrier | Bits::single(end), id));
            } else {
                self.full_goals.push((carrier, id));
            }
            return usize::MAX;
        }
        let size = carrier.len();
        self.lists.waiting[size].push(id);
        size
    }

    /// Adds a semi-connection, unless a better one is known, and the full connections that it makes
    /// with others. Returns the minimum size of their carriers.
    fn add_semi(
        &mut self,
        ends: [usize; 2],
        odd: bool,
        carrier: Bits<W>,
        why: ConnectionRule,
    ) -> usize {
        let pair = self.pair(ends, odd);
        if self.lists.full[pair].iter().any(|full| within(full.carrier, carrier)) {
            return usize::MAX;
        }
        let id = self.claims.len() as Id;
        if !add(&mut self.lists.semi[pair], carrier, id, MOST_SEMI) {
            return usize::MAX;
        }
        let stones = self.stones(ends, &why);
        self.claims.push(FoundConnection { ends, odd, carrier, stones, why });
        if self.is_goal(ends, odd) && !(self.rings && self.free.contains(ends[0])) {
            self.semi_goals.push((carrier, id));
        }
        let mut found = std::mem::take(&mut self.lists.together);
        found.clear();
        together(&self.lists.semi[pair], carrier, id, &mut found);
        let mut least = usize::MAX;
        for &(carrier, (ids, len)) in &found {
            if self.lists.full[pair].iter().all(|full| !within(full.carrier, carrier)) {
                let why = ConnectionRule::Together(ids[..len].to_vec());
                least = least.min(self.add_full(ends, odd, carrier, why));
            }
        }
        self.lists.together = found;
        least
    }

    /// The stones of the groups through which a connection goes.
    fn stones(&self, ends: [usize; 2], why: &ConnectionRule) -> Bits<W> {
        let of = |id: &Id| self.claims[*id as usize].stones;
        match why {
            ConnectionRule::Near => self.groups[ends[0]] | self.groups[ends[1]],
            ConnectionRule::Series(two, _) => of(&two[0]) | of(&two[1]),
            ConnectionRule::Together(all) => {
                all.iter().fold(Bits::EMPTY, |stones, id| stones | of(id))
            }
        }
    }

    /// Combines different ways to reach the goal, if no turn of the opponent stops all of them.
    fn join_goals(&mut self) {
        if !self.full_goals.is_empty() {
            return;
        }
        self.semi_goals.sort_by_key(|(carrier, _)| carrier.len());
        let (mut common, mut carrier, mut ids) = (self.free, Bits::EMPTY, Vec::new());
        for &(points, id) in &self.semi_goals {
            if !within(common, points) {
                common &= points;
                carrier |= points;
                ids.push(id);
            }
        }
        if common.is_empty() && !ids.is_empty() {
            let id = self.claims.len() as Id;
            let ends = self.net.poles.map(|pole| self.heads[pole]);
            let why = ConnectionRule::Together(ids);
            let stones = self.stones(ends, &why);
            self.claims.push(FoundConnection { ends, odd: self.rings, carrier, stones, why });
            self.full_goals.push((carrier, id));
        }
    }

    /// What a way to the goal needs, if one was found.
    pub(super) fn goal(&self, until: StopWhen, stones: &Stones<W>) -> Option<WinnerNeeds<W>> {
        if self.reached {
            let stones = stones.of[usize::from(self.rings)];
            return Some(WinnerNeeds { empty: Bits::EMPTY, stones });
        }
        let semi: &[_] = if until == StopWhen::Semi { &self.semi_goals } else { &[] };
        let ways = self.full_goals.iter().chain(semi);
        ways.min_by_key(|(carrier, _)| carrier.len()).map(|way| self.needs(way))
    }

    /// What a claim that reaches the goal needs.
    pub(super) fn needs(&self, &(empty, id): &(Bits<W>, Id)) -> WinnerNeeds<W> {
        WinnerNeeds { empty, stones: self.claims[id as usize].stones }
    }

    /// The pairs that are fully connected.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let pairs = self.ends.iter().flat_map(|&one| self.ends.iter().map(move |&two| [one, two]));
        pairs.filter(|&[one, two]| one < two).filter(|&ends| {
            [false, true].iter().any(|&odd| !self.lists.full[self.pair(ends, odd)].is_empty())
        })
    }

    /// Whether a point is empty.
    pub(super) fn is_free(&self, point: usize) -> bool {
        self.free.contains(point)
    }

    /// A path from a point to another, over stones of the player.
    pub(super) fn path(&self, from: usize, to: usize) -> Vec<usize> {
        let mut before: Vec<Option<usize>> = vec![None; self.net.len()];
        let mut open = VecDeque::from([from]);
        while let Some(at) = open.pop_front() {
            for &(next, _) in &self.net.near[at] {
                if next == to {
                    let mut way = vec![to, at];
                    way.extend(std::iter::successors(before[at], |&at| before[at]));
                    way.reverse();
                    return way;
                }
                let is_own = !self.free.contains(next) && self.ends.contains(&self.heads[next]);
                if next != from && before[next].is_none() && is_own {
                    before[next] = Some(at);
                    open.push_back(next);
                }
            }
        }
        vec![from, to]
    }

    /// The point that represents a point: the head of a stone's group.
    pub(super) fn head(&self, point: usize) -> usize {
        self.heads[point]
    }
}

impl<const W: usize> Drop for Closure<'_, W> {
    fn drop(&mut self) {
        self.net.spare.set(Some(std::mem::take(&mut self.lists)));
    }
}

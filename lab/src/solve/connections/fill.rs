//! Points that need no turn: dead ones, which can never matter, and captured pairs.
//!
//! A point is *dead* if its colour decides nothing, however the others are filled: all of its
//! neighbours that a player could connect through it are already each other's neighbours, where
//! stones of a group count as one. A pair is *captured* if its owner answers a stone on one of its
//! points with the other, after which the opponent's stone is dead. So both can be filled. (P.
//! Henderson, Playing and solving the game of Hex, 2010.)
//!
//! A turn is *vulnerable* if the opponent has an answer, its killer, that makes it dead. A player
//! who wins by such a turn also wins by another one that is neither vulnerable nor a killer of
//! those left out.

use carrick_games::{Bits, Colour};

use super::net::{Net, Stones, index};

#[cfg(test)]
mod tests;

/// Maximum number of empty neighbours of a point that can be dead.
const MOST_EMPTY: usize = 2;

/// A group of stones, and whether the way to its head crosses the seam an odd number of times.
type Touch = (usize, bool);

/// A position with its dead points and captured pairs filled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filled<const W: usize> {
    pub(super) stones: Stones<W>,
    /// Points that were filled.
    pub(super) filled: Bits<W>,
    /// The points of captured pairs, by owner.
    pub(super) captured: [Bits<W>; 2],
}

/// A turn that is left out, and the answer that makes it dead.
pub(super) type Vulnerable = (u16, u16);

/// The groups of both players.
pub(super) struct PlayerGroups<'n, const W: usize> {
    net: &'n Net<W>,
    of: [Bits<W>; 2],
    free: Bits<W>,
    heads: [u8; 256],
    turned: Bits<W>,
}

/// The groups that a point touches: at most as many as it has neighbours, and a new one.
#[derive(Clone, Copy)]
struct Touches {
    list: [Touch; 8],
    len: usize,
}

impl Touches {
    const NONE: Self = Self { list: [(0, false); 8], len: 0 };

    fn all(&self) -> &[Touch] {
        &self.list[..self.len]
    }

    fn insert(&mut self, touch: Touch) {
        if !self.all().contains(&touch) {
            self.list[self.len] = touch;
            self.len += 1;
        }
    }
}

impl<'n, const W: usize> PlayerGroups<'n, W> {
    pub(super) fn of(net: &'n Net<W>, stones: &Stones<W>) -> Self {
        let mut groups = Self {
            net,
            of: stones.of,
            free: stones.free(net),
            heads: [0; 256],
            turned: Bits::EMPTY,
        };
        for colour in [Colour::Dark, Colour::Light] {
            let mut left = stones.of[index(colour)];
            while let Some(head) = left.first() {
                left.remove(head);
                groups.heads[head] = head as u8;
                let (mut open, mut len) = ([0_u8; 256], 1);
                open[0] = head as u8;
                while len > 0 {
                    len -= 1;
                    let at = usize::from(open[len]);
                    for &(next, crosses) in &net.near[at] {
                        if left.contains(next) {
                            left.remove(next);
                            groups.heads[next] = head as u8;
                            if groups.turned.contains(at) ^ (colour == Colour::Light && crosses) {
                                groups.turned.insert(next);
                            }
                            open[len] = next as u8;
                            len += 1;
                        }
                    }
                }
            }
        }
        groups
    }

    /// The stones of all of a player's groups that have a stone in a set or next to it.
    pub(super) fn touching(&self, colour: Colour, set: Bits<W>) -> Bits<W> {
        let own = self.of[index(colour)];
        let near = set.iter().fold(set, |all, at| all | self.net.around[at]) & own;
        let mut heads: Bits<W> = Bits::EMPTY;
        for at in near.iter() {
            heads.insert(usize::from(self.heads[at]));
        }
        own.iter().filter(|&at| heads.contains(usize::from(self.heads[at]))).collect()
    }

    fn touches(&self, colour: Colour, at: usize) -> Touches {
        let mut touches = Touches::NONE;
        for &(next, crosses) in &self.net.near[at] {
            if self.of[index(colour)].contains(next) {
                let odd = self.turned.contains(next) ^ (colour == Colour::Light && crosses);
                touches.insert((usize::from(self.heads[next]), odd));
            }
        }
        touches
    }

    /// Whether a point decides nothing, perhaps after one more stone.
    fn is_dead(&self, at: usize, stone: Option<(Colour, usize)>) -> bool {
        let mut empty = self.net.around[at] & self.free;
        if let Some((_, taken)) = stone {
            empty.remove(taken);
        }
        if empty.len() > MOST_EMPTY {
            return false;
        }
        [Colour::Dark, Colour::Light].into_iter().any(|colour| {
            let new = stone.filter(|&(of, _)| of == colour).map(|(_, point)| point);
            self.joins_nothing(colour, at, empty, new)
        })
    }

    /// Whether everything that a player could connect through a point is connected without it.
    fn joins_nothing(&self, colour: Colour, at: usize, empty: Bits<W>, new: Option<usize>) -> bool {
        let merged = new.map_or(Touches::NONE, |new| self.touches(colour, new));
        let closes = |&(head, odd): &Touch| merged.all().contains(&(head, !odd));
        if merged.all().iter().any(closes) {
            return false;
        }
        let touches = |of: usize| {
            let mut all = Touches::NONE;
            for &(head, odd) in self.touches(colour, of).all() {
                let into = merged.all().iter().find(|&&(other, _)| other == head);
                all.insert(into.map_or((head, odd), |&(_, other)| (usize::MAX, odd ^ other)));
            }
            for &(next, crosses) in &self.net.near[of] {
                if new == Some(next) {
                    all.insert((usize::MAX, colour == Colour::Light && crosses));
                }
            }
            all
        };
        let groups = touches(at);
        if groups.len > 1 {
            return false;
        }
        let mut ends = [(0, false); MOST_EMPTY];
        let mut len = 0;
        for &(next, crosses) in &self.net.near[at] {
            if !empty.contains(next) {
                continue;
            }
            let crosses = colour == Colour::Light && crosses;
            if len == MOST_EMPTY {
                return false;
            }
            ends[len] = (next, crosses);
            len += 1;
            let reaches =
                |&(head, odd): &Touch| touches(next).all().contains(&(head, odd ^ crosses));
            if !groups.all().iter().all(reaches) {
                return false;
            }
        }
        let [(one, first), (two, second)] = ends;
        len < 2
            || self.net.near[one].iter().any(|&(next, crosses)| {
                next == two && (colour == Colour::Dark || crosses == first ^ second)
            })
    }

    fn captured(&self) -> Option<(Colour, [usize; 2])> {
        let few: Bits<W> = self
            .free
            .iter()
            .filter(|&at| (self.net.around[at] & self.free).len() <= MOST_EMPTY + 1)
            .collect();
        for one in few.iter() {
            for two in (self.net.close[one] & few).iter().filter(|&two| two > one) {
                for owner in [Colour::Dark, Colour::Light] {
                    if self.is_dead(one, Some((owner, two)))
                        && self.is_dead(two, Some((owner, one)))
                    {
                        return Some((owner, [one, two]));
                    }
                }
            }
        }
        None
    }

    /// The turns that a player may leave out, each with its killer.
    pub(super) fn vulnerable(&self, mover: Colour) -> Vec<Vulnerable> {
        let (mut found, mut killers): (Vec<Vulnerable>, Bits<W>) = (Vec::new(), Bits::EMPTY);
        let mut left_out = Bits::EMPTY;
        for at in
            self.free.iter().filter(|&at| (self.net.around[at] & self.free).len() <= MOST_EMPTY + 1)
        {
            if killers.contains(at) {
                continue;
            }
            let near = self.net.close[at] & self.free & !left_out;
            // Reusing an existing killer allows more other turns to be left out.
            let mut kills = near.iter().filter(|&by| self.is_dead(at, Some((!mover, by))));
            let killer = kills.clone().find(|&by| killers.contains(by)).or_else(|| kills.next());
            if let Some(killer) = killer {
                killers.insert(killer);
                left_out.insert(at);
                found.push((at as u16, killer as u16));
            }
        }
        found
    }
}

/// Fills dead points and captured pairs until there are none left.
pub(super) fn fill<const W: usize>(net: &Net<W>, stones: &Stones<W>) -> Filled<W> {
    let mut all = Filled { stones: *stones, filled: Bits::EMPTY, captured: [Bits::EMPTY; 2] };
    loop {
        let groups = PlayerGroups::of(net, &all.stones);
        let dead: Bits<W> = groups.free.iter().filter(|&at| groups.is_dead(at, None)).collect();
        if !dead.is_empty() {
            all.stones.of[index(Colour::Dark)] |= dead;
            all.filled |= dead;
        } else if let Some((owner, pair)) = groups.captured() {
            let pair: Bits<W> = pair.into_iter().collect();
            all.stones.of[index(owner)] |= pair;
            all.captured[index(owner)] |= pair;
            all.filled |= pair;
        } else {
            return all;
        }
    }
}

//! Move ordering: hash move, killers, history heuristic.

use super::Searcher;
use crate::ankor::{AddOrMove, AnkorPosition};

impl<const W: usize> Searcher<W> {
    /// Appends the turns of a position to the list, each with its priority.
    pub(super) fn generate(&mut self, position: &AnkorPosition<W>, hash: u16, ply: i32) {
        self.contacts.find(&self.map, position, position.to_move);
        self.reach.find(&self.map, position, &self.contacts);
        let colour = position.to_move.index() << 16;
        let killers = self.killers[ply as usize];
        let first = self.turns.len();
        let (history, turns) = (&self.history, &mut self.turns);
        let adds = position.adds(&self.map);
        let adds = adds.iter().map(|hole| AddOrMove::Add(hole as u8));
        turns.extend(adds.chain(self.reach.iter()).map(|step| {
            let packed = step.pack();
            let order = match packed {
                _ if packed == hash => u32::MAX,
                _ if packed == killers[0] => u32::MAX - 1,
                _ if packed == killers[1] => u32::MAX - 2,
                _ => history[colour | usize::from(packed)],
            };
            (order, packed)
        }));
        if turns.len() == first {
            turns.push((0, AddOrMove::Pass.pack()));
        }
    }

    /// Picks the turn with the highest priority among a node's remaining turns, and moves it to the
    /// front.
    pub(super) fn pick(&mut self, first: usize, index: usize) -> u16 {
        debug_assert!(index >= first);
        let rest = &self.turns[index..];
        let best =
            (0..rest.len()).fold(0, |best, at| if rest[at].0 > rest[best].0 { at } else { best });
        self.turns.swap(index, index + best);
        self.turns[index].1
    }

    /// One of the listed turns with which the player to move connects the sides.
    pub(super) fn winning_turn(
        &mut self,
        position: &AnkorPosition<W>,
        first: usize,
    ) -> Option<u16> {
        for index in first..self.turns.len() {
            let packed = self.turns[index].1;
            if let step @ AddOrMove::Move { .. } = AddOrMove::unpack(packed) {
                let mut next = *position;
                next.play(&self.map, step);
                if self.joins(&next, position.to_move) {
                    return Some(packed);
                }
            }
        }
        None
    }

    /// Notes a turn that caused a cutoff, for the killers and the history heuristic.
    pub(super) fn remember_cut(
        &mut self,
        position: &AnkorPosition<W>,
        packed: u16,
        depth: i32,
        ply: i32,
    ) {
        let count = &mut self.history[position.to_move.index() << 16 | usize::from(packed)];
        *count = count.saturating_add((depth * depth) as u32).min(u32::MAX / 2);
        let killers = &mut self.killers[ply as usize];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
    }
}

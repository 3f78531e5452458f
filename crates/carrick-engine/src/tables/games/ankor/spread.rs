//! Values spread backwards among the states with the same numbers of cubes.

use super::links::{Sides, each_move};
use super::states::States;
use crate::Value;
use crate::tables::score::{Coding, MAX_DISTANCE, loss_byte, win_byte};
use crate::tables::sets::cells;
use crate::tables::table::TooFar;

/// Solves all states of `cubes` cubes of which one of the players has `own`. The states with more
/// cubes are solved; those that stay 0 are drawn.
pub(super) fn solve(
    states: &States,
    sides: &Sides,
    table: &mut [u8],
    cubes: usize,
    own: usize,
) -> Result<(), TooFar> {
    let mut group = Group::of(states, sides, table, cubes, own)?;
    let before = Before::of(group.waiting.len(), &std::mem::take(&mut group.moves));
    let bytes = &mut table[states.layer(cubes)];
    let mut distance = 0;
    while let Some(ring) = group.rings.get_mut(usize::from(distance)).map(std::mem::take) {
        for found in ring {
            group.settle(&before, bytes, distance, found)?;
        }
        distance += 1;
    }
    Ok(())
}

/// States that lead to one another by moves, numbered within their layer.
struct Group {
    /// The values that were found, by distance; those of shorter distance are settled first.
    rings: Vec<Vec<Found>>,
    waiting: Vec<Waiting>,
    /// Moves from state to state.
    moves: Vec<(u32, u32)>,
}

/// A value that was found.
struct Found {
    at: u32,
    won: bool,
}

/// The turns of a state that is not settled, as far as they are known.
#[derive(Clone, Copy, Default)]
struct Waiting {
    /// Number of turns that may save the mover: those not known to let the opponent win.
    saving: u16,
    /// Distance of the loss, should no turn save the mover.
    loss: u8,
    settled: bool,
}

impl Group {
    fn of(
        states: &States,
        sides: &Sides,
        table: &[u8],
        cubes: usize,
        count: usize,
    ) -> Result<Self, TooFar> {
        let layer = states.layer(cubes);
        let waiting = vec![Waiting::default(); layer.len()];
        let mut group = Self { rings: Vec::new(), waiting, moves: Vec::new() };
        for (index, own, other) in states.each(cubes) {
            let mine = own.count_ones() as usize;
            if mine != count && cubes - mine != count {
                continue;
            }
            let at = (index - layer.start) as u32;
            // The player who moved last wins first.
            if sides.are_joined(states.stacks(), other, own | other) {
                group.find(0, Found { at, won: false })?;
            } else if sides.are_joined(states.stacks(), own, own | other) {
                group.find(0, Found { at, won: true })?;
            } else {
                group.look_ahead(states, table, at, own, other)?;
            }
        }
        Ok(group)
    }

    /// Looks at all turns of a state that is not over.
    fn look_ahead(
        &mut self,
        states: &States,
        table: &[u8],
        at: u32,
        own: u32,
        other: u32,
    ) -> Result<(), TooFar> {
        let start = states.layer((own | other).count_ones() as usize).start;
        let mut waiting = Waiting::default();
        let mut win: Option<u8> = None;
        if (own.count_ones() as usize) < states.hand() {
            for hole in cells(states.stacks().holes & !(own | other)) {
                let next = Coding::Distance.read(table[states.index(other, own | 1 << hole)]);
                let turns = next.distance.unwrap_or_default() as u8 + 1;
                waiting.saving += u16::from(next.value != Value::Win);
                match next.value {
                    Value::Win => waiting.loss = waiting.loss.max(turns),
                    Value::Draw => {}
                    Value::Loss => win = Some(win.map_or(turns, |win| win.min(turns))),
                }
            }
        }
        let (adds, moves) = (waiting.saving > 0 || waiting.loss > 0, self.moves.len());
        each_move(states.stacks(), own, other, |own, other| {
            self.moves.push((at, (states.index(other, own) - start) as u32));
            waiting.saving += 1;
        });
        // A pass, when there is nothing else. Two in a row draw, and so does going on like that.
        if !adds && self.moves.len() == moves {
            self.moves.push((at, (states.index(other, own) - start) as u32));
            waiting.saving += 1;
        }
        self.waiting[at as usize] = waiting;
        match win {
            Some(turns) => self.find(turns, Found { at, won: true }),
            None if waiting.saving == 0 => self.find(waiting.loss, Found { at, won: false }),
            None => Ok(()),
        }
    }

    fn find(&mut self, distance: u8, found: Found) -> Result<(), TooFar> {
        if distance > MAX_DISTANCE {
            return Err(TooFar);
        }
        let distance = usize::from(distance);
        if self.rings.len() <= distance {
            self.rings.resize_with(distance + 1, Vec::new);
        }
        self.rings[distance].push(found);
        Ok(())
    }

    /// Settles a state, and tells those from which a move leads to it.
    fn settle(
        &mut self,
        before: &Before,
        bytes: &mut [u8],
        distance: u8,
        found: Found,
    ) -> Result<(), TooFar> {
        let at = found.at as usize;
        if std::mem::replace(&mut self.waiting[at].settled, true) {
            return Ok(());
        }
        bytes[at] = if found.won { win_byte(distance) } else { loss_byte(distance) };
        for &from in before.of_state(at) {
            let waiting = &mut self.waiting[from as usize];
            if waiting.settled {
                continue;
            }
            if !found.won {
                self.find(distance + 1, Found { at: from, won: true })?;
                continue;
            }
            waiting.saving -= 1;
            waiting.loss = waiting.loss.max(distance + 1);
            if waiting.saving == 0 {
                let loss = waiting.loss;
                self.find(loss, Found { at: from, won: false })?;
            }
        }
        Ok(())
    }
}

/// Moves by where they lead.
struct Before {
    ends: Vec<u32>,
    from: Vec<u32>,
}

impl Before {
    fn of(states: usize, moves: &[(u32, u32)]) -> Self {
        let mut ends = vec![0u32; states + 1];
        for &(_, to) in moves {
            ends[to as usize + 1] += 1;
        }
        for at in 0..states {
            ends[at + 1] += ends[at];
        }
        let mut next = ends.clone();
        let mut from = vec![0; moves.len()];
        for &(state, to) in moves {
            from[next[to as usize] as usize] = state;
            next[to as usize] += 1;
        }
        Self { ends, from }
    }

    /// The states from which a move leads to a state.
    fn of_state(&self, state: usize) -> &[u32] {
        &self.from[self.ends[state] as usize..self.ends[state + 1] as usize]
    }
}

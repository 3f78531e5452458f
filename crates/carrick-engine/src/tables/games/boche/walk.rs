//! A walk over all states of one stack: cube by cube the faces that show are turned in every way,
//! and what they join is kept up to date, so that a state costs little more than its turns.

use carrick_games::boche::{EndRule, Join};

use super::groups::{Groups, Node};
use super::paths::Parts;
use super::points::{Points, pair};
use super::{Boche, ROTATIONS, digit, patterns, shown};
use crate::tables::score::{loss_byte, win_byte};
use crate::tables::sets::{MAX_CELLS, cells};

/// More spots than a stack of any board has on which a table is made.
const MAX_SPOTS: usize = 10;

/// One stack, and how far the walk over its states has come.
pub(super) struct Walk {
    /// The cubes, lowest cell first: the first one turns most slowly.
    cubes: Vec<Cube>,
    /// Where cubes can be played.
    spots: Vec<Spot>,
    groups: Groups,
}

/// A cube of the stack: the points that its faces join, by the number of its pattern.
struct Cube {
    joins: Vec<Vec<[Node; 2]>>,
}

/// A spot, and the states that a cube on it leads to.
struct Spot {
    /// The first state of the larger stack.
    start: usize,
    /// How far a pattern of a cube moves the state, by cube and pattern.
    steps: Vec<[usize; 4]>,
    /// How far each rotation of the new cube does.
    rotation: usize,
}

/// Of each spot, the state that its cube leads to, as far as the walk has come.
type Targets = [usize; MAX_SPOTS];

impl Walk {
    /// The walk over the states of a stack that is not empty.
    pub(super) fn over(boche: &Boche, mask: u32) -> Self {
        let points = Points::of(&boche.stacks);
        let is_full = boche.stacks.spots(mask) == 0;
        let kill = match boche.options.end_rule() {
            // No group has as many points.
            EndRule::Enclosure { kill, .. } => u8::try_from(kill.get()).unwrap_or(u8::MAX),
            _ => u8::MAX,
        };
        let mut groups = Groups::new(kill);
        let is_joined_by_any = is_full || boche.options.immediate() == Some(Join::Any);
        points.add_to(&mut groups, &boche.stacks, mask, is_joined_by_any);
        let by_face = !is_full && boche.options.immediate() == Some(Join::Face);
        let parts = by_face.then(|| Parts::of(&points, &boche.stacks, mask, &mut groups));
        let cubes = cells(mask).map(|at| Cube::of(boche, &points, parts.as_ref(), mask, at));
        let spots = cells(boche.stacks.spots(mask))
            .filter(|spot| !boche.is_left_out(mask | 1 << spot))
            .map(|spot| Spot::of(boche, mask, spot));
        Self { cubes: cubes.collect(), spots: spots.collect(), groups }
    }

    /// Fills the bytes of the stack, given those of all later ones, which begin at state `end`.
    pub(super) fn fill(&mut self, bytes: &mut [u8], later: &[u8], end: usize) {
        let mut targets = [0; MAX_SPOTS];
        for (target, spot) in targets.iter_mut().zip(&self.spots) {
            *target = spot.start - end;
        }
        self.descend(0, 0, &targets, bytes, later);
    }

    fn descend(
        &mut self,
        depth: usize,
        pattern: usize,
        targets: &Targets,
        bytes: &mut [u8],
        later: &[u8],
    ) {
        if depth == self.cubes.len() {
            for (is_own, byte) in bytes[2 * pattern..][..2].iter_mut().enumerate() {
                *byte = self.byte(is_own == 1, targets, later);
            }
            return;
        }
        let count = self.cubes[depth].joins.len();
        for digit in 0..count {
            let mark = self.groups.mark();
            for &[one, other] in &self.cubes[depth].joins[digit] {
                self.groups.join(one, other);
            }
            let mut next = *targets;
            for (target, spot) in next.iter_mut().zip(&self.spots) {
                *target += spot.steps[depth][digit];
            }
            self.descend(depth + 1, count * pattern + digit, &next, bytes, later);
            self.groups.undo(mark);
        }
    }

    /// The value of the state that the walk has come to.
    fn byte(&self, is_own: bool, targets: &Targets, later: &[u8]) -> u8 {
        match self.mover_has_won(is_own) {
            Some(true) => return win_byte(0),
            Some(false) => return loss_byte(0),
            None => {}
        }
        // With the highest bit turned, the losses of the opponent come first, short ones first,
        // and then their wins, long ones last.
        let (mut first, mut last) = (u8::MAX, 0);
        for (target, spot) in targets.iter().zip(&self.spots) {
            for rotation in 0..ROTATIONS.len() {
                let next = target + rotation * spot.rotation + usize::from(!is_own);
                let byte = later[next] ^ 1 << 7;
                first = first.min(byte);
                last = last.max(byte);
            }
        }
        // The opponent loses in `first` turns, or else wins in one less than what `last` says.
        if first < 1 << 7 { win_byte(first + 1) } else { loss_byte(last & !(1 << 7)) }
    }

    /// Goes to one state, and tells those that its turns lead to, the nearest corners the mover's.
    #[cfg(test)]
    pub(super) fn go_to(&mut self, turned: &[usize]) -> Vec<usize> {
        for (cube, &pattern) in self.cubes.iter().zip(turned) {
            for &[one, other] in &cube.joins[pattern] {
                self.groups.join(one, other);
            }
        }
        let targets = self.spots.iter().flat_map(|spot| {
            let steps = spot.steps.iter().zip(turned).map(|(steps, &pattern)| steps[pattern]);
            let target = spot.start + steps.sum::<usize>();
            (0..ROTATIONS.len()).map(move |rotation| target + rotation * spot.rotation)
        });
        targets.collect()
    }

    /// Whether the player to move has won by the turn before; `None` where the game goes on.
    ///
    /// Source: rules of Boche, "Winning": enclosed groups come before paths, those of the player
    /// who did not move before those of the one who did, and with paths the other way round.
    pub(super) fn mover_has_won(&self, is_own: bool) -> Option<bool> {
        let mover = usize::from(!is_own);
        let before = 1 - mover;
        if self.groups.has_enclosed(mover) {
            Some(false)
        } else if self.groups.has_enclosed(before) {
            Some(true)
        } else if self.groups.has_spanning(before) {
            Some(false)
        } else if self.groups.has_spanning(mover) {
            Some(true)
        } else {
            None
        }
    }
}

impl Cube {
    fn of(boche: &Boche, points: &Points, parts: Option<&Parts>, mask: u32, at: usize) -> Self {
        let shown = shown(&boche.stacks, mask, at);
        let joins = (0..patterns(shown)).map(|pattern| {
            let faces = faces_of(shown, pattern);
            let mut joins = Vec::new();
            for axis in (0..3).filter(|axis| shown >> axis & 1 != 0) {
                let ends = pair(&boche.stacks, at, axis, faces >> axis & 1 != 0);
                let sites = ends.map(|point| points.site(point));
                joins.push(sites.map(|site| site as Node));
                joins.extend(parts.map(|parts| sites.map(|site| parts.node(at, axis, site))));
            }
            joins
        });
        Self { joins: joins.collect() }
    }
}

impl Spot {
    fn of(boche: &Boche, mask: u32, spot: usize) -> Self {
        let stacks = &boche.stacks;
        let next = mask | 1 << spot;
        let number = stacks.number(next).expect("a spot has its supports");
        // What one more in the pattern of a cube adds to the number of the state.
        let mut weight = 2;
        let mut weights = [0; MAX_CELLS];
        for at in cells(next).collect::<Vec<_>>().into_iter().rev() {
            weights[at] = weight;
            weight *= patterns(shown(stacks, next, at));
        }
        let steps = cells(mask).map(|at| {
            let (before, after) = (shown(stacks, mask, at), shown(stacks, next, at));
            std::array::from_fn(|pattern| {
                let is_used = pattern < patterns(before);
                if is_used { weights[at] * digit(after, faces_of(before, pattern)) } else { 0 }
            })
        });
        Self { start: boche.starts[number], steps: steps.collect(), rotation: weights[spot] }
    }
}

/// Faces of a cube with a pattern, the hidden ones such that a rotation has them all.
pub(super) fn faces_of(shown: u8, pattern: usize) -> u8 {
    let fits = |faces: &u8| digit(shown, *faces) == pattern;
    ROTATIONS.into_iter().find(fits).expect("each number of a pattern has a rotation")
}

//! Boche: every state of sizes 2, 3 and 4, from the full board backwards.
//!
//! A state is what shows from above: a stack, and for every face of a cube that shows, whether it
//! joins the corner nearest to the viewer to the far one. How hidden faces are turned, no rule
//! asks. The colours follow from one bit: whether the nearest corners of level 0 are the mover's.

mod groups;
mod paths;
mod points;
#[cfg(test)]
mod tests;
mod walk;

use carrick_games::boche::{Board, EndRule, Join, Options, Rotation};
use carrick_games::{Board as _, Position};

use self::walk::Walk;
use crate::tables::score::Coding;
use crate::tables::sets::{MAX_CELLS, Stacks, cells};
use crate::tables::table::{Shape, Tabled, TooFar};

/// Largest board that is solved by a table: size 4 has twelve thousand million states, more than a
/// program of 32 bits can count.
const MAX_SIZE: u8 = if usize::BITS < 64 { 3 } else { 4 };

/// The table of a board of Boche.
#[derive(Debug)]
pub struct Boche {
    options: Options,
    stacks: Stacks,
    /// The first state of each stack, and the number of all; stacks that the rules exclude have
    /// none.
    starts: Vec<usize>,
}

/// The faces of the cubes that join the nearest corner, a bit along each axis, by cell.
type Faces = [u8; MAX_CELLS];

impl Tabled for Board {
    type Shape = Boche;

    fn shape(options: Options) -> Option<Boche> {
        (options.size() <= MAX_SIZE).then(|| Boche::of(options))
    }

    fn table_options(options: Options) -> String {
        let size = options.size();
        let end = match (options.end_rule(), options.immediate()) {
            (EndRule::Enclosure { kill, .. }, None) => format!("-kill={kill}"),
            (EndRule::Enclosure { kill, .. }, Some(Join::Face)) => {
                format!("-kill={kill} -immediate")
            }
            (EndRule::Enclosure { kill, .. }, Some(Join::Any)) => {
                format!("-kill={kill} -immediate -join_any")
            }
            _ => "-fill_board".to_owned(),
        };
        format!("-size={size} {end}{}", if options.adjacent() { " -adjacent" } else { "" })
    }
}

impl Boche {
    fn of(options: Options) -> Self {
        let stacks = Stacks::of(options.size());
        let mut starts = vec![0];
        let mut end = 0;
        for &mask in stacks.masks() {
            if !options.adjacent() || hangs_together(&stacks, mask & stacks.holes) {
                let patterns = cells(mask).map(|at| patterns(shown(&stacks, mask, at)));
                end += 2 * patterns.product::<usize>();
            }
            starts.push(end);
        }
        Self { options, stacks, starts }
    }

    /// The index of a state: twice the number of the pattern that shows, and one more when the
    /// nearest corners of level 0 are the mover's.
    fn number(&self, mask: u32, faces: &Faces, is_own: bool) -> usize {
        let stack = self.stacks.number(mask).expect("cubes stand on their supports");
        let pattern = cells(mask).fold(0, |all, at| {
            let shown = shown(&self.stacks, mask, at);
            all * patterns(shown) + digit(shown, faces[at])
        });
        self.starts[stack] + 2 * pattern + usize::from(is_own)
    }

    fn is_left_out(&self, mask: u32) -> bool {
        let stack = self.stacks.number(mask).expect("cubes stand on their supports");
        self.starts[stack] == self.starts[stack + 1]
    }
}

impl Shape<Board> for Boche {
    const CODING: Coding = Coding::Distance;

    fn states(&self) -> usize {
        self.starts[self.stacks.masks().len()]
    }

    fn working_bytes(&self) -> usize {
        1 << 16
    }

    fn fill(&self, table: &mut [u8], filled: usize) -> Result<usize, TooFar> {
        let stack = self.starts.partition_point(|&start| start < filled) - 1;
        let (mask, start) = (self.stacks.masks()[stack], self.starts[stack]);
        let (bytes, later) = table.split_at_mut(filled);
        match mask {
            // No cube stands, and so the corners have no colours yet: nothing refers to it.
            0 => bytes[start..].fill(crate::tables::score::DRAW),
            _ => Walk::over(self, mask).fill(&mut bytes[start..], later, filled),
        }
        Ok(start)
    }

    fn index(&self, position: &Position<Board>) -> Option<usize> {
        let board = position.board();
        let (mut mask, mut faces) = (0, [0; MAX_CELLS]);
        for id in board.lattice().ids() {
            if let Some(rotation) = board.rotation(id) {
                mask |= 1 << id.index();
                faces[id.index()] = joined(rotation);
            }
        }
        let nearest = board.nearest_corner(0)?;
        (!board.can_swap()).then(|| self.number(mask, &faces, nearest == board.to_move()))
    }
}

/// The rotations by the faces that join the nearest corner: all three, or one.
const ROTATIONS: [u8; 4] = [0b111, 0b001, 0b010, 0b100];

fn joined(rotation: Rotation) -> u8 {
    (0..3).fold(0, |all, axis| all | u8::from(rotation.joins_nearest_along(axis)) << axis)
}

/// The faces of a cube that show: a bit along each axis.
fn shown(stacks: &Stacks, mask: u32, at: usize) -> u8 {
    (0..3).fold(0, |all, axis| all | u8::from(stacks.resting[at][axis] & mask == 0) << axis)
}

/// Number of patterns in which so many faces can show: with three of them, the four rotations.
const fn patterns(shown: u8) -> usize {
    match shown.count_ones() {
        3 => 4,
        faces => 1 << faces,
    }
}

/// The number of a cube's pattern: with three faces that of its rotation, otherwise the faces that
/// show as digits of a binary number, the first axis highest.
fn digit(shown: u8, faces: u8) -> usize {
    if shown == 0b111 {
        return ROTATIONS.iter().position(|&joins| joins == faces).expect("one of four rotations");
    }
    let axes = (0..3).filter(|axis| shown >> axis & 1 != 0);
    axes.fold(0, |all, axis| 2 * all + usize::from(faces >> axis & 1))
}

/// Whether the cubes in holes are one set of neighbours.
fn hangs_together(stacks: &Stacks, holes: u32) -> bool {
    let mut open = holes & holes.wrapping_neg();
    let mut left = holes & !open;
    while open != 0 {
        open = cells(open).fold(0, |near, at| near | stacks.beside[at]) & left;
        left &= !open;
    }
    left == 0
}

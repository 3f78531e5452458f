//! Sets of cells and points, and their numbers.

mod stacks;
mod subsets;

pub(crate) use self::stacks::{MAX_CELLS, Stacks, cells, spread, squeeze};
pub(crate) use self::subsets::{Subsets, make_room, new_bit};

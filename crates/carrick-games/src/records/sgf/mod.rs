//! SGF, the Smart Game Format, version 4 (<https://www.red-bean.com/sgf/>).
//!
//! The specification leaves the form of a move to each game; here it is the turn as it is typed.
//! Our games have no official numbers, so these are private ones.

mod read;
mod tree;
mod value;
mod write;

use crate::{Colour, GameKind};

pub(super) use read::read;
pub(super) use tree::{MAX_NODES, begins_somewhere, end_of_tree, next_tree};
pub(super) use write::write;

/// What stands in `GM`.
pub(super) const fn game_number(kind: GameKind) -> u32 {
    match kind {
        GameKind::Ankor => 8001,
        GameKind::Boche => 8002,
        GameKind::Antipod => 8003,
        GameKind::Anchor => 8004,
    }
}

/// The letter of a colour: `B` or `W`.
const fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Dark => "B",
        Colour::Light => "W",
    }
}

/// The option whose number `SZ` repeats.
const fn size_option(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Antipod => "-radius=",
        GameKind::Ankor | GameKind::Boche | GameKind::Anchor => "-size=",
    }
}

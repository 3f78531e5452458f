//! Marks of labelled drawings: the last cube, and the group that ended the game.

use crate::boche::board::Board;
use crate::boche::topology::Sites;
use crate::cubes::CellId;
use crate::{Board as _, Colour, GameKind, Notation as _, Outcome, WinBy};

/// The marks of one position, and the lines that explain them.
#[derive(Debug, Default)]
pub(in crate::boche) struct Marks {
    /// The sites with marked paint.
    pub(in crate::boche) group: Sites,
    /// The cube with a marked nearest corner.
    pub(in crate::boche) last: Option<CellId>,
    pub(in crate::boche) legend: String,
}

impl Marks {
    /// The character at the nearest corner of the last cube.
    pub(in crate::boche) const LAST: char = '@';
    /// Marked paint of Dark.
    pub(in crate::boche) const DARK: char = 'O';
    /// Marked paint of Light.
    pub(in crate::boche) const LIGHT: char = ':';

    /// The marks of a position.
    pub(in crate::boche) fn of(board: &Board) -> Self {
        let mut marks = Self { last: board.last_cube(), ..Self::default() };
        if let Some(turn) = board.last_turn() {
            let turn = board.turn_name(turn);
            let corner =
                if marks.last.is_some() { " (\"@\" marks its nearest corner)" } else { "" };
            marks.legend = format!("Last turn: {turn}{corner}\n");
        }
        if let Some(Outcome::Win { winner, by }) = board.outcome() {
            marks.mark_group(board, winner, by);
        }
        marks
    }

    /// The marked paint that replaces paint in the pictures.
    pub(in crate::boche) const fn paint(paint: u8) -> char {
        if paint == b'o' { Self::DARK } else { Self::LIGHT }
    }

    fn mark_group(&mut self, board: &Board, winner: Colour, by: WinBy) {
        let (owner, group) = match by {
            WinBy::Enclosure => (!winner, board.killed_group(!winner)),
            _ => (winner, board.winning_group(winner)),
        };
        let Some(group) = group else { return };
        let name = GameKind::Boche.colour_name(owner);
        let paint = if owner == Colour::Dark { Self::DARK } else { Self::LIGHT };
        let what = match by {
            WinBy::Enclosure if group.len() == 1 => "'s enclosed point".to_owned(),
            WinBy::Enclosure => format!("'s enclosed group of {} points", group.len()),
            _ => "'s group between the three sides".to_owned(),
        };
        self.group = group;
        self.legend.push_str(&format!("\"{paint}\" marks {name}{what}\n"));
    }
}

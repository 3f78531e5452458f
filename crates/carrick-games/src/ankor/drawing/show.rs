//! Drawings of Ankor positions as text.

use std::fmt::Write as _;

use crate::ankor::board::Board;
use crate::cubes::drawing::{Geometry, Scale, Sheet};
use crate::cubes::{CellId, Cells};
use crate::{Board as _, Colour, DrawStyle, GameKind, Notation as _, Outcome, OutcomeProof, WinBy};

/// Large enough for every name; a board of ten holes fits in 78 columns.
pub(in crate::ankor) const SCALE: Scale = Scale::Small;

impl crate::Show for Board {
    fn cells(&self) -> Vec<String> {
        let lattice = self.lattice();
        lattice
            .ids()
            .filter_map(|id| {
                let colour = Self::KIND.colour_name(self.cube(id)?);
                Some(format!("{}:{colour}", lattice.cell(id)))
            })
            .collect()
    }

    fn proof(&self, outcome: Outcome) -> OutcomeProof {
        match outcome {
            Outcome::Win { winner, by: WinBy::Path } => {
                let path = self.shortest_path(winner);
                OutcomeProof::Path(
                    path.into_iter().map(|id| self.lattice().cell(id).to_string()).collect(),
                )
            }
            _ => OutcomeProof::None,
        }
    }

    fn draw(&self, style: DrawStyle) -> String {
        draw(self, style)
    }

    fn in_hand(&self) -> Option<[u8; 2]> {
        Some(Colour::BOTH.map(|colour| self.hand(colour)))
    }
}

/// Draws a position: bare as in the inventor's diagram, or with row letters, numbers, the names of
/// all spots and a line that explains the capitals.
pub(in crate::ankor) fn draw(board: &Board, style: DrawStyle) -> String {
    let marked = if style.labels { Marked::labelled(board) } else { Marked::last_turn(board) };
    let mut sheet = board_with(board, &marked, style.labels);
    if !style.labels {
        return sheet.finish();
    }
    for spot in board.stack().spots() {
        sheet.name(CellId::from_index(spot));
    }
    sheet.border();
    let mut drawing = sheet.finish();
    if !marked.legend.is_empty() {
        drawing.extend(["\n", &marked.legend, "\n"]);
    }
    drawing
}

fn board_with(board: &Board, marked: &Marked, labels: bool) -> Sheet {
    let lattice = board.lattice();
    let mut sheet = Sheet::new(Geometry { lattice, scale: SCALE, margin: usize::from(labels) });
    for hole in lattice.cells_of_level(0).iter().map(CellId::from_index) {
        if board.cube(hole).is_none() {
            sheet.hole(hole);
        }
    }
    for level in 0..lattice.size() {
        for id in lattice.cells_of_level(level).iter().map(CellId::from_index) {
            if let Some(colour) = board.cube(id) {
                let fill = letter(colour, marked.cubes.contains(id.index()));
                sheet.cube(id, |_| fill);
            }
        }
    }
    sheet
}

/// The letter that fills the faces of a cube.
const fn letter(colour: Colour, marked: bool) -> char {
    match (colour, marked) {
        (Colour::Light, false) => 'o',
        (Colour::Light, true) => 'O',
        (Colour::Dark, false) => 'x',
        (Colour::Dark, true) => 'X',
    }
}

/// The cubes drawn in capitals, and the legend that explains them.
struct Marked {
    cubes: Cells,
    legend: String,
}

impl Marked {
    fn last_turn(board: &Board) -> Self {
        let cubes = board.last_cube().map(CellId::index).into_iter().collect();
        let mut legend = String::new();
        if let Some(turn) = board.last_turn() {
            let name = board.turn_name(turn);
            let capitals = if board.last_cube().is_some() { " (in capitals)" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(legend, "Last turn: {name}{capitals}");
        }
        Self { cubes, legend }
    }

    /// The winning path, if there is one; otherwise the last turn.
    fn labelled(board: &Board) -> Self {
        let Some(Outcome::Win { winner, by: WinBy::Path }) = board.outcome() else {
            return Self::last_turn(board);
        };
        let path = board.shortest_path(winner);
        let covered = path.iter().filter(|&&id| board.is_covered(id)).count();
        let name = GameKind::Ankor.colour_name(winner);
        let turn = board.last_turn().map(|turn| board.turn_name(turn));
        let last = turn.map_or_else(String::new, |turn| format!("Last turn: {turn}\n"));
        let note = match covered {
            0 => String::new(),
            1 => "; one of its cubes is covered".to_owned(),
            _ => format!("; {covered} of its cubes are covered"),
        };
        Self {
            cubes: path.into_iter().map(CellId::index).collect(),
            legend: format!("{last}In capitals: {name}'s path between the three sides{note}"),
        }
    }
}

//! Drawings of Boche positions as text.

use super::marks::Marks;
use super::tiles;
use crate::boche::board::Board;
use crate::boche::rotation::Rotation;
use crate::cubes::CellId;
use crate::cubes::drawing::{Geometry, Scale, Sheet};
use crate::{Board as _, DrawStyle, Outcome, OutcomeProof, WinBy};

/// The inventor's scale; at a smaller scale the bands could not be told apart.
pub(in crate::boche) const SCALE: Scale = Scale::Large;

impl crate::Show for Board {
    fn cells(&self) -> Vec<String> {
        let lattice = self.lattice();
        let cube = |id| Some(format!("{}:{}", lattice.cell(id), self.rotation(id)?));
        lattice.ids().filter_map(cube).collect()
    }

    fn proof(&self, outcome: Outcome) -> OutcomeProof {
        let names = |points: Vec<[u8; 3]>| {
            points.into_iter().map(|[x, y, z]| format!("{x},{y},{z}")).collect()
        };
        match outcome {
            Outcome::Win { winner, by: WinBy::Path } => {
                OutcomeProof::Path(names(self.shortest_path(winner)))
            }
            Outcome::Win { winner, by: WinBy::Enclosure } => {
                let killed = self.killed_group(!winner);
                OutcomeProof::Enclosure(names(
                    killed.map_or_else(Vec::new, |group| self.points(group)),
                ))
            }
            _ => OutcomeProof::None,
        }
    }

    fn draw(&self, style: DrawStyle) -> String {
        draw(self, style)
    }
}

/// Draws a position: bare as in the inventor's diagrams, or with row letters, numbers, the names of
/// all spots, and marks for the last turn and the end of the game.
pub(in crate::boche) fn draw(board: &Board, style: DrawStyle) -> String {
    let marks = if style.labels { Marks::of(board) } else { Marks::default() };
    let geometry =
        Geometry { lattice: board.lattice(), scale: SCALE, margin: usize::from(style.labels) };
    let mut sheet = board_with(board, &marks, geometry);
    if !style.labels {
        return sheet.finish();
    }
    if let Some(last) = marks.last {
        let (row, column) = geometry.cube(last);
        sheet.canvas().put(row, column, Marks::LAST);
    }
    if board.outcome().is_none() {
        for spot in board.spots() {
            sheet.name(CellId::from_index(spot));
        }
    }
    sheet.border();
    let mut drawing = sheet.finish();
    if !marks.legend.is_empty() {
        drawing.push('\n');
        drawing.push_str(&marks.legend);
    }
    drawing
}

fn board_with(board: &Board, marks: &Marks, geometry: Geometry) -> Sheet {
    let lattice = board.lattice();
    // Finding the corner of paint takes most of the time, so it is done only if some is marked.
    let any_marked = !marks.group.is_empty();
    let mut sheet = Sheet::new(geometry);
    for hole in lattice.cells_of_level(0).iter().map(CellId::from_index) {
        if board.rotation(hole).is_none() {
            sheet.hole(hole);
        }
    }
    for level in 0..lattice.size() {
        for id in lattice.cells_of_level(level).iter().map(CellId::from_index) {
            if let Some(rotation) = board.rotation(id) {
                let marked = |corner| marks.group.contains(corner_site(board, id, corner));
                cube(&mut sheet, geometry.cube(id), rotation, any_marked.then_some(marked));
            }
        }
    }
    sheet
}

/// A cube around its nearest corner, with marked paint at marked corners.
fn cube(
    sheet: &mut Sheet,
    (row, column): (usize, usize),
    rotation: Rotation,
    marked: Option<impl Fn(usize) -> bool>,
) {
    for (down, right, c) in tiles::characters(rotation) {
        let stands_out = marked
            .as_ref()
            .is_some_and(|marked| tiles::painted(rotation, down, right).is_some_and(marked));
        let c = if stands_out { Marks::paint(c) } else { char::from(c) };
        sheet.canvas().put(row + down - 3, column + right - 6, c);
    }
}

/// The site of a corner, numbered as in the pictures.
fn corner_site(board: &Board, id: CellId, corner: usize) -> usize {
    let topology = board.topology();
    let ring = topology.ring[id.index()].get(corner);
    usize::from(*ring.unwrap_or(&topology.middle[id.index()]))
}

//! Ankor: cubes with a ring (O) or a cross (X) on their faces.

use std::collections::BTreeMap;

use carrick_games::ankor::Board;
use carrick_games::cubes::{CellId, Cells};
use carrick_games::{Colour, Game, GameKind};

use crate::drawing::annotation::GroupShape;
use crate::drawing::label::MarkedPlaces;
use crate::drawing::palette::{Cube, WON};
use crate::drawing::picture::{Element, Num, Picture, Pictured, Vector, polygon, polyline};
use crate::overlays::{self, Outline, SizedGroup};
use crate::shapes::cubes::{self, EDGE, ProjectedFace, Projection};
use crate::{LinkStyles, Style};

impl Pictured for Board {
    const UNIT: f64 = EDGE;
    /// Heat spots cover the names of holes, which would be illegible next to a number.
    const SMALLEST_SPOT: f64 = 0.36;

    fn picture(game: &Game<Self>, style: &Style) -> Picture {
        draw(game, style)
    }

    fn outlines(game: &Game<Self>, style: &Style) -> Vec<String> {
        outlines(game, style)
    }

    fn sites(game: &Game<Self>, style: &Style, place: &str) -> Vec<Vector> {
        Projection::new(game.board().lattice(), style).site(place).into_iter().collect()
    }

    fn group_at(game: &Game<Self>, style: &Style, place: &str) -> Option<GroupShape> {
        let (board, lattice) = (game.board(), game.board().lattice());
        let cubes = lattice.ids().filter(|&id| board.cube(id).is_some());
        let over = cubes.filter(|&id| lattice.place(id).to_string() == place);
        let top = over.max_by_key(|&id| lattice.level(id))?;
        let index = board.groups().iter().position(|group| group.cubes.contains(top.index()))?;
        outlines(game, style).into_iter().nth(index).map(GroupShape::Outline)
    }
}

/// Draws a position.
fn draw(game: &Game<Board>, style: &Style) -> Picture {
    AnkorDrawing::of(game, style).picture(style)
}

/// Outlines of the visible faces of all groups.
fn outlines(game: &Game<Board>, style: &Style) -> Vec<String> {
    let drawing = AnkorDrawing::of(game, style);
    let outline = |cubes: Cells| {
        let mut outline = Outline::default();
        let cubes = cubes.iter().map(CellId::from_index);
        for id in cubes.filter(|&id| drawing.cube_at(id).is_some()) {
            drawing.faces(id).iter().for_each(|face| outline.add_face(face));
        }
        outline.into_path()
    };
    game.board().groups().into_iter().map(|group| outline(group.cubes)).collect()
}

struct AnkorDrawing<'a> {
    board: &'a Board,
    over: bool,
    view: Projection,
    last: Option<CellId>,
    marks: MarkedPlaces,
}

impl<'a> AnkorDrawing<'a> {
    fn of(game: &'a Game<Board>, style: &Style) -> Self {
        let board = game.board();
        Self {
            board,
            over: game.outcome().is_some(),
            view: Projection::new(board.lattice(), style),
            last: board.last_cube().filter(|_| style.marks),
            marks: MarkedPlaces::of(game, style),
        }
    }

    fn picture(&self, style: &Style) -> Picture {
        let lattice = self.view.lattice;
        let mut layers = vec![self.view.frame()];
        let mut cells = Vec::new();
        for level in 0..lattice.size() {
            for id in lattice.cells_of_level(level).iter().map(CellId::from_index) {
                if let Some(colour) = self.cube_at(id) {
                    cells.push(self.cube(id, colour));
                } else if level == 0 {
                    cells.push(self.hole(id));
                }
            }
        }
        layers.push(Element::group(cells));
        let full = |id| self.cube_at(id).is_some();
        layers.push(cubes::shadows(&self.view, true, full, |id| self.faces(id)));
        layers.extend(
            self.last
                .filter(|&id| self.view.shows(id))
                .map(|id| self.view.outline(id, &self.faces(id))),
        );
        layers.push(Element::group(self.nests().map(|id| self.nest(id))));
        layers.extend(self.links(style.links));
        layers.extend(self.chain());
        layers.extend(style.sizes.then(|| self.sizes()));
        layers.extend(self.view.border());
        let places = self.view.places(self.board.spots().iter().map(CellId::from_index));
        Picture { bounds: self.view.bounds(), layers, places }
    }

    /// The cube in a cell, unless its level is peeled off.
    fn cube_at(&self, id: CellId) -> Option<Colour> {
        self.board.cube(id).filter(|_| self.view.shows(id))
    }

    /// Whether a cell is hidden by shown cubes on top of it.
    fn is_covered(&self, id: CellId) -> bool {
        (0..3).all(|axis| {
            self.view.lattice.resting(id, axis).is_some_and(|on| self.cube_at(on).is_some())
        })
    }

    fn links(&self, links: LinkStyles) -> Option<Element> {
        let shown = |&id: &CellId| self.cube_at(id).is_some();
        let cubes: Vec<CellId> = self.view.lattice.ids().filter(shown).collect();
        overlays::link_layer(self.board, &self.view, &cubes, links)
    }

    fn sizes(&self) -> Element {
        let groups = self.board.groups().into_iter().map(|group| {
            let cubes = group.cubes.iter().map(CellId::from_index);
            let shown: Vec<CellId> = cubes.filter(|&id| self.cube_at(id).is_some()).collect();
            let bare = shown.iter().copied().filter(|&id| !self.is_covered(id));
            // A number on a covered cube would appear on another group.
            let bare: Vec<CellId> = bare.collect();
            let best = if bare.is_empty() { shown } else { bare };
            let members = best.into_iter().map(|id| self.view.middle(id)).collect();
            SizedGroup { colour: group.colour, size: group.cubes.len(), members }
        });
        let nests: Vec<Vector> = self.nests().map(|id| self.view.middle(id)).collect();
        let grounds = overlays::of_cubes(Cube::of);
        overlays::sizes(&groups.collect::<Vec<_>>(), &nests, EDGE, &grounds)
    }

    fn hole(&self, id: CellId) -> Element {
        self.view.cell(id, "empty", &[]).children(self.view.hole(id))
    }

    /// Empty cells on three cubes.
    fn nests(&self) -> impl Iterator<Item = CellId> {
        let nests = self.board.spots().into_iter().map(CellId::from_index);
        nests.filter(|&id| self.view.lattice.level(id) > 0 && self.view.shows_spot(id))
    }

    fn nest(&self, id: CellId) -> Element {
        self.view.cell(id, "empty", &[]).children(self.view.nest(id, self.over))
    }

    /// A cube with its visible faces; empty if it is covered.
    fn cube(&self, id: CellId, colour: Colour) -> Element {
        let name = self.view.lattice.cell(id).to_string();
        let words = self.marks.words(&name, self.last == Some(id));
        let covered = if self.is_covered(id) { ", covered" } else { "" };
        let holds = format!("{}{covered}", GameKind::Ankor.colour_name(colour));
        let (cube, level) = (Cube::of(colour), self.view.lattice.level(id));
        let faces = self.faces(id).into_iter().flat_map(|face| {
            let rhombus = Element::path(polygon(&face.corners))
                .fill(cube.face(face.axis, level))
                .stroke(cube.edge, cubes::edge_width(level))
                .with("stroke-linejoin", "round");
            [rhombus, glyph(&face, colour)]
        });
        self.view.cell(id, &holds, &words).children(faces)
    }

    /// Faces of a cube that other cubes don't cover.
    fn faces(&self, id: CellId) -> Vec<ProjectedFace> {
        let shows = |&axis: &usize| {
            let beyond = self.view.lattice.resting(id, axis);
            beyond.is_none_or(|beyond| self.cube_at(beyond).is_none())
        };
        (0..3).filter(shows).map(|axis| self.view.face(id, axis)).collect()
    }

    /// The winning path from cube to cube. Covered cubes have dark beads.
    fn chain(&self) -> Option<Element> {
        let lattice = self.view.lattice;
        let cells: BTreeMap<String, CellId> =
            lattice.ids().map(|id| (lattice.cell(id).to_string(), id)).collect();
        let path: Vec<CellId> =
            self.marks.proof.iter().filter_map(|name| cells.get(name).copied()).collect();
        let mut links = String::new();
        for (index, &id) in path.iter().enumerate().skip(1) {
            // The third arm of a path starts where it branches off, not where the second arm ends.
            let earlier = path[..index].iter().rev();
            if let Some(&linked) =
                earlier.clone().find(|&&other| self.board.are_connected(other, id))
            {
                links.push_str(&polyline(&[self.view.middle(linked), self.view.middle(id)]));
            }
        }
        let line = (!links.is_empty()).then(|| {
            Element::group([
                Element::path(links.clone()).line(WON.casing, 0.2 * EDGE),
                Element::path(links).line(WON.core, 0.1 * EDGE),
            ])
        });
        let beads = path.iter().map(|&id| bead(self.view.middle(id), self.is_covered(id)));
        let parts: Vec<Element> = line.into_iter().chain(beads).collect();
        (!parts.is_empty()).then(|| Element::group(parts).with("pointer-events", "none"))
    }
}

/// A ring or a cross, painted on a face.
fn glyph(face: &ProjectedFace, colour: Colour) -> Element {
    let middle = face.middle();
    let shape = match colour {
        Colour::Light => {
            let (long, short, turn) = face.ellipse(0.21 * EDGE);
            Element::new("ellipse")
                .with("rx", Num(long))
                .with("ry", Num(short))
                .with("transform", format!("translate({middle})rotate({})", Num(turn)))
        }
        Colour::Dark => {
            let [near, along, far, beside] = face.shrunk(0.37);
            Element::path(polyline(&[near, far]) + &polyline(&[along, beside]))
        }
    };
    shape.line(Cube::of(colour).glyph, 0.055 * EDGE)
}

/// Bead of the winning path: pale with a dark rim, or the reverse if the cube is covered and the
/// bead is on the cubes above it.
fn bead(at: Vector, covered: bool) -> Element {
    let (fill, rim) = if covered { (WON.casing, WON.core) } else { (WON.core, WON.casing) };
    Element::circle(at, 0.17 * EDGE).fill(fill).stroke(rim, 0.06 * EDGE)
}

//! Positions of a board's places in space, for a view in three dimensions.

use std::collections::HashMap;

use carrick_games::boche::Rotation;
use carrick_games::cubes::{CellId, Lattice};
use carrick_games::{antipod, boche};
use carrick_pictures::{Style, direction};
use serde::Serialize;

use super::position::{Colour, SpotView};

/// Positions of a board's places in space.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "form", rename_all = "lowercase")]
pub enum Solid {
    /// Ankor and Boche: cubes in a cubic lattice that stands on its corner. The cube in the cell
    /// `[x, y, z]` has its nearest corner at that point and its deepest at `[x+1, y+1, z+1]`; what
    /// is nearer has the smaller sum of coordinates.
    Pile {
        /// Holes to a side; the holes are the cells with a sum of `size - 1`.
        size: u8,
        /// The cells of all spots.
        cells: Vec<PileCell>,
    },
    /// Antipod: points of a sphere, which the two discs show by halves.
    Globe {
        /// Points along each edge of a half.
        radius: u8,
        /// All points, those of the rim once.
        points: Vec<GlobePoint>,
        /// Neighbours, as pairs of indices into `points`.
        lines: Vec<[usize; 2]>,
    },
}

/// A cell of a pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PileCell {
    /// The spot's element.
    pub id: String,
    /// Its coordinates `[x, y, z]`.
    pub cell: [u8; 3],
    /// Boche: how the cube is painted that stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Paint>,
}

/// Paint on the upper faces of a cube of Boche's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Paint {
    /// The colour of its nearest corner.
    pub nearest: Colour,
    /// Whether the band on the upper face towards smaller x, y and z joins the nearest corner to
    /// the far one, rather than the other two; its colour is that of the corners it joins.
    pub joins: [bool; 3],
}

/// A point of a globe.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GlobePoint {
    /// The elements that show it: one, or two of a rim point.
    pub ids: Vec<String>,
    /// Its direction from the centre, of length 1: to the right, up and towards the viewer. The
    /// left disc's centre is at the top.
    pub at: [f64; 3],
}

impl From<Rotation> for Paint {
    fn from(rotation: Rotation) -> Self {
        let joins = [0, 1, 2].map(|axis| rotation.joins_nearest_along(axis));
        Self { nearest: rotation.nearest().into(), joins }
    }
}

/// Paint of the cubes of Boche that `style` shows, by their cells.
pub(crate) fn paint_of(board: &boche::Board, style: &Style) -> impl Fn(CellId) -> Option<Paint> {
    let top = style.peel.unwrap_or(u8::MAX);
    move |id| {
        let rotation = board.rotation(id).filter(|_| board.lattice().level(id) <= top);
        rotation.map(Into::into)
    }
}

/// Cells of the spots of a pyramid.
pub(crate) fn pile(
    lattice: &Lattice,
    spots: &[SpotView],
    painted: impl Fn(CellId) -> Option<Paint>,
) -> Solid {
    let cells: HashMap<String, CellId> =
        lattice.ids().map(|id| (element(lattice, id), id)).collect();
    let cell = |spot: &SpotView| {
        let &id = cells.get(&spot.id)?;
        let cell = lattice.cell(id).coordinates();
        Some(PileCell { id: spot.id.clone(), cell, paint: painted(id) })
    };
    Solid::Pile { size: lattice.size(), cells: spots.iter().filter_map(cell).collect() }
}

/// Points of a sphere, with the elements that show them.
pub(crate) fn globe(sphere: &antipod::Sphere, spots: &[SpotView]) -> Solid {
    let mut elements: HashMap<&str, Vec<String>> = HashMap::new();
    for spot in spots {
        elements.entry(&spot.place).or_default().push(spot.id.clone());
    }
    let point = |point| {
        let ids = elements.remove(sphere.place(point).to_string().as_str())?;
        Some(GlobePoint { ids, at: direction(sphere, point)? })
    };
    // Points are numbered from 0 without a gap, so a number is an index.
    let points = sphere.points().into_iter().filter_map(point).collect();
    let lines = sphere.points().into_iter().flat_map(|one| {
        let later = sphere.neighbours(one).filter(move |&other| other > one);
        later.map(move |other| [one.index(), other.index()])
    });
    Solid::Globe { radius: sphere.radius(), points, lines: lines.collect() }
}

/// Id of a cell's element.
pub(crate) fn element(lattice: &Lattice, id: CellId) -> String {
    let cell = lattice.cell(id);
    format!("c-{}-{}-{}", cell.x, cell.y, cell.z)
}

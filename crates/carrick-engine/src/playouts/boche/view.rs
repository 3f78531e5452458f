//! The board seen from above: which sites the faces of cubes join. One table per size.
//!
//! Lattice points behind one another form one *site*. A face joins either its nearest corner and
//! the far one (`through`), or the two corners between them (`between`); the two pairs differ in
//! colour.

use carrick_games::Bits;
use carrick_games::cubes::{CellId, Cells, Lattice, MAX_CELLS};

/// More sites than the largest board has: 55 middles and 141 corners.
pub(super) const MAX_SITES: usize = 196;
/// The largest board shows three faces for each hole.
pub(super) const MAX_FACES: usize = 165;

/// A lattice point, in steps along the axes.
type GridPoint = [u8; 3];

/// A set of sites of one board.
pub(super) type SiteSet = Bits<4>;

/// Steps from the nearest corner of a cube to the six other visible ones, in order around it.
const RING: [GridPoint; 6] = [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]];

/// The two pairs of sites of which a face joins one.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FacePairs {
    /// The nearest corner and the far one.
    pub(super) through: [u8; 2],
    /// The other two.
    pub(super) between: [u8; 2],
}

/// The tables of one size.
#[derive(Debug)]
pub(super) struct ViewTables {
    pub(super) lattice: &'static Lattice,
    pub(super) holes: Cells,
    /// For each cell, the pairs of its three upper faces, by axis.
    pub(super) faces: [[FacePairs; 3]; MAX_CELLS],
    /// For each cell, the seven sites that its cube covers, starting with the nearest corner's.
    pub(super) hexagons: [[u8; 7]; MAX_CELLS],
    /// Number of sites.
    pub(super) sites: usize,
    /// For each site, the sides it touches: bit `i` for the side where coordinate `i` is 0.
    pub(super) sides: [u8; MAX_SITES],
    /// For each cell, the axes along which no cube can rest on it, so that the face stays visible
    /// on the full board. Bit `i` for axis `i`.
    pub(super) shows_at_last: [u8; MAX_CELLS],
}

impl ViewTables {
    pub(super) fn new(size: u8) -> Self {
        let lattice = Lattice::of(size);
        let holes = lattice.cells_of_level(0);
        let mut points: Vec<GridPoint> =
            holes.iter().flat_map(|at| hexagon(lattice, at)).map(foremost).collect();
        points.sort_unstable();
        points.dedup();
        let site = |point| points.binary_search(&foremost(point)).map_or(u8::MAX, |at| at as u8);
        let mut view = Self {
            lattice,
            holes,
            faces: [[FacePairs::default(); 3]; MAX_CELLS],
            hexagons: [[0; 7]; MAX_CELLS],
            sites: points.len(),
            sides: [0; MAX_SITES],
            shows_at_last: [0; MAX_CELLS],
        };
        for id in lattice.ids() {
            let at = id.index();
            let sites = hexagon(lattice, at).map(site);
            view.hexagons[at] = sites;
            // The far corner of the face along axis `i` is number `2 i + 3` of the ring.
            let ring = |number: usize| sites[1 + number % 6];
            view.faces[at] = [0, 1, 2].map(|axis| FacePairs {
                through: [sites[0], ring(2 * axis + 3)],
                between: [ring(2 * axis + 2), ring(2 * axis + 4)],
            });
            let last = (0..3).filter(|&axis| lattice.resting(id, axis).is_none());
            view.shows_at_last[at] = last.fold(0, |mask, axis| mask | 1 << axis);
        }
        for (sides, point) in view.sides.iter_mut().zip(&points) {
            // Rules of Boche, "Groups": the outline of the board.
            if point.iter().sum::<u8>() >= size {
                let touched = (0..3).filter(|&axis| point[axis] == 0);
                *sides = touched.fold(0, |mask, axis| mask | 1 << axis);
            }
        }
        view
    }

    /// Whether a cell is empty and all its supports are full.
    pub(super) fn is_spot(&self, full: &Cells, id: CellId) -> bool {
        !full.contains(id.index())
            && (0..3).all(|axis| {
                self.lattice.support(id, axis).is_none_or(|under| full.contains(under.index()))
            })
    }
}

/// The nearest corner of a cell and the ring around it.
fn hexagon(lattice: &Lattice, at: usize) -> [GridPoint; 7] {
    let near = lattice.cell(CellId::from_index(at)).coordinates();
    let mut points = [near; 7];
    for (point, step) in points[1..].iter_mut().zip(RING) {
        *point = [near[0] + step[0], near[1] + step[1], near[2] + step[2]];
    }
    points
}

/// The point of the same site that has a coordinate of 0.
fn foremost(point: GridPoint) -> GridPoint {
    let depth = point.into_iter().min().unwrap_or(0);
    point.map(|coordinate| coordinate - depth)
}

/// The visible faces of a full board, in stripes that start at one side.
pub(super) fn last_faces(view: &ViewTables) -> Vec<(u8, u8)> {
    let mut faces: Vec<(u8, u8)> = Vec::new();
    for id in view.lattice.ids() {
        let axes = axes(view.shows_at_last[id.index()]);
        faces.extend(axes.map(|axis| (id.index() as u8, axis as u8)));
    }
    faces.sort_by_key(|&(cell, axis)| {
        let [x, y, z] = view
            .lattice
            .cell(CellId::from_index(usize::from(cell)))
            .coordinates()
            .map(|coordinate| 2 * i32::from(coordinate));
        // The middle of the face, seen from above.
        let [x, y, z] = match axis {
            0 => [x, y + 1, z + 1],
            1 => [x + 1, y, z + 1],
            _ => [x + 1, y + 1, z],
        };
        (2 * x - y - z, y - z)
    });
    faces
}

/// The axes whose bits are set.
pub(super) fn axes(mask: u8) -> impl Iterator<Item = usize> {
    (0..3).filter(move |axis| mask >> axis & 1 != 0)
}

//! Paths that may not pass between all faces around a point (`-join_face`).

use carrick_games::Colour;

use super::super::block::Lanes;
use super::flood::{Flood, NodeLinks};
use super::surface::PlayoutSurface;
use super::view::{MAX_FACES, MAX_SITES, ViewTables};

/// At most six faces meet at a point.
const MAX_AROUND: usize = 6;

/// The points, split into one node for each set of faces around a point between which a path may
/// pass.
#[derive(Debug)]
pub(super) struct Around {
    /// For each site, the faces that meet there and, while the nodes are numbered, each one's node.
    meeting: Vec<[FaceMeeting; MAX_AROUND]>,
    counts: [u8; MAX_SITES],
    /// For each node, the sides that it touches.
    sides: Vec<u8>,
    links: [NodeLinks; 2],
    flood: Flood,
}

#[derive(Debug, Clone, Copy, Default)]
struct FaceMeeting {
    face: u8,
    cell: u8,
    node: u16,
}

impl Around {
    pub(super) fn new() -> Self {
        let nodes = MAX_AROUND * MAX_SITES;
        Self {
            meeting: vec![[FaceMeeting::default(); MAX_AROUND]; MAX_SITES],
            counts: [0; MAX_SITES],
            sides: Vec::with_capacity(nodes),
            links: [NodeLinks::with_capacity(MAX_FACES), NodeLinks::with_capacity(MAX_FACES)],
            flood: Flood::with_capacity(nodes),
        }
    }

    /// Updates the nodes to the faces that are visible now.
    pub(super) fn update(&mut self, view: &ViewTables, surface: &PlayoutSurface) {
        self.counts = [0; MAX_SITES];
        for (face, shown) in surface.shown.iter().enumerate() {
            for site in shown.pairs.as_flattened() {
                let count = &mut self.counts[usize::from(*site)];
                self.meeting[usize::from(*site)][usize::from(*count)] =
                    FaceMeeting { face: face as u8, cell: shown.cell, node: 0 };
                *count += 1;
            }
        }
        self.sides.clear();
        for site in 0..view.sites {
            self.number_nodes(view, site);
        }
        self.links.iter_mut().for_each(NodeLinks::clear);
        for (face, shown) in surface.shown.iter().enumerate() {
            for (links, pair) in self.links.iter_mut().zip(shown.pairs) {
                links.push(pair.map(|site| node(&self.meeting, &self.counts, site, face)));
            }
        }
    }

    /// Numbers the sets of faces around a site that are connected by steps between cubes that share
    /// a face.
    fn number_nodes(&mut self, view: &ViewTables, site: usize) {
        let meeting = &mut self.meeting[site][..usize::from(self.counts[site])];
        let mut left = (1_u8 << meeting.len()) - 1;
        while left != 0 {
            let node = self.sides.len() as u16;
            let mut open = left & left.wrapping_neg();
            left &= !open;
            while open != 0 {
                let one = open.trailing_zeros() as usize;
                open &= open - 1;
                meeting[one].node = node;
                for other in 0..meeting.len() {
                    if left >> other & 1 != 0
                        && share_a_face(view, meeting[one].cell, meeting[other].cell)
                    {
                        left &= !(1 << other);
                        open |= 1 << other;
                    }
                }
            }
            self.sides.push(view.sides[site]);
        }
    }

    /// The games in which a path of a colour connects the three sides.
    #[inline(always)]
    pub(super) fn spans(&mut self, surface: &PlayoutSurface, colour: Colour) -> Lanes {
        let links = &self.links[colour.index()];
        surface.spans_by(&mut self.flood, links, colour, &self.sides)
    }
}

fn node(
    meeting: &[[FaceMeeting; MAX_AROUND]],
    counts: &[u8; MAX_SITES],
    site: u8,
    face: usize,
) -> u16 {
    let around = &meeting[usize::from(site)][..usize::from(counts[usize::from(site)])];
    around.iter().find(|here| usize::from(here.face) == face).map_or(0, |here| here.node)
}

/// Whether two cubes are the same, or one rests on the other.
fn share_a_face(view: &ViewTables, one: u8, other: u8) -> bool {
    let coordinates = |cell: u8| {
        let id = carrick_games::cubes::CellId::from_index(usize::from(cell));
        view.lattice.cell(id).coordinates()
    };
    let [a, b] = [one, other].map(coordinates);
    (0..3).map(|axis| a[axis].abs_diff(b[axis])).sum::<u8>() <= 1
}

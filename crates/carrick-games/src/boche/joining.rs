//! Paths from face to face: which steps around a point a path may take, and the shortest path.

use crate::cubes::drawing::{Face, Point};
use crate::cubes::{Cell, CellId};
use crate::{Board as _, Colour};

use super::topology::{MAX_SITES, Topology};
use super::{Board, Join};

/// The largest board shows three faces for each hole.
const MAX_FACES: usize = 165;
/// At most six faces meet at a point.
const MAX_AROUND: usize = 6;

/// A face that shows.
#[derive(Debug, Clone, Copy)]
struct Shown {
    cube: Cell,
    /// The two sites it joins.
    joined: [u8; 2],
}

/// The points of one colour and the faces that join them. Where a path may not pass between all
/// faces around a point, the point is there several times, once for each set of faces between which
/// it may.
#[derive(Debug)]
pub(super) struct Contacts {
    /// The site of each node.
    sites: [u8; 2 * MAX_FACES],
    nodes: usize,
    links: [[u16; 2]; MAX_FACES],
    len: usize,
}

/// All faces that show, and those around each site.
struct Faces {
    faces: [Shown; MAX_FACES],
    len: usize,
    around: [[u8; MAX_AROUND]; MAX_SITES],
    counts: [u8; MAX_SITES],
}

impl Board {
    /// The contacts of a colour.
    pub(super) fn contacts(&self, colour: Colour, join: Join) -> Contacts {
        let faces = Faces::of(self);
        let mut contacts =
            Contacts { sites: [0; 2 * MAX_FACES], nodes: 0, links: [[0; 2]; MAX_FACES], len: 0 };
        let mut numbers = [[u16::MAX; MAX_AROUND]; MAX_SITES];
        for (index, face) in faces.faces[..faces.len].iter().enumerate() {
            if self.surface().colour(usize::from(face.joined[0])) == colour {
                let ends = face.joined.map(|site| {
                    let part = match join {
                        Join::Any => 0,
                        Join::Face => faces.part(usize::from(site), index),
                    };
                    contacts.node(&mut numbers[usize::from(site)][part], site)
                });
                contacts.links[contacts.len] = ends;
                contacts.len += 1;
            }
        }
        contacts
    }

    /// A shortest path of a colour between the three sides, end to end: from one side to a second;
    /// should the way to the third fork off in between, that follows, from the fork on.
    pub(super) fn shortest_path(&self, colour: Colour) -> Vec<Point> {
        let sites = self.shortest_path_sites(colour);
        sites.into_iter().map(|site| self.point(usize::from(site))).collect()
    }

    /// The sites of a shortest path, in the same order.
    pub(super) fn shortest_path_sites(&self, colour: Colour) -> Vec<u8> {
        // On a full board both ways of joining are the same.
        let join = self.options().immediate().unwrap_or(Join::Any);
        self.contacts(colour, join).shortest_path(self.topology())
    }
}

impl Faces {
    fn of(board: &Board) -> Self {
        let (topology, lattice) = (board.topology(), board.lattice());
        let nobody = Shown { cube: Cell { x: 0, y: 0, z: 0 }, joined: [0; 2] };
        let mut faces = Self {
            faces: [nobody; MAX_FACES],
            len: 0,
            around: [[0; MAX_AROUND]; MAX_SITES],
            counts: [0; MAX_SITES],
        };
        for id in board.full().iter().map(CellId::from_index) {
            let Some(rotation) = board.rotation(id) else { continue };
            let (ring, middle) = (&topology.ring[id.index()], topology.middle[id.index()]);
            for face in Face::ALL {
                let axis = face as usize;
                let covered = |over: CellId| board.full().contains(over.index());
                if lattice.resting(id, axis).is_some_and(covered) {
                    continue;
                }
                let far = (3 + 2 * axis) % 6;
                let between = [ring[(far + 5) % 6], ring[(far + 1) % 6]];
                let through = [middle, ring[far]];
                let joined = if rotation.joins_nearest(face) { through } else { between };
                let corners = [between[0], between[1], through[0], through[1]];
                faces.add(Shown { cube: lattice.cell(id), joined }, corners);
            }
        }
        faces
    }

    fn add(&mut self, face: Shown, corners: [u8; 4]) {
        for site in corners.map(usize::from) {
            self.around[site][usize::from(self.counts[site])] = self.len as u8;
            self.counts[site] += 1;
        }
        self.faces[self.len] = face;
        self.len += 1;
    }

    /// Between which faces around a point a path may pass that comes over a face: the first of
    /// those faces, by its place among the faces around the point.
    ///
    /// Source: rules of Boche, `-join_face`: steps between cubes that share a face, chained through
    /// any face at the point, whichever pair that face joins.
    fn part(&self, site: usize, face: usize) -> usize {
        let around = &self.around[site][..usize::from(self.counts[site])];
        let cubes = || around.iter().map(|&other| self.faces[usize::from(other)].cube);
        let mut reached: u8 = around
            .iter()
            .enumerate()
            .filter(|&(_, &other)| usize::from(other) == face)
            .fold(0, |set, (index, _)| set | 1 << index);
        loop {
            let before = reached;
            for (one, cube) in cubes().enumerate() {
                for (other, beside) in cubes().enumerate() {
                    if reached >> one & 1 != 0 && touches(cube, beside) {
                        reached |= 1 << other;
                    }
                }
            }
            if reached == before {
                return reached.trailing_zeros() as usize;
            }
        }
    }
}

/// Whether two cubes are one, or share a face.
fn touches(a: Cell, b: Cell) -> bool {
    let apart: u8 =
        a.coordinates().into_iter().zip(b.coordinates()).map(|(a, b)| a.abs_diff(b)).sum();
    apart <= 1
}

impl Contacts {
    /// The node with a number that is given out on first use.
    fn node(&mut self, number: &mut u16, site: u8) -> u16 {
        if *number == u16::MAX {
            *number = self.nodes as u16;
            self.sites[self.nodes] = site;
            self.nodes += 1;
        }
        *number
    }

    /// Whether a path joins the three sides.
    pub(super) fn has_path(&self, topology: &Topology) -> bool {
        self.fork(&self.ways(topology)).is_some()
    }

    fn shortest_path(&self, topology: &Topology) -> Vec<u8> {
        let ways = self.ways(topology);
        let Some(fork) = self.fork(&ways) else { return Vec::new() };
        let mut arms = ways.map(|ways| ways.back_from(fork));
        arms.sort_by_key(|arm| std::cmp::Reverse(arm.len()));
        let [first, second, third] = arms;
        let path = first.into_iter().rev().chain([fork]).chain(second).chain(third);
        path.map(|node| self.sites[node]).collect()
    }

    /// The node where the shortest ways to all three sides meet.
    fn fork(&self, ways: &[Ways; 3]) -> Option<usize> {
        (0..self.nodes)
            .filter(|&node| ways.iter().all(|ways| ways.steps[node] != Ways::UNREACHED))
            .min_by_key(|&node| ways.iter().map(|ways| ways.steps[node]).sum::<u16>())
    }

    fn ways(&self, topology: &Topology) -> [Ways; 3] {
        topology
            .sides
            .map(|side| self.ways_from(|node| side.contains(usize::from(self.sites[node]))))
    }

    /// Shortest ways from some nodes to all others, in rings.
    fn ways_from(&self, start: impl Fn(usize) -> bool) -> Ways {
        let mut ways = Ways {
            steps: [Ways::UNREACHED; 2 * MAX_FACES],
            back: [Ways::UNREACHED; 2 * MAX_FACES],
        };
        for node in (0..self.nodes).filter(|&node| start(node)) {
            ways.steps[node] = 0;
        }
        let mut steps = 0;
        let mut grown = true;
        while grown {
            grown = false;
            for &[a, b] in &self.links[..self.len] {
                for (from, to) in [(a, b), (b, a)] {
                    if ways.steps[usize::from(from)] == steps
                        && ways.steps[usize::from(to)] == Ways::UNREACHED
                    {
                        ways.steps[usize::from(to)] = steps + 1;
                        ways.back[usize::from(to)] = from;
                        grown = true;
                    }
                }
            }
            steps += 1;
        }
        ways
    }
}

/// The result of a search in rings.
struct Ways {
    steps: [u16; 2 * MAX_FACES],
    back: [u16; 2 * MAX_FACES],
}

impl Ways {
    const UNREACHED: u16 = u16::MAX;

    /// The way back from a node to where the search began, the node itself left out.
    fn back_from(&self, mut node: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while self.back[node] != Self::UNREACHED {
            node = usize::from(self.back[node]);
            way.push(node);
        }
        way
    }
}

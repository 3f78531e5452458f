//! Winning paths of Boche from face to face: the steps that a path may take around a point, and the
//! shortest path.

use crate::boche::board::Board;
use crate::boche::options::Join;
use crate::boche::topology::{MAX_SITES, Topology};
use crate::cubes::CellId;
use crate::cubes::drawing::{Corner, Face};
use crate::{Board as _, Colour};

/// The largest board shows three faces per hole.
const MAX_FACES: usize = 165;
/// Up to six faces meet at a point.
const MAX_AROUND: usize = 6;

/// The points of one colour and the faces that join them. If a path may not pass between all the
/// faces around a point, there are several nodes for the point: one for each set of faces between
/// which it may pass.
#[derive(Debug)]
pub(in crate::boche) struct Contacts {
    /// The site of each node.
    sites: [u8; 2 * MAX_FACES],
    nodes: usize,
    /// The two nodes that a face joins.
    links: [[u16; 2]; MAX_FACES],
    len: usize,
}

/// All visible faces, and those around each site.
struct Faces {
    cubes: [Packed; MAX_FACES],
    /// The two sites that each face joins.
    joined: [[u8; 2]; MAX_FACES],
    len: usize,
    around: [[u8; MAX_AROUND]; MAX_SITES],
    counts: [u8; MAX_SITES],
}

/// A cube's coordinates packed in one number, so that the numbers of two cubes differ by a power of
/// 16 if the cubes share a face.
type Packed = i16;

impl Board {
    /// The contacts of a colour.
    pub(in crate::boche) fn contacts(&self, colour: Colour, join: Join) -> Contacts {
        let faces = Faces::of(self);
        let mut contacts =
            Contacts { sites: [0; 2 * MAX_FACES], nodes: 0, links: [[0; 2]; MAX_FACES], len: 0 };
        let mut ends = [[0; 2]; MAX_FACES];
        for site in self.surface().of(colour) {
            let around = &faces.around[site][..usize::from(faces.counts[site])];
            let parts = match join {
                Join::Any => [u8::MAX; MAX_AROUND],
                Join::Face => faces.parts(around),
            };
            let mut done = 0;
            for slot in 0..around.len() {
                if done >> slot & 1 == 0 && faces.end(around[slot], site).is_some() {
                    contacts.sites[contacts.nodes] = site as u8;
                    for (_, &face) in
                        around.iter().enumerate().filter(|(other, _)| parts[slot] >> other & 1 != 0)
                    {
                        if let Some(end) = faces.end(face, site) {
                            ends[usize::from(face)][end] = contacts.nodes as u16;
                        }
                    }
                    contacts.nodes += 1;
                    done |= parts[slot];
                }
            }
        }
        for (&ends, joined) in ends.iter().zip(&faces.joined[..faces.len]) {
            if self.surface().colour(usize::from(joined[0])) == colour {
                contacts.links[contacts.len] = ends;
                contacts.len += 1;
            }
        }
        contacts
    }

    /// A shortest path of a colour between the three sides, in order: from one side to a second. If
    /// the way to the third side branches off in between, the points from the fork on follow.
    pub(in crate::boche) fn shortest_path(&self, colour: Colour) -> Vec<Corner> {
        let sites = self.shortest_path_sites(colour);
        sites.into_iter().map(|site| self.point(usize::from(site))).collect()
    }

    /// The sites of a shortest path, in the same order.
    pub(in crate::boche) fn shortest_path_sites(&self, colour: Colour) -> Vec<u8> {
        // On a full board both kinds of joining are the same.
        let join = self.options().immediate().unwrap_or(Join::Any);
        self.contacts(colour, join).shortest_path(self.topology())
    }
}

impl Faces {
    fn of(board: &Board) -> Self {
        let (topology, full) = (board.topology(), board.full());
        let mut faces = Self {
            cubes: [0; MAX_FACES],
            joined: [[0; 2]; MAX_FACES],
            len: 0,
            around: [[0; MAX_AROUND]; MAX_SITES],
            counts: [0; MAX_SITES],
        };
        for id in full.iter().map(CellId::from_index) {
            let Some(rotation) = board.rotation(id) else { continue };
            let (ring, middle) = (&topology.ring[id.index()], topology.middle[id.index()]);
            for face in Face::ALL {
                let axis = face as usize;
                let covered = |over: CellId| full.contains(over.index());
                if topology.lattice.resting(id, axis).is_some_and(covered) {
                    continue;
                }
                let far = (3 + 2 * axis) % 6;
                let between = [ring[(far + 5) % 6], ring[(far + 1) % 6]];
                let through = [middle, ring[far]];
                let joined = if rotation.joins_nearest(face) { through } else { between };
                let [x, y, z] = topology.lattice.cell(id).coordinates().map(Packed::from);
                let corners = [between[0], between[1], through[0], through[1]];
                faces.add(x + 16 * y + 256 * z, joined, corners);
            }
        }
        faces
    }

    fn add(&mut self, cube: Packed, joined: [u8; 2], corners: [u8; 4]) {
        for site in corners.map(usize::from) {
            self.around[site][usize::from(self.counts[site])] = self.len as u8;
            self.counts[site] += 1;
        }
        self.cubes[self.len] = cube;
        self.joined[self.len] = joined;
        self.len += 1;
    }

    /// The end of a face at a site; `None` if the face joins its other two corners.
    fn end(&self, face: u8, site: usize) -> Option<usize> {
        self.joined[usize::from(face)].iter().position(|&end| usize::from(end) == site)
    }

    /// For each face around a point, the faces that a path over it may continue to.
    ///
    /// Source: rules of Boche, `-join_face`: steps between cubes that share a face, chained through
    /// any faces at the point, no matter which pair of corners those faces join.
    fn parts(&self, around: &[u8]) -> [u8; MAX_AROUND] {
        let cube = |slot: usize| self.cubes[usize::from(around[slot])];
        let mut parts = [0; MAX_AROUND];
        for (one, part) in parts[..around.len()].iter_mut().enumerate() {
            for other in 0..around.len() {
                *part |= u8::from(share_a_face(cube(one), cube(other))) << other;
            }
        }
        // Warshall's closure.
        for through in 0..around.len() {
            for one in 0..around.len() {
                if parts[one] >> through & 1 != 0 {
                    parts[one] |= parts[through];
                }
            }
        }
        parts
    }
}

/// Whether two cubes are the same, or share a face.
const fn share_a_face(a: Packed, b: Packed) -> bool {
    matches!(a.abs_diff(b), 0 | 1 | 16 | 256)
}

impl Contacts {
    /// Whether a path joins the three sides.
    pub(in crate::boche) fn has_path(&self, topology: &Topology) -> bool {
        let mut chains = JoinedNodes::new(self.nodes);
        for &[a, b] in &self.links[..self.len] {
            chains.join(a, b);
        }
        let mut sides = [0; 2 * MAX_FACES];
        (0..self.nodes).any(|node| {
            let site = usize::from(self.sites[node]);
            let first = usize::from(chains.first(node as u16));
            for (axis, side) in topology.sides.iter().enumerate() {
                sides[first] |= u8::from(side.contains(site)) << axis;
            }
            sides[first] == 0b111
        })
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
    fn fork(&self, ways: &[PathDistances; 3]) -> Option<usize> {
        (0..self.nodes)
            .filter(|&node| ways.iter().all(|ways| ways.steps[node] != PathDistances::UNREACHED))
            .min_by_key(|&node| ways.iter().map(|ways| ways.steps[node]).sum::<u16>())
    }

    fn ways(&self, topology: &Topology) -> [PathDistances; 3] {
        topology
            .sides
            .map(|side| self.ways_from(|node| side.contains(usize::from(self.sites[node]))))
    }

    /// Shortest ways from some nodes to all others, in rings.
    fn ways_from(&self, start: impl Fn(usize) -> bool) -> PathDistances {
        let mut ways = PathDistances {
            steps: [PathDistances::UNREACHED; 2 * MAX_FACES],
            back: [PathDistances::UNREACHED; 2 * MAX_FACES],
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
                        && ways.steps[usize::from(to)] == PathDistances::UNREACHED
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

/// Joined nodes, as a forest.
struct JoinedNodes {
    parents: [u16; 2 * MAX_FACES],
}

impl JoinedNodes {
    fn new(nodes: usize) -> Self {
        let mut parents = [0; 2 * MAX_FACES];
        for (node, parent) in parents[..nodes].iter_mut().enumerate() {
            *parent = node as u16;
        }
        Self { parents }
    }

    /// The node that represents all nodes joined to a node.
    fn first(&mut self, mut node: u16) -> u16 {
        while self.parents[usize::from(node)] != node {
            let parent = self.parents[usize::from(node)];
            self.parents[usize::from(node)] = self.parents[usize::from(parent)];
            node = parent;
        }
        node
    }

    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.first(a), self.first(b));
        self.parents[usize::from(a)] = b;
    }
}

/// Distances from a start, and the ways back: the result of a breadth-first search.
struct PathDistances {
    steps: [u16; 2 * MAX_FACES],
    back: [u16; 2 * MAX_FACES],
}

impl PathDistances {
    const UNREACHED: u16 = u16::MAX;

    /// The way back from a node to where the search started, without the node itself.
    fn back_from(&self, mut node: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while self.back[node] != Self::UNREACHED {
            node = usize::from(self.back[node]);
            way.push(node);
        }
        way
    }
}

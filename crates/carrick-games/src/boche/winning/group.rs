//! Groups of Boche: points of one colour that are joined by faces of cubes.

use std::cmp::Reverse;

use crate::boche::board::Board;
use crate::boche::options::EndRule;
use crate::boche::topology::{RING, Sites};
use crate::cubes::CellId;
use crate::cubes::drawing::Corner;
use crate::{Board as _, Colour};

/// A connected set of points of one colour.
///
/// Source: rules of Boche, "Groups".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The colour of its points.
    pub colour: Colour,
    /// Its lattice points `[x, y, z]`, sorted; the help page calls them blobs.
    pub points: Vec<[u8; 3]>,
    /// Whether it touches the sides `x = 0`, `y = 0` and `z = 0`.
    pub sides: [bool; 3],
    /// Whether one of its points is a corner of an empty hole.
    pub open: bool,
}

impl Group {
    /// Whether it touches no side and is not open.
    #[must_use]
    pub fn is_enclosed(&self) -> bool {
        !self.open && self.sides == [false; 3]
    }

    /// Whether it touches all three sides.
    #[must_use]
    pub fn is_spanning(&self) -> bool {
        self.sides == [true; 3]
    }
}

impl Board {
    /// All groups on the board, ordered by the numbers of their first points, seen from above.
    ///
    /// ```
    /// use carrick_games::{Game, boche};
    /// let game = Game::<boche::Board>::new(boche::Options::default());
    /// let game = game.play_text("b:d3").unwrap();
    /// // The nearest corner with the far one on the left, which the hole's neighbours keep open.
    /// let groups = game.board().groups();
    /// assert!(groups.iter().any(|group| group.points == [[2, 2, 1], [2, 3, 2]] && group.open));
    /// ```
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        self.group_sites().into_iter().map(|sites| self.describe(sites)).collect()
    }

    /// The largest group of a colour that is enclosed and large enough to decide the game.
    pub(in crate::boche) fn killed_group(&self, colour: Colour) -> Option<Sites> {
        let EndRule::Enclosure { kill, .. } = self.options().end_rule() else { return None };
        let own = self.surface().of(colour);
        self.group_sites()
            .into_iter()
            .filter(|group| group.intersects(&own) && !group.intersects(&self.surface().free()))
            .filter(|group| group.len() >= usize::from(kill.get()))
            .min_by_key(|group| Reverse(group.len()))
    }

    /// The group that contains the shortest winning path of a colour.
    pub(in crate::boche) fn winning_group(&self, colour: Colour) -> Option<Sites> {
        let sites = self.shortest_path_sites(colour);
        let site = sites.first().copied()?;
        Some(self.surface().group(self.topology(), usize::from(site)))
    }

    /// The visible points at some sites, sorted.
    pub(in crate::boche) fn points(&self, sites: Sites) -> Vec<Corner> {
        let mut points: Vec<Corner> = sites.iter().map(|site| self.point(site)).collect();
        points.sort_unstable();
        points
    }

    /// The visible point at a site with a cube: the foremost one that is a corner of a cube.
    pub(in crate::boche) fn point(&self, site: usize) -> Corner {
        let mut point = self.topology().foremost(site);
        while !self.is_corner(point) {
            point = point.map(|coordinate| coordinate + 1);
        }
        point
    }

    /// Whether a point is a corner of a cube, except for the hidden deepest one.
    fn is_corner(&self, point: Corner) -> bool {
        let lattice = self.lattice();
        // Deeper than all cells, so not a visible point.
        if point.iter().all(|&coordinate| coordinate > lattice.size()) {
            return true;
        }
        std::iter::once([0; 3]).chain(RING).any(|step| {
            let near = [0, 1, 2].map(|axis| point[axis].checked_sub(step[axis]));
            let [Some(x), Some(y), Some(z)] = near else { return false };
            let id = lattice.id(crate::cubes::Cell { x, y, z });
            id.is_some_and(|id: CellId| self.rotation(id).is_some())
        })
    }

    fn group_sites(&self) -> Vec<Sites> {
        let mut left = self.surface().shown();
        let mut groups = Vec::new();
        while let Some(site) = left.first() {
            let group = self.surface().group(self.topology(), site);
            left &= !group;
            groups.push(group);
        }
        groups
    }

    fn describe(&self, sites: Sites) -> Group {
        let topology = self.topology();
        // A site on the outline is free, whether it is open or not.
        let empty = topology.holes & !self.full();
        Group {
            colour: self.surface().colour(sites.first().unwrap_or(0)),
            points: self.points(sites),
            sides: topology.sides.map(|side| side.intersects(&sites)),
            open: sites.iter().any(|site| topology.holes_at(site).intersects(&empty)),
        }
    }
}

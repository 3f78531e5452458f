//! The faces that show in 512 games whose cubes stand in the same cells, each turned at random.

use carrick_games::Colour;
use carrick_games::cubes::{CellId, MAX_CELLS};

use super::super::block::Lanes;
use super::flood::{Flood, Links};
use super::view::{MAX_FACES, MAX_SITES, View};

/// The faces that show, and which pair each of them joins in which game.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) shown: Vec<Shown>,
    /// By face: in which games it joins its Light pair.
    joins_light: Vec<Lanes>,
    /// The number of each cell's faces among those that show, by axis.
    number: [[u8; 3]; MAX_CELLS],
    /// By site, for the faces that show.
    links: [Links; 2],
    flood: Flood,
}

/// A face that shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    pub(super) cell: u8,
    pub(super) axis: u8,
    /// The sites of the pairs of both colours, Light's first.
    pub(super) pairs: [[u8; 2]; 2],
}

impl Surface {
    pub(super) fn new() -> Self {
        Self {
            shown: Vec::with_capacity(MAX_FACES),
            joins_light: Vec::with_capacity(MAX_FACES),
            number: [[0; 3]; MAX_CELLS],
            links: [Links::with_capacity(MAX_FACES), Links::with_capacity(MAX_FACES)],
            flood: Flood::with_capacity(MAX_SITES),
        }
    }

    /// No face.
    pub(super) fn clear(&mut self) {
        self.shown.clear();
        self.joins_light.clear();
        self.links.iter_mut().for_each(Links::clear);
    }

    /// Adds a face that covers no other.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        view: &View,
        cell: usize,
        axis: usize,
        nearest: Colour,
        joins_light: Lanes,
    ) {
        self.number[cell][axis] = self.shown.len() as u8;
        let shown = Shown::new(view, cell, axis, nearest);
        self.shown.push(shown);
        self.joins_light.push(joins_light);
        for (links, pair) in self.links.iter_mut().zip(shown.pairs) {
            links.push(pair.map(u16::from));
        }
    }

    /// Puts a cube on a spot: in a hole it adds three faces, elsewhere it covers one of each support.
    #[inline(always)]
    pub(super) fn place(&mut self, view: &View, cell: usize, nearest: Colour, light: &[Lanes; 3]) {
        let id = CellId::from_index(cell);
        for (axis, &light) in light.iter().enumerate() {
            let Some(under) = view.lattice.support(id, axis) else {
                self.push(view, cell, axis, nearest, light);
                continue;
            };
            let number = self.number[under.index()][axis];
            let shown = Shown::new(view, cell, axis, nearest);
            let at = usize::from(number);
            self.number[cell][axis] = number;
            self.shown[at] = shown;
            self.joins_light[at] = light;
            for (links, pair) in self.links.iter_mut().zip(shown.pairs) {
                links.set(at, pair.map(u16::from));
            }
        }
    }

    /// In which games the face of a cell along an axis, which shows, joins its Light pair.
    #[inline(always)]
    pub(super) fn joins_light(&self, cell: usize, axis: usize) -> Lanes {
        self.joins_light[usize::from(self.number[cell][axis])]
    }

    /// In which games a group of a colour touches all three sides; `sides` by site.
    #[inline(always)]
    pub(super) fn spans(&mut self, colour: Colour, sides: &[u8]) -> Lanes {
        self.flood.spans(&self.links[colour.index()], &self.joins_light, colour, sides)
    }

    /// In which games a group of a colour touches all three sides, passing around points as
    /// `links` and `sides` say, which belong to other nodes than sites.
    #[inline(always)]
    pub(super) fn spans_by(
        &self,
        flood: &mut Flood,
        links: &Links,
        colour: Colour,
        sides: &[u8],
    ) -> Lanes {
        flood.spans(links, &self.joins_light, colour, sides)
    }

    /// Spreads from some sites over the faces of both colours until nothing changes or `enough` is
    /// told that it has.
    #[inline(always)]
    pub(super) fn reached_from(
        &mut self,
        sites: usize,
        from: impl Fn(usize) -> bool,
        enough: impl Fn(&[Lanes]) -> bool,
    ) -> &[Lanes] {
        self.flood.start(sites, |site| Lanes::splat(from(site)));
        let [light, dark] = &self.links;
        loop {
            let one = self.flood.sweep(light, &self.joins_light, Colour::Light);
            let other = self.flood.sweep(dark, &self.joins_light, Colour::Dark);
            self.flood.turn_round();
            if !(one | other).any() || enough(self.flood.reached()) {
                return self.flood.reached();
            }
        }
    }
}

impl Shown {
    fn new(view: &View, cell: usize, axis: usize, nearest: Colour) -> Self {
        let pairs = view.faces[cell][axis];
        let pairs = match nearest {
            Colour::Light => [pairs.through, pairs.between],
            Colour::Dark => [pairs.between, pairs.through],
        };
        Self { cell: cell as u8, axis: axis as u8, pairs }
    }
}

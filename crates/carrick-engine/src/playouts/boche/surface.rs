//! The visible faces in 512 games whose cubes are in the same cells, each turned at random.

use carrick_games::cubes::{CellId, MAX_CELLS};
use carrick_games::{Bits, Colour};

use super::super::block::Lanes;
use super::flood::{Flood, NodeLinks};
use super::view::{MAX_FACES, MAX_SITES, ViewTables};

/// The visible faces, and which pair each of them joins in which game.
#[derive(Debug)]
pub(super) struct PlayoutSurface {
    pub(super) shown: Vec<ShownFace>,
    /// By face: in which games it joins its Light pair.
    joins_light: Vec<Lanes>,
    /// The number of each cell's faces among the visible ones, by axis.
    number: [[u8; 3]; MAX_CELLS],
    /// By site, for the visible faces.
    links: [NodeLinks; 2],
    /// The sites with visible points of each colour.
    sites: [Bits<4>; 2],
    flood: Flood,
}

/// A visible face.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShownFace {
    pub(super) cell: u8,
    /// The sites of the pairs of both colours, Light's first.
    pub(super) pairs: [[u8; 2]; 2],
}

impl PlayoutSurface {
    pub(super) fn new() -> Self {
        Self {
            shown: Vec::with_capacity(MAX_FACES),
            joins_light: Vec::with_capacity(MAX_FACES),
            number: [[0; 3]; MAX_CELLS],
            links: [NodeLinks::with_capacity(MAX_FACES), NodeLinks::with_capacity(MAX_FACES)],
            sites: [Bits::EMPTY; 2],
            flood: Flood::with_capacity(MAX_SITES),
        }
    }

    /// Removes all faces.
    pub(super) fn clear(&mut self) {
        self.shown.clear();
        self.joins_light.clear();
        self.links.iter_mut().for_each(NodeLinks::clear);
        self.sites = [Bits::EMPTY; 2];
    }

    /// Adds a face that covers no other.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        view: &ViewTables,
        cell: usize,
        axis: usize,
        nearest: Colour,
        joins_light: Lanes,
    ) {
        self.number[cell][axis] = self.shown.len() as u8;
        let shown = ShownFace::new(view, cell, axis, nearest);
        self.show_points(shown);
        self.shown.push(shown);
        self.joins_light.push(joins_light);
        for (links, pair) in self.links.iter_mut().zip(shown.pairs) {
            links.push(pair.map(u16::from));
        }
    }

    /// Puts a cube on a spot: in a hole it adds three faces, elsewhere it covers one face of each
    /// support.
    #[inline(always)]
    pub(super) fn place(
        &mut self,
        view: &ViewTables,
        cell: usize,
        nearest: Colour,
        light: &[Lanes; 3],
    ) {
        let id = CellId::from_index(cell);
        for (axis, &light) in light.iter().enumerate() {
            let Some(under) = view.lattice.support(id, axis) else {
                self.push(view, cell, axis, nearest, light);
                continue;
            };
            let number = self.number[under.index()][axis];
            let shown = ShownFace::new(view, cell, axis, nearest);
            self.show_points(shown);
            let at = usize::from(number);
            self.number[cell][axis] = number;
            self.shown[at] = shown;
            self.joins_light[at] = light;
            for (links, pair) in self.links.iter_mut().zip(shown.pairs) {
                links.set(at, pair.map(u16::from));
            }
        }
    }

    fn show_points(&mut self, shown: ShownFace) {
        for colour in 0..2 {
            for site in shown.pairs[colour].map(usize::from) {
                self.sites[colour].insert(site);
                self.sites[1 - colour].remove(site);
            }
        }
    }

    /// The sites with visible points of a colour.
    pub(super) const fn sites(&self, colour: Colour) -> Bits<4> {
        self.sites[colour.index()]
    }

    /// The sites that [`PlayoutSurface::reached_from`] reached, with their games.
    #[inline(always)]
    pub(super) fn reached(&self) -> &[Lanes] {
        self.flood.reached()
    }

    /// Continues a flood along the faces that join points of a colour.
    #[inline(always)]
    pub(super) fn spread(&self, flood: &mut Flood, colour: Colour) {
        flood.spread(&self.links[colour.index()], &self.joins_light, colour);
    }

    /// The pairs of sites of a colour that faces join in one game.
    pub(super) fn pairs_in(
        &self,
        lane: usize,
        colour: Colour,
    ) -> impl Iterator<Item = [u8; 2]> + '_ {
        let joined = move |light: &Lanes| light.has(lane) == (colour == Colour::Light);
        let faces = self.shown.iter().zip(&self.joins_light);
        faces
            .filter(move |(_, light)| joined(light))
            .map(move |(shown, _)| shown.pairs[colour.index()])
    }

    /// The games in which a group of a colour touches all three sides; `sides` by site.
    #[inline(always)]
    pub(super) fn spans(&mut self, colour: Colour, sides: &[u8]) -> Lanes {
        self.flood.spans(&self.links[colour.index()], &self.joins_light, colour, sides)
    }

    /// The games in which a group of a colour touches all three sides. Groups pass around points
    /// according to `links` and `sides`, which belong to other nodes than sites.
    #[inline(always)]
    pub(super) fn spans_by(
        &self,
        flood: &mut Flood,
        links: &NodeLinks,
        colour: Colour,
        sides: &[u8],
    ) -> Lanes {
        flood.spans(links, &self.joins_light, colour, sides)
    }

    /// Floods from some sites over the faces of both colours until nothing changes or `enough`
    /// returns `true`.
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

impl ShownFace {
    fn new(view: &ViewTables, cell: usize, axis: usize, nearest: Colour) -> Self {
        let pairs = view.faces[cell][axis];
        let pairs = match nearest {
            Colour::Light => [pairs.through, pairs.between],
            Colour::Dark => [pairs.between, pairs.through],
        };
        Self { cell: cell as u8, pairs }
    }
}

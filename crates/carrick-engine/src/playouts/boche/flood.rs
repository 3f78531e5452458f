//! Flood fill along links that exist in some of 512 games.

use carrick_games::Colour;

use super::super::block::Lanes;

/// Pairs of nodes, one for each visible face.
#[derive(Debug)]
pub(super) struct NodeLinks(Vec<[u16; 2]>);

impl NodeLinks {
    pub(super) fn with_capacity(faces: usize) -> Self {
        Self(Vec::with_capacity(faces))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline(always)]
    pub(super) fn push(&mut self, ends: [u16; 2]) {
        self.0.push(ends);
    }

    pub(super) fn set(&mut self, face: usize, ends: [u16; 2]) {
        self.0[face] = ends;
    }
}

/// State of a flood: the games in which each node was reached.
#[derive(Debug)]
pub(super) struct Flood {
    reached: Vec<Lanes>,
    /// Every second sweep goes backwards, so that a few sweeps cover a long way in either
    /// direction.
    backwards: bool,
}

impl Flood {
    pub(super) fn with_capacity(nodes: usize) -> Self {
        Self { reached: Vec::with_capacity(nodes), backwards: false }
    }

    /// Marks the nodes where the flood starts.
    #[inline(always)]
    pub(super) fn start(&mut self, nodes: usize, from: impl Fn(usize) -> Lanes) {
        self.reached.clear();
        self.reached.extend((0..nodes).map(from));
        self.backwards = false;
    }

    pub(super) fn reached(&self) -> &[Lanes] {
        &self.reached
    }

    /// Reverses the direction of the next sweep.
    pub(super) fn turn_round(&mut self) {
        self.backwards = !self.backwards;
    }

    /// Follows each link of a colour once; returns the games that reached something new.
    #[inline(always)]
    pub(super) fn sweep(
        &mut self,
        links: &NodeLinks,
        joins_light: &[Lanes],
        colour: Colour,
    ) -> Lanes {
        let flip = Lanes::splat(colour == Colour::Dark);
        let faces = links.0.iter().zip(joins_light);
        if self.backwards { self.follow(faces.rev(), flip) } else { self.follow(faces, flip) }
    }

    #[inline(always)]
    fn follow<'a>(
        &mut self,
        faces: impl Iterator<Item = (&'a [u16; 2], &'a Lanes)>,
        flip: Lanes,
    ) -> Lanes {
        let mut new = Lanes::NONE;
        for (&[a, b], &joins) in faces {
            let (a, b) = (usize::from(a), usize::from(b));
            let (at_a, at_b) = (self.reached[a], self.reached[b]);
            let crossed = (at_a ^ at_b) & (joins ^ flip);
            self.reached[a] = at_a | crossed;
            self.reached[b] = at_b | crossed;
            new |= crossed;
        }
        new
    }

    #[inline(always)]
    pub(super) fn spread(&mut self, links: &NodeLinks, joins_light: &[Lanes], colour: Colour) {
        while self.sweep(links, joins_light, colour).any() {
            self.turn_round();
        }
    }

    /// The games in which linked nodes of a colour touch all three sides; `sides` contains the
    /// sides that each node touches.
    ///
    /// The first flood finds what is linked to the first side. The second starts where that touches
    /// the second side, and stays in groups that touch both.
    #[inline(always)]
    pub(super) fn spans(
        &mut self,
        links: &NodeLinks,
        joins_light: &[Lanes],
        colour: Colour,
        sides: &[u8],
    ) -> Lanes {
        self.start(sides.len(), |node| Lanes::splat(sides[node] & 1 != 0));
        self.spread(links, joins_light, colour);
        for (reached, sides) in self.reached.iter_mut().zip(sides) {
            *reached &= Lanes::splat(sides & 2 != 0);
        }
        self.spread(links, joins_light, colour);
        let third = self.reached.iter().zip(sides).filter(|&(_, sides)| sides & 4 != 0);
        third.fold(Lanes::NONE, |all, (&reached, _)| all | reached)
    }
}

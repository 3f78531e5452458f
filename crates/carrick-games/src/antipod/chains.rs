//! Connected stones of Antipod: a union-find that keeps track of how often its links cross the
//! seam.
//!
//! There is one word per point. A stone is either the root of its chain and holds the chain's size,
//! or it points to another stone of the chain and records whether the way there crosses the seam an
//! odd number of times. If two ways between the same stones differ in this, they form a ring round
//! a centre.
//!
//! A centre with a stone is always the root of its chain, so Black has won when two centres would
//! become one chain.
//!
//! `benches/antipod.rs` compares this with a flood after each turn: it is three to six times as
//! fast.

use super::point::MAX_POINTS;
use super::sphere::Neighbours;
use super::{Point, Sphere};
use crate::Colour;

/// The chains of both colours.
#[derive(Clone, Copy)]
pub(super) struct Chains([u16; MAX_POINTS]);

/// The number of the stone pointed to, or the size of the chain.
const VALUE: u16 = 0x01ff;
const ROOT: u16 = 0x0200;
/// The way to the stone pointed to crosses the seam an odd number of times.
const ODD: u16 = 0x0400;
const ODD_SHIFT: u32 = 10;
const LIGHT: u16 = 0x1000;
const DARK: u16 = 0x2000;
const COLOUR: u16 = LIGHT | DARK;

/// The end of a walk to the root: the stone, and [`ODD`] or 0 for the way there.
#[derive(Clone, Copy)]
struct RootWalk {
    root: usize,
    odd: u16,
}

impl Chains {
    /// No stone at all.
    pub(super) const EMPTY: Self = Self([0; MAX_POINTS]);

    /// Places a stone on an empty point. Returns whether this decides the game: Black's stone joins
    /// the centres, or White's closes a ring between them.
    #[inline]
    pub(super) fn place(&mut self, sphere: &Sphere, point: Point, colour: Colour) -> bool {
        let around = sphere.links(point);
        let bits = if colour == Colour::Light { LIGHT } else { DARK };
        let mut firsts = self.firsts_of_runs(around, bits);
        let stone = point.index() % MAX_POINTS;
        if firsts == 0 {
            self.0[stone] = ROOT | bits | 1;
            return false;
        }
        let mut way = self.way_through(around, firsts);
        self.0[stone] = bits | way.odd | way.root as u16;
        self.0[way.root] += 1;
        firsts &= firsts - 1;
        let mut decided = false;
        while firsts != 0 {
            let other = self.way_through(around, firsts);
            if other.root != way.root {
                decided |= self.join(sphere, &mut way, other);
            } else if other.odd != way.odd && colour == Colour::Light {
                decided = true;
            }
            firsts &= firsts - 1;
        }
        decided
    }

    /// The first neighbour of each run of one colour round the point. The others of a run are
    /// already connected to it, without a ring. Bit `k` is for `around.round[k]`.
    #[inline]
    fn firsts_of_runs(&self, around: &Neighbours, colour: u16) -> u32 {
        let mut mask = 0;
        for (k, &next) in around.round.iter().enumerate() {
            let same = self.0[usize::from(next) % MAX_POINTS] & COLOUR == colour;
            mask |= u32::from(same) << k;
        }
        if mask == 0b11_1111 { 1 } else { mask & !(mask << 1 | mask >> 5) }
    }

    /// The way from a point to the root through its neighbour at the lowest bit of `firsts`.
    #[inline]
    fn way_through(&mut self, around: &Neighbours, firsts: u32) -> RootWalk {
        let k = firsts.trailing_zeros();
        let way = self.find(usize::from(around.round[k as usize % 6]) % MAX_POINTS);
        let step = u16::from(around.seam >> k & 1) << ODD_SHIFT;
        RootWalk { root: way.root, odd: way.odd ^ step }
    }

    /// Walks to the root, and makes every other stone on the way point two steps ahead.
    #[inline]
    fn find(&mut self, mut stone: usize) -> RootWalk {
        let mut odd = 0;
        loop {
            let link = self.0[stone];
            if link & ROOT != 0 {
                return RootWalk { root: stone, odd };
            }
            let parent = usize::from(link & VALUE);
            let above = self.0[parent];
            odd ^= link & ODD;
            if above & ROOT != 0 {
                return RootWalk { root: parent, odd };
            }
            self.0[stone] = above ^ (link & ODD);
            odd ^= above & ODD;
            stone = usize::from(above & VALUE);
        }
    }

    /// Joins two chains; both ways start at the same point. Returns whether the roots are the two
    /// centres. `way` becomes the way to the common root.
    #[inline]
    fn join(&mut self, sphere: &Sphere, way: &mut RootWalk, other: RootWalk) -> bool {
        let centre = |root| sphere.centres().iter().any(|centre| centre.index() == root);
        let odd = way.odd ^ other.odd;
        let (size, other_size) = (self.0[way.root] & VALUE, self.0[other.root] & VALUE);
        let keep = centre(way.root) || (!centre(other.root) && size >= other_size);
        let (root, child) = if keep { (way.root, other.root) } else { (other.root, way.root) };
        let both_centres = centre(child);
        self.0[child] = (self.0[child] & COLOUR) | odd | root as u16;
        // The sum stays below 512, because no sphere has more than 488 points.
        self.0[root] += if keep { other_size } else { size };
        if !keep {
            *way = other;
        }
        both_centres
    }
}

//! The sphere as the search for connections sees it: points by number, steps, symmetries.

use std::cell::Cell;

use carrick_games::antipod::{Board, Sphere, SphereSymmetry};
use carrick_games::{Bits, Board as _, Colour, Symmetry as _, hash_of};

use super::lists::Lists;

/// The points of a sphere of up to `64 * W` points, how they are joined, and their images.
pub(super) struct Net<const W: usize> {
    /// The neighbours of each point, and whether the step to one crosses the seam.
    pub(super) near: Vec<Vec<(usize, bool)>>,
    /// The neighbours of each point.
    pub(super) around: Vec<Bits<W>>,
    /// Each point's neighbours, and theirs.
    pub(super) close: Vec<Bits<W>>,
    pub(super) poles: [usize; 2],
    /// Lists for the next search for connections.
    pub(super) spare: Cell<Option<Lists<W>>>,
    /// By symmetry, the image of each point.
    images: Vec<Vec<u16>>,
    /// By symmetry, the number of its inverse.
    inverses: Vec<usize>,
}

/// Number of a symmetry of the sphere.
pub(super) type Image = usize;

/// Stones on a sphere, and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stones<const W: usize> {
    /// Black's and White's, the poles and corners included.
    pub(super) of: [Bits<W>; 2],
    pub(super) to_move: Colour,
}

impl<const W: usize> Net<W> {
    /// The net of a sphere; `None` when it has too many points.
    pub(super) fn of(sphere: &'static Sphere) -> Option<Self> {
        if sphere.len() > 64 * W {
            return None;
        }
        let points = || sphere.points().into_iter();
        let near = points().map(|at| sphere.steps(at).map(|(p, odd)| (p.index(), odd)).collect());
        let near: Vec<Vec<(usize, bool)>> = near.collect();
        let around: Vec<Bits<W>> =
            near.iter().map(|near| near.iter().map(|&(next, _)| next).collect()).collect();
        let close = around.iter().enumerate().map(|(at, near)| {
            let mut close = near.iter().fold(*near, |all, next| all | around[next]);
            close.remove(at);
            close
        });
        let all: Vec<SphereSymmetry> = SphereSymmetry::all().collect();
        let image = |by: &SphereSymmetry| {
            points().map(|at| by.point(sphere, at).index() as u16).collect::<Vec<_>>()
        };
        let images = all.iter().map(image).collect();
        let inverse = |by: &SphereSymmetry| {
            all.iter().position(|other| *other == by.inverse()).unwrap_or_default()
        };
        Some(Self {
            close: close.collect(),
            around,
            near,
            spare: Cell::new(None),
            poles: sphere.centres().map(|pole| pole.index()),
            images,
            inverses: all.iter().map(inverse).collect(),
        })
    }

    /// Number of points.
    pub(super) const fn len(&self) -> usize {
        self.near.len()
    }

    /// The stones of a board.
    pub(super) fn stones(&self, board: &Board) -> Stones<W> {
        let of = [Colour::Dark, Colour::Light]
            .map(|colour| board.stones(colour).into_iter().map(|point| point.index()).collect());
        Stones { of, to_move: board.to_move() }
    }

    /// The image of a point.
    pub(super) fn point(&self, point: usize, by: Image) -> usize {
        usize::from(self.images[by][point])
    }

    /// The image of a set.
    pub(super) fn set(&self, set: Bits<W>, by: Image) -> Bits<W> {
        set.iter().map(|point| self.point(point, by)).collect()
    }

    /// The symmetries that leave the stones where they are.
    pub(super) fn stabilizer(&self, stones: &Stones<W>) -> Vec<Image> {
        let stays = |&by: &Image| stones.of.iter().all(|&set| self.set(set, by) == set);
        (0..self.images.len()).filter(stays).collect()
    }

    /// The empty points in sets of those that symmetries exchange.
    pub(super) fn kinds(&self, free: Bits<W>, by: &[Image]) -> Vec<Bits<W>> {
        let (mut left, mut kinds) = (free, Vec::new());
        while let Some(first) = left.first() {
            let kind: Bits<W> = by.iter().map(|&by| self.point(first, by)).collect();
            left &= !kind;
            kinds.push(kind);
        }
        kinds
    }

    /// Of each kind the point that is nearest to a point.
    pub(super) fn nearest(&self, kinds: &[Bits<W>], from: usize) -> Bits<W> {
        let (mut reached, mut found): (Bits<W>, Bits<W>) = (Bits::single(from), Bits::EMPTY);
        for _ in 0..self.len() {
            for kind in kinds {
                if !found.intersects(kind)
                    && let Some(point) = (*kind & reached).first()
                {
                    found.insert(point);
                }
            }
            for at in reached.iter() {
                reached |= self.near[at].iter().map(|&(next, _)| next).collect();
            }
        }
        found
    }

    /// The inverse of a symmetry.
    pub(super) fn inverse(&self, by: Image) -> Image {
        self.inverses[by]
    }

    /// Of all images of a position one that is the same for all of them, and how to come to it.
    pub(super) fn least(&self, stones: &Stones<W>) -> (Stones<W>, Image) {
        let image = |by: Image| stones.of.map(|set| self.set(set, by));
        let words = |of: &[Bits<W>; 2]| [*of[0].words(), *of[1].words()];
        let all = (0..self.images.len()).map(|by| (image(by), by));
        let (of, by) = all.min_by_key(|(of, _)| words(of)).unwrap_or((stones.of, 0));
        (Stones { of, ..*stones }, by)
    }
}

/// Index of a colour in [`Stones::of`].
pub(super) const fn index(colour: Colour) -> usize {
    match colour {
        Colour::Dark => 0,
        Colour::Light => 1,
    }
}

impl<const W: usize> Stones<W> {
    /// The position after a stone.
    pub(super) fn with(mut self, point: usize) -> Self {
        self.of[index(self.to_move)].insert(point);
        self.to_move = !self.to_move;
        self
    }

    /// The position when the player to move passes, which the rules do not allow.
    pub(super) fn passed(self) -> Self {
        Self { to_move: !self.to_move, ..self }
    }

    /// The empty points.
    pub(super) fn free(&self, net: &Net<W>) -> Bits<W> {
        Bits::below(net.len()) & !(self.of[0] | self.of[1])
    }

    /// Key of the position.
    pub(super) fn key(&self) -> u128 {
        let stones = self.of.iter().flat_map(|set| set.words().iter().copied());
        hash_of([self.to_move as u64].into_iter().chain(stones))
    }
}

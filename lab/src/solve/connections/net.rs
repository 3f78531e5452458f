//! The sphere for the search for connections: points by number, steps, symmetries.

use std::cell::Cell;

use carrick_games::antipod::{Board, Sphere, SphereSymmetry};
use carrick_games::{Bits, Board as _, Colour, Symmetry as _, hash_of};

use crate::solve::connections::closure::Closure;

/// The points of a sphere of up to `64 * W` points, their connections, and their images.
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
    /// Black's and White's, including the poles and corners.
    pub(super) of: [Bits<W>; 2],
    pub(super) to_move: Colour,
}

impl<const W: usize> Net<W> {
    /// The net of a sphere; `None` if it has too many points.
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

    /// The symmetries that leave the stones unchanged.
    pub(super) fn stabilizer(&self, stones: &Stones<W>) -> Vec<Image> {
        let stays = |&by: &Image| stones.of.iter().all(|&set| self.set(set, by) == set);
        (0..self.images.len()).filter(stays).collect()
    }

    /// The empty points, in sets of points that symmetries exchange.
    pub(super) fn kinds(&self, free: Bits<W>, by: &[Image]) -> Vec<Bits<W>> {
        let (mut left, mut kinds) = (free, Vec::new());
        while let Some(first) = left.first() {
            let kind: Bits<W> = by.iter().map(|&by| self.point(first, by)).collect();
            left &= !kind;
            kinds.push(kind);
        }
        kinds
    }

    /// For each kind, the point nearest to a given point.
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

    /// Of all images of a position, one that is the same for all of them, and the symmetry that
    /// leads to it.
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

    /// The position if the player to move passes, which the rules do not allow.
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

// The order in which points are tried: by the current that flows through them from pole to pole.
//
// Black's stones conduct, empty points resist, White's insulate; points that Black can connect even
// though White moves first are also connected by a wire (V. Anshelevich, A hierarchical approach to
// computer Hex, 2002). The point with the highest current is the best for either player.

/// Resistance of a stone; that of an empty point is 1.
const STONE: f32 = 0.02;
/// Conductance of a virtual connection, as a share of that of neighbours.
const VIRTUAL: f32 = 0.5;
/// Number of sweeps of the relaxation.
const SWEEPS: usize = 40;

/// The empty points of a region, the most important first.
pub(super) fn by_current<const W: usize>(
    net: &Net<W>,
    black: &Closure<'_, W>,
    free: Bits<W>,
    region: Bits<W>,
) -> Vec<u16> {
    let points = net.len();
    let resistance = |at: usize| if free.contains(at) { 1.0 } else { STONE };
    let mut wires: Vec<Vec<(usize, f32)>> = vec![Vec::new(); points];
    for [one, two] in black.pairs() {
        let is_near = net.near[one].iter().any(|&(next, _)| black.head(next) == two)
            || net.near[two].iter().any(|&(next, _)| black.head(next) == one);
        let share = if is_near { 1.0 } else { VIRTUAL };
        let conductance = share / (resistance(one) + resistance(two));
        wires[one].push((two, conductance));
        wires[two].push((one, conductance));
    }
    let [source, sink] = net.poles.map(|pole| black.head(pole));
    let mut potential = vec![0.5_f32; points];
    (potential[source], potential[sink]) = (1.0, 0.0);
    for _ in 0..SWEEPS {
        for at in 0..points {
            if at == source || at == sink || wires[at].is_empty() {
                continue;
            }
            let (sum, all) = wires[at].iter().fold((0.0, 0.0), |(sum, all), &(next, wire)| {
                (sum + wire * potential[next], all + wire)
            });
            potential[at] = sum / all;
        }
    }
    let current = |at: usize| -> f32 {
        wires[at].iter().map(|&(next, wire)| wire * (potential[at] - potential[next]).abs()).sum()
    };
    let mut order: Vec<(f32, u16)> =
        (region & free).iter().map(|at| (current(at), at as u16)).collect();
    order.sort_by(|(one, a), (two, b)| two.total_cmp(one).then(a.cmp(b)));
    order.into_iter().map(|(_, at)| at).collect()
}

// Lists of the connections of each pair of points.

/// Maximum number of full connections and of semi-connections to keep for a pair.
pub(super) const MOST_FULL: usize = 6;
pub(super) const MOST_SEMI: usize = 20;
/// Maximum number of semi-connections to combine into a full one.
const MOST_TOGETHER: usize = 4;

/// Number of a claim in a [`Closure`].
pub(super) type Id = u32;

/// A connection in the list of its pair.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownConnection<const W: usize> {
    pub(super) carrier: Bits<W>,
    pub(super) id: Id,
    /// Whether it has been put in series with others.
    pub(super) done: bool,
}

/// Lists that a [`Closure`] fills, reused from one to the next because they take long to allocate.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists<const W: usize> {
    pub(super) full: Vec<Vec<KnownConnection<W>>>,
    pub(super) semi: Vec<Vec<KnownConnection<W>>>,
    /// By point and parity, the points with a full connection to it.
    pub(super) linked: Vec<Bits<W>>,
    /// Full connections queued to be put in series, by the size of their carriers.
    pub(super) waiting: Vec<Vec<Id>>,
    /// Connections that follow from another one.
    pub(super) series: Vec<([usize; 2], bool, Bits<W>, Id)>,
    pub(super) together: Vec<(Bits<W>, Ids)>,
}

/// Semi-connections that make a full one together.
pub(super) type Ids = ([Id; MOST_TOGETHER], usize);

impl<const W: usize> Lists<W> {
    pub(super) fn clear(&mut self, points: usize) {
        for lists in [&mut self.full, &mut self.semi] {
            lists.resize_with(2 * points * points, Vec::new);
            lists.iter_mut().for_each(Vec::clear);
        }
        self.linked.clear();
        self.linked.resize(2 * points, Bits::EMPTY);
        self.waiting.resize_with(points + 1, Vec::new);
        self.waiting.iter_mut().for_each(Vec::clear);
    }
}

/// Whether all points of a set are in another one.
pub(super) fn within<const W: usize>(part: Bits<W>, whole: Bits<W>) -> bool {
    part & whole == part
}

/// Adds a carrier to a list, unless one within it is known, and removes those around it. A full
/// list loses one of its largest carriers.
pub(super) fn add<const W: usize>(
    list: &mut Vec<KnownConnection<W>>,
    carrier: Bits<W>,
    id: Id,
    most: usize,
) -> bool {
    if list.iter().any(|known| within(known.carrier, carrier)) {
        return false;
    }
    list.retain(|known| !within(carrier, known.carrier));
    let known = KnownConnection { carrier, id, done: false };
    if list.len() < most {
        list.push(known);
        return true;
    }
    match list.iter_mut().max_by_key(|known| known.carrier.len()) {
        Some(worst) if worst.carrier.len() > carrier.len() => {
            *worst = known;
            true
        }
        _ => false,
    }
}

/// Finds all ways in which a new semi-connection and some others have no point common to all of
/// them.
pub(super) fn together<const W: usize>(
    list: &[KnownConnection<W>],
    carrier: Bits<W>,
    id: Id,
    found: &mut Vec<(Bits<W>, Ids)>,
) {
    // What all semi-connections from each one on have in common.
    let mut rest = [!Bits::EMPTY; MOST_SEMI + 1];
    for (at, known) in list.iter().enumerate().rev() {
        rest[at] = known.carrier & rest[at + 1];
    }
    let mut ids = [id; MOST_TOGETHER];
    combine(list, &rest[..=list.len()], carrier, carrier, (&mut ids, 1), found);
}

fn combine<const W: usize>(
    list: &[KnownConnection<W>],
    rest: &[Bits<W>],
    common: Bits<W>,
    union: Bits<W>,
    (ids, len): (&mut [Id; MOST_TOGETHER], usize),
    found: &mut Vec<(Bits<W>, Ids)>,
) {
    for (at, known) in list.iter().enumerate() {
        if common.intersects(&rest[at]) {
            return;
        }
        if within(common, known.carrier) {
            continue;
        }
        let (less, more) = (common & known.carrier, union | known.carrier);
        ids[len] = known.id;
        if less.is_empty() {
            if found.iter().all(|(other, _)| !within(*other, more)) {
                found.push((more, (*ids, len + 1)));
            }
        } else if len + 1 < MOST_TOGETHER {
            combine(&list[at + 1..], &rest[at + 1..], less, more, (ids, len + 1), found);
        }
    }
}

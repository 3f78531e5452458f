//! Lists of the connections of each pair of points.

use carrick_games::Bits;

/// Maximum number of full connections and of semi-connections that are kept of a pair.
pub(super) const MOST_FULL: usize = 6;
pub(super) const MOST_SEMI: usize = 20;
/// Maximum number of semi-connections that are put together to a full one.
const MOST_TOGETHER: usize = 4;

/// Number of a claim in a [`Closure`](super::closure::Closure).
pub(super) type Id = u32;

/// A connection in the list of its pair.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<const W: usize> {
    pub(super) carrier: Bits<W>,
    pub(super) id: Id,
    /// Whether it has been put in series with others.
    pub(super) done: bool,
}

/// Lists that a [`Closure`](super::closure::Closure) fills, kept from one to the next, since they
/// take long to allocate.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists<const W: usize> {
    pub(super) full: Vec<Vec<Known<W>>>,
    pub(super) semi: Vec<Vec<Known<W>>>,
    /// By point and parity, the points to which it has a full connection.
    pub(super) linked: Vec<Bits<W>>,
    /// Full connections that wait to be put in series, by the size of their carriers.
    pub(super) waiting: Vec<Vec<Id>>,
    /// Connections that follow from one.
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

/// Adds a carrier to a list, unless one within it is known, and removes those around it. Of a list
/// that is full a greatest one goes.
pub(super) fn add<const W: usize>(
    list: &mut Vec<Known<W>>,
    carrier: Bits<W>,
    id: Id,
    most: usize,
) -> bool {
    if list.iter().any(|known| within(known.carrier, carrier)) {
        return false;
    }
    list.retain(|known| !within(carrier, known.carrier));
    let known = Known { carrier, id, done: false };
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

/// Finds all ways in which a new semi-connection and some others have no point in common to all of
/// them.
pub(super) fn together<const W: usize>(
    list: &[Known<W>],
    carrier: Bits<W>,
    id: Id,
    found: &mut Vec<(Bits<W>, Ids)>,
) {
    // What all semi-connections from each on have in common.
    let mut rest = [!Bits::EMPTY; MOST_SEMI + 1];
    for (at, known) in list.iter().enumerate().rev() {
        rest[at] = known.carrier & rest[at + 1];
    }
    let mut ids = [id; MOST_TOGETHER];
    combine(list, &rest[..=list.len()], carrier, carrier, (&mut ids, 1), found);
}

fn combine<const W: usize>(
    list: &[Known<W>],
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

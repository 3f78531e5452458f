//! A second model of the sphere, derived only from the names: for every point its names, its
//! neighbours, and floods over it. It shares no code with the library's topology.

use std::collections::{BTreeMap, BTreeSet};

/// Row and column of a half, counted from 0 at the centre; `half` is 0, 1, or 2 on the rim.
pub(super) type Coord = (i8, i8, u8);

pub(super) struct Model {
    pub(super) name_of: BTreeMap<Coord, String>,
    pub(super) coord_of: BTreeMap<String, Coord>,
}

impl Model {
    pub(super) fn new(radius: u8) -> Self {
        let radius = radius as i8;
        let reach = radius - 1;
        let mut name_of = BTreeMap::new();
        for (a, b) in (-reach..=reach).flat_map(|a| (-reach..=reach).map(move |b| (a, b))) {
            let letter = (b'a' + (a + reach) as u8) as char;
            let (left, right) = (b + radius, b + radius + 2 * radius - 1);
            match distance(a, b) {
                d if d < reach => {
                    name_of.insert((a, b, 0), format!("{letter}{left}"));
                    name_of.insert((a, b, 1), format!("{letter}{right}"));
                }
                d if d == reach => {
                    name_of.insert((a, b, 2), format!("{letter}{left}+"));
                }
                _ => {}
            }
        }
        let coord_of = name_of.iter().map(|(&at, name)| (name.clone(), at)).collect();
        Self { name_of, coord_of }
    }

    pub(super) fn neighbours(&self, (a, b, half): Coord) -> Vec<Coord> {
        let around = [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)];
        around
            .into_iter()
            .flat_map(|(da, db)| [0, 1, 2].map(|h| (a + da, b + db, h)))
            .filter(|next| self.name_of.contains_key(next))
            .filter(|&(_, _, h)| h == half || h == 2 || half == 2)
            .collect()
    }

    /// Whether stones of one colour join the centres, determined by a flood.
    pub(super) fn joins(&self, stones: &BTreeSet<Coord>) -> bool {
        let mut seen = BTreeSet::from([(0, 0, 0)]);
        let mut todo = vec![(0, 0, 0)];
        while let Some(at) = todo.pop() {
            for next in self.neighbours(at) {
                if stones.contains(&next) && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        seen.contains(&(0, 0, 1))
    }

    /// Whether stones separate the centres, determined by a flood in the covering strip: the sphere
    /// without its centres, unrolled. A stone that is reached in two different turns of the strip
    /// closes a ring. The strip is cut below the middle row, to the right of the centre.
    pub(super) fn parts(&self, stones: &BTreeSet<Coord>) -> bool {
        let mut turn_of: BTreeMap<Coord, i32> = BTreeMap::new();
        for &start in stones {
            if turn_of.contains_key(&start) {
                continue;
            }
            turn_of.insert(start, 0);
            let mut todo = vec![start];
            while let Some(at) = todo.pop() {
                for next in self.neighbours(at) {
                    if !stones.contains(&next) {
                        continue;
                    }
                    let on_cut = |(a, b, _): Coord| a == 0 && b > 0;
                    let below = |(a, _, _): Coord| a == 1;
                    let crossing =
                        i32::from(on_cut(at) && below(next)) - i32::from(below(at) && on_cut(next));
                    let turn = turn_of[&at] + crossing;
                    match turn_of.get(&next) {
                        Some(&other) if other != turn => return true,
                        Some(_) => {}
                        None => {
                            turn_of.insert(next, turn);
                            todo.push(next);
                        }
                    }
                }
            }
        }
        false
    }
}

/// Number of steps from the centre of a half.
pub(super) fn distance(a: i8, b: i8) -> i8 {
    a.abs().max(b.abs()).max((a - b).abs())
}

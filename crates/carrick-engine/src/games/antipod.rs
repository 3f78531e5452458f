//! Antipod for the engine. Its random games are in `playouts/antipod`.

use carrick_games::antipod::{Board, Point, Sphere};

use crate::playouts::AntipodPlayouts;
use crate::searchable::tactics::Tactics;
use crate::searchable::{Habits, Nearness, Searchable, Tuning};

impl Tactics for Board {
    fn may_end(&self, _: Point) -> bool {
        true
    }

    const THREATS_STAY: bool = true;
}

impl Nearness for Board {
    fn distances(&self, from: Point) -> impl Fn(Point) -> Option<u8> {
        let steps = steps_from(self.sphere(), from);
        move |turn| steps.get(turn.index()).copied()
    }
}

/// Number of steps from a point to every other, by index: each ring of points follows from the
/// previous one.
fn steps_from(sphere: &Sphere, from: Point) -> Vec<u8> {
    let mut steps = vec![u8::MAX; sphere.len()];
    let (mut ring, mut next, mut distance) = (vec![from], Vec::new(), 0);
    while !ring.is_empty() {
        for point in ring.drain(..) {
            if let Some(known) = steps.get_mut(point.index()).filter(|known| **known > distance) {
                *known = distance;
                next.extend(sphere.neighbours(point));
            }
        }
        distance += 1;
        std::mem::swap(&mut ring, &mut next);
    }
    steps
}

impl Searchable for Board {
    type Playouts = AntipodPlayouts;
    /// Expanding children at the first visit made 53.8 % in 182 games at 50 ms a turn on radius 6,
    /// where a sequential test of 0 against 30 Elo ended in its favour.
    const TUNING: Tuning = Tuning { expand_at: 1, ..Tuning::DEFAULT };
    const LEVELS: [(u64, f32); 8] = [
        (1, 0.0195),
        (1, 0.0131),
        (9, 0.0),
        (26, 0.0),
        (63, 0.0),
        (174, 0.0),
        (505, 0.0),
        (2200, 0.0),
    ];
    const NOVICES: &'static [Habits] = &[
        Habits { overlooks: 1.0, temperature: 0.5, reach: 2.0 },
        Habits { overlooks: 0.71, temperature: 0.186, reach: 3.1 },
        Habits { overlooks: 0.55, temperature: 0.106, reach: 3.9 },
        Habits { overlooks: 0.45, temperature: 0.076, reach: 4.5 },
        Habits { overlooks: 0.35, temperature: 0.0542, reach: 5.2 },
        Habits { overlooks: 0.28, temperature: 0.0422, reach: 5.8 },
        Habits { overlooks: 0.2, temperature: 0.0332, reach: 6.4 },
        Habits { overlooks: 0.13, temperature: 0.0259, reach: 7.1 },
    ];
    const NODE_MICROSECONDS: (u64, u8) = (140, 10);
}

#[cfg(test)]
mod tests {
    use carrick_games::antipod::Options;
    use carrick_games::{Board as _, GameOptions as _, SizeLimits};

    use super::*;

    /// The way from one half of the sphere to the other crosses the rim.
    #[test]
    fn a_sphere_has_no_edge() {
        for options in [&["-radius=4"][..], &["-radius=6"]] {
            let board = Board::new(Options::parse(options, SizeLimits::Scripts).unwrap());
            let sphere = board.sphere();
            let [one, other] = sphere.centres();
            assert_eq!(board.distances(one)(other), Some(2 * (sphere.radius() - 1)));
        }
    }
}

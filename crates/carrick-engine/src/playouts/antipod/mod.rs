//! Playouts of Antipod: 512 random fills at a time.
//!
//! Exactly one player has won when every point has a stone, and stones played after a win change
//! nothing. So a random game is a random fill and one question: are the centres connected?
//!
//! Numbers here are *places*: the points on a spiral from the left centre to the right one, so that
//! a sweep carries Black's reach from circle to circle.

use std::sync::OnceLock;

use carrick_games::antipod::{Board, Options, Point, Sphere};
use carrick_games::{Board as _, Colour};

use super::block::{
    Instructions, Kernel, LANES, Lanes, MAX_POINTS, PerPoint, Sweeps, fill_balanced, no_stones,
};
use super::{PlayoutTally, Playouts};

/// Playouts of Antipod, 512 at a time. A slot is a point, by its number.
///
/// ```
/// use carrick_engine::{Playouts as _, PlayoutTally, playouts::AntipodPlayouts};
/// use carrick_games::{Board as _, Colour, antipod::{Board, Options}};
/// let mut playouts = AntipodPlayouts::new(Options::default());
/// let mut tally = PlayoutTally::new(playouts.slots());
/// let board = Board::new(Options::default());
/// playouts.run(&board, &mut fastrand::Rng::with_seed(1), &mut tally);
/// assert_eq!(tally.games(), 512);
/// assert!(tally.rate(Colour::Dark) > 0.5);
/// ```
#[derive(Debug, Clone)]
pub struct AntipodPlayouts {
    map: &'static SphereMap,
    block: AntipodBlock,
    instructions: Instructions,
}

/// The places of a sphere and how they are connected.
#[derive(Debug)]
struct SphereMap {
    sphere: &'static Sphere,
    /// The point at each place.
    points: Vec<Point>,
    sweeps: Sweeps,
}

/// Scratch memory of a block of games.
#[derive(Debug, Clone)]
struct AntipodBlock {
    /// Black's stones, by place.
    dark: PerPoint,
    /// Black's stones that are connected to the left centre.
    reach: PerPoint,
    /// The places that were empty before the fill.
    empty: [u16; MAX_POINTS],
    empty_len: usize,
}

impl Playouts<Board> for AntipodPlayouts {
    fn new(options: Options) -> Self {
        Self::with_instructions(options, Instructions::default())
    }

    fn slots(&self) -> usize {
        self.map.sphere.len()
    }

    fn slot(&self, turn: Point) -> Option<usize> {
        Some(turn.index())
    }

    /// Plays 512 fills (see [`AntipodPlayouts`]).
    fn run(&mut self, board: &Board, rng: &mut fastrand::Rng, tally: &mut PlayoutTally) {
        debug_assert_eq!(board.sphere().radius(), self.map.sphere.radius());
        let Self { map, ref mut block, instructions } = *self;
        instructions.run(AntipodRun { map, block, board, rng, tally });
    }
}

impl AntipodPlayouts {
    /// Creates playouts with the given processor instructions, for tests and measurements.
    #[must_use]
    pub fn with_instructions(options: Options, instructions: Instructions) -> Self {
        Self { map: SphereMap::of(options), block: AntipodBlock::new(), instructions }
    }
}

/// One call of [`AntipodPlayouts::run`].
struct AntipodRun<'a> {
    map: &'static SphereMap,
    block: &'a mut AntipodBlock,
    board: &'a Board,
    rng: &'a mut fastrand::Rng,
    tally: &'a mut PlayoutTally,
}

impl Kernel for AntipodRun<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Self { map, block, board, rng, tally } = self;
        block.set_up(map, board);
        let empty = &mut block.empty[..block.empty_len];
        fill_balanced(&mut block.dark, empty, board.to_move(), rng);
        let dark_won = block.joined(map);
        block.count(map, dark_won, tally);
    }
}

impl AntipodBlock {
    fn new() -> Self {
        Self { dark: no_stones(), reach: no_stones(), empty: [0; MAX_POINTS], empty_len: 0 }
    }

    /// Places the board's stones in all games and lists the empty places.
    #[inline(always)]
    fn set_up(&mut self, map: &SphereMap, board: &Board) {
        let [light, dark] = Colour::BOTH.map(|colour| board.stones(colour));
        self.empty_len = 0;
        for (place, &point) in map.points.iter().enumerate() {
            let place = place % MAX_POINTS;
            let is_dark = dark.has(point);
            self.dark[place] = Lanes::splat(is_dark);
            self.empty[self.empty_len % MAX_POINTS] = place as u16;
            self.empty_len += usize::from(!is_dark && !light.has(point));
        }
    }

    /// The games in which Black's stones connect the centres, which are the first and the last
    /// place.
    #[inline(always)]
    fn joined(&mut self, map: &SphereMap) -> Lanes {
        let places = map.points.len();
        let goal = places - 1;
        self.reach[..places].fill(Lanes::NONE);
        self.reach[0] = Lanes::ALL;
        map.sweeps.spread(&mut self.reach, &self.dark, Some(goal));
        self.reach[goal % MAX_POINTS]
    }

    /// Adds the block to a tally.
    #[inline(always)]
    fn count(&self, map: &SphereMap, dark_won: Lanes, tally: &mut PlayoutTally) {
        let games = LANES as u32;
        let dark_wins = dark_won.count();
        tally.add_games(games, 2 * (games - dark_wins), 0);
        for &place in &self.empty[..self.empty_len] {
            let place = usize::from(place) % MAX_POINTS;
            let slot = map.points[place].index();
            let by_dark = self.dark[place].count();
            let by_dark_won = (self.dark[place] & dark_won).count();
            let by_light_lost = dark_wins - by_dark_won;
            let by_light = games - by_dark;
            tally.add_taken(slot, Colour::Dark, by_dark, 2 * by_dark_won);
            tally.add_taken(slot, Colour::Light, by_light, 2 * (by_light - by_light_lost));
        }
    }
}

impl SphereMap {
    fn of(options: Options) -> &'static Self {
        static MAPS: [OnceLock<SphereMap>; Options::MAX_RADIUS as usize + 1] =
            [const { OnceLock::new() }; Options::MAX_RADIUS as usize + 1];
        MAPS[usize::from(options.radius())].get_or_init(|| Self::build(Sphere::of(options)))
    }

    fn build(sphere: &'static Sphere) -> Self {
        let points = spiral(sphere);
        let mut places = vec![0; sphere.len()];
        for (place, point) in points.iter().enumerate() {
            places[point.index()] = place;
        }
        let around =
            |place: usize| sphere.neighbours(points[place]).map(|next| places[next.index()]);
        let sweeps = Sweeps::new(points.len(), around);
        Self { sphere, points, sweeps }
    }
}

/// The points circle by circle from the left centre to the right one, in a spiral: each point is
/// next to the previous one.
fn spiral(sphere: &Sphere) -> Vec<Point> {
    let mut points = vec![sphere.centres()[0]];
    let mut circle = 0..1;
    while !circle.is_empty() {
        let touches_circle = |points: &[Point], point: Point| {
            sphere.neighbours(point).any(|next| points[circle.clone()].contains(&next))
        };
        let next = |points: &[Point]| {
            let new = |point: &Point| !points.contains(point) && touches_circle(points, *point);
            sphere.neighbours(points[points.len() - 1]).find(new)
        };
        while let Some(point) = next(&points) {
            points.push(point);
        }
        circle = circle.end..points.len();
    }
    points
}

#[cfg(test)]
mod tests;

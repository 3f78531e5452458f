//! Playouts of Anchor: 512 random fills at a time.
//!
//! # The score of a fill
//!
//! A fill plays on from a position without passing until the board is full, and is then scored by
//! the rules: prisoners and territory. It may be scored by area instead. Let each colour have `L`
//! living and `D` dead stones and `T` points of territory, and call `L + T` its area. Then, for
//! Black minus White,
//!
//! ```text
//! (D' + T) - (D + T')  =  (L + T) - (L' + T')  +  (L' + D') - (L + D)
//!        score         =          area         +  White's stones less Black's
//! ```
//!
//! where the primed letters are White's. This is true of every position, full or not: it is area
//! scoring in which each pass earned a point. So existing stones already count, including those of
//! a handicap; a player who has passed is better off by the stone that was not played; and if the
//! number of empty points is odd, the player to move fills one more of them and pays for it. For
//! the count if play stopped now, see [`AnchorPlayouts::light_margin_now`].
//!
//! On a full board, Black's area and White's area together are all the points, and so are their
//! stones. So, by the identity: **Black's margin is twice Black's area minus twice Black's
//! stones.**
//!
//! # Whose area a point is on a full board
//!
//! The points around the sides at a player's away corners make three pairs of sides, 0-1, 2-3 and
//! 4-5 for Black, 5-0, 1-2 and 3-4 for White. A group is dead if all sides it touches are in one of
//! its owner's pairs; it lives if it touches *two of the three pairs*. So three floods per colour
//! are enough.
//!
//! Each region of dead stones borders living stones of one colour only, whose area it is:
//!
//! 1. Some group touches three sides: with Black's three pairs as the sides of a game of Y, one
//!    player's group touches all of them on a full board.
//! 2. Suppose a dead region R borders living groups of both colours, and let X be one of them. The
//!    points along X on R's side all have the other colour and are connected, so they are part of
//!    one dead group, and both their ends on the rim are in one pair of that group's owner. If R
//!    were on the short side, between these ends, all groups of that owner there would be dead, and
//!    none could border R. So X is on the short side, and whatever X cuts off from R touches only
//!    the two sides of a pair.
//! 3. So the group of step 1 is neither X nor any other that borders R. But the living stones that
//!    separate it from R are connected and of one colour, since a dead stone next to two
//!    neighbouring stones of both colours would belong to one of them. They are such an X, and cut
//!    it off: a contradiction.

use std::sync::OnceLock;

use carrick_games::anchor::{Board, Options, Point, Turn};
use carrick_games::{Board as _, Colour};

use self::sums::Sums;
use super::block::{
    Instructions, Kernel, LANES, Lanes, MAX_POINTS, PerPoint, Sweeps, fill_balanced, no_stones,
};
use super::{PlayoutTally, Playouts};

mod ownership;
mod sums;
#[cfg(test)]
mod tests;

pub use ownership::Ownership;

/// Playouts of Anchor, 512 at a time. A slot is a point, numbered line by line, alternately
/// forwards and backwards: see [`slot_of`](Self::slot_of).
///
/// ```
/// use carrick_engine::{Playouts as _, PlayoutTally, playouts::AnchorPlayouts};
/// use carrick_games::{Board as _, Colour, anchor::{Board, Options}};
/// let mut playouts = AnchorPlayouts::new(Options::default());
/// let mut tally = PlayoutTally::new(playouts.slots());
/// let board = Board::new(Options::default());
/// playouts.run(&board, &mut fastrand::Rng::with_seed(1), &mut tally);
/// assert_eq!(tally.games(), 512);
/// // Of 169 points Black fills 85, and pays for one more than White.
/// assert!(tally.margin(Colour::Dark).abs() < 10.0);
/// ```
#[derive(Debug, Clone)]
pub struct AnchorPlayouts {
    map: &'static Map,
    block: AnchorBlock,
    instructions: Instructions,
}

/// The places of a board, numbered line by line in alternating directions, so that each is next to
/// the previous one.
#[derive(Debug)]
struct Map {
    /// Number of points in a line through the centre: twice the size, minus one.
    span: usize,
    points: Vec<Point>,
    /// The place of the point in line `l` and column `n`, both counted from 0, at `l * span + n`.
    places: Vec<u16>,
    sweeps: Sweeps,
    /// The places on each colour's three pairs of sides.
    pairs: [[Vec<u16>; 3]; 2],
}

/// Scratch memory of a block of games.
#[derive(Debug, Clone)]
struct AnchorBlock {
    /// Each colour's stones, by place.
    stones: [PerPoint; 2],
    /// The stones connected to each of the colour's three pairs of sides.
    touching: [PerPoint; 3],
    /// Each colour's living stones; at the end, Black's area.
    alive: [PerPoint; 2],
    /// The places that were empty before the fill.
    empty: [u16; MAX_POINTS],
    empty_len: usize,
    /// Number of Black's stones on the full board; the same in every game.
    dark_stones: u32,
}

/// Results of a block: the games that Black won, the drawn games, and Black's area in all games
/// together.
struct BlockResults {
    dark_won: Lanes,
    drawn: Lanes,
    dark_area: u32,
}

impl Playouts<Board> for AnchorPlayouts {
    fn new(options: Options) -> Self {
        Self::with_instructions(options, Instructions::default())
    }

    fn slots(&self) -> usize {
        self.map.points.len()
    }

    fn slot(&self, turn: Turn) -> Option<usize> {
        match turn {
            Turn::Stone(point) => Some(self.map.place(point)),
            Turn::Swap | Turn::Pass => None,
        }
    }

    /// Plays 512 fills (see [`AnchorPlayouts`]).
    fn run(&mut self, board: &Board, rng: &mut fastrand::Rng, tally: &mut PlayoutTally) {
        self.run_block(board, rng, tally, None);
    }
}

impl AnchorPlayouts {
    /// Creates playouts with the given processor instructions, for tests and measurements.
    #[must_use]
    pub fn with_instructions(options: Options, instructions: Instructions) -> Self {
        Self { map: Map::of(options), block: AnchorBlock::new(), instructions }
    }

    /// Like [`run`](Playouts::run), but also counts whose area each point became.
    pub fn run_with_ownership(
        &mut self,
        board: &Board,
        rng: &mut fastrand::Rng,
        tally: &mut PlayoutTally,
        ownership: &mut Ownership,
    ) {
        self.run_block(board, rng, tally, Some(ownership));
    }

    /// The slot of a point in [`Ownership`] and in [`PlayoutTally`].
    ///
    /// # Panics
    /// May panic if the board of these playouts does not have the point.
    #[must_use]
    pub fn slot_of(&self, point: Point) -> usize {
        self.map.place(point)
    }

    /// White's score minus Black's if two passes ended the game now.
    ///
    /// A fill from a settled position has the same margin, except that the player to move pays a
    /// point if the number of empty points is odd.
    #[must_use]
    pub fn light_margin_now(board: &Board) -> i64 {
        let count = board.count();
        i64::from(count.total(Colour::Light)) - i64::from(count.total(Colour::Dark))
    }

    fn run_block(
        &mut self,
        board: &Board,
        rng: &mut fastrand::Rng,
        tally: &mut PlayoutTally,
        ownership: Option<&mut Ownership>,
    ) {
        let Self { map, ref mut block, instructions } = *self;
        debug_assert_eq!(usize::from(2 * board.options().size() - 1), map.span);
        instructions.run(AnchorRun { map, block, board, rng, tally, ownership });
    }
}

/// One call of [`AnchorPlayouts::run`].
struct AnchorRun<'a> {
    map: &'static Map,
    block: &'a mut AnchorBlock,
    board: &'a Board,
    rng: &'a mut fastrand::Rng,
    tally: &'a mut PlayoutTally,
    ownership: Option<&'a mut Ownership>,
}

impl Kernel for AnchorRun<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Self { map, block, board, rng, tally, ownership } = self;
        block.fill(map, board, rng);
        for colour in Colour::BOTH {
            block.find_alive(map, colour);
        }
        block.find_dark_area(map);
        let verdict = block.judge(map);
        block.count(&verdict, tally);
        if let Some(ownership) = ownership {
            let dark_area = &block.alive[Colour::Dark.index()];
            ownership.add_block((0..map.points.len()).map(|place| dark_area[place].count()));
        }
    }
}

impl AnchorBlock {
    fn new() -> Self {
        Self {
            stones: [no_stones(), no_stones()],
            touching: [no_stones(), no_stones(), no_stones()],
            alive: [no_stones(), no_stones()],
            empty: [0; MAX_POINTS],
            empty_len: 0,
            dark_stones: 0,
        }
    }

    /// Places the board's stones in all games, and fills the rest.
    #[inline(always)]
    fn fill(&mut self, map: &Map, board: &Board, rng: &mut fastrand::Rng) {
        let [light, dark] = &mut self.stones;
        self.empty_len = 0;
        for (place, &point) in map.points.iter().enumerate() {
            let stone = board.stone_at(point);
            dark[place % MAX_POINTS] = Lanes::splat(stone == Some(Colour::Dark));
            self.empty[self.empty_len % MAX_POINTS] = place as u16;
            self.empty_len += usize::from(stone.is_none());
        }
        fill_balanced(dark, &mut self.empty[..self.empty_len], board.to_move(), rng);
        for place in 0..map.points.len() {
            light[place % MAX_POINTS] = !dark[place % MAX_POINTS];
        }
        let extra = self.empty_len % 2 == 1 && board.to_move() == Colour::Dark;
        let dealt = self.empty_len / 2 + usize::from(extra);
        self.dark_stones = (board.stones(Colour::Dark) + dealt) as u32;
    }

    /// Finds a colour's groups that touch two of its three pairs of sides.
    #[inline(always)]
    fn find_alive(&mut self, map: &Map, colour: Colour) {
        let stones = &self.stones[colour.index()];
        for (touching, pair) in self.touching.iter_mut().zip(&map.pairs[colour.index()]) {
            touching[..map.points.len()].fill(Lanes::NONE);
            for &place in pair {
                let place = usize::from(place) % MAX_POINTS;
                touching[place] = stones[place];
            }
            map.sweeps.spread(touching, stones, None);
        }
        let [a, b, c] = &self.touching;
        let alive = &mut self.alive[colour.index()];
        for place in 0..map.points.len() {
            let place = place % MAX_POINTS;
            let (a, b, c) = (a[place], b[place], c[place]);
            alive[place] = a & b | c & (a | b);
        }
    }

    /// Lets Black's living stones spread over dead ones.
    #[inline(always)]
    fn find_dark_area(&mut self, map: &Map) {
        let [light, dark] = &mut self.alive;
        for not_light in &mut light[..map.points.len()] {
            *not_light = !*not_light;
        }
        map.sweeps.spread(dark, light, None);
    }

    /// Compares Black's area with Black's stones.
    #[inline(always)]
    fn judge(&self, map: &Map) -> BlockResults {
        let mut sums = Sums::ZERO;
        let dark_area = &self.alive[Colour::Dark.index()];
        for area in &dark_area[..map.points.len()] {
            sums.add(*area);
        }
        let (dark_won, drawn) = sums.compare(self.dark_stones);
        BlockResults { dark_won, drawn, dark_area: sums.total() }
    }

    /// Adds the block to a tally.
    #[inline(always)]
    fn count(&self, verdict: &BlockResults, tally: &mut PlayoutTally) {
        let games = LANES as u32;
        let BlockResults { dark_won, drawn, dark_area } = *verdict;
        let dark_half_points = 2 * dark_won.count() + drawn.count();
        let light_margin = 2 * (i64::from(games * self.dark_stones) - i64::from(dark_area));
        tally.add_games(games, 2 * games - dark_half_points, light_margin);
        for &place in &self.empty[..self.empty_len] {
            let place = usize::from(place) % MAX_POINTS;
            let dark = self.stones[Colour::Dark.index()][place];
            let by_dark = dark.count();
            let by_light = games - by_dark;
            let made_by_dark = 2 * (dark & dark_won).count() + (dark & drawn).count();
            let lost_by_light = dark_half_points - made_by_dark;
            tally.add_taken(place, Colour::Dark, by_dark, made_by_dark);
            tally.add_taken(place, Colour::Light, by_light, 2 * by_light - lost_by_light);
        }
    }
}

impl Map {
    fn of(options: Options) -> &'static Self {
        static MAPS: [OnceLock<Map>; 11] = [const { OnceLock::new() }; 11];
        MAPS[usize::from(options.size())].get_or_init(|| Self::build(&Board::new(options)))
    }

    fn build(board: &Board) -> Self {
        let span = usize::from(2 * board.options().size() - 1);
        let mut points: Vec<Point> = board.points().collect();
        for line in points.chunk_by_mut(|a, b| a.letter() == b.letter()) {
            if line[0].letter() % 2 == 0 {
                line.reverse();
            }
        }
        let mut places = vec![0; span * span];
        for (place, &point) in points.iter().enumerate() {
            places[index(span, point)] = place as u16;
        }
        let place = |point| usize::from(places[index(span, point)]);
        let sweeps = Sweeps::new(points.len(), |at| board.neighbours(points[at]).map(place));
        let pairs = Colour::BOTH.map(|colour| pairs(board, &points, colour));
        Self { span, points, places, sweeps, pairs }
    }

    fn place(&self, point: Point) -> usize {
        usize::from(self.places[index(self.span, point)])
    }
}

fn index(span: usize, point: Point) -> usize {
    usize::from(point.letter() - 1) * span + usize::from(point.number() - 1)
}

/// The places on each pair of sides that meet at one of a colour's away corners.
fn pairs(board: &Board, points: &[Point], colour: Colour) -> [Vec<u16>; 3] {
    let first = match colour {
        Colour::Dark => [0, 2, 4],
        Colour::Light => [5, 1, 3],
    };
    first.map(|side| {
        let on_pair = |&at: &usize| {
            let sides = board.sides_of(points[at]);
            sides[side] || sides[(side + 1) % 6]
        };
        (0..points.len()).filter(on_pair).map(|at| at as u16).collect()
    })
}

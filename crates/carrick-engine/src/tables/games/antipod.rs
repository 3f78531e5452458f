//! Antipod: every state of radius 2 and 3, backwards from the full sphere.
//!
//! A state is a set of points with stones, and which of them are White's: the players alternate, so
//! the number of stones determines how many are White's and who moves next.

use carrick_games::antipod::{Board, Options, Point, Sphere};
use carrick_games::{Colour, Position, TurnSet as _};

use crate::Value;
use crate::tables::sets::{Subsets, cells, make_room, new_bit, squeeze};
use crate::tables::table::{Coding, TableLayout, Tabled, TooFar, loss_byte, win_byte};

/// Largest board that is solved by a table.
const MAX_RADIUS: u8 = 3;

/// The table of a board of Antipod.
#[derive(Debug)]
pub struct Antipod {
    /// The points that are empty at the start, in the order of their numbers.
    places: Vec<Point>,
    subsets: Subsets,
    /// By number of stones, the first state; the last entry is the number of all states.
    starts: Vec<usize>,
    net: SphereMasks,
}

/// The sphere as masks: bit `i` for the place `i`, then bits for the centres and the corners.
#[derive(Debug)]
struct SphereMasks {
    neighbours: Vec<u32>,
    centres: [u32; 2],
    corners: u32,
}

impl Tabled for Board {
    type Shape = Antipod;

    fn shape(options: Options) -> Option<Antipod> {
        (options.radius() <= MAX_RADIUS).then(|| Antipod::of(Sphere::of(options)))
    }

    fn table_options(options: Options) -> String {
        format!("-radius={}", options.radius())
    }
}

/// Number of White's stones among a number of stones: White moves first.
const fn whites(stones: usize) -> usize {
    stones.div_ceil(2)
}

impl Antipod {
    fn of(sphere: &Sphere) -> Self {
        let (centres, corners) = (sphere.centres(), sphere.corners());
        let is_given = |point: &Point| centres.contains(point) || corners.contains(point);
        let places: Vec<Point> = sphere.points().into_iter().filter(|p| !is_given(p)).collect();
        let subsets = Subsets::of(places.len());
        let mut starts = vec![0];
        for stones in 0..=places.len() {
            let ways = subsets.of_size(whites(stones)).partition_point(|&set| set < 1 << stones);
            starts.push(starts[stones] + subsets.of_size(stones).len() * ways);
        }
        let all: Vec<Point> = places.iter().chain(&centres).chain(&corners).copied().collect();
        let bit =
            |point: Point| all.iter().position(|&other| other == point).map_or(0, |at| 1 << at);
        let neighbours =
            all.iter().map(|&at| sphere.neighbours(at).fold(0, |near, next| near | bit(next)));
        let net = SphereMasks {
            neighbours: neighbours.collect(),
            centres: centres.map(bit),
            corners: corners.iter().fold(0, |all, &corner| all | bit(corner)),
        };
        Self { places, subsets, starts, net }
    }

    /// Number of ways to choose White's stones among a number of stones.
    fn ways(&self, stones: usize) -> usize {
        (self.starts[stones + 1] - self.starts[stones]) / self.subsets.of_size(stones).len()
    }

    fn number(&self, taken: u32, white: u32) -> usize {
        let stones = taken.count_ones() as usize;
        let way = self.subsets.rank(white);
        self.starts[stones] + self.subsets.rank(taken) * self.ways(stones) + way
    }

    fn solve(&self, table: &[u8], taken: u32, white: u32) -> u8 {
        let whites_turn = taken.count_ones().is_multiple_of(2);
        let stones = crate::tables::sets::spread(white as usize, taken);
        if let Some(winner) = self.net.winner(stones, taken & !stones) {
            let is_mover = (winner == Colour::Light) == whites_turn;
            return if is_mover { win_byte(0) } else { loss_byte(0) };
        }
        let all = (1 << self.places.len()) - 1;
        let (mut win, mut loss) = (u8::MAX, 0);
        for place in cells(all & !taken) {
            let mut next = make_room(white, taken, place);
            if whites_turn {
                next |= new_bit(taken, place);
            }
            let score = Coding::Distance.read(table[self.number(taken | 1 << place, next)]);
            let turns = score.distance.unwrap_or_default() as u8 + 1;
            match score.value {
                Value::Loss => win = win.min(turns),
                _ => loss = loss.max(turns),
            }
        }
        if win < u8::MAX { win_byte(win) } else { loss_byte(loss) }
    }
}

impl SphereMasks {
    /// The winner: Black if the centres are connected, White if they no longer can be.
    fn winner(&self, white: u32, black: u32) -> Option<Colour> {
        if self.joins(black | self.centres[0] | self.centres[1]) {
            return Some(Colour::Dark);
        }
        let open = ((1 << self.neighbours.len()) - 1) & !(white | self.corners);
        (!self.joins(open)).then_some(Colour::Light)
    }

    /// Whether places of a set connect the centres.
    fn joins(&self, set: u32) -> bool {
        let mut open = self.centres[0];
        let mut left = set & !open;
        while open != 0 {
            if open & self.centres[1] != 0 {
                return true;
            }
            open = cells(open).fold(0, |near, at| near | self.neighbours[at]) & left;
            left &= !open;
        }
        false
    }
}

impl TableLayout<Board> for Antipod {
    const CODING: Coding = Coding::Distance;

    fn states(&self) -> usize {
        self.starts[self.places.len() + 1]
    }

    fn working_bytes(&self) -> usize {
        8 << self.places.len()
    }

    fn fill(&self, table: &mut [u8], filled: usize) -> Result<usize, TooFar> {
        let stones = self.starts.partition_point(|&start| start < filled) - 1;
        let ways = self.ways(stones);
        let rank = (filled - 1 - self.starts[stones]) / ways;
        let taken = self.subsets.of_size(stones)[rank];
        let start = self.starts[stones] + rank * ways;
        let sets = &self.subsets.of_size(whites(stones))[..ways];
        for (way, &white) in sets.iter().enumerate() {
            table[start + way] = self.solve(table, taken, white);
        }
        Ok(start)
    }

    fn index(&self, position: &Position<Board>) -> Option<usize> {
        let mask = |colour: Colour| {
            let stones = position.board().stones(colour);
            let taken = self.places.iter().enumerate().filter(|(_, place)| stones.contains(place));
            taken.fold(0, |all, (at, _)| all | 1 << at)
        };
        let (white, black): (u32, u32) = (mask(Colour::Light), mask(Colour::Dark));
        Some(self.number(white | black, squeeze(white, white | black) as u32))
    }
}

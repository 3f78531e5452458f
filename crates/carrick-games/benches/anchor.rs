//! Random games of Anchor on one core, through the public `Game`.
//!
//! The random player chooses among all legal turns with equal probability, passes included. With
//! `k` points empty, two passes in a row have a chance of about `1 / k^2`, so nearly all games last
//! until few points are left: with 169 points, a game has 171 turns on average, including passes.

use carrick_games::anchor::{Board, Options};
use carrick_games::{Board as _, Colour, Game, TurnSet};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

const GAMES: usize = 1_000;
const SEED: u64 = 2000;

fn main() {
    fingerprint();
    divan::main();
}

fn random_game(random: &mut fastrand::Rng) -> Game<Board> {
    let mut game = Game::<Board>::new(Options::default());
    while game.outcome().is_none() {
        let turns = game.legal_turns();
        if let Some(turn) = turns.nth(random.usize(..turns.len())) {
            game.play_unchecked(turn);
        }
    }
    game
}

/// Checks that a fixed thousand games turn out as they always have.
fn fingerprint() {
    let mut random = fastrand::Rng::with_seed(SEED);
    let games: Vec<_> = (0..GAMES).map(|_| random_game(&mut random)).collect();
    let turns: usize = games.iter().map(|game| game.turns().len()).sum();
    let winners = |winner: Option<Colour>| {
        games.iter().filter(|game| game.outcome().map(|end| end.winner()) == Some(winner)).count()
    };
    let results = [Some(Colour::Dark), Some(Colour::Light), None].map(winners);
    assert_eq!(turns, 170_824, "the mean length has changed");
    assert_eq!(results, [516, 471, 13], "wins of Black, of White, draws");
}

#[divan::bench]
fn random_games(bencher: Bencher) {
    let mut random = fastrand::Rng::with_seed(SEED);
    bencher.counter(ItemsCount::new(100_usize)).bench_local(|| {
        for _ in 0..100 {
            black_box(random_game(&mut random));
        }
    });
}

/// Final boards, so many that the branch predictor cannot memorise one.
fn final_boards() -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(SEED);
    (0..GAMES).map(|_| *random_game(&mut random).board()).collect()
}

#[divan::bench]
fn count(bencher: Bencher) {
    let boards = final_boards();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        boards.iter().map(|board| board.count().total(Colour::Dark)).map(usize::from).sum::<usize>()
    });
}

/// The alternative to sets of points: a list of neighbours and a mark for every point, and a stack.
/// On a board that is seen again and again it is faster than sets, because the processor memorises
/// the branches; on new boards it is three times slower.
mod lists {
    use super::*;
    use carrick_games::anchor::Point;

    /// The points of a board, with their neighbours, and their sides as bits.
    pub(super) struct Lists {
        neighbours: Vec<Vec<u16>>,
        sides: Vec<u8>,
        points: Vec<Point>,
    }

    impl Lists {
        pub(super) fn new(board: &Board) -> Self {
            let points: Vec<Point> = board.points().collect();
            let size = board.options().size() as i8;
            let far = 2 * size - 1;
            let place = |p: &Point| (p.letter() as i8, p.number() as i8);
            let neighbours = points.iter().map(|p| {
                let (a, b) = place(p);
                let near = |q: &&Point| {
                    let (c, d) = (place(q).0 - a, place(q).1 - b);
                    matches!((c, d), (1, 0) | (0, 1) | (1, 1) | (-1, 0) | (0, -1) | (-1, -1))
                };
                let at = |q: &Point| points.iter().position(|r| r == q).map(|at| at as u16);
                points.iter().filter(near).filter_map(at).collect()
            });
            let sides = points.iter().map(|p| {
                let (a, b) = place(p);
                let on = [a == 1, b - a == size - 1, b == far, a == far, a - b == size - 1, b == 1];
                on.iter().enumerate().fold(0, |set, (side, &on)| set | u8::from(on) << side)
            });
            Self {
                neighbours: neighbours.collect(),
                sides: sides.collect(),
                points: points.clone(),
            }
        }

        /// The totals of White and Black.
        pub(super) fn totals(&self, board: &Board) -> [u16; 2] {
            const EMPTY: u8 = 2;
            let mut colours = [EMPTY; 271];
            for (at, &point) in self.points.iter().enumerate() {
                colours[at] = board.stone_at(point).map_or(EMPTY, |c| c.index() as u8);
            }
            let mut totals = [0; 2];
            let stones = colours;
            self.regions(&stones, |colour, region, sides, _| {
                let away = [0b10_0001, 0b00_0110, 0b01_1000];
                let away = if colour == 0 { away } else { [0b00_0011, 0b00_1100, 0b11_0000] };
                let alive = sides.count_ones() > 1 && !away.contains(&sides);
                if colour != EMPTY && !alive {
                    totals[1 - usize::from(colour)] += region.len() as u16;
                    region.iter().for_each(|&at| colours[usize::from(at)] = EMPTY);
                }
            });
            self.regions(&colours, |colour, region, _, border| match (colour, border) {
                (EMPTY, 0b001) => totals[0] += region.len() as u16,
                (EMPTY, 0b010) => totals[1] += region.len() as u16,
                _ => {}
            });
            totals
        }

        fn regions(&self, colours: &[u8; 271], mut found: impl FnMut(u8, &[u16], u8, u8)) {
            let mut seen = [false; 271];
            let mut region = [0; 271];
            for start in 0..self.points.len() {
                if std::mem::replace(&mut seen[start], true) {
                    continue;
                }
                region[0] = start as u16;
                let (mut next, mut len, mut sides, mut border) = (0, 1, 0, 0);
                while next < len {
                    let at = usize::from(region[next]);
                    next += 1;
                    sides |= self.sides[at];
                    for &near in &self.neighbours[at] {
                        let near = usize::from(near);
                        if colours[near] != colours[start] {
                            border |= 1 << colours[near];
                        } else if !std::mem::replace(&mut seen[near], true) {
                            region[len] = near as u16;
                            len += 1;
                        }
                    }
                }
                found(colours[start], &region[..len], sides, border);
            }
        }
    }
}

#[divan::bench]
fn count_with_lists(bencher: Bencher) {
    let boards = final_boards();
    let lists = lists::Lists::new(&boards[0]);
    for board in &boards {
        assert_eq!(lists.totals(board), Colour::BOTH.map(|colour| board.count().total(colour)));
    }
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        boards.iter().map(|board| lists.totals(board)[1]).map(usize::from).sum::<usize>()
    });
}

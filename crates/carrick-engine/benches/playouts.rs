//! Random games on one core: blocks of 512 fills, and plain fills one after another. Every
//! benchmark first checks that its results agree with the plain ones.
#![allow(clippy::unwrap_used)] // a panic is how a benchmark refuses to lie

fn main() {
    divan::main();
}

/// Blocks played for a check.
const CHECKED: u32 = 100;

/// Plain fills in one timed sample.
const BATCH: usize = 100;

mod antipod {
    use carrick_engine::playouts::AntipodPlayouts;
    use carrick_engine::playouts::block::{Instructions, LANES};
    use carrick_engine::{PlayoutTally, Playouts};
    use carrick_games::antipod::{Board, Options, Point, Sphere};
    use carrick_games::{Board as _, Colour, TurnSet};
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};

    use super::CHECKED;

    const RADII: [u8; 4] = [4, 6, 8, 10];

    #[divan::bench(args = RADII)]
    fn blocks(bencher: Bencher, radius: u8) {
        bench_blocks(bencher, radius, Instructions::Best);
    }

    #[divan::bench(args = RADII)]
    fn blocks_with_portable_instructions(bencher: Bencher, radius: u8) {
        bench_blocks(bencher, radius, Instructions::Portable);
    }

    /// The cost of a leaf of a search tree: one block from a position with some stones.
    fn bench_blocks(bencher: Bencher, radius: u8, instructions: Instructions) {
        let options = Options::with_radius(radius).unwrap();
        let board = Board::new(options);
        let mut playouts = AntipodPlayouts::with_instructions(options, instructions);
        let mut tally = PlayoutTally::new(playouts.slots());
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..CHECKED {
            playouts.run(&board, &mut rng, &mut tally);
        }
        let by_plain_fills = Fill::new(options).share_of_light(&mut rng);
        let share = f64::from(tally.rate(Colour::Light));
        assert!((share - by_plain_fills).abs() < 0.01, "White wins {share} or {by_plain_fills}");
        bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
            playouts.run(&board, &mut rng, black_box(&mut tally));
        });
    }

    #[divan::bench(args = RADII)]
    fn one_fill_after_another(bencher: Bencher, radius: u8) {
        let mut fill = Fill::new(Options::with_radius(radius).unwrap());
        let mut rng = fastrand::Rng::with_seed(1);
        bencher
            .counter(ItemsCount::new(1_usize))
            .bench_local(|| black_box(fill.dark_wins(&mut rng)));
    }

    /// A scalar fill of the first position, and a search from centre to centre.
    struct Fill {
        neighbours: Vec<Vec<usize>>,
        centres: [usize; 2],
        empty: Vec<usize>,
        dark: Vec<bool>,
        seen: Vec<bool>,
        todo: Vec<usize>,
    }

    impl Fill {
        fn new(options: Options) -> Self {
            let sphere = Sphere::of(options);
            let neighbours = |point| sphere.neighbours(point).map(Point::index).collect();
            let mut dark = vec![false; sphere.len()];
            let centres = sphere.centres().map(Point::index);
            for centre in centres {
                dark[centre] = true;
            }
            Self {
                neighbours: sphere.points().iter().map(neighbours).collect(),
                centres,
                empty: Board::new(options).legal_turns().iter().map(Point::index).collect(),
                seen: dark.clone(),
                dark,
                todo: Vec::with_capacity(sphere.len()),
            }
        }

        fn share_of_light(&mut self, rng: &mut fastrand::Rng) -> f64 {
            let games = CHECKED * LANES as u32;
            let wins = (0..games).filter(|_| !self.dark_wins(rng)).count();
            wins as f64 / f64::from(games)
        }

        fn dark_wins(&mut self, rng: &mut fastrand::Rng) -> bool {
            rng.shuffle(&mut self.empty);
            for (ply, &point) in self.empty.iter().enumerate() {
                self.dark[point] = ply % 2 == 1;
            }
            let [from, to] = self.centres;
            self.seen.fill(false);
            self.seen[from] = true;
            self.todo.clear();
            self.todo.push(from);
            while let Some(point) = self.todo.pop() {
                for &next in &self.neighbours[point] {
                    if self.dark[next] && !self.seen[next] {
                        if next == to {
                            return true;
                        }
                        self.seen[next] = true;
                        self.todo.push(next);
                    }
                }
            }
            false
        }
    }
}

mod anchor {
    use carrick_engine::playouts::block::{Instructions, LANES};
    use carrick_engine::playouts::{AnchorPlayouts, Ownership};
    use carrick_engine::{PlayoutTally, Playouts};
    use carrick_games::anchor::{Board, Opening, Options, Turn};
    use carrick_games::{Board as _, Colour, TurnSet};
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};

    use super::{BATCH, CHECKED};

    const SIZES: [u8; 3] = [4, 8, 10];

    fn options(size: u8) -> Options {
        Options::new(size, Opening::Plain).unwrap()
    }

    #[divan::bench(args = SIZES)]
    fn blocks(bencher: Bencher, size: u8) {
        bench_blocks(bencher, size, Instructions::Best);
    }

    #[divan::bench(args = SIZES)]
    fn blocks_with_portable_instructions(bencher: Bencher, size: u8) {
        bench_blocks(bencher, size, Instructions::Portable);
    }

    fn bench_blocks(bencher: Bencher, size: u8, instructions: Instructions) {
        let board = Board::new(options(size));
        let mut playouts = AnchorPlayouts::with_instructions(options(size), instructions);
        let mut tally = PlayoutTally::new(playouts.slots());
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..CHECKED {
            playouts.run(&board, &mut rng, &mut tally);
        }
        let by_rules = (0..4_000).map(|_| plain_fill(&board, &mut rng).signum()).sum::<i64>();
        let (found, expected) = (tally.rate(Colour::Light), 0.5 + by_rules as f32 / 8_000.0);
        assert!((found - expected).abs() < 0.04, "White makes {found} or {expected}");
        bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
            playouts.run(&board, &mut rng, black_box(&mut tally));
        });
    }

    #[divan::bench(args = SIZES)]
    fn blocks_with_ownership(bencher: Bencher, size: u8) {
        let board = Board::new(options(size));
        let mut playouts = AnchorPlayouts::new(options(size));
        let mut tally = PlayoutTally::new(playouts.slots());
        let mut ownership = Ownership::new(playouts.slots());
        let mut rng = fastrand::Rng::with_seed(1);
        bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
            playouts.run_with_ownership(&board, &mut rng, &mut tally, black_box(&mut ownership));
        });
        // The margin is the difference in area; on a filled board, the first player has played one
        // stone more, which is a point for the second.
        let owned =
            |colour| (0..playouts.slots()).map(|slot| ownership.share(slot, colour)).sum::<f32>();
        let more = owned(Colour::Light) - owned(Colour::Dark);
        let stones = (playouts.slots() % 2) as f32;
        assert!(
            (more + stones - tally.margin(Colour::Light)).abs() < 0.01,
            "{more} {}",
            tally.margin(Colour::Light)
        );
    }

    #[divan::bench(args = SIZES)]
    fn one_fill_after_another(bencher: Bencher, size: u8) {
        let board = Board::new(options(size));
        let mut rng = fastrand::Rng::with_seed(1);
        bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
            for _ in 0..BATCH {
                black_box(plain_fill(&board, &mut rng));
            }
        });
    }

    /// Plays stones on the empty points in random order; returns White's margin by the rules'
    /// count.
    fn plain_fill(board: &Board, rng: &mut fastrand::Rng) -> i64 {
        let mut stones = [Turn::Pass; 512];
        let mut len = 0;
        for turn in board.legal_turns().iter().filter(|turn| matches!(turn, Turn::Stone(_))) {
            stones[len] = turn;
            len += 1;
        }
        rng.shuffle(&mut stones[..len]);
        let mut board = *board;
        for &turn in &stones[..len] {
            board.play_unchecked(turn);
        }
        AnchorPlayouts::light_margin_now(&board)
    }
}

//! Speed of Antipod: whole games of uniformly random turns on one core, and a comparison of methods
//! for detecting the end.
#![allow(clippy::unwrap_used)] // a panic is how a benchmark refuses to lie

fn main() {
    divan::main();
}

/// Whole games through [`Game`](carrick_games::Game), as the lab plays them.
mod games {
    use carrick_games::antipod::{Board, Options};
    use carrick_games::{Colour, Game, Outcome, TurnSet};
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};

    /// Games in one timed sample.
    const BATCH: usize = 200;

    /// Radius, number of turns, and number of White's wins in a thousand seeded games.
    const SIZES: [(u8, usize, usize); 4] =
        [(4, 38_829, 141), (6, 125_381, 243), (8, 259_631, 307), (10, 439_482, 314)];

    #[divan::bench(args = SIZES.map(|(radius, ..)| radius))]
    fn random_games(bencher: Bencher, radius: u8) {
        let options = Options::with_radius(radius).unwrap();
        assert!(SIZES.contains(&summary(options)), "the games differ from those expected");
        let mut random = fastrand::Rng::with_seed(1);
        bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
            for _ in 0..BATCH {
                black_box(play(options, &mut random));
            }
        });
    }

    pub(super) fn play(options: Options, random: &mut fastrand::Rng) -> Game<Board> {
        let mut game = Game::<Board>::new(options);
        while game.outcome().is_none() {
            let turns = game.legal_turns();
            let Some(turn) = turns.nth(random.usize(..turns.len())) else { break };
            game.play_unchecked(turn);
        }
        game
    }

    fn summary(options: Options) -> (u8, usize, usize) {
        let games = (0..1000).map(|seed| play(options, &mut fastrand::Rng::with_seed(seed)));
        games.fold((options.radius(), 0, 0), |(radius, turns, white), game| {
            let won = game.outcome().and_then(Outcome::winner) == Some(Colour::Light);
            (radius, turns + game.turns().len(), white + usize::from(won))
        })
    }
}

/// Recorded games at radius 6, replayed with different methods for finding the end.
mod finding_the_end {
    use carrick_games::antipod::{Board, Options, Point, Sphere};
    use carrick_games::{Board as _, Colour};
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};

    use super::{flood, sheet, witness};

    const GAMES: usize = 200;

    /// The end of a replayed game: the number of turns, and whether White won.
    type End = (usize, bool);

    fn compare(bencher: Bencher, find_end: impl Fn(&[Point]) -> End + Sync) {
        let mut random = fastrand::Rng::with_seed(6);
        let games: Vec<Vec<Point>> = (0..GAMES)
            .map(|_| super::games::play(Options::default(), &mut random).turns().to_vec())
            .collect();
        for game in &games {
            assert_eq!(find_end(game), chains(game));
        }
        bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
            for game in &games {
                black_box(find_end(game));
            }
        });
    }

    fn chains(game: &[Point]) -> End {
        let mut board = Board::new(Options::default());
        let mut played = 0;
        while board.outcome().is_none() {
            board.play_unchecked(game[played]);
            played += 1;
        }
        (played, board.to_move() == Colour::Dark)
    }

    /// The library's method: union-find, updated with each stone.
    #[divan::bench]
    fn chains_joined_as_played(bencher: Bencher) {
        compare(bencher, chains);
    }

    /// A flood with a queue after each stone that has at least two runs of its own colour round it.
    #[divan::bench]
    fn flood_after_joining_stones(bencher: Bencher) {
        let sphere = Sphere::of(Options::default());
        let table = flood::table(sphere);
        compare(bencher, |game| flood::end(&table, sphere, game));
    }

    /// Spreads all points of a half at the same time, as bits of a padded sheet.
    #[divan::bench]
    fn spread_bits_after_joining_stones(bencher: Bencher) {
        let sphere = Sphere::of(Options::default());
        let table = flood::table(sphere);
        let sheet = sheet::Sheet::new(sphere);
        compare(bencher, |game| sheet::end(&table, &sheet, game));
    }

    /// Detects Black's win by a flood, and White's by a witness: a path that Black could still
    /// complete, which is searched again when White plays on it.
    #[divan::bench]
    fn witness_path_renewed_when_hit(bencher: Bencher) {
        let sphere = Sphere::of(Options::default());
        let table = flood::table(sphere);
        compare(bencher, |game| witness::end(&table, sphere, game));
    }
}

/// Scalar floods over a table of neighbours.
mod flood {
    use carrick_games::antipod::{Point, Sphere};
    use carrick_games::{Colour, TurnSet};

    pub(super) const POINTS: usize = 152;
    pub(super) type Table = Vec<Vec<usize>>;
    pub(super) type Stones = [Option<Colour>; POINTS];

    pub(super) fn table(sphere: &Sphere) -> Table {
        let neighbours = |point| sphere.neighbours(point).map(Point::index).collect();
        sphere.points().iter().map(neighbours).collect()
    }

    pub(super) fn start(sphere: &Sphere) -> Stones {
        let mut stones = [None; POINTS];
        for point in sphere.centres() {
            stones[point.index()] = Some(Colour::Dark);
        }
        for point in sphere.corners() {
            stones[point.index()] = Some(Colour::Light);
        }
        stones
    }

    /// Whether a stone has at least two runs of its own colour round it.
    pub(super) fn may_join(table: &Table, stones: &Stones, at: usize) -> bool {
        let round = &table[at];
        let own = |k: usize| stones[round[k % round.len()]] == stones[at];
        (0..round.len()).filter(|&k| !own(k) && own(k + 1)).count() > 1
    }

    /// Whether the centres are joined through points that `open` allows.
    pub(super) fn joined(table: &Table, sphere: &Sphere, open: impl Fn(usize) -> bool) -> bool {
        let [from, to] = sphere.centres().map(Point::index);
        let mut seen = [false; POINTS];
        let mut todo = [0; POINTS];
        let mut len = 1;
        (seen[from], todo[0]) = (true, from);
        while len > 0 {
            len -= 1;
            for &next in &table[todo[len]] {
                if !seen[next] && open(next) {
                    if next == to {
                        return true;
                    }
                    seen[next] = true;
                    todo[len] = next;
                    len += 1;
                }
            }
        }
        false
    }

    pub(super) fn end(table: &Table, sphere: &Sphere, game: &[Point]) -> (usize, bool) {
        let mut stones = start(sphere);
        for (ply, point) in game.iter().enumerate() {
            let colour = Colour::BOTH[ply % 2];
            stones[point.index()] = Some(colour);
            if !may_join(table, &stones, point.index()) {
                continue;
            }
            let over = match colour {
                Colour::Dark => joined(table, sphere, |at| stones[at] == Some(Colour::Dark)),
                Colour::Light => !joined(table, sphere, |at| stones[at] != Some(Colour::Light)),
            };
            if over {
                return (ply + 1, colour == Colour::Light);
            }
        }
        (game.len() + 1, false)
    }
}

/// Floods that spread all points at the same time: each half is a sheet of 11 rows of 12 bits.
mod sheet {
    use carrick_games::antipod::{DrawnPlace, Half, Point, Sphere};
    use carrick_games::{Colour, TurnSet};

    use super::flood::{Table, may_join, start};

    const WIDTH: u32 = 12;
    type Half3 = [u64; 3];

    fn spread(from: Half3, open: Half3) -> Half3 {
        let mut to = from;
        for by in [1, WIDTH, WIDTH + 1] {
            for word in 0..3 {
                to[word] |= from[word] << by | from[word] >> by;
                if word > 0 {
                    to[word] |= from[word - 1] >> (64 - by);
                    to[word - 1] |= from[word] << (64 - by);
                }
            }
        }
        [0, 1, 2].map(|word| to[word] & open[word])
    }

    fn bit(site: DrawnPlace) -> (usize, u64) {
        let at = u32::from(site.row - 1) * WIDTH + u32::from(site.column - 1);
        (at as usize / 64, 1 << (at % 64))
    }

    /// The bits of a point on each half; they have the same position on both. `None` on a half that
    /// doesn't show the point.
    fn bits(sphere: &Sphere, point: Point) -> [Option<(usize, u64)>; 2] {
        let Some(site) = sphere.site(point) else { return [None; 2] };
        Half::BOTH.map(|half| (sphere.is_rim(point) || site.half == half).then(|| bit(site)))
    }

    /// The bits of every point, computed once.
    pub(super) struct Sheet {
        sphere: &'static Sphere,
        bits: Vec<[Option<(usize, u64)>; 2]>,
    }

    impl Sheet {
        pub(super) fn new(sphere: &'static Sphere) -> Self {
            Self { sphere, bits: sphere.points().iter().map(|point| bits(sphere, point)).collect() }
        }
    }

    fn put(on: &mut [Half3; 2], bits: [Option<(usize, u64)>; 2], value: bool) {
        for (half, bit) in on.iter_mut().zip(bits) {
            if let Some((word, bit)) = bit {
                half[word] = if value { half[word] | bit } else { half[word] & !bit };
            }
        }
    }

    fn joined(open: &[Half3; 2], rim: Half3, centre: (usize, u64)) -> bool {
        let mut seen = [[0; 3]; 2];
        seen[0][centre.0] |= centre.1;
        loop {
            let mut next = [spread(seen[0], open[0]), spread(seen[1], open[1])];
            for word in 0..3 {
                let shared = (next[0][word] | next[1][word]) & rim[word];
                next[0][word] |= shared | seen[0][word];
                next[1][word] |= shared | seen[1][word];
            }
            if next[1][centre.0] & centre.1 != 0 {
                return true;
            }
            if next == seen {
                return false;
            }
            seen = next;
        }
    }

    pub(super) fn end(table: &Table, sheet: &Sheet, game: &[Point]) -> (usize, bool) {
        let sphere = sheet.sphere;
        let mut stones = start(sphere);
        let mut black = [[0; 3]; 2];
        let mut not_white = [[0; 3]; 2];
        let mut rim = [[0; 3]; 2];
        let centre = bit(sphere.site(sphere.centres()[0]).unwrap());
        for point in sphere.points().iter() {
            let bits = sheet.bits[point.index()];
            put(&mut black, bits, stones[point.index()] == Some(Colour::Dark));
            put(&mut not_white, bits, stones[point.index()] != Some(Colour::Light));
            put(&mut rim, bits, sphere.is_rim(point));
        }
        for (ply, &point) in game.iter().enumerate() {
            let colour = Colour::BOTH[ply % 2];
            stones[point.index()] = Some(colour);
            match colour {
                Colour::Dark => put(&mut black, sheet.bits[point.index()], true),
                Colour::Light => put(&mut not_white, sheet.bits[point.index()], false),
            }
            if !may_join(table, &stones, point.index()) {
                continue;
            }
            let over = match colour {
                Colour::Dark => joined(&black, rim[0], centre),
                Colour::Light => !joined(&not_white, rim[0], centre),
            };
            if over {
                return (ply + 1, colour == Colour::Light);
            }
        }
        (game.len() + 1, false)
    }
}

/// A path that Black could still complete. If there is none, White has won.
mod witness {
    use carrick_games::Colour;
    use carrick_games::antipod::{Point, Sphere};

    use super::flood::{POINTS, Table, joined, may_join, start};

    pub(super) fn end(table: &Table, sphere: &Sphere, game: &[Point]) -> (usize, bool) {
        let mut stones = start(sphere);
        let Some(mut path) = path_through(table, sphere, |_| true) else { return (0, true) };
        for (ply, point) in game.iter().enumerate() {
            let colour = Colour::BOTH[ply % 2];
            let at = point.index();
            stones[at] = Some(colour);
            if colour == Colour::Dark {
                if may_join(table, &stones, at)
                    && joined(table, sphere, |at| stones[at] == Some(Colour::Dark))
                {
                    return (ply + 1, false);
                }
            } else if path[at] {
                let open = |at: usize| stones[at] != Some(Colour::Light);
                match path_through(table, sphere, open) {
                    Some(other) => path = other,
                    None => return (ply + 1, true),
                }
            }
        }
        (game.len() + 1, false)
    }

    fn path_through(
        table: &Table,
        sphere: &Sphere,
        open: impl Fn(usize) -> bool,
    ) -> Option<[bool; POINTS]> {
        let [from, to] = sphere.centres().map(Point::index);
        let mut before = [usize::MAX; POINTS];
        let mut queue = [from; POINTS];
        let (mut head, mut tail) = (0, 1);
        before[from] = from;
        while head < tail && before[to] == usize::MAX {
            for &next in &table[queue[head]] {
                if before[next] == usize::MAX && open(next) {
                    before[next] = queue[head];
                    queue[tail] = next;
                    tail += 1;
                }
            }
            head += 1;
        }
        let mut path = [false; POINTS];
        let mut at = to;
        while at != from {
            if before[at] == usize::MAX {
                return None;
            }
            path[at] = true;
            at = before[at];
        }
        Some(path)
    }
}

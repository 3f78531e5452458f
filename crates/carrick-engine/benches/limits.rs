//! Stop latency, overshoot and thread scaling of searches, for every game at its usual size and its
//! largest. The searches follow a game as in a match.
//!
//! The engine has no clock. Divan times a search that is told to stop on its first question: the
//! minimum time of a turn. This file's own clock measures everything else and prints it first.

#![expect(clippy::print_stdout, reason = "a table of figures is what this program is for")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use carrick_engine::{AnyEngine, Limits, Memory};
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use divan::Bencher;

/// Time that searches run before they are stopped.
const SPAN: Duration = Duration::from_millis(40);

/// How much to measure: everything for `cargo bench`; a test only checks that it runs.
#[derive(Clone, Copy)]
struct Effort {
    /// Number of measurements of each time.
    times: u32,
    /// How long searches run whose tree may fill its memory, and how long nodes are counted.
    long: Duration,
}

impl Effort {
    fn asked_for() -> Self {
        match std::env::args().any(|word| word == "--bench") {
            true => Self { times: 25, long: Duration::from_secs(3) },
            false => Self { times: 2, long: SPAN },
        }
    }
}

const BOARDS: [(GameKind, &str); 8] = [
    (GameKind::Ankor, ""),
    (GameKind::Ankor, "-size=10"),
    (GameKind::Boche, ""),
    (GameKind::Boche, "-size=10"),
    (GameKind::Antipod, ""),
    (GameKind::Antipod, "-radius=10"),
    (GameKind::Anchor, ""),
    (GameKind::Anchor, "-size=10"),
];

fn main() {
    let effort = Effort::asked_for();
    println!(
        "{:19} threads  after the stop: most, mean    over time: most, mean  over {:4.2} s    nodes/s",
        "board",
        effort.long.as_secs_f64()
    );
    for (kind, options) in BOARDS {
        let board = format!("{} {options}", kind.title());
        let [one, two] = [1, 2].map(|threads| {
            let stopped =
                measured(kind, options, effort, |game, engine| stop_latency(game, engine, threads));
            let over = measured(kind, options, effort, |game, engine| {
                overshoot(game, engine, threads, SPAN)
            });
            let start = game(kind, options, &mut fastrand::Rng::with_seed(7));
            let long = overshoot(
                &start,
                &mut AnyEngine::new(&start, 1, Memory::default()),
                threads,
                effort.long,
            );
            let nodes = nodes_per_second(&start, threads, effort.long);
            println!(
                "{board:19} {threads:7} {stopped} {over} {:8.2} ms {nodes:10.0}",
                1e3 * long.as_secs_f64()
            );
            nodes
        });
        println!("{board:19} scales by {:.2}", two / one);
    }
    divan::main();
}

/// A game after some turns, where there is enough to think about.
fn game(kind: GameKind, options: &str, random: &mut fastrand::Rng) -> AnyGame {
    let words: Vec<&str> = options.split_whitespace().collect();
    let options =
        AnyOptions::parse(kind, &words, SizeLimits::Challenge).expect("these are options");
    let game = (0..12).fold(AnyGame::new(options), |game, _| after_a_turn(&game, random));
    assert!(game.outcome().is_none());
    game
}

fn after_a_turn(game: &AnyGame, random: &mut fastrand::Rng) -> AnyGame {
    let legal = game.legal();
    let turn = random.choice(&legal).expect("the game is not over");
    game.clone().play_text(turn).expect("the turn is legal")
}

/// Checks that a search has found a playable turn.
fn check(game: &AnyGame, engine: &mut AnyEngine, limits: Limits<'_>) -> u64 {
    let thought = engine.think(limits);
    assert!(thought.best().is_some_and(|turn| game.check_text(turn).is_ok()));
    assert!(thought.nodes <= limits.nodes);
    thought.nodes
}

/// The longest and the mean time, in milliseconds, of a search that follows games from turn to
/// turn.
fn measured(
    kind: GameKind,
    options: &str,
    Effort { times: count, .. }: Effort,
    time: impl Fn(&AnyGame, &mut AnyEngine) -> Duration,
) -> String {
    let mut random = fastrand::Rng::with_seed(7);
    let mut position = game(kind, options, &mut random);
    let mut engine = AnyEngine::new(&position, 1, Memory::default());
    let mut times = Vec::new();
    for _ in 0..count {
        times.push(time(&position, &mut engine));
        position = after_a_turn(&position, &mut random);
        if position.outcome().is_some() {
            position = game(kind, options, &mut random);
        }
        engine.follow(&position);
    }
    let most = times.iter().max().copied().unwrap_or_default();
    let mean = times.iter().sum::<Duration>() / count;
    let ms = |time: Duration| 1000.0 * time.as_secs_f64();
    format!("{:10.2} {:10.2} ms", ms(most), ms(mean))
}

/// Stop latency: the time from the request to stop until the search has returned.
fn stop_latency(game: &AnyGame, engine: &mut AnyEngine, threads: usize) -> Duration {
    let stopped = AtomicBool::new(false);
    let stop = || stopped.load(Ordering::Relaxed);
    let limits = Limits { nodes: u64::MAX, stop: &stop, threads };
    std::thread::scope(|scope| {
        let said = scope.spawn(|| {
            std::thread::sleep(SPAN);
            stopped.store(true, Ordering::Relaxed);
            Instant::now()
        });
        check(game, engine, limits);
        let returned = Instant::now();
        said.join().map_or(Duration::ZERO, |said| returned.saturating_duration_since(said))
    })
}

/// Overshoot: the time by which a search with a clock exceeds its limit.
fn overshoot(game: &AnyGame, engine: &mut AnyEngine, threads: usize, span: Duration) -> Duration {
    let start = Instant::now();
    let stop = || start.elapsed() >= span;
    check(game, engine, Limits { nodes: u64::MAX, stop: &stop, threads });
    start.elapsed().saturating_sub(span)
}

fn nodes_per_second(game: &AnyGame, threads: usize, span: Duration) -> f64 {
    let mut engine = AnyEngine::new(game, 1, Memory::default());
    let start = Instant::now();
    let stop = || start.elapsed() >= span;
    let nodes = check(game, &mut engine, Limits { nodes: u64::MAX, stop: &stop, threads });
    nodes as f64 / start.elapsed().as_secs_f64()
}

/// The minimum time of a turn: a search that is stopped on its first question.
#[divan::bench(args = GameKind::ALL)]
fn stopped_at_once(bencher: Bencher<'_, '_>, kind: GameKind) {
    let game = game(kind, "", &mut fastrand::Rng::with_seed(7));
    let limits = Limits { nodes: u64::MAX, stop: &|| true, threads: 1 };
    bencher.bench_local(|| {
        assert_eq!(check(&game, &mut AnyEngine::new(&game, 1, Memory::default()), limits), 0)
    });
}

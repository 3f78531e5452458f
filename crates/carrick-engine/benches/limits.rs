//! How soon a search stops, how far it goes over its time, and what a second thread adds, for every game at
//! its usual size.
//!
//! The engine has no clock. What is timed by divan is a search that is told to stop when it first asks:
//! the least that a turn takes. What happens later is timed by the clock of this file and told before.

#![expect(clippy::print_stdout, reason = "a table of figures is what this program is for")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use carrick_engine::{Engine, Limits};
use carrick_games::{AnyGame, AnyOptions, GameKind, Limits as Sizes};
use divan::Bencher;

/// How long searches run before they are stopped.
const SPAN: Duration = Duration::from_millis(40);

/// How often each is repeated.
const TIMES: u32 = 25;

fn main() {
    println!("game      threads  after the stop: most, mean    over time: most, mean    nodes/s");
    for kind in GameKind::ALL {
        let [one, two] = [1, 2].map(|threads| {
            let stopped = measured(kind, threads, stop_latency);
            let over = measured(kind, threads, overshoot);
            let nodes = nodes_per_second(kind, threads);
            println!("{:8} {threads:8} {stopped} {over} {nodes:12.0}", kind.title());
            nodes
        });
        println!("{:8} scales by {:.2}", kind.title(), two / one);
    }
    divan::main();
}

/// A game some turns on, where there is enough to think about.
fn game(kind: GameKind) -> AnyGame {
    let options = AnyOptions::parse(kind, &[], Sizes::Challenge).expect("the usual options");
    let mut random = fastrand::Rng::with_seed(7);
    let mut game = AnyGame::new(options);
    for _ in 0..12 {
        let legal = game.legal();
        let turn = random.choice(&legal).expect("the game is not over");
        game = game.play_text(turn).expect("the turn is legal");
    }
    assert!(game.outcome().is_none());
    game
}

/// A search must have found a turn that may be played.
fn check(game: &AnyGame, engine: &mut Engine, limits: Limits<'_>) -> u64 {
    let thought = engine.think(limits);
    assert!(thought.best().is_some_and(|turn| game.check_text(turn).is_ok()));
    assert!(thought.nodes <= limits.nodes);
    thought.nodes
}

/// The longest and the mean of some times, in milliseconds.
fn measured(kind: GameKind, threads: usize, time: impl Fn(&AnyGame, usize) -> Duration) -> String {
    let game = game(kind);
    let times: Vec<Duration> = (0..TIMES).map(|_| time(&game, threads)).collect();
    let most = times.iter().max().copied().unwrap_or_default();
    let mean = times.iter().sum::<Duration>() / TIMES;
    let ms = |time: Duration| 1000.0 * time.as_secs_f64();
    format!("{:10.2} {:10.2} ms", ms(most), ms(mean))
}

/// From the moment at which somebody says stop until the search has returned.
fn stop_latency(game: &AnyGame, threads: usize) -> Duration {
    let mut engine = Engine::new(game, 1);
    let stopped = AtomicBool::new(false);
    let stop = || stopped.load(Ordering::Relaxed);
    let limits = Limits { nodes: u64::MAX, stop: &stop, threads };
    std::thread::scope(|scope| {
        let said = scope.spawn(|| {
            std::thread::sleep(SPAN);
            stopped.store(true, Ordering::Relaxed);
            Instant::now()
        });
        check(game, &mut engine, limits);
        let returned = Instant::now();
        said.join().map_or(Duration::ZERO, |said| returned.saturating_duration_since(said))
    })
}

/// By how much a search with a clock goes over its time.
fn overshoot(game: &AnyGame, threads: usize) -> Duration {
    let mut engine = Engine::new(game, 1);
    let start = Instant::now();
    let stop = || start.elapsed() >= SPAN;
    check(game, &mut engine, Limits { nodes: u64::MAX, stop: &stop, threads });
    start.elapsed().saturating_sub(SPAN)
}

fn nodes_per_second(kind: GameKind, threads: usize) -> f64 {
    let game = game(kind);
    let mut engine = Engine::new(&game, 1);
    let start = Instant::now();
    let stop = || start.elapsed() >= Duration::from_secs(1);
    let nodes = check(&game, &mut engine, Limits { nodes: u64::MAX, stop: &stop, threads });
    nodes as f64 / start.elapsed().as_secs_f64()
}

/// The least that a turn takes: a search that is stopped when it first asks.
#[divan::bench(args = GameKind::ALL)]
fn stopped_at_once(bencher: Bencher<'_, '_>, kind: GameKind) {
    let game = game(kind);
    let limits = Limits { nodes: u64::MAX, stop: &|| true, threads: 1 };
    bencher.bench_local(|| assert_eq!(check(&game, &mut Engine::new(&game, 1), limits), 0));
}

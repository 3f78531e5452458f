//! Random games of Ankor from the empty board, in the engine and by the rules, in turns per second.

use carrick_engine::AlphaBeta;
use carrick_engine::Limits;
use carrick_engine::playouts::{AnkorPlayouts, PlayoutLength};
use carrick_engine::{Memory, PlayoutTally, Playouts};
use carrick_games::ankor::{Board, Options};
use carrick_games::{Board as _, Colour, Game, GameOptions, SizeLimits, TurnSet};
use divan::Bencher;
use divan::counter::ItemsCount;

const BATCHES: u64 = 20;

fn main() {
    // Checks the games before timing them: each colour makes about half of all points, and the
    // games are as long as by the rules.
    let turns = fast(options(6), 64) as f64 / f64::from(tally(options(6), 64).games());
    let by_the_rules =
        (0..500).map(|seed| by_the_rules(options(6), seed)).sum::<usize>() as f64 / 500.0;
    assert!((turns / by_the_rules - 1.0).abs() < 0.1, "{turns} turns, {by_the_rules} by the rules");
    let rate = tally(options(6), 64).rate(Colour::Light);
    assert!((rate - 0.5).abs() < 0.1, "{rate}");
    divan::main();
}

fn options(size: u8) -> Options {
    let size = format!("-size={size}");
    Options::parse(&[&size], SizeLimits::Scripts).unwrap_or_default()
}

fn tally(options: Options, batches: u64) -> PlayoutTally {
    let mut playouts = AnkorPlayouts::with_length(options, PlayoutLength::Whole);
    let mut tally = PlayoutTally::new(playouts.slots());
    let board = Board::new(options);
    let mut random = fastrand::Rng::with_seed(1);
    (0..batches).for_each(|_| playouts.run(&board, &mut random, &mut tally));
    tally
}

/// Number of turns in some batches.
fn fast(options: Options, batches: u64) -> u64 {
    let mut playouts = AnkorPlayouts::with_length(options, PlayoutLength::Whole);
    let mut tally = PlayoutTally::new(playouts.slots());
    let board = Board::new(options);
    let mut random = fastrand::Rng::with_seed(1);
    (0..batches).for_each(|_| playouts.run(&board, &mut random, &mut tally));
    playouts.turns()
}

/// Number of turns of a random game by the rules.
fn by_the_rules(options: Options, seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::<Board>::new(options);
    while game.outcome().is_none() {
        let turns = game.legal_turns();
        let Some(turn) = turns.nth(random.usize(..turns.len())) else { break };
        game.play_unchecked(turn);
    }
    game.turns().len()
}

#[divan::bench(args = [4, 6, 8, 10])]
fn playouts(bencher: Bencher<'_, '_>, size: u8) {
    let options = options(size);
    bencher.counter(ItemsCount::new(fast(options, BATCHES))).bench(|| fast(options, BATCHES));
}

#[divan::bench(args = [4, 6, 8, 10])]
fn rules(bencher: Bencher<'_, '_>, size: u8) {
    let options = options(size);
    let games = || (0..100).map(|seed| by_the_rules(options, seed)).sum::<usize>();
    bencher.counter(ItemsCount::new(games())).bench(games);
}

/// Batches of games that are cut off after some turns, in games per second.
#[divan::bench(args = [4, 8, 16])]
fn cut_off(bencher: Bencher<'_, '_>, turns: u16) {
    let options = options(6);
    let mut playouts = AnkorPlayouts::with_length(options, PlayoutLength::Cut { turns });
    let mut tally = PlayoutTally::new(playouts.slots());
    let board = Board::new(options);
    let mut random = fastrand::Rng::with_seed(1);
    (0..BATCHES).for_each(|_| playouts.run(&board, &mut random, &mut tally));
    bencher.counter(ItemsCount::new(16_u32)).bench_local(|| {
        playouts.run(&board, &mut random, &mut tally);
    });
    assert!(playouts.turns() <= u64::from(tally.games()) * u64::from(turns));
    assert!((tally.rate(Colour::Light) - 0.5).abs() < 0.2, "{}", tally.rate(Colour::Light));
}

/// Alpha-beta, in nodes per second.
#[divan::bench(args = [4, 6, 8, 10])]
fn alpha_beta(bencher: Bencher<'_, '_>, size: u8) {
    let mut game = Game::<Board>::new(options(size));
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..usize::from(size) * 4 {
        let turns = game.legal_turns();
        if let Some(turn) = turns.nth(random.usize(..turns.len())) {
            game.play_unchecked(turn);
        }
    }
    bencher.counter(ItemsCount::new(2000_u32)).bench_local(|| {
        let report = AlphaBeta::new(&game, 1, Memory::TABLE).run(&game, Limits::nodes(2000));
        assert_eq!((report.nodes, report.proved), (2000, None));
        report
    });
}

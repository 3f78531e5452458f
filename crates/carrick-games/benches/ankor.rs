//! Uniformly random games of Ankor on one core, through the public `Game`.

use carrick_games::ankor::{Board, Options};
use carrick_games::{Colour, DrawBy, Game, GameOptions, Outcome, SizeLimits, TurnSet};
use divan::Bencher;
use divan::counter::ItemsCount;

const GAMES: u64 = 200;

fn main() {
    assert_games();
    divan::main();
}

fn options(size: u8) -> Options {
    let size = format!("-size={size}");
    Options::parse(&[&size], SizeLimits::Scripts).unwrap_or_default()
}

fn play(options: Options, seed: u64) -> Game<Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::<Board>::new(options);
    while game.outcome().is_none() {
        let turns = game.legal_turns();
        let Some(turn) = turns.nth(random.usize(..turns.len())) else { break };
        game.play_unchecked(turn);
    }
    game
}

/// The totals of `GAMES` seeded games: turns, wins of O, wins of X, draws by repetition, by lack of
/// progress and by passes.
fn tally(options: Options) -> [usize; 6] {
    let mut tally = [0; 6];
    for seed in 0..GAMES {
        let game = play(options, seed);
        tally[0] += game.turns().len();
        tally[match game.outcome() {
            Some(Outcome::Win { winner: Colour::Light, .. }) => 1,
            Some(Outcome::Win { winner: Colour::Dark, .. }) => 2,
            Some(Outcome::Draw(DrawBy::Repetition)) => 3,
            Some(Outcome::Draw(DrawBy::NoProgress)) => 4,
            _ => 5,
        }] += 1;
    }
    tally
}

/// Checks the totals, so that a changed rule is noticed before any time is measured.
fn assert_games() {
    assert_eq!(tally(options(6)), [70254, 51, 70, 0, 79, 0]);
}

/// Turns per second, measured over whole games.
#[divan::bench(args = [4, 6, 8, 10])]
fn random_turns(bencher: Bencher<'_, '_>, size: u8) {
    let options = options(size);
    let turns: usize = (0..GAMES).map(|seed| play(options, seed).turns().len()).sum();
    bencher
        .counter(ItemsCount::new(turns))
        .bench(|| (0..GAMES).map(|seed| play(options, seed).turns().len()).sum::<usize>());
}

/// Games per second.
#[divan::bench(args = [4, 6, 8, 10])]
fn random_games(bencher: Bencher<'_, '_>, size: u8) {
    let options = options(size);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench(|| (0..GAMES).filter(|&seed| play(options, seed).outcome().is_some()).count());
}

/// A random choice from the set of turns by index, and the same by iterating: shows why `nth` does
/// not iterate.
#[divan::bench(args = [false, true])]
fn pick(bencher: Bencher<'_, '_>, by_walking: bool) {
    let game = play(options(6), 1).at(60);
    let turns = game.legal_turns();
    let mut random = fastrand::Rng::with_seed(1);
    bencher.bench_local(|| {
        let index = random.usize(..turns.len());
        if by_walking { turns.iter().nth(index) } else { turns.nth(index) }
    });
}

/// Finding all legal turns in the middle of a game.
#[divan::bench(args = [4, 6, 8, 10])]
fn legal_turns(bencher: Bencher<'_, '_>, size: u8) {
    let game = play(options(size), 1).at(60);
    bencher.bench_local(|| game.legal_turns());
}

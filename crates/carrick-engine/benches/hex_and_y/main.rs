//! Hex and Y with 11 points per side, with the blocks and one game after another: other programs
//! also play these two games, so `scripts/against_openspiel.py` can compare.
//!
//! Prints a JSON object per line: the mean number of stones of a random game, and the fastest and
//! the median of thirty samples of random games and of fills per second, on one core.
#![allow(clippy::print_stdout)] // what it is for

mod board;
mod chains;
mod fills;

use std::hint::black_box;
use std::time::Instant;

use board::Board;
use chains::Chains;
use fills::Fills;

const SIZE: usize = 11;

fn main() {
    report(&Board::hex(SIZE), "hex", 107.5);
    report(&Board::y(SIZE), "y", 58.7);
}

/// Checks and measures one game, and prints the figures.
fn report(board: &Board, name: &str, expected_length: f64) {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut chains = Chains::new(board);
    let mut fills = Fills::new(board);
    let length = mean_length(&mut chains, &mut rng);
    assert!((length - expected_length).abs() < 0.5, "{name}: {length} stones a game");
    fills.check(&mut chains, &mut rng);
    let games = rates(1_000, || {
        for _ in 0..1_000 {
            black_box(chains.play(&mut rng));
        }
    });
    let fills = rates(10 * fills::GAMES, || {
        for _ in 0..10 {
            black_box(fills.run(&mut rng));
        }
    });
    println!(
        "{{\"game\": \"{name}\", \"size\": {SIZE}, \"mean_length\": {length:.1}, \
         \"games_per_s\": {:.0}, \"games_per_s_median\": {:.0}, \
         \"fills_per_s\": {:.0}, \"fills_per_s_median\": {:.0}}}",
        games.0, games.1, fills.0, fills.1
    );
}

fn mean_length(chains: &mut Chains, rng: &mut fastrand::Rng) -> f64 {
    const GAMES: usize = 100_000;
    let stones: usize = (0..GAMES).map(|_| chains.play(rng)).sum();
    stones as f64 / GAMES as f64
}

/// The maximum and the median number of items per second, from thirty samples.
fn rates(items: usize, mut sample: impl FnMut()) -> (f64, f64) {
    let mut rates: Vec<f64> = (0..30)
        .map(|_| {
            let start = Instant::now();
            sample();
            items as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    (rates[29], rates[15])
}

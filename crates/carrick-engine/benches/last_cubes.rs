//! How many of the last cubes of Boche can be solved, and how long it takes. This file has its own
//! clock, because the solver has none.

#![expect(clippy::print_stdout, reason = "a table of figures is what this program is for")]

use std::time::{Duration, Instant};

use carrick_engine::EndSolver as _;
use carrick_engine::LastCubes;
use carrick_games::boche::{Board, Options};
use carrick_games::{Game, GameOptions as _, SizeLimits, TurnSet as _};

/// Memory of the solver's table, in bytes.
const MEMORY: usize = 64 << 20;

/// Number of positions to solve, and maximum time for each: for `cargo bench`, and for a test,
/// which only checks that it runs.
fn effort() -> (usize, Duration) {
    match std::env::args().any(|word| word == "--bench") {
        true => (20, Duration::from_secs(2)),
        false => (1, Duration::from_millis(20)),
    }
}

fn main() {
    let (count, most) = effort();
    println!(
        "size  left  solved of {count}   mean time  most time  median positions  positions/s  its table"
    );
    for size in [4, 5, 6] {
        for left in [6, 8, 9, 10, 11, 12, 13, 14] {
            let solved = measure(size, left, count, most);
            if solved * 4 < count {
                break;
            }
        }
    }
}

/// Solves positions after random turns, prints a row, and returns how many were solved.
fn measure(size: u8, left: usize, count: usize, most: Duration) -> usize {
    let word = format!("-size={size}");
    let options = Options::parse(&[word.as_str()], SizeLimits::Challenge).unwrap_or_default();
    let mut random = fastrand::Rng::with_seed(u64::from(size));
    let (mut times, mut looked_at) = (Vec::new(), Vec::new());
    let (mut all, mut spent, mut tables) = (0, Duration::ZERO, Duration::ZERO);
    for _ in 0..count {
        let board = board_with_left(options, left, &mut random);
        let mut solver = LastCubes::new(options, MEMORY);
        // A game creates its table for the first position that is stored; its time is measured
        // separately from the search.
        let start = Instant::now();
        solver.solve(&board, 1, &|| false);
        tables += start.elapsed();
        let start = Instant::now();
        let solved = solver.solve(&board, u32::MAX, &|| start.elapsed() > most);
        let time = start.elapsed();
        (all, spent) = (all + u64::from(solver.looked_at()), spent + time);
        if solved.is_some() {
            times.push(time);
            looked_at.push(solver.looked_at());
        }
    }
    looked_at.sort_unstable();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
    println!(
        "{size:4}  {left:4}  {:12}  {:7.1} ms  {:6.1} ms  {:16}  {:11.0}  {:6.1} ms",
        times.len(),
        milliseconds(mean),
        milliseconds(times.iter().max().copied().unwrap_or_default()),
        looked_at.get(looked_at.len() / 2).copied().unwrap_or_default(),
        all as f64 / spent.as_secs_f64(),
        milliseconds(tables / count.max(1) as u32)
    );
    times.len()
}

/// A board after random turns with a number of cubes left to place.
fn board_with_left(options: Options, left: usize, random: &mut fastrand::Rng) -> Board {
    loop {
        let mut game = Game::<Board>::new(options);
        let empty = |board: &Board| {
            board.lattice().ids().filter(|&id| board.rotation(id).is_none()).count()
        };
        while game.outcome().is_none() && empty(game.board()) > left {
            let turns = game.legal_turns();
            if let Some(turn) = turns.nth(random.usize(..turns.len())) {
                game.play_unchecked(turn);
            }
        }
        if game.outcome().is_none() {
            return *game.board();
        }
    }
}

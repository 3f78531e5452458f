//! Shares of positions of solved boards whose value each level keeps: the rows of
//! `docs/exactness.csv`, which `carrick-lab strength` turns into a table.
//!
//!     cargo run --release -p carrick-lab --example exactness -- 300 "ankor -size=4" ...
//!
//! A position comes from a random ply of a game of random turns; positions in which every turn
//! keeps the value are left out. All levels get the same positions. The ninth has a number of nodes
//! that takes about 0.1 s, and no table.

use std::error::Error;
use std::io::{self, Write as _};

use carrick_engine::tables::{AnyTable, ExactScore, Solution};
use carrick_engine::{AnyPlayer, Level, Limits, Memory, node_microseconds};
use carrick_games::{AnyGame, AnyOptions, SizeLimits};
use carrick_lab::stats::wilson;

/// Time of the ninth level, in microseconds.
const MICROSECONDS: u64 = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let positions: u64 = words.next().ok_or("a number of positions is expected")?.parse()?;
    let mut out = io::stdout();
    writeln!(out, "board,level,kept,positions,share,low,high")?;
    for board in words {
        let mut words = board.split_whitespace();
        let kind = words.next().ok_or("a board is expected")?.parse()?;
        let words: Vec<&str> = words.collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Scripts)?;
        let mut table = AnyTable::new(options).ok_or("that board is not solved")?;
        while !table.is_complete() {
            table.advance()?;
        }
        let mut random = fastrand::Rng::with_seed(1);
        let mut drawn = Vec::new();
        while (drawn.len() as u64) < positions {
            drawn.extend(position(options, &table, &mut random));
        }
        let nodes = MICROSECONDS / node_microseconds(options);
        for (number, level) in (1..=9).filter_map(|number| Some((number, Level::new(number)?))) {
            let kept = drawn.iter().zip(1..).filter(|((game, solution), seed)| {
                let mut player = AnyPlayer::new(game, level, *seed, Memory::default());
                let choice = player.choose(game, Limits::nodes(nodes));
                choice.is_some_and(|choice| keeps(solution, &choice.turn))
            });
            let kept = kept.count();
            let share = wilson(kept as f64, positions).ok_or("no position")?;
            let (value, low, high) = (share.value, share.low, share.high);
            writeln!(out, "{board},{number},{kept},{positions},{value:.4},{low:.4},{high:.4}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// A position of a random game in which a turn can throw the value away.
fn position(
    options: AnyOptions,
    table: &AnyTable,
    random: &mut fastrand::Rng,
) -> Option<(AnyGame, Solution)> {
    let mut game = AnyGame::new(options);
    while game.outcome().is_none() {
        let turns = game.legal();
        game = game.play_text(&turns[random.usize(..turns.len())]).ok()?;
    }
    let game = game.at(random.usize(..game.ply()));
    let solution = table.solution(&game).ok()?;
    solution.score?;
    let is_open = solution.turns.iter().any(|solved| !keeps(&solution, &solved.turn));
    is_open.then_some((game, solution))
}

/// Whether a turn keeps the value, points included in games of points.
fn keeps(solution: &Solution, turn: &str) -> bool {
    let value = |score: Option<ExactScore>| score.map(|score| (score.value, score.margin));
    let played = solution.turns.iter().find(|solved| solved.turn == turn);
    played.is_some_and(|solved| value(solved.score) == value(solution.score))
}

//! Measures reviews: how many seconds a game takes, and how many turning points a longer search
//! confirms.
//!
//! `cargo run --release -p carrick-coach --example reviews -- 10 ankor boche` plays ten games of
//! each named game (or of all games if you name none) between levels of the computer on the usual
//! board. It reviews each one with the usual budget and with eight times as much. With `--once` it
//! makes and times only the usual review.
#![allow(clippy::print_stdout, reason = "a measurement prints its figures")]

mod timing;

use std::time::Duration;

use carrick_coach::review::{Review, ReviewBudget, Times, View};
use carrick_engine::{AnyPlayer, Level, Limits, Memory};
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use timing::processor_time;

/// Levels that play each other: close enough that games turn, and far enough from perfect.
const LEVELS: [&str; 4] = ["level4", "level5", "level6", "level3"];

/// Number of turns after which a game counts as a draw.
const MOST_TURNS: usize = 300;

/// Sums over the games of a kind.
#[derive(Default)]
struct Sums {
    games: usize,
    turns: usize,
    once: Duration,
    longest: Duration,
    more: Duration,
    points: [usize; 2],
    found: usize,
    near: usize,
    last: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut games = 10;
    let mut kinds = Vec::new();
    let mut once = false;
    for word in std::env::args().skip(1) {
        match (word.parse::<u64>(), word.parse::<GameKind>()) {
            (Ok(number), _) => games = number,
            (_, Ok(kind)) => kinds.push(kind),
            _ if word == "--once" => once = true,
            _ => return Err(format!("{word} is neither a number nor a game").into()),
        }
    }
    if kinds.is_empty() {
        kinds = GameKind::ALL.into();
    }
    for kind in kinds {
        let mut sums = Sums::default();
        for seed in 0..games {
            measure(kind, seed, once, &mut sums)?;
        }
        tell(kind, &sums, once);
    }
    Ok(())
}

/// Plays and reviews one game.
fn measure(
    kind: GameKind,
    seed: u64,
    once: bool,
    sums: &mut Sums,
) -> Result<(), Box<dyn std::error::Error>> {
    let game = played(kind, seed)?;
    let begun = processor_time();
    let usual = reviewed(&game, Times::ONE, seed)?;
    let took = processor_time() - begun;
    sums.games += 1;
    sums.turns += game.ply();
    sums.once += took;
    sums.longest = sums.longest.max(took);
    println!(
        "{kind} {seed}: {} turns, {:.1} s: {}",
        game.ply(),
        took.as_secs_f64(),
        usual.summary(View::Onlooker)
    );
    if once {
        return Ok(());
    }
    let begun = processor_time();
    let longer = reviewed(&game, Times::MOST, seed)?;
    sums.more += processor_time() - begun;
    let turns = |review: &Review| -> Vec<usize> {
        review.turning_points.iter().map(|point| point.ply).collect()
    };
    let (few, many) = (turns(&usual), turns(&longer));
    println!("    {few:?} {many:?}: {}", longer.summary(View::Onlooker));
    sums.points[0] += few.len();
    sums.points[1] += many.len();
    sums.found += few.iter().filter(|ply| many.contains(ply)).count();
    let near = |ply: usize| many.iter().any(|&other| other.abs_diff(ply) <= 2);
    sums.near += few.iter().filter(|&&ply| near(ply)).count();
    sums.last += usize::from(few.last() == many.last());
    Ok(())
}

/// A game between two levels.
fn played(kind: GameKind, seed: u64) -> Result<AnyGame, Box<dyn std::error::Error>> {
    let mut game = AnyGame::new(AnyOptions::parse(kind, &[], SizeLimits::Challenge)?);
    let level = |seat: u64| LEVELS[((seed + seat) % LEVELS.len() as u64) as usize].parse::<Level>();
    let mut players = [0, 1].map(|seat| (level(seat), seed * 2 + seat)).map(|(level, seed)| {
        level.map(|level| AnyPlayer::new(&game, level, seed, Memory::default()))
    });
    while let Some(seat) = game.seat_to_move().filter(|_| game.ply() < MOST_TURNS) {
        let player = players[seat.index()].as_mut().map_err(|error| *error)?;
        let Some(choice) = player.choose(&game, Limits::nodes(u64::MAX)) else { break };
        game = game.play_text(&choice.turn).map_err(|error| error.reason.to_string())?;
    }
    Ok(game)
}

fn reviewed(game: &AnyGame, times: Times, seed: u64) -> Result<Review, Box<dyn std::error::Error>> {
    let budget = ReviewBudget::of(game.options(), game.ply(), times, seed);
    let judged: Vec<_> =
        (0..=game.ply()).filter_map(|ply| budget.judge(game, ply, &|| false)).collect();
    Ok(Review::of(game, &judged)?)
}

#[expect(clippy::cast_precision_loss, reason = "a few games")]
fn tell(kind: GameKind, sums: &Sums, once: bool) {
    let games = sums.games.max(1) as f64;
    println!(
        "{kind}: {} games, {:.0} turns; {:.1} s a review, {:.1} s the longest",
        sums.games,
        sums.turns as f64 / games,
        sums.once.as_secs_f64() / games,
        sums.longest.as_secs_f64()
    );
    if !once {
        println!(
            "{kind}: with 8 times the budget {:.1} s; turning points {} and {}, the same turn {}, at most \
             two turns away {}; the last the same in {} games",
            sums.more.as_secs_f64() / games,
            sums.points[0],
            sums.points[1],
            sums.found,
            sums.near,
            sums.last
        );
    }
}

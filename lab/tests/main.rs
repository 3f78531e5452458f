//! The laboratory, tested from outside.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

mod analyses;
mod arena;
mod checkers;
mod connections;
mod documents;
mod kept;
mod lab;
mod mirror;
mod pairing;
mod plans;
mod puzzles;
mod reports;
mod runs;
mod solve;
mod strategies;
mod wrong_words;

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use carrick_games::{AnyGame, AnyOptions, SizeLimits};
use carrick_lab::plan::Plan;
use carrick_lab::run::{Folder, FolderError, GameLine, each_game, run};

/// A plan of some hundred quick games, in cells of every kind.
const PLAN: &str = r#"
question = "Is it fair?"

[[study]]
name = "balance"
boards = ["antipod -radius=3", "boche -size=2 -kill=1"]
players = ["random", "tree:2"]
openings = ["own", "random:1"]
games = 60
judge = { player = "tree:16", games = 10 }

[[study]]
name = "first turns"
boards = ["ankor -size=3 -noswap"]
players = ["tree:1"]
first_turns = "classes"
games = 80
until = { outside = 0.05 }

[[study]]
name = "ladder"
boards = ["antipod -radius=3"]
players = ["random", "tree:1", "tree:8"]
meeting = "neighbours"
openings = ["even:2"]
games = 400
until = { sprt = "0,100" }
"#;

/// Plays a plan in a folder on some threads, until the end or until `most` games are there. Returns
/// whether everything is played.
fn play(text: &str, folder: &Path, threads: usize, most: u64) -> Result<bool, FolderError> {
    let plan = Plan::read(text, 7).unwrap();
    let (mut folder, mut standing) = Folder::open(folder, text, &plan, Some("abc"))?;
    let stopped = std::sync::atomic::AtomicBool::new(standing.games() >= most);
    let stop = || stopped.load(std::sync::atomic::Ordering::Relaxed);
    let threads = NonZeroUsize::new(threads).unwrap();
    let played = run(&plan.cells, &mut folder, &mut standing, threads, &stop, |standing| {
        stopped.store(standing.games() >= most, std::sync::atomic::Ordering::Relaxed);
    });
    Ok(played.unwrap())
}

/// All games of a folder.
fn games(folder: &Path) -> Vec<GameLine> {
    let mut games = Vec::new();
    each_game(folder, |line| {
        games.push(line);
        Ok(())
    })
    .unwrap();
    games
}

/// The compressed file of a folder.
fn bytes(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("games.jsonl.gz")).unwrap()
}

/// The options of a board, such as `ankor -size=3`.
#[track_caller]
fn options(board: &str) -> AnyOptions {
    let mut words = board.split_whitespace();
    let kind = words.next().unwrap().parse().unwrap();
    AnyOptions::parse(kind, &words.collect::<Vec<_>>(), SizeLimits::Scripts).unwrap()
}

/// A game after some turns.
#[track_caller]
fn game(board: &str, turns: &str) -> AnyGame {
    turns.split_whitespace().fold(AnyGame::new(options(board)), |game, turn| {
        game.play_text(turn).unwrap_or_else(|error| panic!("{turn}: {error}"))
    })
}

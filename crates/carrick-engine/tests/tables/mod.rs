//! Tests of tables: invariants that hold in every position, and files of tables.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

mod certificates;
mod history;
mod known;
mod properties;
mod values;

use carrick_engine::tables::AnyTable;
use carrick_games::{AnyGame, AnyOptions, SizeLimits};

/// The options of a board, such as `ankor -size=3`.
#[track_caller]
fn options(board: &str) -> AnyOptions {
    let mut words = board.split_whitespace();
    let kind = words.next().unwrap().parse().unwrap();
    AnyOptions::parse(kind, &words.collect::<Vec<_>>(), SizeLimits::Scripts).unwrap()
}

/// The complete table of a board.
#[track_caller]
fn solved(board: &str) -> AnyTable {
    let mut table = AnyTable::new(options(board)).unwrap();
    while !table.is_complete() {
        table.advance().unwrap();
    }
    table
}

/// A game after some turns.
#[track_caller]
fn game(board: &str, turns: &str) -> AnyGame {
    turns.split_whitespace().fold(AnyGame::new(options(board)), |game, turn| {
        game.play_text(turn).unwrap_or_else(|error| panic!("{turn}: {error}"))
    })
}

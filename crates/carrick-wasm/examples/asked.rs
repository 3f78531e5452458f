//! Questions to the engine with the program's answers, one a line as JSON, for comparison with the
//! module (`tests/alike.mjs`; `cargo xtask wasm test` runs both).
//!
//! For each game 50 positions are made by random play from seeds, on boards of several sizes. Each
//! is asked for a turn of one of the levels and for the report of a search.
#![allow(clippy::print_stdout)]

use carrick_engine::Level;
use carrick_games::{AnyGame, AnyOptions, GameKind, OptionError, SizeLimits};
use serde_json::json;

/// Positions of each game.
const POSITIONS: u64 = 50;

fn main() -> Result<(), OptionError> {
    for kind in GameKind::ALL {
        let levels: Vec<Level> = Level::all_of(kind).collect();
        for seed in 0..POSITIONS {
            let game = played(kind, seed)?;
            let position = json!({
                "game": kind.name(),
                "options": game.options().to_string(),
                "turns": game.turn_names().join(" "),
                "seed": seed,
                "nodes": nodes(kind),
            });
            let mut turn = position.clone();
            turn["level"] = levels[seed as usize % levels.len()].to_string().into();
            print("turn", &turn.to_string(), carrick_wasm::turn(&turn.to_string(), &|| false));
            let report = position.to_string();
            print("report", &report, carrick_wasm::report(&report));
        }
    }
    Ok(())
}

fn print(what: &str, asked: &str, answer: String) {
    println!("{}", json!({ "what": what, "asked": asked, "answer": answer }));
}

/// Nodes of a search: enough that a tree grows, and that alpha-beta searches several plies.
const fn nodes(kind: GameKind) -> u64 {
    match kind {
        GameKind::Ankor => 3000,
        GameKind::Boche => 40,
        GameKind::Antipod | GameKind::Anchor => 120,
    }
}

/// A game in which so many random turns were played that each stage is reached by some seed.
fn played(kind: GameKind, seed: u64) -> Result<AnyGame, OptionError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let size = match kind {
        GameKind::Antipod => format!("-radius={}", 3 + seed % 4),
        _ => format!("-size={}", 4 + seed % 4),
    };
    let start = AnyGame::new(AnyOptions::parse(kind, &[&size], SizeLimits::Scripts)?);
    let mut game = start.clone();
    for _ in 0..seed {
        let turns = game.legal();
        let Some(turn) = turns.get(random.usize(..turns.len().max(1))) else { break };
        match game.clone().play_text(turn) {
            Ok(next) if next.outcome().is_none() => game = next,
            _ => break,
        }
    }
    Ok(game)
}

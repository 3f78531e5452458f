//! Questions to the engine and the program's answers, one per line as JSON, for comparison with the
//! module (`tests/alike.mjs`; `cargo xtask wasm test` runs both).
//!
//! For each game, 50 positions are reached by random play from seeds, on boards of several sizes.
//! Each is asked for a turn of one of the levels and for the report of a search.
//!
//! With `--speed` there are only a few long questions, each with the processor time that the
//! program took. The module's time is printed next to it:
//!
//! ```sh
//! cargo run --release -p carrick-wasm --example asked -- --speed \
//!     | node crates/carrick-wasm/tests/alike.mjs crates/carrick-web/engine
//! ```
#![allow(clippy::print_stdout)]

#[path = "../../carrick-coach/examples/timing/mod.rs"]
mod timing;

use carrick_engine::Level;
use carrick_games::{AnyGame, AnyOptions, GameKind, OptionError, SizeLimits};
use serde_json::json;
use timing::processor_time;

/// Number of positions per game.
const POSITIONS: u64 = 50;

/// Number of questions about speed per game, after one that lets the module be compiled in full.
const LONG_QUESTIONS: u64 = 4;

fn main() -> Result<(), OptionError> {
    if std::env::args().any(|word| word == "--speed") {
        return GameKind::ALL.into_iter().try_for_each(ask_at_length);
    }
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

/// Asks for long searches on the usual board, and records the time that they take.
fn ask_at_length(kind: GameKind) -> Result<(), OptionError> {
    let nodes = 40 * nodes(kind);
    for seed in 0..=LONG_QUESTIONS {
        let game = after_random_turns(AnyOptions::parse(kind, &[], SizeLimits::Challenge)?, seed);
        let asked = json!({
            "game": kind.name(),
            "options": game.options().to_string(),
            "turns": game.turn_names().join(" "),
            "seed": seed,
            "nodes": nodes,
        })
        .to_string();
        let begun = processor_time();
        let answer = carrick_wasm::report(&asked);
        let seconds = (seed > 0).then(|| (processor_time() - begun).as_secs_f64());
        let mut question = json!({ "what": "report", "asked": asked, "answer": answer });
        question["timed"] = json!({ "game": kind.name(), "nodes": nodes, "seconds": seconds });
        println!("{question}");
    }
    Ok(())
}

fn print(what: &str, asked: &str, answer: String) {
    println!("{}", json!({ "what": what, "asked": asked, "answer": answer }));
}

/// Nodes of a search: enough for a tree to grow, and for alpha-beta to search several plies.
const fn nodes(kind: GameKind) -> u64 {
    match kind {
        GameKind::Ankor => 3000,
        GameKind::Boche => 40,
        _ => 120,
    }
}

/// A game after random turns, whose number depends on the seed, so that the seeds reach all stages
/// of a game.
fn played(kind: GameKind, seed: u64) -> Result<AnyGame, OptionError> {
    let size = match kind {
        GameKind::Antipod => format!("-radius={}", 3 + seed % 4),
        _ => format!("-size={}", 4 + seed % 4),
    };
    let options = AnyOptions::parse(kind, &[&size], SizeLimits::Scripts)?;
    Ok(after_random_turns(options, seed))
}

/// The game after as many random turns as the seed says, or fewer if it ends.
fn after_random_turns(options: AnyOptions, seed: u64) -> AnyGame {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = AnyGame::new(options);
    for _ in 0..seed {
        let turns = game.legal();
        let Some(turn) = turns.get(random.usize(..turns.len().max(1))) else { break };
        match game.clone().play_text(turn) {
            Ok(next) if next.outcome().is_none() => game = next,
            _ => break,
        }
    }
    game
}

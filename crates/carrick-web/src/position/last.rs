//! The last turn: as a sentence, and its effect.

use carrick_games::cubes::{CellId, Lattice};
use carrick_games::{AnyGame, Game, ankor, boche};

use super::boche::enclosed;
use super::view::{Drop, LastTurn, SpotView};
use super::words::{counted, ids_at};

/// Describes the last turn, given the position before it.
pub(super) fn turn(before: &AnyGame, after: &AnyGame, spots: &[SpotView]) -> LastTurn {
    let turn = after.last_turn().unwrap_or_default();
    let who = before.colour_to_move().map_or("", |colour| before.kind().colour_name(colour));
    let told = |said: String, landed| LastTurn {
        turn: turn.clone(),
        said,
        landed,
        left: None,
        dropped: Vec::new(),
    };
    match (turn.as_str(), before, after) {
        ("pass", ..) => told(format!("{who} passes."), Vec::new()),
        ("swap", ..) => told("The players exchange colours.".to_owned(), Vec::new()),
        (_, AnyGame::Ankor(before), AnyGame::Ankor(after)) => cube(who, before, after, turn),
        (_, AnyGame::Boche(before), AnyGame::Boche(after)) => {
            told(painted(who, after) + &enclosed(before, after), landed(after))
        }
        _ => told(format!("{who} plays {turn}."), ids_at(spots, &turn)),
    }
}

/// Id of a cell's element.
pub(super) fn element(lattice: &Lattice, id: CellId) -> String {
    let cell = lattice.cell(id);
    format!("c-{}-{}-{}", cell.x, cell.y, cell.z)
}

fn landed(game: &Game<boche::Board>) -> Vec<String> {
    let lattice = game.board().lattice();
    game.board().last_cube().map(|id| element(lattice, id)).into_iter().collect()
}

fn painted(who: &str, game: &Game<boche::Board>) -> String {
    match game.board().last_turn() {
        Some(boche::Turn::Place { cell, rotation }) => {
            let place = game.board().lattice().place(cell);
            format!("{who} puts a cube in rotation {rotation} on {place}.")
        }
        _ => String::new(),
    }
}

fn cube(
    who: &str,
    before: &Game<ankor::Board>,
    after: &Game<ankor::Board>,
    turn: String,
) -> LastTurn {
    let (board, lattice) = (before.board(), before.board().lattice());
    let name = |id| element(lattice, id);
    let landed = after.board().last_cube().map(name).into_iter().collect();
    let Some(ankor::Turn::Move { from, to }) = after.board().last_turn() else {
        let said = format!("{who} adds a cube at {turn}.");
        return LastTurn { turn, said, landed, left: None, dropped: Vec::new() };
    };
    let column = board.column_on(from);
    let gaps = std::iter::once(&from).chain(&column);
    let dropped: Vec<Drop> = column
        .iter()
        .zip(gaps)
        .map(|(&over, &gap)| Drop { from: name(over), to: name(gap) })
        .collect();
    let mut said =
        format!("{who} moves the cube at {} to {}.", lattice.place(from), lattice.place(to));
    match dropped.len() {
        0 => {}
        1 => said.push_str(" The cube that rested on it drops into the gap."),
        several => {
            said.push_str(&format!(
                " The {} that rested on it drop into the gap.",
                counted(several, "cube")
            ));
        }
    }
    LastTurn { turn, said, landed, left: Some(name(from)), dropped }
}

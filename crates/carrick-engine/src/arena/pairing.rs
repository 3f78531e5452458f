//! The inventor's own opponent for Antipod: answers at the same latitude, 180 degrees round.

use carrick_games::Game;
use carrick_games::antipod::{Board, Site, Turn};

/// The answer to the last turn; without one, or where the place is taken, any legal turn. `None` when
/// the game is over.
///
/// Alpern and Beck's pairing for Hex on a cylinder: Black wins with it when White has no stones on the
/// corners.
pub(super) fn answer(game: &Game<Board>, random: &mut fastrand::Rng) -> Option<Turn> {
    let opposite = game.board().last_turn().and_then(|last| opposite(game.board(), last));
    opposite
        .filter(|&turn| game.check(turn).is_ok())
        .or_else(|| crate::reference::random(game, random))
}

fn opposite(board: &Board, turn: Turn) -> Option<Turn> {
    let sphere = board.sphere();
    let at = sphere.site(turn)?;
    let across = 2 * sphere.radius();
    sphere.at(Site { row: across - at.row, column: across - at.column, ..at })
}

#[cfg(test)]
mod tests {
    use carrick_games::antipod::Setup;
    use carrick_games::{Board as _, Colour, GameOptions as _, Limits, TurnSet as _};

    use super::*;

    #[test]
    fn answers_half_way_round() {
        let options = carrick_games::antipod::Options::parse(&["-radius=4"], Limits::Scripts);
        let board = Setup::bare(options.unwrap()).board().unwrap();
        let turns = board.legal_turns();
        for turn in turns.iter() {
            let answer = opposite(&board, turn).unwrap();
            assert_ne!(answer, turn);
            assert!(turns.contains(&answer));
            assert_eq!(opposite(&board, answer), Some(turn));
        }
        assert_eq!(board.stone_at(board.sphere().centres()[0]), Some(Colour::Dark));
    }
}

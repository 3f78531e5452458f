//! The inventor's own opponent for Antipod: answers at the same latitude, 180 degrees round.

use carrick_games::antipod::{Board, Site, Turn};

/// The point opposite to a turn; whether it is free is not asked.
///
/// Alpern and Beck's pairing for Hex on a cylinder: Black wins with it when White has no stones on
/// the corners.
pub(crate) fn opposite(board: &Board, turn: Turn) -> Option<Turn> {
    let sphere = board.sphere();
    let at = sphere.site(turn)?;
    let across = 2 * sphere.radius();
    sphere.at(Site { row: across - at.row, column: across - at.column, ..at })
}

#[cfg(test)]
mod tests {
    use carrick_games::antipod::Setup;
    use carrick_games::{Board as _, Colour, GameOptions as _, SizeLimits, TurnSet as _};

    use super::*;

    #[test]
    fn answers_half_way_round() {
        let options = carrick_games::antipod::Options::parse(&["-radius=4"], SizeLimits::Scripts);
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

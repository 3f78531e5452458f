//! The inventor's check of the rules: Black answers each turn at the same latitude, 180 degrees
//! away.

use super::*;

/// The winner if White plays at random against the pairing strategy.
fn winner(board: Board, random: &mut fastrand::Rng) -> Colour {
    let sphere = board.sphere();
    let mut board = board;
    loop {
        if let Some(outcome) = board.outcome() {
            return outcome.winner().unwrap();
        }
        let turns = board.legal_turns();
        let mut turn = turns.nth(random.usize(..turns.len())).unwrap();
        if board.to_move() == Colour::Dark {
            let at = sphere.site(board.last_turn().unwrap()).unwrap();
            let across = 2 * sphere.radius();
            let site = DrawnPlace { row: across - at.row, column: across - at.column, ..at };
            turn = sphere.at(site).unwrap();
        }
        assert_eq!(board.check(turn), Ok(()));
        board.play_unchecked(turn);
    }
}

#[test]
fn wins_for_black_without_the_corners() {
    let mut random = fastrand::Rng::with_seed(2003);
    for radius in 2..=10 {
        for _ in 0..200 {
            let board = Setup::bare(options(radius)).board().unwrap();
            assert_eq!(winner(board, &mut random), Colour::Dark, "radius {radius}");
        }
    }
}

#[test]
fn can_be_beaten_with_the_corners() {
    let mut random = fastrand::Rng::with_seed(2003);
    let mut wins = (0..200).map(|_| winner(Board::new(options(4)), &mut random));
    assert!(wins.any(|winner| winner == Colour::Light));
}

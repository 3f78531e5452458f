use carrick_games::antipod::Setup;
use carrick_games::{Outcome, TurnSet};

use super::super::midgame::midgame;
use super::*;

fn options(radius: u8) -> Options {
    Options::with_radius(radius).unwrap()
}

/// The final position of a game of the last block, set up stone by stone.
fn filled(playouts: &AntipodPlayouts, board: &Board, game: usize) -> Board {
    let mut setup = Setup::from(board);
    for &place in &playouts.block.empty[..playouts.block.empty_len] {
        let is_dark = playouts.block.dark[usize::from(place)].has(game);
        let colour = if is_dark { Colour::Dark } else { Colour::Light };
        setup.stones.push((playouts.map.points[usize::from(place)], colour));
    }
    setup.board().unwrap()
}

#[test]
fn fills_end_according_to_the_rules() {
    for radius in 3..=10 {
        let mut rng = fastrand::Rng::with_seed(radius.into());
        let mut playouts = AntipodPlayouts::new(options(radius));
        for turns in [0, 7, 12] {
            let board = midgame(options(radius), turns, &mut rng);
            let mut expected = PlayoutTally::new(playouts.slots());
            let mut found = expected.clone();
            playouts.run(&board, &mut rng, &mut found);
            for game in 0..LANES {
                let filled = filled(&playouts, &board, game);
                let winner = filled.outcome().and_then(Outcome::winner).unwrap();
                expected.add_game(if winner == Colour::Light { 2 } else { 0 }, 0);
                for point in board.legal_turns() {
                    let owner = filled.stone_at(point).unwrap();
                    let half_points = if owner == winner { 2 } else { 0 };
                    expected.add_taken(point.index(), owner, 1, half_points);
                }
            }
            assert_eq!(found, expected, "radius {radius} after {turns} turns");
        }
    }
}

#[test]
fn both_players_get_as_many_stones_as_in_a_game() {
    let mut rng = fastrand::Rng::with_seed(1);
    for turns in [0, 1] {
        let board = midgame(options(6), turns, &mut rng);
        let mut playouts = AntipodPlayouts::new(options(6));
        playouts.run(&board, &mut rng, &mut PlayoutTally::new(playouts.slots()));
        for game in 0..LANES {
            let filled = filled(&playouts, &board, game);
            let [light, dark] = Colour::BOTH.map(|colour| filled.stones(colour).len());
            // Six corners and two centres had stones at the start; White moved first, and 144
            // points are an even number.
            assert_eq!((light, dark), (6 + 72, 2 + 72));
        }
    }
}

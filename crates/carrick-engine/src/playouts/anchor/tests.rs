use carrick_games::anchor::{Count, Opening, Setup};
use carrick_games::{Outcome, TurnSet};

use super::super::midgame::midgame;
use super::*;

fn options(size: u8) -> Options {
    Options::new(size, Opening::Plain).unwrap()
}

/// The full board of one game of the last block, set up stone by stone.
fn filled(playouts: &AnchorPlayouts, board: &Board, game: usize) -> Board {
    let mut setup = Setup::new(board.options());
    for (place, &point) in playouts.map.points.iter().enumerate() {
        let [light, dark] = [0, 1].map(|colour| playouts.block.stones[colour][place].has(game));
        assert_ne!(light, dark);
        let colour = if dark { Colour::Dark } else { Colour::Light };
        assert!(board.stone_at(point).is_none_or(|stone| stone == colour));
        setup.stones.push((point, colour));
    }
    setup.board().unwrap()
}

/// Whose area a point of a full board is, by the rules.
fn area(filled: &Board, count: &Count, point: Point) -> Colour {
    let living = filled.stone_at(point).filter(|_| !count.is_dead(point));
    living.or(count.owner(point)).unwrap()
}

#[test]
fn fills_are_scored_by_the_rules() {
    for size in 2..=10 {
        let mut rng = fastrand::Rng::with_seed(size.into());
        let mut playouts = AnchorPlayouts::new(options(size));
        for turns in [0, 1, 6] {
            let board = midgame(options(size), turns.min(2 * usize::from(size) - 3), &mut rng);
            let mut expected = PlayoutTally::new(playouts.slots());
            let mut found = expected.clone();
            let mut ownership = Ownership::new(playouts.slots());
            playouts.run_with_ownership(&board, &mut rng, &mut found, &mut ownership);
            let mut by_rules = Ownership::new(playouts.slots());
            let mut dark_area = vec![0; playouts.slots()];
            for game in 0..LANES {
                let filled = filled(&playouts, &board, game);
                let count = filled.count();
                let half_points = |colour| match count.outcome() {
                    Outcome::Win { winner, .. } => 2 * u32::from(winner == colour),
                    Outcome::Draw(_) => 1,
                };
                let margin = AnchorPlayouts::light_margin_now(&filled);
                expected.add_game(half_points(Colour::Light), margin);
                for point in board.points() {
                    let slot = playouts.slot_of(point);
                    dark_area[slot] += u32::from(area(&filled, &count, point) == Colour::Dark);
                    if board.stone_at(point).is_none() {
                        let owner = filled.stone_at(point).unwrap();
                        expected.add_taken(slot, owner, 1, half_points(owner));
                    }
                }
            }
            by_rules.add_block(dark_area.into_iter());
            assert_eq!(found, expected, "size {size} after {turns} turns");
            assert_eq!(ownership, by_rules, "size {size} after {turns} turns");
        }
    }
}

/// The identity in the module's comment, on positions that are not full.
#[test]
fn score_is_area_and_a_point_for_each_pass() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..2_000 {
        let size = rng.u8(2..=6);
        let turns = rng.usize(..3 * usize::from(size).pow(2));
        let mut board = Board::new(options(size));
        for _ in 0..turns {
            let turns = board.legal_turns();
            let Some(turn) = turns.nth(rng.usize(..turns.len().max(1))) else { break };
            board.play_unchecked(turn);
        }
        let count = board.count();
        let area = |colour| {
            let lives =
                |&point: &Point| board.stone_at(point) == Some(colour) && !count.is_dead(point);
            board.points().filter(lives).count() as i64 + i64::from(count.territory(colour))
        };
        let stones = |colour| board.stones(colour) as i64;
        let [light, dark] = [Colour::Light, Colour::Dark];
        assert_eq!(
            AnchorPlayouts::light_margin_now(&board),
            area(light) - area(dark) + stones(dark) - stones(light),
        );
    }
}

#[test]
fn both_players_get_as_many_stones_as_in_a_game() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut playouts = AnchorPlayouts::new(options(4));
    for turns in 0..5 {
        let board = midgame(options(4), turns, &mut rng);
        playouts.run(&board, &mut rng, &mut PlayoutTally::new(playouts.slots()));
        let empty = 37 - board.stones(Colour::Light) - board.stones(Colour::Dark);
        for game in 0..LANES {
            let filled = filled(&playouts, &board, game);
            let got = |colour| filled.stones(colour) - board.stones(colour);
            assert_eq!(got(board.to_move()), empty.div_ceil(2));
            assert_eq!(got(!board.to_move()), empty / 2);
        }
    }
}

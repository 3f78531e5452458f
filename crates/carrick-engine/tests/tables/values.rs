//! Values of whole games, as published in the findings.

use carrick_engine::Value;
use carrick_engine::tables::ExactScore;
use carrick_games::AnyGame;

use super::{game, options, solved};

#[track_caller]
fn check(board: &str, expected: ExactScore) {
    let solution = solved(board).solution(&AnyGame::new(options(board))).unwrap();
    assert_eq!(solution.score, Some(expected), "{board}");
}

#[test]
fn small_games_have_the_published_values() {
    check("ankor -size=2", ExactScore::DRAW);
    check("ankor -size=3 -noswap", ExactScore::DRAW);
    check("ankor -size=3 -win_height=0 -noswap", ExactScore::DRAW);
    check("boche -size=2 -noswap", ExactScore::win_in(4));
    check("anchor -size=2 -pie=none", ExactScore::by_points(0));
}

#[test]
fn a_swap_gives_each_first_turn_its_better_value_for_the_second_player() {
    let (with, without) = ("boche -size=3", "boche -size=3 -noswap");
    let table = solved(with);
    let plain = table.solution(&game(without, "")).unwrap();
    let swap = table.solution(&game(with, "")).unwrap();
    assert!(plain.turns.iter().any(|turn| turn.score.unwrap().value == Value::Win));
    assert!(plain.turns.iter().any(|turn| turn.score.unwrap().value == Value::Loss));
    assert!(swap.turns.iter().all(|turn| turn.score.unwrap().value == Value::Loss));
}

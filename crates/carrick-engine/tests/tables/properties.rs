//! Invariants of tables, with the turns of `carrick-games`.

use carrick_engine::Value;
use carrick_engine::tables::{AnyTable, ExactScore};
use carrick_games::{AnyGame, Colour};

use super::{options, solved};

/// Boards whose tables take moments to solve, with every option.
const SMALL: [&str; 19] = [
    "ankor -size=2",
    "ankor -size=2 -win_height=0 -noswap",
    "ankor -size=3",
    "ankor -size=3 -win_height=0 -noswap",
    "ankor -size=3 -win_height=-1",
    "boche -size=2",
    "boche -size=2 -kill=1",
    "boche -size=2 -kill=2 -noswap",
    "boche -size=2 -fill_board",
    "boche -size=2 -immediate -adjacent",
    "boche -size=2 -immediate -join_any -noswap",
    "antipod -radius=2",
    "anchor -size=2",
    "anchor -size=2 -pie=none",
    "anchor -size=2 -pie=refined",
    "boche -size=3 -kill=3 -adjacent",
    "boche -size=3 -fill_board -noswap",
    "boche -size=3 -immediate",
    "boche -size=3 -immediate -join_any -kill=2",
];

/// In positions of random games, the value is that of the best turn by the rules of the game, and
/// turns that a symmetry exchanges are worth the same.
#[track_caller]
fn check_random_games(table: &AnyTable, board: &str, games: usize) {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..games {
        let mut game = AnyGame::new(options(board));
        while game.outcome().is_none() && game.ply() < 60 {
            check_position(table, &game);
            let turns = game.legal();
            let turn = &turns[random.usize(..turns.len())];
            game = game.play_text(turn).unwrap();
        }
    }
}

#[track_caller]
fn check_position(table: &AnyTable, game: &AnyGame) {
    let solution = table.solution(game).unwrap();
    let said = format!("{} {:?}: {solution:?}", game.options(), game.turn_names());
    assert_eq!(solution.turns.len(), game.legal().len(), "{said}");
    for solved in &solution.turns {
        for alike in game.alike(&solved.turn).unwrap() {
            let other = solution.turns.iter().find(|other| other.turn == alike).unwrap();
            assert_eq!(other.score, solved.score, "{said}");
        }
        check_end(game, &solved.turn, solved.score);
    }
    // If the past forbids a verdict about a turn, it may also forbid one about the position.
    if let (Some(score), true) = (solution.score, solution.turns.iter().all(|s| s.score.is_some()))
    {
        assert_eq!(Some(score), solution.turns[0].score, "{said}");
    }
}

/// A turn that ends the game has the value of that ending.
#[track_caller]
fn check_end(game: &AnyGame, turn: &str, score: Option<ExactScore>) {
    let next = game.clone().play_text(turn).unwrap();
    let Some(outcome) = next.outcome() else { return };
    let mover = game.seat_to_move().unwrap();
    let expected = match outcome.winner() {
        None => Value::Draw,
        Some(winner) if next.seat_of(winner) == mover => Value::Win,
        Some(_) => Value::Loss,
    };
    assert_eq!(score.map(|score| score.value), Some(expected), "{:?} {turn}", game.turn_names());
    if let Some(count) = next.score() {
        let [white, black] = Colour::BOTH.map(|colour| count.total(colour) as i16);
        let lead =
            if next.colour_of(mover) == Colour::Dark { black - white } else { white - black };
        assert_eq!(score.unwrap().margin, Some(lead));
    }
}

#[test]
fn the_value_of_a_position_is_that_of_its_best_turn() {
    for board in SMALL {
        if AnyGame::new(options(board)).outcome().is_none() {
            check_random_games(&solved(board), board, 20);
        }
    }
}

#[test]
fn the_largest_table_of_ankor_has_these_properties() {
    let table = solved("ankor -size=4");
    check_random_games(&table, "ankor -size=4", 20);
    // No win takes as many turns as the rule of a hundred moves allows.
    let scores = table.bytes().iter().map(|&byte| table.coding().read(byte));
    assert_eq!(scores.filter_map(|score| score.distance).max(), Some(51));
}

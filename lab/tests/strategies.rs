//! Strategies of boards that have a table.

use carrick_engine::tables::AnyTable;
use carrick_lab::solve::{NoStrategy, strategy as of_table};

use crate::options;

/// The complete table of a board.
fn solved(board: &str) -> AnyTable {
    let mut table = AnyTable::new(options(board)).unwrap();
    while !table.is_complete() {
        table.advance().unwrap();
    }
    table
}

/// The strategy of a board as a file: its head, and the number of positions for which it names a
/// turn.
fn strategy(board: &str) -> Result<(serde_json::Value, usize), NoStrategy> {
    let (strategy, mut file) = (of_table(&solved(board), options(board))?, Vec::new());
    strategy.write(&mut file).unwrap();
    let head = file.iter().position(|&byte| byte == b'\n').unwrap();
    assert_eq!(file.len(), head + 1 + 8 * strategy.len());
    Ok((serde_json::from_slice(&file[..head]).unwrap(), strategy.len()))
}

#[test]
fn a_strategy_names_a_turn_for_every_answer() {
    // The first cube and one answer to each second cube; then the first player wins immediately.
    let (head, positions) = strategy("boche -size=2 -kill=4 -noswap").unwrap();
    assert_eq!((&head["winner"], &head["options"]), (&"first".into(), &"-size=2 -kill=4".into()));
    assert_eq!(head["positions"], positions);
    assert!(positions > 1);
}

#[test]
fn errors_explain_why_a_board_has_no_strategy() {
    assert_eq!(strategy("boche -size=2").unwrap_err(), NoStrategy::Swap);
    assert_eq!(strategy("ankor -size=3 -noswap").unwrap_err(), NoStrategy::Game);
    assert_eq!(strategy("anchor -size=2").unwrap_err(), NoStrategy::Game);
    let table = solved("boche -size=2 -kill=1 -noswap");
    let other = of_table(&table, options("boche -size=2 -kill=2 -noswap"));
    assert_eq!(other.unwrap_err(), NoStrategy::Table);
}

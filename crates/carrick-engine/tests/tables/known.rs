//! Values that the engine gets from tables.

use carrick_engine::tables::Tables;
use carrick_engine::{AnyPlayer, Exact as _, Level, Limits, Memory, Value};
use carrick_games::AnyGame;

use super::{game, options, solved};

#[test]
fn a_table_gives_the_value_of_every_turn_and_the_line() {
    let tables = Tables::default();
    let known = tables.exact(&game("boche -size=2 -noswap", "")).unwrap();
    assert_eq!((known.proved, known.value, known.nodes), (Some(Value::Win), 1.0, 0));
    assert_eq!(known.lines.len(), 24);
    let best = &known.lines[0];
    assert_eq!(best.turn, "b:a1");
    // The win takes four turns, and the line leads to the end of the game.
    let turns = [std::slice::from_ref(&best.turn), &best.continuation[..]].concat().join(" ");
    assert!(game("boche -size=2 -noswap", &turns).outcome().is_some());
    let margin = tables.exact(&game("anchor -size=2", "A1")).unwrap().lines[0].margin;
    assert_eq!(margin, Some(0.0));
}

#[test]
fn larger_boards_are_known_once_their_table_is_read() {
    let board = "boche -size=2 -kill=2";
    let mut tables = Tables::default();
    assert!(tables.is_empty() && tables.has(options(board)));
    assert!(!tables.has(options("ankor -size=4")));
    assert_eq!(tables.exact(&game("ankor -size=4", "")), None);
    assert!(tables.insert(solved(board)));
    assert!(
        !tables.insert(carrick_engine::tables::AnyTable::new(options("ankor -size=3")).unwrap())
    );
    assert_eq!(tables.len(), 1);
    assert!(tables.exact(&game(board, "")).is_some());
    let over = game("boche -size=2 -kill=1 -noswap", "b:a1");
    assert!(tables.exact(&over).is_some());
}

/// The turn of a level with tables and without.
fn turns(game: &AnyGame, level: Level) -> [String; 2] {
    let player = || AnyPlayer::new(game, level, 5, Memory::default());
    let limits = || Limits::nodes(30);
    let with = player().choose_by(game, limits(), &Tables::default()).unwrap();
    [with.turn, player().choose(game, limits()).unwrap().turn]
}

#[test]
fn only_the_strongest_level_plays_by_tables() {
    let boards = [
        game("ankor -size=3 -noswap", "b1 a1"),
        game("boche -size=2 -noswap", "a:a1"),
        game("anchor -size=2", "A1 B2"),
    ];
    for game in &boards {
        let keeps = |turn: &str| {
            let known = Tables::default().exact(game).unwrap();
            known.lines.iter().any(|line| line.turn == turn && line.proved == known.proved)
        };
        for level in (1..9).filter_map(Level::new) {
            let [with, without] = turns(game, level);
            assert_eq!(with, without, "{level}");
        }
        let [with, _] = turns(game, Level::MAX);
        assert!(keeps(&with), "{with}");
    }
}

#[test]
fn a_loss_is_delayed_and_not_given_up() {
    let lost = game("boche -size=2 -noswap", "b:a1");
    let known = Tables::default().exact(&lost).unwrap();
    assert_eq!(known.proved, Some(Value::Loss));
    let mut player = AnyPlayer::new(&lost, Level::MAX, 1, Memory::default());
    let choice = player.choose_by(&lost, Limits::nodes(1), &Tables::default()).unwrap();
    assert_eq!(choice.turn, known.lines[0].turn);
    let seen = player.choose(&lost, Limits::nodes(1)).unwrap().thought.proved;
    assert_eq!(choice.thought.proved, seen);
}

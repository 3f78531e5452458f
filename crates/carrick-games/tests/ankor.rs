//! Ankor against recorded games, the inventor's figure, and tables of turns.

#![allow(clippy::unwrap_used, unreachable_pub)] // a failed unwrap is a failed test

use carrick_games::ankor::{self, Board, History, Options, Setup, SetupError, Turn};
use carrick_games::cubes::Cell;
use carrick_games::{
    Board as _, Colour, DrawBy, DrawStyle, Game, GameOptions, History as _, Notation as _, Outcome,
    OutcomeProof, Seat, Show as _, SizeLimits, TurnSet, WinBy, perft,
};
use expect_test::{Expect, expect};

use crate::support::{figure, new_game, perft_by_trial, play, replay_recorded};

#[test]
fn recorded_games_turn_by_turn() {
    for (_, game) in replay_recorded::<Board>() {
        if let Some(Outcome::Win { by: WinBy::Path, .. }) = game.outcome() {
            assert!(matches!(game.proof(), OutcomeProof::Path(path) if !path.is_empty()));
        }
    }
}

const FIGURE: &str = "ankor-size6-won-by-x.txt";

/// The inventor's won game. The covered cube in hole (1,2,2) has no visible colour; here it is X's.
fn won_by_x() -> Setup {
    let seen = ankor::read_drawing(&figure(FIGURE)).unwrap();
    let covered: Vec<Cell> =
        seen.cubes.iter().filter(|cube| cube.colour.is_none()).map(|cube| cube.cell).collect();
    assert_eq!(covered, [Cell { x: 1, y: 2, z: 2 }]);
    let mut setup = Setup::new(Options::default(), Colour::Light);
    setup.cubes =
        seen.cubes.iter().map(|cube| (cube.cell, cube.colour.unwrap_or(Colour::Dark))).collect();
    let last = seen.cubes.iter().find(|cube| cube.capital).unwrap();
    setup.last = Some((Some(Cell { x: 3, y: 1, z: 1 }), last.cell));
    setup
}

#[test]
fn the_inventors_won_game() {
    let board = won_by_x().board().unwrap();
    assert_eq!(board.draw(DrawStyle::BARE), figure(FIGURE));
    let won = Outcome::Win { winner: Colour::Dark, by: WinBy::Path };
    assert_eq!(board.outcome(), Some(won));
    let OutcomeProof::Path(path) = board.proof(won) else { panic!("no path") };
    assert!(path.contains(&"1,2,2".to_owned()) && path.contains(&"1,2,0".to_owned()), "{path:?}");
    assert_eq!(
        board.hand(Colour::Light),
        28 - board.cells().iter().filter(|c| c.ends_with('O')).count() as u8
    );
    expect![[r#"
                f
              +---+
             /   . \  e
          1 +  f1   +---+
             \   . /o\ooo\  d
              +---+ooo+---+---+
             /   . \o/o\ooo\xxx\  c
          2 +  f2   +ooo+---+---+---+
             \   . /o\o/X\XXX\XXX\ooo\  b
              +---+ooo+XXX+---+---+---+---+
             /o\ooo\o/X\X/XXX/XXX/ooo/   . \  a
          3 +ooo+---+XXX+---+---+---+  b1   +---+
             \o/X\XXX\X/XXX/ooo/   . \   . /   . \
              +XXX+---+---+---+  c2   +---+  a1   +
             /o\X/XXX/X\XXX\ooo\   . /   . \   . / 1
          4 +ooo+---+XXX+---+---+---+  b2   +---+
             \o/ooo/o\X/X\XXX\ooo\xxx\   . / 2
              +---+ooo+XXX+---+---+---+---+
             /   . \o/X\X/XXX/ooo/xxx/ 3
          5 +  f5   +XXX+---+---+---+
             \   . /o\X/XXX/xxx/ 4
              +---+ooo+---+---+
             /   . \o/ooo/ 5
          6 +  f6   +---+
             \   . / 6
              +---+

        Last turn: c2-c3''
        In capitals: X's path between the three sides; one of its cubes is covered
    "#]]
    .assert_eq(&board.draw(DrawStyle::LABELLED));
}

#[test]
fn the_inventors_won_game_needs_the_covered_cube_and_the_last_turn() {
    let mut setup = won_by_x();
    for (cell, colour) in &mut setup.cubes {
        if *cell == (Cell { x: 1, y: 2, z: 2 }) {
            *colour = Colour::Light;
        }
    }
    assert_eq!(setup.board().unwrap().outcome(), None);

    // Before the last turn: X's cube from c3'' is at c2 or b2 again.
    for (from, text) in [([3, 1, 1], "c2-c3''"), ([4, 1, 0], "b2-c3''")] {
        let mut setup = won_by_x();
        let cell = Cell { x: from[0], y: from[1], z: from[2] };
        let last = setup.last.take().unwrap().1;
        setup.cubes.retain(|&(cell, _)| cell != last);
        setup.cubes.push((cell, Colour::Dark));
        setup.to_move = Colour::Dark;
        let mut board = setup.board().unwrap();
        assert_eq!(board.outcome(), None);
        let turn = board.parse_turn(text).unwrap();
        assert_eq!(board.check(turn), Ok(()), "{text}");
        assert!(board.legal_turns().contains(&turn));
        board.play_unchecked(turn);
        assert_eq!(board.draw(DrawStyle::BARE), figure(FIGURE));
        assert!(board.outcome().is_some());
    }
}

/// The names of all places of a board, and so every turn that can be written.
fn candidates(game: &Game<Board>) -> Vec<String> {
    let lattice = game.board().lattice();
    let mut places: Vec<String> = lattice.ids().map(|id| lattice.place(id).to_string()).collect();
    places.sort();
    places.dedup();
    let moves = places.iter().flat_map(|from| places.iter().map(move |to| format!("{from}-{to}")));
    let mut all: Vec<String> = moves.collect();
    all.extend(places);
    all.extend(["swap".to_owned(), "pass".to_owned()]);
    all
}

#[track_caller]
fn check_perft(options: &str, expected: &[u64], tried: u32) {
    let game = new_game::<Board>(options);
    for (depth, &count) in (1..).zip(expected) {
        assert_eq!(perft(&game, depth), count, "{options}, depth {depth}");
        if depth <= tried {
            assert_eq!(perft_by_trial(&game, &candidates(&game), depth), count, "{options} trial");
        }
    }
}

#[test]
fn perft_of_small_boards() {
    check_perft("-size=2", &[3, 9, 18, 30, 42, 48, 48, 48], 6);
    check_perft("-size=3", &[6, 36, 222, 1218, 6948, 34854, 173_064], 5);
    check_perft("-size=3 -noswap", &[6, 30, 192, 1026, 5922, 28932], 4);
    check_perft("-size=4", &[10, 100, 1098, 11268, 130_242], 3);
    check_perft("-size=6", &[21, 441, 10110], 1);
}

#[test]
fn perft_from_the_middle_of_a_game() {
    let game = play::<Board>("-size=3", &["a1", "c3", "c2", "c1", "b2", "b1", "a1-b2'", "a1"]);
    for depth in 1..=6 {
        assert_eq!(
            perft(&game, depth),
            perft_by_trial(&game, &candidates(&game), depth),
            "depth {depth}"
        );
    }
}

#[track_caller]
fn check_illegal(options: &str, turns: &str, cases: &[(&str, &str)]) {
    let turns: Vec<&str> = turns.split_whitespace().collect();
    let game = play::<Board>(options, &turns);
    for (text, sentence) in cases {
        let error = game.clone().play_text(text).expect_err(text);
        assert_eq!(&error.reason.plain().to_string(), sentence, "{text}");
        assert_eq!(error.game.turns().len(), turns.len());
    }
}

#[test]
fn refused_turns_have_a_reason() {
    check_illegal(
        "-size=4",
        "",
        &[
            ("swap", "swap is the second player's answer to the first cube; there is no cube yet"),
            (
                "pass",
                "you may pass only when you can do nothing else; you can add a cube at a1, b1, b2, c1 or 6 more",
            ),
            ("d2-d3", "there is no cube at d2"),
            (
                "c1'",
                "c1' is not a hole; a cube from the hand goes into an empty hole; free holes are a1, b1, b2, c1 or 6 more",
            ),
            ("e1", "e1 is not on this board: its rows run from a to d"),
            ("c4", "c4 is not on this board: row c has the numbers 1 to 3"),
            (
                "b1'''",
                "b1''' is not on this board: a name has at most two apostrophes, and the third step from a hole leads to the next",
            ),
            (
                "",
                "that is not a turn; a turn looks like d3 (add a cube), d3-f4 (move one), swap or pass",
            ),
            (
                "d3-d4-c1",
                "that is not a turn; a turn looks like d3 (add a cube), d3-f4 (move one), swap or pass",
            ),
            (
                "hunter2!",
                "that is not a turn; a turn looks like d3 (add a cube), d3-f4 (move one), swap or pass",
            ),
        ],
    );
    check_illegal(
        "-size=4 -noswap",
        "d3",
        &[
            ("swap", "this game is played without swap (-noswap)"),
            ("d3", "there is a cube at d3 already; free holes are a1, b1, b2, c1 or 5 more"),
            ("d3-d4", "the cube at d3 belongs to O, and you play X"),
        ],
    );
    // Up to six places are all named.
    check_illegal(
        "-size=3",
        "",
        &[(
            "pass",
            "you may pass only when you can do nothing else; you can add a cube at a1, b1, b2, c1, c2 or c3",
        )],
    );
    check_illegal(
        "-size=4",
        "d3 a1",
        &[
            ("swap", "swap is possible only as the second turn of the game"),
            (
                "d3-b1",
                "b1 cannot be reached from d3 through your cubes; it can go to c2, c3, d2 or d4",
            ),
            ("d3-c2'", "there is no spot at c2': a cube there needs three cubes under it"),
            ("d3-d3", "there is no spot at d3: nothing fits on the cube there"),
            ("a1-b1", "the cube at a1 belongs to X, and you play O"),
        ],
    );
}

/// A board of size 3 with all holes filled, and also the cubes of level 1 that `upper` names.
fn tower(options: &str, upper: &[([u8; 3], Colour)]) -> Setup {
    use Colour::{Dark, Light};
    let options =
        Options::parse(&options.split(' ').collect::<Vec<_>>(), SizeLimits::Scripts).unwrap();
    let mut setup = Setup::new(options, Light);
    let holes = [
        ([2, 0, 0], Light), // a1
        ([1, 0, 1], Dark),  // b1
        ([1, 1, 0], Light), // b2
        ([0, 0, 2], Dark),  // c1
        ([0, 1, 1], Light), // c2
        ([0, 2, 0], Dark),  // c3
    ];
    for &([x, y, z], colour) in holes.iter().chain(upper) {
        setup.cubes.push((Cell { x, y, z }, colour));
    }
    setup
}

#[track_caller]
fn check_refused(setup: &Setup, cases: &[(&str, &str)]) {
    let board = setup.board().unwrap();
    assert_eq!(board.outcome(), None);
    for (text, sentence) in cases {
        let refused = board
            .parse_turn(text)
            .and_then(|turn| board.check(turn).map_err(carrick_games::TurnError::Illegal));
        assert_eq!(&refused.expect_err(text).to_string(), sentence, "{text}");
    }
}

#[test]
fn refused_moves_on_a_stack_have_a_reason() {
    use Colour::{Dark, Light};
    let level1 = [([1, 0, 0], Dark), ([0, 1, 0], Light), ([0, 0, 1], Dark)];
    check_refused(
        &tower("-size=3 -win_height=0", &level1),
        &[
            ("b2-a1''", "b2 carries two cubes and is pinned"),
            ("a1-a1''", "a1'' loses its support when the cubes on a1 drop"),
            ("b2'-a1''", "a1'' rests on b2' and loses its support when that cube leaves"),
            ("a1'-a1''", "the cube at a1' belongs to X, and you play O"),
            ("a1", "there is a cube at a1 already"),
        ],
    );
    let stuck = tower("-size=3 -win_height=0", &level1).board().unwrap();
    assert!(stuck.legal_turns().iter().eq([Turn::Pass]));
    assert_eq!(stuck.check(Turn::Pass), Ok(()));

    let full = [level1[0], level1[1], level1[2], ([0, 0, 0], Light)];
    check_refused(
        &tower("-size=3 -win_height=0", &full),
        &[("a1-a1''", "there is no spot at a1'': nothing fits on the cube there")],
    );
    let mut spent = tower("-size=3", &[]);
    spent.cubes.retain(|&(cell, _)| cell.x != 0 || cell.z != 2);
    for (_, colour) in &mut spent.cubes {
        *colour = Light;
    }
    check_refused(&spent, &[("c1", "your hand is empty; you can move a1, b1, b2, c2 or c3")]);
}

#[test]
fn accepted_forms_of_turns() {
    let game = play::<Board>("-size=4", &[" D3 ", "A1", "D3\u{2013}D4", "d3"]);
    let names: Vec<String> =
        game.turns().iter().map(|&turn| game.turn_name(turn).to_string()).collect();
    assert_eq!(names, ["d3", "a1", "d3-d4", "d3"]);
}

#[test]
fn a_swap_exchanges_the_colours_and_keeps_the_board() {
    let game = play::<Board>("-size=4", &["d3", "swap"]);
    assert_eq!(game.board().cells(), ["0,2,1:O"]);
    assert_eq!(game.board().to_move(), Colour::Dark);
    assert_eq!(game.seat_to_move(), Some(Seat::First));
    assert_eq!(game.colour_of(Seat::Second), Colour::Light);
    assert!(!game.legal_turns().contains(&Turn::Swap));
    assert_eq!(game.at(1).seat_to_move(), Some(Seat::Second));
}

const SHUFFLE: [&str; 10] =
    ["a1", "d1", "a1-b1", "d1-c1", "b1-a1", "c1-d1", "a1-b1", "d1-c1", "b1-a1", "c1-d1"];

#[test]
fn the_third_repetition_draws() {
    let game = play::<Board>("-size=4 -noswap", &SHUFFLE[..9]);
    assert_eq!(game.outcome(), None);
    let game = game.play_text(SHUFFLE[9]).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawBy::Repetition)));
}

#[test]
fn the_same_cubes_with_the_other_player_to_move_are_not_a_repetition() {
    // O moves round a triangle, X to and fro: after 3 moves each, O is back and X is not.
    let turns =
        ["a1", "d1", "a1-b1", "d1-c1", "b1-b2", "c1-d1", "b2-a1", "d1-c1", "a1-b1", "c1-d1"];
    assert_eq!(play::<Board>("-size=4 -noswap", &turns).outcome(), None);
}

/// Two cubes on a large board: O's moves round five holes, X's to and fro along the last row. The
/// same position occurs again after 90 moves each.
fn walk(moves: usize) -> Vec<String> {
    let round = ["b1", "c1", "c2", "c3", "b2"];
    let row = |at: usize| format!("j{}", if at % 18 < 10 { at % 18 + 1 } else { 19 - at % 18 });
    (0..moves)
        .map(|index| match (index / 2, index % 2) {
            (at, 0) => format!("{}-{}", round[at % 5], round[(at + 1) % 5]),
            (at, _) => format!("{}-{}", row(at), row(at + 1)),
        })
        .collect()
}

fn walked(before: &[&str], moves: usize) -> Game<Board> {
    let mut game = play::<Board>("-size=10 -noswap", before);
    for turn in walk(moves) {
        game = game.play_text(&turn).unwrap();
    }
    game
}

#[test]
fn a_hundred_moves_without_an_add_draw() {
    let game = walked(&["b1", "j1"], 99);
    assert_eq!(game.outcome(), None);
    let game = game.play_text(&walk(100)[99]).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawBy::NoProgress)));
}

#[test]
fn an_add_resets_the_count() {
    let mut game = walked(&["b1", "j1"], 60).play_text("f1").unwrap().play_text("f6").unwrap();
    for turn in &walk(180)[60..159] {
        game = game.play_text(turn).unwrap();
    }
    assert_eq!(game.outcome(), None);
    let game = game.play_text(&walk(180)[159]).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawBy::NoProgress)));
}

#[test]
fn passes_between_moves_are_not_counted() {
    let game = walked(&["b1", "j1"], 100);
    let mut history = History::default();
    let mut board = Board::new(game.board().options());
    let mut drawn = Vec::new();
    for (ply, &turn) in game.turns().iter().enumerate() {
        let before = board;
        board.play_unchecked(turn);
        drawn.extend(history.record(&before, turn, &board).map(|outcome| (ply, outcome)));
        assert_eq!(history.record(&board, Turn::Pass, &board), None);
    }
    assert_eq!(history.moves_without_add(), 100);
    assert_eq!(drawn, [(101, Outcome::Draw(DrawBy::NoProgress))]);
}

#[test]
fn two_passes_in_a_row_draw() {
    let game = play::<Board>("-size=2", &["a1", "b1", "b2", "pass", "pass"]);
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawBy::Passes)));
}

#[track_caller]
fn check_options(words: &str, limits: SizeLimits, expected: &str) {
    let words: Vec<&str> = words.split_whitespace().collect();
    let said = match Options::parse(&words, limits) {
        Ok(options) => {
            let written = options.to_string();
            let again: Vec<&str> = written.split(' ').collect();
            assert_eq!(Options::parse(&again, limits), Ok(options));
            written
        }
        Err(error) => error.to_string(),
    };
    assert_eq!(said, expected);
}

#[test]
fn options_and_their_faults() {
    use SizeLimits::{Challenge, Scripts};
    for (words, expected) in [
        ("", "-size=6"),
        ("-noswap -win_height=-1 -size=10", "-size=10 -win_height=-1 -noswap"),
        ("-SIZE=3 -win_height=1", "-size=3"),
        ("-size=3 -win_height=2", "-size=3 -win_height=2"),
        ("-win_height=0", "-size=6 -win_height=0"),
        ("-size=2", "-size takes a whole number from 3 to 10"),
        ("-size=11", "-size takes a whole number from 3 to 10"),
        ("-win_height=3 -size=3", "-win_height takes a whole number from -1 to 2"),
        ("-win_height", "-win_height needs a value, for example -win_height=1"),
        ("-noswap=1", "-noswap is a switch and takes no value"),
        ("-size=4 -size=5", "-size was given twice"),
        ("-siez=4", "that is not an option of this game; did you mean -size?"),
    ] {
        check_options(words, Challenge, expected);
    }
    check_options("-size=2", Scripts, "-size=2");
    check_options("-size=1", Scripts, "-size takes a whole number from 2 to 10");
}

#[test]
fn impossible_positions() {
    let at = |x, y, z| Cell { x, y, z };
    let refused = |change: &dyn Fn(&mut Setup)| {
        let mut setup = tower("-size=3", &[([1, 0, 0], Colour::Dark)]);
        change(&mut setup);
        setup.board().unwrap_err().to_string()
    };
    assert_eq!(
        refused(&|setup| setup.cubes.push((at(2, 1, 0), Colour::Light))),
        "2,1,0 is not a cell of a board of size 3"
    );
    assert_eq!(
        refused(&|setup| setup.cubes.push((at(2, 0, 0), Colour::Dark))),
        "two cubes are in 2,0,0"
    );
    assert_eq!(
        refused(&|setup| setup.cubes.push((at(0, 0, 0), Colour::Dark))),
        "the cube in 0,0,0 (a1'') has no cube under it in 0,1,0"
    );
    assert_eq!(
        refused(&|setup| setup.cubes.iter_mut().for_each(|cube| cube.1 = Colour::Dark)),
        "X has 5 cubes, and the position shows 7"
    );
    assert_eq!(
        refused(&|setup| setup.last = Some((None, at(2, 0, 0)))),
        "the last turn cannot have placed a cube in 2,0,0"
    );
    let swapped = Setup { swapped: true, ..Setup::new(Options::default(), Colour::Dark) };
    assert_eq!(swapped.board(), Err(SetupError::Swapped));
}

#[track_caller]
fn check_drawing(options: &str, turns: &[&str], expected: &Expect) {
    expected.assert_eq(&play::<Board>(options, turns).board().draw(DrawStyle::LABELLED));
}

#[test]
fn drawings_with_labels() {
    check_drawing(
        "-size=3",
        &["b2"],
        &expect![[r#"
                c
              +---+
             /   . \  b
          1 +  c1   +---+
             \   . /   . \  a
              +---+  b1   +---+
             /   . \   . /   . \
          2 +  c2   +---+  a1   +
             \   . /O\OOO\   . / 1
              +---+OOO+---+---+
             /   . \O/OOO/ 2
          3 +  c3   +---+
             \   . / 3
              +---+

        Last turn: b2 (in capitals)
    "#]],
    );
    check_drawing(
        "-size=3",
        &["b2", "swap"],
        &expect![[r#"
                c
              +---+
             /   . \  b
          1 +  c1   +---+
             \   . /   . \  a
              +---+  b1   +---+
             /   . \   . /   . \
          2 +  c2   +---+  a1   +
             \   . /o\ooo\   . / 1
              +---+ooo+---+---+
             /   . \o/ooo/ 2
          3 +  c3   +---+
             \   . / 3
              +---+

        Last turn: swap
    "#]],
    );
    let mut setup = tower("-size=3", &[([1, 0, 0], Colour::Dark), ([0, 1, 0], Colour::Light)]);
    setup.cubes.push((Cell { x: 0, y: 0, z: 1 }, Colour::Dark));
    setup.options = Options::parse(&["-size=3", "-win_height=0"], SizeLimits::Scripts).unwrap();
    expect![[r#"
        a full level 1:
                c
              +---+
             /x\xxx\  b
          1 +xxx+---+---+
             \x/x\xxx\xxx\  a
              +xxx+---+---+---+
             /o\x/xxx/x\xxx\ooo\
          2 +ooo+- a1'' +---+---+
             \o/o\ooo\x/xxx/ooo/ 1
              +ooo+---+---+---+
             /x\o/ooo/ooo/ 2
          3 +xxx+---+---+
             \x/xxx/ 3
              +---+
    "#]]
    .assert_eq(&format!("a full level 1:\n{}", setup.board().unwrap().draw(DrawStyle::LABELLED)));
}

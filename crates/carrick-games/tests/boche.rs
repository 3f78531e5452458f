//! Boche against recorded games, the inventor's figures, and tables of turns.

#![allow(clippy::unwrap_used, unreachable_pub)] // a failed unwrap is a failed test

use carrick_games::boche::{
    self, Board, EndRule, Join, Options, ReadError, Rotation, Setup, SetupTurn, Turn,
};
use carrick_games::cubes::Cell;
use carrick_games::{
    Board as _, Colour, DrawStyle, Game, GameOptions, Outcome, OutcomeProof, Seat, Show as _,
    SizeLimits, TurnSet, WinBy, perft,
};
use expect_test::{Expect, expect};

use crate::support::{figure, new_game, perft_by_trial, play, replay_recorded};

#[test]
fn recorded_games_turn_by_turn() {
    for (_, game) in replay_recorded::<Board>() {
        let points = match game.proof() {
            OutcomeProof::Enclosure(points) | OutcomeProof::Path(points) => points.len(),
            _ => 0,
        };
        assert!(points > 0);
    }
}

#[track_caller]
fn options(typed: &str) -> Options {
    let words: Vec<&str> = typed.split_whitespace().collect();
    Options::parse(&words, SizeLimits::Challenge).unwrap()
}

/// The position of a drawing; cubes that are barely visible have their first possible rotation.
fn drawn(typed: &str, drawing: &str) -> Setup {
    let seen = boche::read_drawing(drawing).unwrap();
    let mut setup = Setup::new(options(&format!("-size={} {typed}", seen.size)), Colour::Light);
    setup.cubes = seen.cubes.iter().map(|cube| (cube.cell, cube.rotations[0])).collect();
    setup
}

#[test]
fn the_inventors_empty_board() {
    let game = new_game::<Board>("-size=4");
    assert_eq!(game.board().draw(DrawStyle::BARE), figure("boche-size4-empty.txt"));
}

#[test]
fn the_inventors_rotations() {
    assert_eq!(boche::draw_rotations(), figure("boche-rotations.txt"));
}

#[test]
fn the_inventors_won_game() {
    let picture = figure("boche-size4-won-by-dark.txt");
    let board = drawn("", &picture).board().unwrap();
    assert_eq!(board.draw(DrawStyle::BARE), picture);
    let won = Outcome::Win { winner: Colour::Dark, by: WinBy::Path };
    assert_eq!(board.outcome(), Some(won));
    let groups = board.groups();
    let spanning: Vec<_> = groups.iter().filter(|group| group.is_spanning()).collect();
    assert_eq!(spanning.len(), 1);
    assert_eq!((spanning[0].colour, spanning[0].points.len()), (Colour::Dark, 18));
    let enclosed: Vec<_> = groups.iter().filter(|group| group.is_enclosed()).collect();
    assert_eq!(enclosed.len(), 1);
    assert_eq!((enclosed[0].colour, enclosed[0].points.len()), (Colour::Light, 3));
    // With a kill of 3, the enclosed group decides before any path.
    let killed = drawn("-kill=3", &picture).board().unwrap();
    assert_eq!(killed.outcome(), Some(Outcome::Win { winner: Colour::Dark, by: WinBy::Enclosure }));
    assert_eq!(
        killed.proof(killed.outcome().unwrap()),
        OutcomeProof::Enclosure(["0,0,0", "0,1,1", "0,2,0"].map(str::to_owned).to_vec())
    );
}

#[test]
fn the_apex_did_not_decide_the_inventors_game() {
    let mut setup = drawn("", &figure("boche-size4-won-by-dark.txt"));
    setup.cubes.retain(|&(cell, _)| cell != Cell { x: 0, y: 0, z: 0 });
    let board = setup.board().unwrap();
    assert_eq!(board.outcome(), None);
    assert!(board.groups().iter().any(|group| group.colour == Colour::Dark && group.is_spanning()));
}

/// Every turn that can be written.
fn candidates(game: &Game<Board>) -> Vec<String> {
    let lattice = game.board().lattice();
    let mut places: Vec<String> = lattice.ids().map(|id| lattice.place(id).to_string()).collect();
    places.sort();
    places.dedup();
    let turns = places.iter().flat_map(|place| {
        Rotation::ALL.into_iter().map(move |rotation| format!("{rotation}:{place}"))
    });
    turns.chain(["swap".to_owned()]).collect()
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
    check_perft("-size=2", &[24, 216, 960, 3792, 3024, 0], 5);
    check_perft("-size=2 -kill=1", &[24, 216, 960, 2544, 1776, 0], 5);
    check_perft("-size=2 -immediate -noswap", &[24, 192, 768, 3024, 0, 0], 4);
    check_perft("-size=3", &[48, 1008, 16320, 208_320, 2_198_016], 4);
    check_perft("-size=3 -adjacent", &[48, 624, 8256, 102_336, 1_172_736], 4);
    check_perft("-size=6", &[168, 13608, 1_034_880], 2);
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

const NO_TURN: &str =
    "that is not a turn; a turn looks like c:d3 (rotation c, one of a to h, at d3) or swap";

#[test]
fn texts_that_are_not_turns() {
    check_illegal(
        "-size=4",
        "",
        &[
            ("", NO_TURN),
            ("c:", NO_TURN),
            ("c;d3", NO_TURN),
            ("c:d3-d4", NO_TURN),
            ("c:d3 d4", NO_TURN),
            ("pass", NO_TURN),
            ("hunter2!", NO_TURN),
            ("d3", "d3 needs a rotation before it, as in a:d3; any of a to h would fit"),
            ("i:d3", "the text before d3 is not a rotation; any of a to h would fit"),
            (":d3", "the text before d3 is not a rotation; any of a to h would fit"),
            ("secret:d3", "the text before d3 is not a rotation; any of a to h would fit"),
            ("c:e1", "e1 is not on this board: its rows run from a to d"),
            ("c:c4", "c4 is not on this board: row c has the numbers 1 to 3"),
            ("d2'", "d2' is not on this board: row d is the last, and no cube nests behind it"),
        ],
    );
}

#[test]
fn refused_turns_have_a_reason() {
    check_illegal(
        "-size=4",
        "",
        &[
            ("swap", "swap is the second player's answer to the first cube; there is no cube yet"),
            ("e:a1'", "there is no spot at a1': a cube there still needs a1, b1 and b2 under it"),
        ],
    );
    check_illegal(
        "-size=4 -noswap",
        "c:d3",
        &[
            ("swap", "this game is played without swap (-noswap)"),
            ("c:d3", "there is a cube at d3 already, and nothing fits on it"),
            ("d4", "d4 needs a rotation before it, as in a:d4; a, b, c or d would fit"),
            (
                "e:c2",
                "the nearest corner at c2 must be Dark, and in rotation e it is Light; \
                 a, b, c or d would fit",
            ),
            ("a:c2'", "there is no spot at c2': a cube there still needs c2 and d2 under it"),
        ],
    );
    check_illegal(
        "-size=4",
        "c:d3 a:a1",
        &[("swap", "swap is possible only as the second turn of the game")],
    );
    check_illegal(
        "-size=4",
        "c:d3 swap",
        &[("swap", "swap is possible only as the second turn of the game")],
    );
    check_illegal(
        "-size=4 -adjacent",
        "c:d3",
        &[(
            "a:a1",
            "in this game (-adjacent) a cube in a hole needs a neighbour, and a1 has none; \
             c2, c3, d2 and d4 would have one",
        )],
    );
}

#[test]
fn refused_turns_on_a_stack_have_a_reason() {
    check_illegal(
        "-size=4 -kill=99",
        "c:a1 a:b1 a:b2 a:c1 a:c2 a:c3 a:d1 a:d2 a:d3 a:d4 e:a1' e:b1' e:b2'",
        &[
            (
                "a:c1'",
                "the nearest corner at c1' must be Light, and in rotation a it is Dark; \
                 e, f, g or h would fit",
            ),
            ("e:a1'", "there is a cube at a1' already, and nothing fits on it"),
            (
                "a:c2",
                "there is a cube at c2 already; the next one there still needs a1'', b1'' and b2'' \
                 under it",
            ),
        ],
    );
    check_illegal(
        "-size=4",
        "d:d2 b:c2 c:d3",
        &[("a:a1", "the game is over (Light wins: a group of Dark is enclosed)")],
    );
}

#[test]
fn accepted_forms_of_turns() {
    let game = play::<Board>("-size=4", &[" C:C2 ", "a : d2", "b:D3", "E:C2\u{2019}"]);
    let names: Vec<String> =
        game.turns().iter().map(|&turn| game.turn_name(turn).to_string()).collect();
    assert_eq!(names, ["c:c2", "a:d2", "b:d3", "e:c2'"]);
}

#[test]
fn a_swap_exchanges_the_colours_and_keeps_the_board() {
    let game = play::<Board>("-size=4", &["c:d3", "Swap"]);
    assert_eq!(game.board().cells(), ["0,2,1:c"]);
    assert_eq!(game.board().to_move(), Colour::Dark);
    assert_eq!(game.seat_to_move(), Some(Seat::First));
    assert_eq!(game.colour_of(Seat::Second), Colour::Light);
    assert!(!game.legal_turns().contains(&Turn::Swap));
    assert_eq!(game.at(1).seat_to_move(), Some(Seat::Second));
    assert_eq!(Setup::of(game.board()).last, Some(SetupTurn::Swap));
    // Light's group is enclosed in the end, so the first player, who is Dark now, has won.
    let game = play::<Board>("-size=4", &["f:c2", "swap", "h:b1", "g:d3", "h:d2"]);
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Colour::Dark));
    assert_eq!(game.board().seat_of(Colour::Dark), Seat::First);
}

#[test]
fn an_enclosed_group_counts_against_its_owner() {
    let outcome = |turns: &[&str]| play::<Board>("-size=4 -noswap", turns).outcome();
    let by_enclosure = |winner| Some(Outcome::Win { winner, by: WinBy::Enclosure });
    // Dark's group is enclosed by Light's turn, and then by Dark's own.
    assert_eq!(outcome(&["d:d2", "b:c2", "c:d3"]), by_enclosure(Colour::Light));
    assert_eq!(outcome(&["a:a1", "d:d2", "b:c2", "c:d3"]), by_enclosure(Colour::Light));
    // Light's, by Dark's turn.
    assert_eq!(outcome(&["f:c2", "h:b1", "g:d3", "h:d2"]), by_enclosure(Colour::Dark));
}

#[test]
fn a_path_by_faces_is_stricter_than_by_any() {
    let mut stricter = 0;
    for seed in 0..200 {
        let game = crate::support::random_game::<Board>("-size=4 -immediate -kill=99", seed, 14);
        let any = options("-size=4 -immediate -kill=99 -join_any");
        let any = Setup { options: any, ..Setup::of(game.board()) }.board().unwrap().outcome();
        assert!(game.outcome().is_none() || any.is_some());
        stricter += usize::from(game.outcome() != any);
    }
    assert!(stricter > 0);
}

#[track_caller]
fn check_options(typed: &str, expected: &str) {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let said = match Options::parse(&words, SizeLimits::Challenge) {
        Ok(options) => {
            let printed = options.to_string();
            let again: Vec<&str> = printed.split_whitespace().collect();
            assert_eq!(Options::parse(&again, SizeLimits::Challenge), Ok(options));
            assert_eq!(Options::parse(&words, SizeLimits::Scripts), Ok(options));
            printed
        }
        Err(error) => error.to_string(),
    };
    assert_eq!(said, expected, "{typed}");
}

#[test]
fn options_and_their_refusals() {
    check_options("", "-size=6");
    check_options("-noswap -size=4 -kill=4", "-size=4 -noswap");
    check_options("-KILL=1 -Adjacent", "-size=6 -kill=1 -adjacent");
    check_options("-immediate -join_face", "-size=6 -immediate");
    check_options("-join_any -immediate -kill=50", "-size=6 -kill=50 -immediate -join_any");
    check_options("-fill_board -adjacent", "-size=6 -fill_board -adjacent");
    check_options("-size=10", "-size=10");
    check_options("-size=1", "-size takes a whole number from 2 to 10");
    check_options("-size=11", "-size takes a whole number from 2 to 10");
    check_options("-kill=0", "-kill takes a whole number from 1 to 999");
    check_options("-kill", "-kill needs a value, for example -kill=4");
    check_options("-fill_board -kill=4", "-size=6 -kill=4 -fill_board");
    check_options("-kill=7 -fill_board", "-size=6 -kill=7 -fill_board");
    check_options("-Immediate_Win -kill=7", "-size=6 -kill=7 -immediate");
    check_options("-immediate-win", "-size=6 -immediate");
    check_options("-immediate_win -immediate", "-immediate was given twice");
    check_options("-immediate_win=1", "-immediate is a switch and takes no value");
    check_options(
        "-immediate_win -fill_board",
        "-fill_board and -immediate cannot be used together",
    );
    check_options("-join_face", "-size=6 -join_face");
    check_options("-immediate -fill_board", "-fill_board and -immediate cannot be used together");
    check_options("-join_any -join_face", "-join_face and -join_any cannot be used together");
    check_options("-adjacent=1", "-adjacent is a switch and takes no value");
    check_options("-noswap -noswap", "-noswap was given twice");
    check_options("-fillboard", "that is not an option of this game; did you mean -fill_board?");
}

#[test]
fn options_in_types() {
    let chosen = options("-size=4 -kill=7 -immediate -join_any");
    let kill = std::num::NonZeroU16::new(7).unwrap();
    assert_eq!(chosen.end_rule(), EndRule::Enclosure { kill, immediate: true });
    assert_eq!(chosen.immediate(), Some(Join::Any));
    assert_eq!(options("-join_any").immediate(), None);
    assert_eq!(options("-fill_board").end_rule(), EndRule::FullBoard);
    assert_eq!((chosen.size(), chosen.cubes(), chosen.swap()), (4, 20, true));
}

#[test]
fn warnings() {
    let odd = |size, cubes| {
        format!(
            "A board of size {size} takes {cubes} cubes, an odd number: the same player has both \
             the first and the last."
        )
    };
    assert_eq!(options("-size=5").warnings(), [odd(5, 35)]);
    assert_eq!(options("-size=9 -immediate").warnings(), [odd(9, 165)]);
    assert_eq!(options("-join_any").warnings(), ["-join_any matters only with -immediate."]);
    assert_eq!(options("-join_face").warnings(), ["-join_face matters only with -immediate."]);
    let idle = "-kill does nothing with -fill_board: enclosed groups do not count.";
    assert_eq!(options("-fill_board -kill=3").warnings(), [idle]);
    // All five options of the original's usage line together.
    let all = options("-size=6 -fill_board -adjacent -join_any -kill=4");
    assert_eq!(all.warnings(), [idle, "-join_any matters only with -immediate."]);
    assert_eq!(all, options("-fill_board -adjacent -join_any"));
    for quiet in ["", "-size=2", "-immediate -join_any", "-immediate -join_face", "-fill_board"] {
        assert!(options(quiet).warnings().is_empty(), "{quiet}");
    }
}

#[track_caller]
fn check_setup(options_typed: &str, change: impl FnOnce(&mut Setup), sentence: &str) {
    let mut setup = Setup::new(options(options_typed), Colour::Dark);
    setup.cubes = vec![
        (Cell { x: 0, y: 0, z: 3 }, Rotation::A),
        (Cell { x: 0, y: 1, z: 2 }, Rotation::B),
        (Cell { x: 1, y: 0, z: 2 }, Rotation::C),
        (Cell { x: 0, y: 0, z: 2 }, Rotation::E),
    ];
    assert!(setup.board().is_ok());
    change(&mut setup);
    assert_eq!(setup.board().unwrap_err().to_string(), sentence);
}

#[test]
fn impossible_positions() {
    let cell = |x, y, z| Cell { x, y, z };
    let add = |x, y, z, rotation| {
        move |setup: &mut Setup| {
            setup.cubes.push((cell(x, y, z), rotation));
        }
    };
    check_setup("-size=4", add(0, 0, 4, Rotation::A), "0,0,4 is not a cell of a board of size 4");
    check_setup("-size=4", add(0, 0, 3, Rotation::A), "two cubes are in 0,0,3");
    check_setup(
        "-size=4",
        add(0, 0, 1, Rotation::A),
        "the cube in 0,0,1 (b1'') has no cube under it in 1,0,1",
    );
    check_setup(
        "-size=4",
        add(3, 0, 0, Rotation::E),
        "the cube in 3,0,0 does not match the others in rotation e; a, b, c or d would fit",
    );
    check_setup(
        "-size=4 -adjacent",
        add(3, 0, 0, Rotation::A),
        "in this game (-adjacent) the cube in 3,0,0 needs a neighbour",
    );
    let swapped = "the players cannot have swapped here";
    check_setup("-size=4 -noswap", |setup| setup.swapped = true, swapped);
    check_setup("-size=4", |setup| setup.last = Some(SetupTurn::Swap), swapped);
    check_setup(
        "-size=4",
        |setup| setup.last = Some(SetupTurn::Place(cell(0, 0, 3))),
        "the last turn cannot have placed a cube in 0,0,3",
    );
}

#[track_caller]
fn check_drawing(options: &str, turns: &str, expected: &Expect) {
    let listed: Vec<&str> = turns.split_whitespace().collect();
    let drawing = play::<Board>(options, &listed).board().draw(DrawStyle::LABELLED);
    // The first line keeps the margin of the drawing separate from that of this file.
    expected.assert_eq(&format!("{options} {listed:?}\n{drawing}"));
}

#[test]
fn drawings_for_players() {
    check_drawing(
        "-size=2",
        "",
        &expect![[r#"
            -size=2 []
                     b
                  +-----+
                 /     . \
                /     .   \   a
             1 + .  b1     +-----+
                \     .   /     . \
                 \     . /     .   \
                  +-----+ .  a1     +
                 /     . \     .   / 1
                /     .   \     . /
             2 + .  b2     +-----+
                \     .   / 2
                 \     . /
                  +-----+
        "#]],
    );
    check_drawing(
        "-size=3 -adjacent",
        "a:a1",
        &expect![[r#"
            -size=3 -adjacent ["a:a1"]
                     c
                  +-----+
                 /     . \
                /     .   \   b
             1 + . . .     +-----+
                \     .   /     . \
                 \     . /     .   \   a
                  +-----+ .  b1     +---oo+
                 /     . \     .   / \ ooooo
                /     .   \     . ooooooooo \
             2 + . . .     +-----+ooooo@oo---+
                \     .   /     . ooooooooo / 1
                 \     . /     .   \ / ooooo
                  +-----+ .  b2     +---oo+
                 /     . \     .   / 2
                /     .   \     . /
             3 + . . .     +-----+
                \     .   / 3
                 \     . /
                  +-----+

            Last turn: a:a1 ("@" marks its nearest corner)
        "#]],
    );
    check_drawing(
        "-size=4",
        "f:c2 h:b1 g:c1 a:b1'",
        &expect![[r#"
            -size=4 ["f:c2", "h:b1", "g:c1", "a:b1'"]
                     d
                  +-----+
                 /     . \
                /     .   \   c
             1 + .  d1     +ooo--+
                \     .   oooo    \
                 \     . /ooo\    oo   b
                  +-----+  oo +---oo+ooo--+
                 /     . \ooo/ \ ooooooooo \
                /     .   ooooooooooo \  oooo   a
             2 + .  d2     +ooooo@oo---+--ooo+-----+
                \     .   ooooooooooo /    oo     . \
                 \     . /   \ / oooooo    /     .   \
                  +-----+     +---oo+ooo--+ .  a1     +
                 /     . \   /  oooo     . \     .   / 1
                /     .   ooooooo /     .   \     . /
             3 + .  d3     +ooo--+ .  b2     +-----+
                \     .   /     . \     .   / 2
                 \     . /     .   \     . /
                  +-----+ .  c3     +-----+
                 /     . \     .   / 3
                /     .   \     . /
             4 + .  d4     +-----+
                \     .   / 4
                 \     . /
                  +-----+

            Last turn: a:b1' ("@" marks its nearest corner)
        "#]],
    );
    check_drawing(
        "-size=2",
        "a:a1 c:b2 b:b1 h:a1'",
        &expect![[r#"
            -size=2 ["a:a1", "c:b2", "b:b1", "h:a1'"]
                     b
                  +---oo+
                 / \   ooo
                OOOOOOO   \   a
             1 +OOOOO+OOO--+---OO+
                OOOOOOOOOOO \ OOOOO
                 \ /OOO\  OOOOOOOO \
                  +  OO @--OOO+OO---+
                 / \OOO/    OOOOOO / 1
                o   OOOO    / OOOOO
             2 +oo OO+OOO--+---OO+
                o   OOO   / 2
                 \ /   ooo
                  +---oo+

            Last turn: h:a1' ("@" marks its nearest corner)
            "O" marks Dark's group between the three sides
        "#]],
    );
}

#[test]
fn texts_that_are_not_drawings() {
    let board = play::<Board>("-size=3", &["a:b1", "b:b2", "c:c2"]).board().draw(DrawStyle::BARE);
    let read = |text: &str| boche::read_drawing(text).map(|seen| seen.cubes.len());
    assert_eq!(read(&board), Ok(3));
    let quoted: String = board.lines().map(|line| format!("> {line}\n")).collect();
    assert_eq!(read(&format!("A game of Boche:\n\n{quoted}")), Ok(3));
    assert_eq!(read(""), Err(ReadError::NoBoard));
    assert_eq!(read(&board.replace('-', " ")), Err(ReadError::NoBoard));
    assert_eq!(read(&board.replace('\\', " ")), Err(ReadError::Edges));
    assert!(matches!(read(&board.replace("ooooooooo", "o o o o o")), Err(ReadError::Paint { .. })));
}

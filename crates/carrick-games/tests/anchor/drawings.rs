//! Drawings of Anchor boards.

use carrick_games::anchor::drawing::{self, DrawingError};
use carrick_games::anchor::{Board, Options};
use carrick_games::{Board as _, DrawStyle, Show as _};
use expect_test::{Expect, expect};

use super::{point, worked_example};
use crate::support::play;

#[track_caller]
fn check(options: &str, turns: &[&str], style: DrawStyle, expected: Expect) {
    let drawn = play::<Board>(options, turns).board().draw(style);
    // Adds a left edge, because expectations have no indentation.
    let drawn: String = drawn.lines().map(|line| format!("|{line}\n")).collect();
    expected.assert_eq(&drawn);
}

const SCORED: DrawStyle = DrawStyle { labels: true, score: true };

#[test]
fn empty_boards() {
    check(
        "-size=3",
        &[],
        DrawStyle::BARE,
        expect![[r#"
            |       w
            |    .     .
            | b     .     b
            |    .     .
            | .     .     .
            |    .     .
            | w     .     w
            |    .     .
            |       b
        "#]],
    );
    check(
        "-size=3",
        &[],
        DrawStyle::LABELLED,
        expect![[r#"
            |          w
            |       .     .
            |    b     .     b
            | 5 /   .     .   \ E
            |    .     .     .
            | 4 /   .     .   \ D
            |    w     .     w
            | 3 /   .     .   \ C
            |    2 /   b   \ B
            |       1 / \ A
            |
            |x Black   o White   b w their empty home corners
        "#]],
    );
    check(
        "-handicap=7",
        &[],
        DrawStyle::LABELLED,
        expect![[r#"
            |                         w
            |                      .     .
            |                   .     .     .
            |                .     .     .     .
            |             .     .     x     .     .
            |          .     .     .     .     .     .
            |       .     .     .     .     .     .     .
            |    b     .     .     .     .     .     .     b
            |15 /   .     .     .     .     .     .     .   \ O
            |    .     x     .     .     .     .     x     .
            |14 /   .     .     .     .     .     .     .   \ N
            |    .     .     .     .     .     .     .     .
            |13 /   .     .     .     .     .     .     .   \ M
            |    .     .     .     .     .     .     .     .
            |12 /   .     .     .     x     .     .     .   \ L
            |    .     .     .     .     .     .     .     .
            |11 /   .     .     .     .     .     .     .   \ K
            |    .     .     .     .     .     .     .     .
            |10 /   .     .     .     .     .     .     .   \ J
            |    .     x     .     .     .     .     x     .
            | 9 /   .     .     .     .     .     .     .   \ I
            |    w     .     .     .     .     .     .     w
            | 8 /   .     .     .     .     .     .     .   \ H
            |    7 /   .     .     .     .     .     .   \ G
            |       6 /   .     .     x     .     .   \ F
            |          5 /   .     .     .     .   \ E
            |             4 /   .     .     .   \ D
            |                3 /   .     .   \ C
            |                   2 /   b   \ B
            |                      1 / \ A
            |
            |x Black   o White   b w their empty home corners
        "#]],
    );
}

#[test]
fn the_last_turn_is_marked() {
    check(
        "-size=2",
        &["A1", "C3"],
        DrawStyle::LABELLED,
        expect![[r#"
            |      (o)
            |    b     b
            | 3 /   .   \ C
            |    w     w
            | 2 /   x   \ B
            |    1 / \ A
            |
            |x Black   o White   b w their empty home corners   ( ) last stone
        "#]],
    );
    check(
        "-size=2",
        &["A1", "swap"],
        DrawStyle::LABELLED,
        expect![[r#"
            |       w
            |    b     b
            | 3 /   .   \ C
            |    w     w
            | 2 /   x   \ B
            |    1 / \ A
            |
            |x Black   o White   b w their empty home corners   last turn: swap
        "#]],
    );
    check(
        "-size=2",
        &["A1", "B1", "pass"],
        DrawStyle::LABELLED,
        expect![[r#"
            |       w
            |    b     b
            | 3 /   .   \ C
            |    w     o
            | 2 /   x   \ B
            |    1 / \ A
            |
            |x Black   o White   b w their empty home corners   last turn: pass
        "#]],
    );
}

#[test]
fn a_finished_game_shows_its_count() {
    let turns = ["C1", "C4", "C2", "C5", "B2", "B3", "A1", "A2", "D5", "pass", "pass"];
    check(
        "-size=3",
        &turns,
        DrawStyle::LABELLED,
        expect![[r#"
            |          w
            |      [x]    .
            |    o     .     b
            | 5 /   o     .   \ E
            |    -     .     .
            | 4 /   o     x   \ D
            |    -     x     x
            | 3 /   o     +   \ C
            |    2 /   x   \ B
            |       1 / \ A
            |
            |x Black   o White   b w their empty home corners   last turn: pass
            |[ ] dead   + Black's territory   - White's territory
            |Black 1: 0 prisoners, 1 territory
            |White 3: 1 prisoner, 2 territory
        "#]],
    );
    check(
        "-size=3",
        &turns,
        DrawStyle::BARE,
        expect![[r#"
            |       w
            |   [x]    .
            | o     .     b
            |    o     .
            | -     .     .
            |    o     x
            | -     x     x
            |    o     +
            |       x
        "#]],
    );
}

#[test]
fn the_worked_example() {
    let board = worked_example().0.board().unwrap();
    expect![[r#"
                                 -
                              -     o
                           o     o     .
                        .     o     .     .
                     .     .     .     .     .
                  .     .     o     .     .     .
               .     .     .     o     .     .     x
            x     .     .     .     .     .     .     +
        15 /   .     .     .     .     .     .     x   \ O
            .     .     .     .     .     .     .     +
        14 /   .     .     .     .     .     .     x   \ N
            .     .     .     .     .     .     .     +
        13 /   .     .     .     .     .     .     x   \ M
            .     .     .     .     .     .     .     +
        12 /   .     .     .     .     .     .     x   \ L
            .     .     .     .     .     .     .     +
        11 /   .     .     .     .     .     .     x   \ K
            .     .     .     .     .     .     .     +
        10 /   .     .     .     .     .     .     x   \ J
           [x]    .     .     .     .     .     .     +
         9 /  [x]    .     .     .     .     .     x   \ I
            w     .     .     .     .     .     .     +
         8 /  [x]    .     x     .     .     .     x   \ H
            7 /   .     x     x     .     .     .   \ G
               6 /   x    [o]+   x     .     .   \ F
                  5 /  [o]+  [o]+   x     .   \ E
                     4 /   +    [o]+   .   \ D
                        3 /  [x]+   x   \ C
                           2 /  [o]+ \ B
                              1 / \ A

        x Black   o White   w White's empty home corners
        [ ] dead   + Black's territory   - White's territory
        Black 20: 5 prisoners, 15 territory
        White 6: 4 prisoners, 2 territory
    "#]]
    .assert_eq(&board.draw(SCORED));
}

#[test]
fn contents_of_a_drawing() {
    let game = play::<Board>("-size=3", &["A1", "C3"]);
    let picture = drawing::read(&game.board().draw(DrawStyle::LABELLED)).unwrap();
    assert_eq!((picture.size(), picture.labels()), (3, true));
    assert_eq!(picture.last(), Some(point("C3")));
    let picture = drawing::read(&game.board().draw(SCORED)).unwrap();
    assert_eq!(picture.last(), None);
    assert!(picture.is_dead(point("C3")) && !picture.is_dead(point("A1")));
    assert!(game.board().points().filter(|&p| picture.owner(p).is_some()).count() == 18);
}

#[test]
fn texts_that_are_not_drawings() {
    let drawn = Board::new(Options::default()).draw(DrawStyle::LABELLED);
    let refuse = |text: &str, expected: &str| {
        assert_eq!(drawing::read(text).unwrap_err().to_string(), expected);
    };
    refuse("", "no board has a drawing of 0 lines");
    refuse("x\n", "no board has a drawing of 1 lines");
    refuse("x\nx\nx\n", "no board has a drawing of 3 lines");
    refuse(&"x\n".repeat(41), "no board has a drawing of 41 lines");
    refuse(&drawn.replacen(".     .", ".     ?", 1), "line 2: the character on O14 has no meaning");
    refuse(
        &drawn.replacen(".     .", ". x   .", 1),
        "line 2 differs from the drawing of this board",
    );
    refuse(&drawn.replacen("\\ O", "\\ Q", 1), "line 9 differs from the drawing of this board");
    let wrong_home = drawn.replacen('w', "b", 1);
    assert_eq!(drawing::read(&wrong_home), Err(DrawingError::Line { line: 1 }));
}

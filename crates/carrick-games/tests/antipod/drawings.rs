//! Golden drawings of Antipod, refused drawings, and those of the rules page.

use super::*;
use carrick_games::Show as _;

const BARE: DrawStyle = DrawStyle::BARE;
const LABELLED: DrawStyle = DrawStyle::LABELLED;

#[test]
fn last_turn_is_marked() {
    let game = play::<Board>("-radius=4", &["c3", "d10", "a2"]);
    expect![[r#"
                                               0 1
                        1 2 3 4           8 9 1 1
                       / / / / 5         / / / / 12
                              / 6               / 13
                a    o(o). o   / 7     o(o). o   / 14
               b    . . . . .   /     . . . . .   /
              c    . . o . . .       . . . . . .
             d    o . . x . . o     o . x x . . o
              e    . . . . . .       . . . . . .
               f    . . . . .         . . . . .
                g    o . . o           o . . o

            (o) the last turn, a2+
    "#]]
    .assert_eq(&game.board().draw(LABELLED));
}

#[test]
fn path_is_marked() {
    let game = random_game::<Board>("-radius=5", 1, 200);
    assert_eq!(game.outcome(), Some(PATH));
    expect![[r#"
                                                0 1 2 3 4
                         1 2 3 4 5             1 1 1 1 1
                        / / / / / 6           / / / / / 15
                                 / 7                   / 16
                 a    o o o x o   / 8       o o o x o   / 17
                b    o o . o x o   / 9     o . . o o o   / 18
               c    o x o . X X X   /     o . o x X X X   /
              d    x x o o(X)o o x       x o o . X . o x
             e    o x x o X . . . o     o . x x X x . . o
              f    . o . o x x o x       . x x x . x o x
               g    o . o o o o x         o . x . . x x
                h    . x x o . o           . . . x o o
                 i    o o o x o             o o o x o

            (X) the last turn, d5    X the path that joins the poles
    "#]]
    .assert_eq(&game.board().draw(LABELLED));
}

#[test]
fn ring_is_marked() {
    let game = random_game::<Board>("-radius=3", 7, 200);
    assert_eq!(game.outcome(), Some(RING));
    expect![[r#"
                       1 2 3         6 7 8
                      / / / 4       / / / 9
                           / 5           / 10
               a    o x o   /     o x o   /
              b    O x x x       O O O x
             c    o O x . o     o . x O o
              d   (O)x x .      (O)x O .
               e    O O o         O O o

            (O) the last turn, d2+    O the ring that parts the poles
    "#]]
    .assert_eq(&game.board().draw(LABELLED));
}

#[test]
fn every_size() {
    for radius in 2..=10 {
        let file = format!("../data/antipod/start-radius{radius:02}.txt");
        expect_file![file].assert_eq(&Board::new(options(radius)).draw(BARE));
    }
}

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    assert_eq!(drawing::read(text).unwrap_err().to_string(), expected);
}

#[test]
fn refused() {
    let start = Board::new(options(4)).draw(BARE);
    let no_board = "a drawing has an odd number of rows from 3 to 19, which start with the letters a, b, c and so on";
    for text in ["", "\n\n", "a", "a\nb\nc", "hello", &start[start.find(" a ").unwrap()..]] {
        check_refused(text, no_board);
    }
    let last_line = start.trim_end().rfind('\n').unwrap();
    check_refused(&start[..last_line], no_board);
    check_refused(
        &start.replacen("d    o . .", "d    o . ?", 1),
        "line 8, column 11 does not belong to a drawing of radius 4",
    );
    check_refused(
        &format!("\n{}", start.replacen("1 2 3 4", "1 2 3 5", 1)),
        "line 3, column 19 does not belong to a drawing of radius 4",
    );
    check_refused(
        &start.replacen("    o . . o ", "    o x . o ", 1),
        "a2+ is a rim point, but the two boards show it differently",
    );
    check_refused(
        &start.replacen("o . . x . . o", "o . . o . . o", 1),
        "d4 is a pole, and a black stone is always there",
    );
    check_refused(
        &start.replacen(" c    . . ", " c    .(.)", 1),
        "c2 is marked as the last turn, but it is empty",
    );
    check_refused(
        &start.replacen(" c    . . . ", " c    .(x)x)", 1),
        "line 7, column 13 does not belong to a drawing of radius 4",
    );
    check_refused(
        &start.replacen(" c    . . .", " c   (o). .", 1),
        "c1+ is a rim point, but the two boards show it differently",
    );
    check_refused(
        &start.replacen(" e    . . . . . ", " e    .(x).(x). ", 1),
        "more than one stone is marked as the last turn",
    );
}

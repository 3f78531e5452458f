//! The rule against mirror play.

use carrick_games::anchor::{Board, Mirroring, Point, Turn};
use carrick_games::{Game, Seat, TurnSet, perft};
use proptest::prelude::*;

use super::point;
use crate::support::{new_game, perft_by_trial, play};

/// The mirror image, calculated with offsets from the centre.
fn image(size: u8, symmetry: Mirroring, point: Point) -> Point {
    let centre = size as i8;
    let (a, b) = (point.letter() as i8 - centre, point.number() as i8 - centre);
    let (a, b) = match symmetry {
        Mirroring::HalfTurn => (-a, -b),
        Mirroring::AlongLetters => (a, a - b),
        Mirroring::AlongNumbers => (b - a, b),
        Mirroring::UpsideDown => (-b, -a),
    };
    Point::new((a + centre) as u8, (b + centre) as u8).unwrap()
}

fn stone(name: &str) -> Turn {
    Turn::Stone(point(name))
}

/// Whether a turn is legal, according to both methods.
#[track_caller]
fn is_legal(game: &Game<Board>, turn: Turn) -> bool {
    let legal = game.check(turn).is_ok();
    assert_eq!(game.legal_turns().contains(&turn), legal);
    assert_eq!(game.legal_turns().iter().any(|other| other == turn), legal);
    legal
}

/// Black starts in the centre; then White plays along the lines, and Black mirrors nine times. It
/// is White's turn.
fn nine_mirrored(symmetry: Mirroring) -> Game<Board> {
    let mut game = play::<Board>("-pie=none", &["H8"]);
    for name in ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "D2", "F3"] {
        game = game.play(stone(name)).unwrap();
        game = game.play(Turn::Stone(image(8, symmetry, point(name)))).unwrap();
    }
    game
}

#[test]
fn the_tenth_mirrored_stone_is_refused_under_each_symmetry() {
    for (symmetry, forbidden, words) in [
        (Mirroring::HalfTurn, "K11", "K11 mirrors E5 through the centre"),
        (Mirroring::AlongLetters, "E8", "E8 mirrors E5 in a line through the middle"),
        (Mirroring::AlongNumbers, "H5", "H5 mirrors E5 in a line through the middle"),
        (Mirroring::UpsideDown, "K11", "K11 mirrors E5 in a line through the middle"),
    ] {
        let game = nine_mirrored(symmetry).play(stone("E5")).unwrap();
        assert!(!is_legal(&game, stone(forbidden)), "{symmetry:?}");
        let refused = game.clone().play_text(forbidden).unwrap_err().to_string();
        let expected = format!("that would be the tenth mirrored stone in a row: {words}");
        assert_eq!(refused, expected);
        assert_eq!(game.legal_turns().len(), 169 - game.turns().len() - 1 + 1);
    }
}

/// The first number: White's 150 points and the pass. After each of White's stones, Black has one
/// stone fewer than without the rule: 150 * (149 - 1 + 1) + 1 * (150 + 1).
#[test]
fn perft_of_the_tenth_turn() {
    let game = nine_mirrored(Mirroring::HalfTurn);
    let names = game.board().points().map(|point| point.to_string());
    let candidates: Vec<String> = names.chain(["pass".into()]).collect();
    for (depth, nodes) in [(1, 151), (2, 150 * 149 + 151)] {
        assert_eq!(perft(&game, depth), nodes);
        assert_eq!(perft_by_trial(&game, &candidates, depth), nodes);
    }
}

/// After nine mirrored turns, plays the given turns, and compares whether the last stone's image is
/// legal.
#[track_caller]
fn check_after_nine(turns: &[&str], white: &str, legal: bool) {
    let mut game = nine_mirrored(Mirroring::HalfTurn);
    for turn in turns {
        game = game.play_text(turn).unwrap();
    }
    game = game.play_text(white).unwrap();
    let reply = Turn::Stone(image(8, Mirroring::HalfTurn, point(white)));
    assert_eq!(is_legal(&game, reply), legal, "{turns:?}");
}

#[test]
fn turns_that_reset_the_count() {
    check_after_nine(&[], "E5", false);
    check_after_nine(&["E5", "E6"], "F5", true);
    check_after_nine(&["E5", "pass"], "F5", true);
    // After White's pass there is nothing for Black to mirror, so any turn of Black's resets the
    // count.
    check_after_nine(&["pass", "E6"], "F5", true);
    // But neither a refusal nor another legal turn of White's does.
    let game = nine_mirrored(Mirroring::HalfTurn).play_text("E5").unwrap();
    let game = game.play_text("K11").unwrap_err().game;
    assert!(!is_legal(&game, stone("K11")));
}

#[test]
fn a_point_on_two_lines_counts_for_each_symmetry_separately() {
    // The images of the centre line under the half turn and upside down are the same points.
    let mut game = play::<Board>("-pie=none", &["H8"]);
    for letter in 'A'..='G' {
        let number = letter as u8 - b'A' + 1;
        game = game.play_text(&format!("{letter}{number}")).unwrap();
        let other = (b'O' - (letter as u8 - b'A')) as char;
        game = game.play_text(&format!("{other}{}", 16 - number)).unwrap();
    }
    // Seven for both; then two more, and one, under the half turn only.
    for (white, black) in [("A2", "O14"), ("A3", "O13"), ("A4", "O12")] {
        game = game.play_text(white).unwrap();
        assert_eq!(is_legal(&game, stone(black)), white != "A4");
        if white != "A4" {
            game = game.play_text(black).unwrap();
        }
    }
    // Upside down, the image of A4 is L15, so that count was reset.
    assert!(is_legal(&game, stone("L15")));
}

/// Answers nine stones of the mover by their images; then a tenth answer must be refused.
#[track_caller]
fn nine_then_none(mut game: Game<Board>, names: &[&str; 10]) {
    for (index, name) in names.iter().enumerate() {
        game = game.play_text(name).unwrap();
        let reply = Turn::Stone(image(8, Mirroring::HalfTurn, point(name)));
        assert_eq!(is_legal(&game, reply), index < 9, "{name}");
        if index < 9 {
            game = game.play(reply).unwrap();
        }
    }
}

#[test]
fn stones_of_the_setup_do_not_mirror_each_other() {
    // O15 is the image of A1, but the first player played both and still has nine.
    let game = play::<Board>("-pie=refined", &["C3", "A1", "O15"]);
    nine_then_none(game, &["A2", "A3", "A4", "A5", "A6", "A7", "A8", "B1", "B2", "B3"]);
}

#[test]
fn the_answer_to_the_setup_can_mirror() {
    // N14 is the image of B2, the opponent's last stone, and counts: the second player has eight.
    let mut game = play::<Board>("-pie=refined", &["C3", "D3", "B2", "N14"]);
    for name in ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"] {
        let reply = Turn::Stone(image(8, Mirroring::HalfTurn, point(name)));
        game = game.play_text(name).unwrap().play(reply).unwrap();
    }
    assert_eq!(game.seat_to_move(), Some(Seat::First));
    assert!(!is_legal(&game.play_text("B3").unwrap(), stone("N13")));
}

#[test]
fn a_swap_resets_the_count_and_cannot_be_mirrored() {
    let mut game = play::<Board>("-pie=swap", &["A1", "swap", "O15", "B1"]);
    // The first player, who is White now, mirrors from here on.
    for name in ["A2", "A3", "A4", "A5", "A6", "A7", "A8", "B2", "B3"] {
        let preceding = match game.turns().last() {
            Some(&Turn::Stone(point)) => point,
            other => panic!("{other:?}"),
        };
        game = game.play(Turn::Stone(image(8, Mirroring::HalfTurn, preceding))).unwrap();
        game = game.play_text(name).unwrap();
    }
    assert!(!is_legal(&game, stone("N13")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Without a pie rule, the centre followed by mirror images would draw. The rule stops this
    /// after nine images, whatever the opponent plays and whichever symmetry is used.
    #[test]
    fn mirroring_is_stopped(size in 4_u8..=10, which in 0..4_usize, seed: u64) {
        let symmetry = Mirroring::ALL[which];
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = new_game::<Board>(&format!("-size={size} -pie=none"));
        let centre = Point::new(size, size).unwrap();
        game = game.play(Turn::Stone(centre)).unwrap();
        for mirrored in 0..=9 {
            let free: Vec<Point> = game
                .legal_turns()
                .points()
                .filter(|&point| image(size, symmetry, point) != point)
                .collect();
            let opponent = free[random.usize(..free.len())];
            game = game.play(Turn::Stone(opponent)).unwrap();
            let reply = Turn::Stone(image(size, symmetry, opponent));
            prop_assert_eq!(is_legal(&game, reply), mirrored < 9);
            if mirrored < 9 {
                game = game.play(reply).unwrap();
            }
        }
        prop_assert_eq!(game.turns().len(), 1 + 2 * 9 + 1);
    }
}

//! Antipod: recorded games, figures, endings, refusals. Invariants and drawings are in `antipod/`.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod drawings;
mod model;
mod pairing;
mod properties;

use crate::support::{figure, new_game, perft_by_trial, play, random_game, replay_recorded};
use carrick_games::antipod::{
    Board, DrawnPlace, Half, Illegal, Options, Point, PointSet, Setup, SetupError, Sphere, drawing,
};
use carrick_games::{
    Board as _, Colour, DrawStyle, Game, GameOptions, NotationError, Outcome, OutcomeProof, Seat,
    Show as _, SizeLimits, TurnError, TurnSet, WinBy, perft,
};
use expect_test::{expect, expect_file};
use proptest::prelude::*;

const PATH: Outcome = Outcome::Win { winner: Colour::Dark, by: WinBy::Path };
const RING: Outcome = Outcome::Win { winner: Colour::Light, by: WinBy::Ring };

use model::{Coord, Model};

fn options(radius: u8) -> Options {
    Options::with_radius(radius).unwrap()
}

fn sphere(radius: u8) -> &'static Sphere {
    Sphere::of(options(radius))
}

fn coords(model: &Model, board: &Board, colour: Colour) -> std::collections::BTreeSet<Coord> {
    let sphere = board.sphere();
    board
        .stones(colour)
        .into_iter()
        .map(|point| model.coord_of[&sphere.place(point).to_string()])
        .collect()
}

fn names(sphere: &Sphere, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|point| sphere.place(point).to_string()).collect()
}

/// A position as a setup: all stones except those on the centres, by name.
#[track_caller]
fn setup(radius: u8, white: &[&str], black: &[&str]) -> Setup {
    let mut setup = Setup::bare(options(radius));
    for (names, colour) in [(white, Colour::Light), (black, Colour::Dark)] {
        for name in names {
            setup.stones.push((sphere(radius).parse(name).unwrap(), colour));
        }
    }
    setup
}

mod vectors {
    use super::*;

    #[test]
    fn recorded_games() {
        for (record, game) in replay_recorded::<Board>() {
            let expected = if record.result == "Black" { PATH } else { RING };
            assert_eq!(game.outcome(), Some(expected));
            check_proof(game.board());
        }
    }

    #[test]
    fn opening_figure() {
        let game = new_game::<Board>("-radius=6");
        assert_eq!(game.board().draw(DrawStyle::BARE), figure("antipod-radius6-start.txt"));
        assert_eq!(game.board().draw(DrawStyle::LABELLED), figure("antipod-radius6-start.txt"));
    }

    #[test]
    fn won_figure() {
        let text = figure("antipod-radius6-won-by-black.txt");
        let seen = drawing::read(&text).unwrap();
        let board = seen.setup(Colour::Light).board().unwrap();
        assert_eq!(board.draw(DrawStyle::BARE), text);
        assert_eq!(board.outcome(), Some(PATH));
        assert_eq!(board.stones(Colour::Light).len(), 50);
        let OutcomeProof::Path(path) = board.proof(PATH) else { panic!("no path") };
        expect![[r#"f6 f7 g8 g9 h10 i11+ i21 i20 j20 k9+ k8+ j7 i7 h6 g5 f4 e4 d3 d2 c1+ d13 e14 e15 d15 c15 c16 c17 d18 e18 e17 f17"#]].assert_eq(&path.join(" "));
        check_proof(&board);
    }
}

/// Checks the proof of a finished game: stones of the winner, each next to the previous one, no
/// stone twice, from centre to centre or in a ring that separates them.
#[track_caller]
fn check_proof(board: &Board) {
    let model = Model::new(board.options().radius());
    let outcome = board.outcome().expect("the game is over");
    let (proof, colour, closed) = match board.proof(outcome) {
        OutcomeProof::Path(proof) => (proof, Colour::Dark, false),
        OutcomeProof::Ring(proof) => (proof, Colour::Light, true),
        other => panic!("{other:?} proves nothing"),
    };
    assert_eq!(outcome.winner(), Some(colour));
    let proof: Vec<Coord> = proof.iter().map(|name| model.coord_of[name]).collect();
    let set = proof.iter().copied().collect();
    assert!(coords(&model, board, colour).is_superset(&set));
    assert_eq!(set.len(), proof.len(), "no stone twice");
    for pair in proof.windows(2) {
        assert!(model.neighbours(pair[0]).contains(&pair[1]), "{pair:?}");
    }
    let (first, last) = (proof[0], *proof.last().unwrap());
    if closed {
        assert!(model.neighbours(last).contains(&first));
        assert!(model.parts(&set), "the ring separates the centres");
        for stone in &proof {
            let mut less = set.clone();
            less.remove(stone);
            assert!(!model.parts(&less), "a ring without detours");
        }
    } else {
        assert_eq!((first, last), ((0, 0, 0), (0, 0, 1)));
        for stone in &proof[1..proof.len() - 1] {
            let mut less = set.clone();
            less.remove(stone);
            assert!(!model.joins(&less), "a path without detours");
        }
    }
}

mod options {
    use super::*;

    #[track_caller]
    fn check(words: &[&str], limits: SizeLimits, expected: &str) {
        let said = match Options::parse(words, limits) {
            Ok(options) => format!("ok {options}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(said, expected);
    }

    #[test]
    fn as_typed() {
        use SizeLimits::{Challenge, Scripts};
        check(&[], Challenge, "ok -radius=6");
        check(&["-radius=4"], Challenge, "ok -radius=4");
        check(&["-RADIUS=10"], Challenge, "ok -radius=10");
        check(&["-radius=2"], Scripts, "ok -radius=2");
        check(&["-radius=3"], Challenge, "-radius takes a whole number from 4 to 10");
        check(&["-radius=11"], Challenge, "-radius takes a whole number from 4 to 10");
        check(&["-radius=1"], Scripts, "-radius takes a whole number from 2 to 10");
        check(&["-radius=six"], Challenge, "-radius takes a whole number from 4 to 10");
        check(&["-radius=262"], Challenge, "-radius takes a whole number from 4 to 10");
        check(&["-radius"], Challenge, "-radius needs a value, for example -radius=6");
        check(&["-radius=5", "-radius=5"], Challenge, "-radius was given twice");
        check(
            &["-radios=5"],
            Challenge,
            "that is not an option of this game; did you mean -radius?",
        );
        let unknown = "that is not an option of this game, which takes -radius";
        check(&["-noswap"], Challenge, unknown);
    }

    #[test]
    fn written_form_reads_back() {
        for radius in 2..=10 {
            let written = options(radius).to_string();
            assert_eq!(Options::parse(&[&written], SizeLimits::Scripts), Ok(options(radius)));
            assert_eq!(options(radius).warnings().is_empty(), radius > 2);
        }
        assert_eq!(Options::with_radius(1), None);
        assert_eq!(Options::with_radius(11), None);
    }
}

mod topology {
    use super::*;

    #[test]
    fn names_and_neighbours_are_those_of_the_model() {
        for radius in 2..=10 {
            let (sphere, model) = (sphere(radius), Model::new(radius));
            let r = usize::from(radius);
            assert_eq!(sphere.len(), 6 * r * (r - 1) + 2 - 6 * (r - 1));
            let all = names(sphere, sphere.points());
            assert!(all.iter().collect::<std::collections::BTreeSet<_>>().iter().eq(&{
                let mut sorted: Vec<_> = model.coord_of.keys().collect();
                sorted.sort();
                sorted
            }));
            for point in sphere.points() {
                let at = model.coord_of[&sphere.place(point).to_string()];
                let mut ours = names(sphere, sphere.neighbours(point));
                let mut theirs: Vec<_> =
                    model.neighbours(at).into_iter().map(|at| model.name_of[&at].clone()).collect();
                ours.sort();
                theirs.sort();
                assert_eq!(ours, theirs, "round {} at radius {radius}", sphere.place(point));
                assert_eq!(ours.len(), if sphere.corners().contains(&point) { 4 } else { 6 });
            }
        }
    }

    /// Each neighbour touches the next: the sphere is divided into triangles, so exactly one side
    /// wins.
    #[test]
    fn neighbours_are_in_order_round_a_point() {
        for radius in 2..=10 {
            let sphere = sphere(radius);
            for point in sphere.points() {
                let round: Vec<Point> = sphere.neighbours(point).collect();
                for (k, &next) in round.iter().enumerate() {
                    let after = round[(k + 1) % round.len()];
                    assert!(sphere.neighbours(next).any(|other| other == after), "{point:?}");
                }
            }
        }
    }

    #[test]
    fn sites_and_points_belong_together() {
        for radius in 2..=10 {
            let sphere = sphere(radius);
            let mut seen = PointSet::EMPTY;
            for site in Half::BOTH.into_iter().flat_map(|half| sphere.half_sites(half)) {
                let point = sphere.at(site).unwrap();
                seen.insert(point);
                let canonical = sphere.site(point).unwrap();
                assert!(canonical == site || sphere.is_rim(point));
            }
            assert_eq!(seen, sphere.points());
            for (row, column) in [(0, 1), (1, 0), (1, radius + 1), (2 * radius, radius), (255, 255)]
            {
                assert_eq!(sphere.at(DrawnPlace { half: Half::Right, row, column }), None);
            }
        }
        let larger = sphere(10).points().iter().last().unwrap();
        assert_eq!(sphere(4).site(larger), None);
        assert_eq!(sphere(4).neighbours(larger).count(), 0);
    }
}

mod notation {
    use super::*;

    #[track_caller]
    fn check(typed: &str, expected: &str) {
        let game = new_game::<Board>("-radius=6");
        let said = match game.parse_turn(typed) {
            Ok(turn) => game.turn_name(turn).to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(said, expected, "{typed}");
    }

    #[test]
    fn accepted() {
        for (typed, name) in [
            ("f4", "f4"),
            ("F14", "f14"),
            (" b2 ", "b2"),
            ("a3", "a3+"),
            ("a3+", "a3+"),
            ("A14", "a3+"),
            ("a14+", "a3+"),
            ("a14 +", "a3+"),
            ("f11", "f11+"),
            ("f22", "f11+"),
            ("k17", "k6+"),
            ("g2", "g2+"),
            ("g13", "g2+"),
        ] {
            check(typed, name);
        }
    }

    #[test]
    fn refused() {
        let form =
            "that is not a turn; a turn looks like f4 (left board), f14 (right board) or a3+ (rim)";
        for typed in ["", "swap", "pass", "f", "14", "f4-f5", "f4'", "f014", "f999", "f4++", "é4"]
        {
            check(typed, form);
        }
        for (typed, expected) in [
            ("f4+", "f4 is not a rim point, so it takes no +"),
            ("F14+", "f14 is not a rim point, so it takes no +"),
            (
                "a7",
                "a7 is not on this board: row a runs from 1 to 6 on the left board and from 12 to 17 on the right",
            ),
            (
                "a18+",
                "a18 is not on this board: row a runs from 1 to 6 on the left board and from 12 to 17 on the right",
            ),
            (
                "g1",
                "g1 is not on this board: row g runs from 2 to 11 on the left board and from 13 to 22 on the right",
            ),
            (
                "f23",
                "f23 is not on this board: row f runs from 1 to 11 on the left board and from 12 to 22 on the right",
            ),
            ("l5", "l5 is not on this board: rows run from a to k"),
            ("z99", "z99 is not on this board: rows run from a to k"),
        ] {
            check(typed, expected);
        }
    }

    #[test]
    fn typed_errors() {
        let parse = |text| sphere(6).parse(text).unwrap_err();
        assert_eq!(parse("f4+"), NotationError::NotOnRim { place: "f4".into() });
        assert!(matches!(parse("hunter2"), NotationError::Form { .. }));
        assert!(matches!(parse("l5"), NotationError::OffBoard { place, .. } if place == "l5"));
    }
}

mod refusals {
    use super::*;

    #[track_caller]
    fn check(game: &Game<Board>, typed: &str, expected: &str) {
        let refused = game.clone().play_text(typed).expect_err("an illegal turn");
        assert_eq!(refused.to_string(), expected);
        assert_eq!(refused.game.turns(), game.turns());
        assert_eq!(refused.game.board(), game.board());
    }

    #[test]
    fn taken_points() {
        let game = play::<Board>("", &["f14", "a3+"]);
        for (typed, expected) in [
            ("f14", "f14 is taken: a white stone stands there; any empty point is open to you"),
            ("a14", "a3+ is taken: a black stone stands there; any empty point is open to you"),
            ("a1", "a1+ is taken: a white stone stands there; any empty point is open to you"),
            (
                "f6",
                "f6 is a pole, and Black stands there from the start; any empty point is open to you",
            ),
            (
                "f17",
                "f17 is a pole, and Black stands there from the start; any empty point is open to you",
            ),
        ] {
            check(&game, typed, expected);
        }
    }

    #[test]
    fn finished_games() {
        let game = new_game::<Board>("-radius=2");
        let over = "the game is over (White wins: a ring parts the two poles)";
        check(&game, "a1", over);
        let point = game.board().sphere().parse("a1").unwrap();
        assert_eq!(game.board().check(point), Err(Illegal::Over { outcome: RING }));
        assert!(matches!(game.check(point), Err(TurnError::Over { .. })));
    }

    #[test]
    fn points_of_a_larger_board() {
        let board = Board::new(options(4));
        let far = sphere(10).parse("s29").unwrap();
        assert_eq!(board.check(far), Err(Illegal::OffBoard));
        assert_eq!(Illegal::OffBoard.to_string(), "this board has no such point");
        assert!(board.turns_at(far).is_empty());
    }
}

mod endings {
    use super::*;

    #[test]
    fn a_game_at_radius_two_is_over_before_it_starts() {
        let game = new_game::<Board>("-radius=2");
        assert_eq!(game.outcome(), Some(RING));
        assert_eq!(game.seat_to_move(), None);
        assert!(game.legal_turns().is_empty());
        assert_eq!(perft(&game, 1), 0);
        let OutcomeProof::Ring(ring) = game.proof() else { panic!("no ring") };
        assert_eq!(ring.len(), 6);
        check_proof(game.board());
    }

    #[test]
    fn radius_two_without_corners_can_be_played() {
        let board = setup(2, &["a1", "a2"], &["b1"]).board().unwrap();
        assert_eq!(board.outcome(), Some(PATH));
        let OutcomeProof::Path(path) = board.proof(PATH) else { panic!("no path") };
        assert_eq!(path, ["b2", "b1+", "b5"]);
    }

    /// A ring may be on only one half, and go round either centre.
    #[test]
    fn ring_round_one_centre() {
        let ring = ["e5", "e6", "f7", "g7", "g6"];
        let open = setup(6, &ring, &[]).board().unwrap();
        assert_eq!(open.outcome(), None);
        let closed = setup(6, &[&ring[..], &["f5"]].concat(), &[]).board().unwrap();
        assert_eq!(closed.outcome(), Some(RING));
        let OutcomeProof::Ring(ring) = closed.proof(RING) else { panic!("no ring") };
        assert_eq!(ring, ["e5", "e6", "f7", "g7", "g6", "f5"]);
    }

    /// A ring of White's around nothing and a ring of Black's around a centre decide nothing.
    #[test]
    fn rings_that_do_not_count() {
        let hole = ["c3", "c4", "d3", "d5", "e4", "e5"];
        assert_eq!(setup(6, &hole, &[]).board().unwrap().outcome(), None);
        let filled = setup(6, &[&hole[..], &["d4"]].concat(), &[]).board().unwrap();
        assert_eq!(filled.outcome(), None);
        let own = ["f5", "g6", "g7", "f7", "e6", "e5"];
        assert_eq!(setup(6, &[], &own).board().unwrap().outcome(), None);
    }

    /// The rim is the same ring from both halves; a corner has only four neighbours.
    #[test]
    fn ring_of_the_whole_rim() {
        let sphere = sphere(5);
        let rim: Vec<Point> =
            sphere.points().iter().filter(|&point| sphere.is_rim(point)).collect();
        let mut setup = Setup::bare(options(5));
        setup.stones = rim.iter().map(|&point| (point, Colour::Light)).collect();
        let board = setup.board().unwrap();
        assert_eq!(board.outcome(), Some(RING));
        let OutcomeProof::Ring(ring) = board.proof(RING) else { panic!("no ring") };
        assert_eq!(ring.len(), rim.len(), "there is no short cut across the rim of radius 5");
        check_proof(&board);
    }

    #[test]
    fn seats_never_change() {
        let game = play::<Board>("-radius=4", &["b2", "b3"]);
        assert_eq!(game.colour_of(Seat::First), Colour::Light);
        assert_eq!(game.seat_to_move(), Some(Seat::First));
        assert_eq!(game.board().to_move(), Colour::Light);
    }
}

mod setups {
    use super::*;

    #[test]
    fn refused() {
        let place = |name| sphere(6).place(sphere(6).parse(name).unwrap());
        #[track_caller]
        fn check(setup: &Setup, error: SetupError, said: &str) {
            assert_eq!(setup.board(), Err(error));
            assert_eq!(error.to_string(), said);
        }
        check(
            &setup(6, &["a3"], &["a14"]),
            SetupError::Twice { place: place("a3") },
            "a3+ is listed twice",
        );
        check(
            &setup(6, &["f17"], &[]),
            SetupError::WhiteCentre { place: place("f17") },
            "f17 is a pole, and Black's in every position",
        );
        let mut far = setup(6, &[], &[]);
        far.stones.push((sphere(10).parse("s29").unwrap(), Colour::Dark));
        check(&far, SetupError::OffBoard, "one of the stones is not on this board");
        let mut last = setup(6, &["b2"], &[]);
        last.last = sphere(6).parse("b3").ok();
        let said = "the last turn cannot have been there: the point is empty or a pole";
        check(&last, SetupError::LastEmpty, said);
        last.last = sphere(6).parse("f6").ok();
        check(&last, SetupError::LastEmpty, said);
        last.last = sphere(6).parse("b2").ok();
        check(
            &last,
            SetupError::LastByMover { place: place("b2") },
            "b2 cannot have been the last turn: its owner is to move",
        );
        last.to_move = Colour::Dark;
        assert_eq!(last.board().unwrap().last_turn(), last.last);
    }

    #[test]
    fn centres_may_be_listed() {
        let listed = setup(4, &["b2"], &["d4", "d11", "c3"]).board().unwrap();
        assert_eq!(listed, setup(4, &["b2"], &["c3"]).board().unwrap());
        assert_eq!(listed.cells(), ["b2:White", "c3:Black", "d11:Black", "d4:Black"]);
    }
}

mod counting {
    use super::*;

    #[track_caller]
    fn check(game: &Game<Board>, expected: &[u64]) {
        let candidates = names(game.board().sphere(), game.board().sphere().points());
        for (depth, &count) in (1..).zip(expected) {
            assert_eq!(perft(game, depth), count, "depth {depth}");
            assert_eq!(perft_by_trial(game, &candidates, depth), count, "depth {depth}, by trial");
        }
    }

    #[test]
    fn from_the_start() {
        check(&new_game("-radius=3"), &[18, 18 * 17, 18 * 17 * 16]);
        check(&new_game("-radius=4"), &[48, 48 * 47]);
        check(&new_game("-radius=10"), &[480]);
    }

    /// To the last point, including games that end early.
    #[test]
    fn to_the_end() {
        check(&random_game::<Board>("-radius=3", 7, 11), &[7, 42, 210, 720, 1920, 2544, 1440]);
        check(&random_game::<Board>("-radius=4", 7, 41), &[7, 36, 150, 480, 1080, 1440, 720]);
    }
}

//! Antipod: recorded games, figures, laws.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod support;

use carrick_games::antipod::{
    Board, Half, Illegal, Options, Point, PointSet, Setup, SetupError, Site, Sphere, drawing,
};
use carrick_games::{
    Board as _, Colour, DrawStyle, Game, GameOptions, Limits, NotationError, Outcome, Proof, Seat,
    TurnError, TurnSet, WinBy, perft,
};
use expect_test::{expect, expect_file};
use proptest::prelude::*;
use support::{figure, new_game, perft_by_trial, play, random_game, replay_recorded};

const PATH: Outcome = Outcome::Win { winner: Colour::Dark, by: WinBy::Path };
const RING: Outcome = Outcome::Win { winner: Colour::Light, by: WinBy::Ring };

/// The sphere a second time, from the names alone: for every point its names, its neighbours, and
/// floods over it. Shares no code with the library's topology.
mod model {
    use std::collections::{BTreeMap, BTreeSet};

    /// Row and column of a half, counted from 0 at the centre; `half` is 0, 1, or 2 on the rim.
    pub(super) type Coord = (i8, i8, u8);

    pub(super) struct Model {
        pub(super) name_of: BTreeMap<Coord, String>,
        pub(super) coord_of: BTreeMap<String, Coord>,
    }

    impl Model {
        pub(super) fn new(radius: u8) -> Self {
            let radius = radius as i8;
            let reach = radius - 1;
            let mut name_of = BTreeMap::new();
            for (a, b) in (-reach..=reach).flat_map(|a| (-reach..=reach).map(move |b| (a, b))) {
                let letter = (b'a' + (a + reach) as u8) as char;
                let (left, right) = (b + radius, b + radius + 2 * radius - 1);
                match distance(a, b) {
                    d if d < reach => {
                        name_of.insert((a, b, 0), format!("{letter}{left}"));
                        name_of.insert((a, b, 1), format!("{letter}{right}"));
                    }
                    d if d == reach => {
                        name_of.insert((a, b, 2), format!("{letter}{left}+"));
                    }
                    _ => {}
                }
            }
            let coord_of = name_of.iter().map(|(&at, name)| (name.clone(), at)).collect();
            Self { name_of, coord_of }
        }

        pub(super) fn neighbours(&self, (a, b, half): Coord) -> Vec<Coord> {
            let around = [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)];
            around
                .into_iter()
                .flat_map(|(da, db)| [0, 1, 2].map(|h| (a + da, b + db, h)))
                .filter(|next| self.name_of.contains_key(next))
                .filter(|&(_, _, h)| h == half || h == 2 || half == 2)
                .collect()
        }

        /// Whether stones of one colour join the centres, by flood.
        pub(super) fn joins(&self, stones: &BTreeSet<Coord>) -> bool {
            let mut seen = BTreeSet::from([(0, 0, 0)]);
            let mut todo = vec![(0, 0, 0)];
            while let Some(at) = todo.pop() {
                for next in self.neighbours(at) {
                    if stones.contains(&next) && seen.insert(next) {
                        todo.push(next);
                    }
                }
            }
            seen.contains(&(0, 0, 1))
        }

        /// Whether stones part the centres, by flood in the covering strip: the sphere without its
        /// centres, unrolled. A stone reached at two different turns of the strip closes a ring.
        /// The strip is cut below the middle row, right of the centre.
        pub(super) fn parts(&self, stones: &BTreeSet<Coord>) -> bool {
            let mut turn_of: BTreeMap<Coord, i32> = BTreeMap::new();
            for &start in stones {
                if turn_of.contains_key(&start) {
                    continue;
                }
                turn_of.insert(start, 0);
                let mut todo = vec![start];
                while let Some(at) = todo.pop() {
                    for next in self.neighbours(at) {
                        if !stones.contains(&next) {
                            continue;
                        }
                        let on_cut = |(a, b, _): Coord| a == 0 && b > 0;
                        let below = |(a, _, _): Coord| a == 1;
                        let crossing = i32::from(on_cut(at) && below(next))
                            - i32::from(below(at) && on_cut(next));
                        let turn = turn_of[&at] + crossing;
                        match turn_of.get(&next) {
                            Some(&other) if other != turn => return true,
                            Some(_) => {}
                            None => {
                                turn_of.insert(next, turn);
                                todo.push(next);
                            }
                        }
                    }
                }
            }
            false
        }
    }

    /// Steps from the centre of a half.
    pub(super) fn distance(a: i8, b: i8) -> i8 {
        a.abs().max(b.abs()).max((a - b).abs())
    }
}
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

/// A position as setup: everything but the centres, by names.
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
        let Proof::Path(path) = board.proof(PATH) else { panic!("no path") };
        expect![[r#"f6 f7 g8 g9 h10 i11+ i21 i20 j20 k9+ k8+ j7 i7 h6 g5 f4 e4 d3 d2 c1+ d13 e14 e15 d15 c15 c16 c17 d18 e18 e17 f17"#]].assert_eq(&path.join(" "));
        check_proof(&board);
    }
}

/// The proof of a finished game: stones of the winner, each next to the one before, no stone twice,
/// from centre to centre or round and between them.
#[track_caller]
fn check_proof(board: &Board) {
    let model = Model::new(board.options().radius());
    let outcome = board.outcome().expect("the game is over");
    let (proof, colour, closed) = match board.proof(outcome) {
        Proof::Path(proof) => (proof, Colour::Dark, false),
        Proof::Ring(proof) => (proof, Colour::Light, true),
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
        assert!(model.parts(&set), "the ring parts the centres");
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
    fn check(words: &[&str], limits: Limits, expected: &str) {
        let said = match Options::parse(words, limits) {
            Ok(options) => format!("ok {options}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(said, expected);
    }

    #[test]
    fn as_typed() {
        use Limits::{Challenge, Scripts};
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
        check(&["-noswap"], Challenge, "that is not an option of this game");
    }

    #[test]
    fn written_form_reads_back() {
        for radius in 2..=10 {
            let written = options(radius).to_string();
            assert_eq!(Options::parse(&[&written], Limits::Scripts), Ok(options(radius)));
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

    /// Each neighbour touches the next: the sphere is cut into triangles, so exactly one side wins.
    #[test]
    fn neighbours_stand_in_order_round_a_point() {
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
                assert_eq!(sphere.at(Site { half: Half::Right, row, column }), None);
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
                "f6 is a centre, and Black stands there from the start; any empty point is open to you",
            ),
            (
                "f17",
                "f17 is a centre, and Black stands there from the start; any empty point is open to you",
            ),
        ] {
            check(&game, typed, expected);
        }
    }

    #[test]
    fn finished_games() {
        let game = new_game::<Board>("-radius=2");
        let over = "the game is over (White wins: a ring parts the two centres)";
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
    fn radius_two_is_over_before_it_begins() {
        let game = new_game::<Board>("-radius=2");
        assert_eq!(game.outcome(), Some(RING));
        assert_eq!(game.seat_to_move(), None);
        assert!(game.legal_turns().is_empty());
        assert_eq!(perft(&game, 1), 0);
        let Proof::Ring(ring) = game.proof() else { panic!("no ring") };
        assert_eq!(ring.len(), 6);
        check_proof(game.board());
    }

    #[test]
    fn radius_two_without_corners_is_a_game() {
        let board = setup(2, &["a1", "a2"], &["b1"]).board().unwrap();
        assert_eq!(board.outcome(), Some(PATH));
        let Proof::Path(path) = board.proof(PATH) else { panic!("no path") };
        assert_eq!(path, ["b2", "b1+", "b5"]);
    }

    /// A ring may lie on one half, and go round either centre.
    #[test]
    fn ring_round_one_centre() {
        let ring = ["e5", "e6", "f7", "g7", "g6"];
        let open = setup(6, &ring, &[]).board().unwrap();
        assert_eq!(open.outcome(), None);
        let closed = setup(6, &[&ring[..], &["f5"]].concat(), &[]).board().unwrap();
        assert_eq!(closed.outcome(), Some(RING));
        let Proof::Ring(ring) = closed.proof(RING) else { panic!("no ring") };
        assert_eq!(ring, ["e5", "e6", "f7", "g7", "g6", "f5"]);
    }

    /// A ring of White round nothing, and a ring of Black round a centre, decide nothing.
    #[test]
    fn rings_that_do_not_count() {
        let hole = ["c3", "c4", "d3", "d5", "e4", "e5"];
        assert_eq!(setup(6, &hole, &[]).board().unwrap().outcome(), None);
        let filled = setup(6, &[&hole[..], &["d4"]].concat(), &[]).board().unwrap();
        assert_eq!(filled.outcome(), None);
        let own = ["f5", "g6", "g7", "f7", "e6", "e5"];
        assert_eq!(setup(6, &[], &own).board().unwrap().outcome(), None);
    }

    /// The rim is one ring whichever half one looks at; a corner has only four neighbours.
    #[test]
    fn ring_of_the_whole_rim() {
        let sphere = sphere(5);
        let rim: Vec<Point> =
            sphere.points().iter().filter(|&point| sphere.is_rim(point)).collect();
        let mut setup = Setup::bare(options(5));
        setup.stones = rim.iter().map(|&point| (point, Colour::Light)).collect();
        let board = setup.board().unwrap();
        assert_eq!(board.outcome(), Some(RING));
        let Proof::Ring(ring) = board.proof(RING) else { panic!("no ring") };
        assert_eq!(ring.len(), rim.len(), "the rim of radius 5 has no short cut");
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
            "f17 is a centre, and Black's in every position",
        );
        let mut far = setup(6, &[], &[]);
        far.stones.push((sphere(10).parse("s29").unwrap(), Colour::Dark));
        check(&far, SetupError::OffBoard, "one of the stones is not on this board");
        let mut last = setup(6, &["b2"], &[]);
        last.last = sphere(6).parse("b3").ok();
        let said = "the last turn cannot have been there: the point is empty or a centre";
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

    /// To the last point, games that end early included.
    #[test]
    fn to_the_end() {
        check(&random_game::<Board>("-radius=3", 7, 11), &[7, 42, 210, 720, 1920, 2544, 1440]);
        check(&random_game::<Board>("-radius=4", 7, 41), &[7, 36, 150, 480, 1080, 1440, 720]);
    }
}

mod drawings {
    use super::*;

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

            (X) the last turn, d5    X the path that joins the centres
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

            (O) the last turn, d2+    O the ring that parts the centres
        "#]]
        .assert_eq(&game.board().draw(LABELLED));
    }

    #[test]
    fn every_size() {
        for radius in 2..=10 {
            let file = format!("data/antipod/start-radius{radius:02}.txt");
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
        let no_board =
            "a drawing has 3 to 19 rows, an odd number, that begin with their letters from a on";
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
            "d4 is a centre, and a black stone always stands there",
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
}

mod laws {
    use super::*;

    fn position() -> impl Strategy<Value = Game<Board>> {
        (2..=10u8, any::<u64>(), 0.0..1.1)
            .prop_map(|(radius, seed, part)| {
                let limit = sphere(radius).len() as f64 * part;
                random_game(&format!("-radius={radius}"), seed, limit as usize)
            })
            .no_shrink()
    }

    /// The 24 symmetries: six turns, with or without a reflection, with or without swapped halves.
    fn symmetry(turns: u8, reflect: bool, swap: bool) -> impl Fn(Coord) -> Coord {
        move |(mut a, mut b, mut half)| {
            if reflect {
                (a, b) = (b, a);
            }
            for _ in 0..turns {
                (a, b) = (b, b - a);
            }
            if swap && half < 2 {
                half = 1 - half;
            }
            (a, b, half)
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

        #[test]
        fn names_read_back(game in position()) {
            let radius = game.board().options().radius();
            for turn in game.legal_turns().iter() {
                let name = game.turn_name(turn).to_string();
                prop_assert_eq!(game.parse_turn(&name).unwrap(), turn);
                prop_assert_eq!(game.parse_turn(&name.to_uppercase()).unwrap(), turn);
                if let Some(left) = name.strip_suffix('+') {
                    let number: u8 = left[1..].parse().unwrap();
                    let right = format!("{}{}", &left[..1], number + 2 * radius - 1);
                    for other in [left.to_owned(), format!("{right}+"), right] {
                        prop_assert_eq!(game.parse_turn(&other).unwrap(), turn);
                    }
                }
            }
        }

        #[test]
        fn legal_turns_are_those_that_check_accepts(game in position()) {
            let legal = game.legal_turns();
            let accepted: PointSet =
                sphere(10).points().iter().filter(|&turn| game.check(turn).is_ok()).collect();
            prop_assert_eq!(legal, accepted);
            for (index, turn) in legal.iter().enumerate() {
                prop_assert_eq!(legal.nth(index), Some(turn));
                prop_assert_eq!(game.board().turns_at(turn).iter().collect::<Vec<_>>(), [turn]);
            }
            prop_assert_eq!(legal.nth(legal.len()), None);
        }

        #[test]
        fn drawings_read_back(game in position()) {
            let board = game.board();
            for style in [DrawStyle::BARE, DrawStyle::LABELLED] {
                let drawn = board.draw(style);
                let seen = drawing::read(&drawn).unwrap();
                prop_assert_eq!(seen.stones, Colour::BOTH.map(|colour| board.stones(colour)));
                let again = seen.setup(board.to_move()).board().unwrap();
                prop_assert_eq!(again.draw(style), drawn);
                if style == DrawStyle::LABELLED {
                    prop_assert_eq!(again, *board);
                    let proof = match game.proof() {
                        Proof::Path(names) | Proof::Ring(names) => names,
                        _ => Vec::new(),
                    };
                    let sphere = board.sphere();
                    let marked: PointSet = proof.iter().map(|n| sphere.parse(n).unwrap()).collect();
                    prop_assert_eq!(seen.marked, marked);
                }
            }
        }

        #[test]
        fn damaged_drawings_are_refused_or_read(
            game in position(),
            damage in prop::collection::vec((any::<prop::sample::Index>(), "[ -~\n]"), 1..4),
        ) {
            let mut drawn: Vec<char> = game.board().draw(DrawStyle::LABELLED).chars().collect();
            for (at, c) in damage {
                let at = at.index(drawn.len());
                drawn[at] = c.chars().next().unwrap();
            }
            let text: String = drawn.into_iter().collect();
            if let Ok(seen) = drawing::read(&text) {
                prop_assert_eq!(seen.options, game.board().options());
                let [light, dark] = seen.stones;
                prop_assert!(light.iter().all(|point| !dark.has(point)));
            }
        }

        #[test]
        fn any_text_is_refused_without_panic(text in "(?s).{0,200}", word in "[a-z]?[0-9]{0,3}.{0,2}") {
            let _ = drawing::read(&text);
            let _ = sphere(6).parse(&text);
            let _ = sphere(10).parse(&word);
        }

        #[test]
        fn exactly_one_side_wins_a_full_board(
            radius in 2..=10u8, seed: u64, share in 0.3..0.7,
        ) {
            let (sphere, model) = (sphere(radius), Model::new(radius));
            let mut random = fastrand::Rng::with_seed(seed);
            let mut setup = Setup::bare(options(radius));
            for point in sphere.points() {
                if !sphere.centres().contains(&point) {
                    let colour = if random.f64() < share { Colour::Light } else { Colour::Dark };
                    setup.stones.push((point, colour));
                }
            }
            random.shuffle(&mut setup.stones);
            let board = setup.board().unwrap();
            let joined = model.joins(&coords(&model, &board, Colour::Dark));
            let parted = model.parts(&coords(&model, &board, Colour::Light));
            prop_assert_ne!(joined, parted);
            prop_assert_eq!(board.outcome(), Some(if joined { PATH } else { RING }));
            check_proof(&board);
        }

        #[test]
        fn the_end_is_found_at_once(radius in 3..=10u8, seed: u64) {
            let model = Model::new(radius);
            let game = random_game::<Board>(&format!("-radius={radius}"), seed, usize::MAX);
            let mut replayed = Game::<Board>::new(options(radius));
            for &turn in game.turns() {
                prop_assert_eq!(replayed.outcome(), None);
                replayed.play_unchecked(turn);
                let joined = model.joins(&coords(&model, replayed.board(), Colour::Dark));
                let parted = model.parts(&coords(&model, replayed.board(), Colour::Light));
                let expected = if joined { Some(PATH) } else { parted.then_some(RING) };
                prop_assert_eq!(replayed.outcome(), expected);
            }
            check_proof(game.board());
        }

        #[test]
        fn symmetric_games_are_the_same_game(
            radius in 3..=7u8, seed: u64, turns in 0..6u8, reflect: bool, swap: bool,
        ) {
            let (sphere, model) = (sphere(radius), Model::new(radius));
            let map = symmetry(turns, reflect, swap);
            let image = |point: Point| {
                let at = map(model.coord_of[&sphere.place(point).to_string()]);
                sphere.parse(&model.name_of[&at]).unwrap()
            };
            let game = random_game::<Board>(&format!("-radius={radius}"), seed, usize::MAX);
            let mut original = Game::<Board>::new(options(radius));
            let mut mirrored = original.clone();
            for &turn in game.turns() {
                let mapped: PointSet = original.legal_turns().iter().map(image).collect();
                prop_assert_eq!(mirrored.legal_turns(), mapped);
                original.play_unchecked(turn);
                mirrored.play_unchecked(image(turn));
                prop_assert_eq!(mirrored.outcome(), original.outcome());
            }
            let length = |game: &Game<Board>| match game.proof() {
                Proof::Path(proof) | Proof::Ring(proof) => proof.len(),
                _ => 0,
            };
            prop_assert_eq!(length(&mirrored), length(&original));
        }

        #[test]
        fn undo_restores(game in position(), back in any::<prop::sample::Index>()) {
            let ply = back.index(game.turns().len() + 1);
            let earlier = game.at(ply);
            prop_assert_eq!(earlier.turns(), &game.turns()[..ply]);
            let again = game.turns()[ply..].iter().fold(earlier, |game, &turn| {
                game.play(turn).unwrap()
            });
            prop_assert_eq!(again.board(), game.board());
            prop_assert_eq!(again.outcome(), game.outcome());
        }

        #[test]
        fn setups_stand_up_again(game in position(), seed: u64) {
            let mut setup = Setup::from(game.board());
            fastrand::Rng::with_seed(seed).shuffle(&mut setup.stones);
            let board = setup.board().unwrap();
            prop_assert_eq!(&board, game.board());
            prop_assert_eq!(board.outcome(), game.board().outcome());
            prop_assert_eq!(board.cells(), game.board().cells());
        }
    }
}

/// The inventor's own check of the rules: Black answers each turn at the same latitude, 180 degrees
/// round.
mod pairing {
    use super::*;

    /// The winner when White plays at random against the pairing.
    fn winner(board: Board, random: &mut fastrand::Rng) -> Colour {
        let sphere = board.sphere();
        let mut board = board;
        loop {
            if let Some(outcome) = board.outcome() {
                return outcome.winner().unwrap();
            }
            let turns = board.legal_turns();
            let mut turn = turns.nth(random.usize(..turns.len())).unwrap();
            if board.to_move() == Colour::Dark {
                let at = sphere.site(board.last_turn().unwrap()).unwrap();
                let across = 2 * sphere.radius();
                let site = Site { row: across - at.row, column: across - at.column, ..at };
                turn = sphere.at(site).unwrap();
            }
            assert_eq!(board.check(turn), Ok(()));
            board.play_unchecked(turn);
        }
    }

    #[test]
    fn wins_for_black_without_the_corners() {
        let mut random = fastrand::Rng::with_seed(2003);
        for radius in 2..=10 {
            for _ in 0..200 {
                let board = Setup::bare(options(radius)).board().unwrap();
                assert_eq!(winner(board, &mut random), Colour::Dark, "radius {radius}");
            }
        }
    }

    #[test]
    fn can_be_beaten_with_the_corners() {
        let mut random = fastrand::Rng::with_seed(2003);
        let mut wins = (0..200).map(|_| winner(Board::new(options(4)), &mut random));
        assert!(wins.any(|winner| winner == Colour::Light));
    }
}

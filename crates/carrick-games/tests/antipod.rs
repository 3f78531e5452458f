//! Antipod: recorded games, figures, laws.

mod support;

use carrick_games::antipod::{
    Board, Half, Illegal, Options, Point, PointSet, Setup, SetupError, Site, Sphere, drawing,
};
use carrick_games::{
    Board as _, Colour, DrawStyle, Game, GameOptions, Limits, NotationError, Outcome, Proof, Seat,
    TurnError, TurnSet, WinBy, perft,
};
use expect_test::expect;
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
        pub(super) radius: i8,
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
            Self { radius, name_of, coord_of }
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

//! Invariants of Boche that hold in every position, and a second, slower reading of its rules.

#![allow(clippy::unwrap_used, unreachable_pub)] // a failed unwrap is a failed test

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::boche::{self, Board, EndRule, Join, Options, Rotation, Setup, SetupTurn, Turn};
use carrick_games::cubes::{Cell, CellId};
use carrick_games::{
    Board as _, Colour, DrawStyle, Game, GameOptions, Outcome, OutcomeProof, Show as _, SizeLimits,
    TurnSet, WinBy,
};
use proptest::prelude::*;

use crate::support::random_game;

const OPTIONS: [&str; 16] = [
    "-size=2",
    "-size=2 -kill=1",
    "-size=3 -kill=2",
    "-size=3 -immediate -kill=999",
    "-size=3 -fill_board -adjacent",
    "-size=4",
    "-size=4 -kill=1 -noswap",
    "-size=4 -immediate",
    "-size=5 -adjacent -kill=7",
    "-size=5 -immediate -kill=999",
    "-size=5 -immediate -kill=999 -join_any",
    "-size=6",
    "-size=6 -kill=3",
    "-size=6 -immediate -join_any",
    "-size=7 -immediate -kill=999",
    "-size=10 -fill_board",
];

/// A random game at a random turn.
fn games() -> impl Strategy<Value = Game<Board>> {
    let options = prop::sample::select(&OPTIONS[..]);
    (options, any::<u64>(), 0..100_usize)
        .prop_map(|(options, seed, limit)| random_game(options, seed, limit))
}

/// A random game played to its end.
fn finished(options: &'static [&'static str]) -> impl Strategy<Value = Game<Board>> {
    (prop::sample::select(options), any::<u64>())
        .prop_map(|(options, seed)| random_game(options, seed, usize::MAX))
}

const FILLED: [&str; 9] = [
    "-size=2 -fill_board",
    "-size=3 -fill_board",
    "-size=4 -fill_board",
    "-size=5 -fill_board",
    "-size=6 -fill_board",
    "-size=7 -fill_board",
    "-size=8 -fill_board",
    "-size=9 -fill_board",
    "-size=10 -fill_board",
];

/// The position as in the rules, without sites, links or bit sets.
struct Literal {
    size: u8,
    cubes: BTreeMap<Cell, Rotation>,
}

type Point = [u8; 3];

/// A visible upper face.
struct Face {
    cube: Cell,
    corners: [Point; 4],
    joined: [Point; 2],
}

fn plus(cell: Cell, axes: &[usize]) -> Point {
    let mut point = cell.coordinates();
    for &axis in axes {
        point[axis] += 1;
    }
    point
}

fn over(cell: Cell, axis: usize) -> Option<Cell> {
    let mut above = cell.coordinates();
    above[axis] = above[axis].checked_sub(1)?;
    let [x, y, z] = above;
    Some(Cell { x, y, z })
}

/// The colour of the nearest corner, and whether a face joins it to the far one, according to the
/// table in the rules.
fn table(rotation: Rotation, axis: usize) -> (Colour, bool) {
    let letter = rotation.letter();
    let nearest = if "abcd".contains(letter) { Colour::Dark } else { Colour::Light };
    (nearest, ["abef", "aceg", "adeh"][axis].contains(letter))
}

impl Literal {
    fn of(board: &Board) -> Self {
        let lattice = board.lattice();
        let cubes = lattice.ids().filter_map(|id| Some((lattice.cell(id), board.rotation(id)?)));
        Self { size: lattice.size(), cubes: cubes.collect() }
    }

    fn is_full(&self) -> bool {
        let n = usize::from(self.size);
        self.cubes.len() == n * (n + 1) * (n + 2) / 6
    }

    fn faces(&self) -> Vec<Face> {
        let mut faces = Vec::new();
        for (&cube, &rotation) in &self.cubes {
            for axis in 0..3 {
                if over(cube, axis).is_some_and(|over| self.cubes.contains_key(&over)) {
                    continue;
                }
                let [j, k] = [[1, 2], [0, 2], [0, 1]][axis];
                let (near, far) = (plus(cube, &[]), plus(cube, &[j, k]));
                let others = [plus(cube, &[j]), plus(cube, &[k])];
                let joined = if table(rotation, axis).1 { [near, far] } else { others };
                faces.push(Face { cube, corners: [near, far, others[0], others[1]], joined });
            }
        }
        faces
    }

    fn colour(&self, point: Point) -> Colour {
        let (cell, &rotation) = self.cubes.iter().next().unwrap();
        let parity = |point: Point| point.into_iter().sum::<u8>() % 2;
        let nearest = table(rotation, 0).0;
        if parity(point) == parity(cell.coordinates()) { nearest } else { !nearest }
    }

    fn sides(&self, point: Point) -> [bool; 3] {
        point.map(|coordinate| coordinate == 0 && point.into_iter().sum::<u8>() >= self.size)
    }

    fn is_open(&self, point: Point) -> bool {
        let n = self.size - 1;
        let holes = (0..=n).flat_map(|x| (0..=n - x).map(move |y| Cell { x, y, z: n - x - y }));
        holes.filter(|hole| !self.cubes.contains_key(hole)).any(|hole| {
            let axes: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];
            axes.iter().any(|axes| plus(hole, axes) == point)
        })
    }

    /// All groups, as sets of sorted points.
    fn groups(&self) -> BTreeSet<Vec<Point>> {
        let faces = self.faces();
        let points: BTreeSet<Point> = faces.iter().flat_map(|face| face.corners).collect();
        let mut groups = BTreeSet::new();
        for &point in &points {
            let mut group = BTreeSet::from([point]);
            let mut open = vec![point];
            while let Some(here) = open.pop() {
                for face in faces.iter().filter(|face| face.joined.contains(&here)) {
                    open.extend(face.joined.into_iter().filter(|&next| group.insert(next)));
                }
            }
            groups.insert(group.into_iter().collect());
        }
        groups
    }

    fn is_enclosed(&self, group: &[Point]) -> bool {
        group.iter().all(|&point| self.sides(point) == [false; 3] && !self.is_open(point))
    }

    fn touches_all(&self, points: impl IntoIterator<Item = Point>) -> bool {
        let mut touched = [false; 3];
        for point in points {
            for (side, here) in touched.iter_mut().zip(self.sides(point)) {
                *side |= here;
            }
        }
        touched == [true; 3]
    }

    fn has_spanning_group(&self, colour: Colour) -> bool {
        self.groups()
            .into_iter()
            .any(|group| self.colour(group[0]) == colour && self.touches_all(group))
    }

    /// Whether a path joined by faces touches all sides, using only points that are `allowed`.
    fn has_face_path(&self, colour: Colour, allowed: impl Fn(Point) -> bool) -> bool {
        let faces = self.faces();
        let corners: Vec<(Point, usize)> = faces
            .iter()
            .enumerate()
            .flat_map(|(index, face)| face.corners.map(|corner| (corner, index)))
            .filter(|&(corner, _)| self.colour(corner) == colour && allowed(corner))
            .collect();
        let linked = |(p, f): (Point, usize), (q, g): (Point, usize)| {
            if p == q {
                share_a_face(faces[f].cube, faces[g].cube)
            } else {
                f == g && faces[f].joined.contains(&p) && faces[f].joined.contains(&q)
            }
        };
        let mut left = corners;
        while let Some(start) = left.pop() {
            let mut reached = vec![start];
            let mut next = 0;
            while let Some(&here) = reached.get(next) {
                let (new, old) = left.into_iter().partition(|&other| linked(here, other));
                left = old;
                reached.extend::<Vec<_>>(new);
                next += 1;
            }
            if self.touches_all(reached.into_iter().map(|(point, _)| point)) {
                return true;
            }
        }
        false
    }

    /// The outcome of a position after the mover's turn, in the order of the rules.
    fn outcome(&self, options: Options, mover: Colour) -> Option<Outcome> {
        if self.cubes.is_empty() {
            return None;
        }
        if let EndRule::Enclosure { kill, .. } = options.end_rule() {
            for loser in [!mover, mover] {
                let killed = self.groups().into_iter().any(|group| {
                    self.colour(group[0]) == loser
                        && group.len() >= usize::from(kill.get())
                        && self.is_enclosed(&group)
                });
                if killed {
                    return Some(Outcome::Win { winner: !loser, by: WinBy::Enclosure });
                }
            }
        }
        let by_path = |winner| Some(Outcome::Win { winner, by: WinBy::Path });
        for colour in [mover, !mover] {
            let wins = match options.immediate() {
                None => false,
                Some(Join::Any) => self.has_spanning_group(colour),
                Some(Join::Face) => self.has_face_path(colour, |_| true),
            };
            if wins || self.is_full() && self.has_spanning_group(colour) {
                return by_path(colour);
            }
        }
        None
    }
}

fn share_a_face(a: Cell, b: Cell) -> bool {
    a == b || (0..3).any(|axis| over(a, axis) == Some(b) || over(b, axis) == Some(a))
}

#[test]
fn the_table_of_rotations() {
    let joined =
        |letter| [0, 1, 2].map(|axis| table(Rotation::from_letter(letter).unwrap(), axis).1);
    assert_eq!(joined('a'), [true, true, true]);
    assert_eq!(joined('b'), [true, false, false]);
    assert_eq!(joined('c'), [false, true, false]);
    assert_eq!(joined('d'), [false, false, true]);
    assert_eq!(joined('e'), [true, true, true]);
    assert_eq!(joined('f'), [true, false, false]);
    assert_eq!(joined('g'), [false, true, false]);
    assert_eq!(joined('h'), [false, false, true]);
}

/// Cells and rotations after the axes have been exchanged: new axis `i` is old axis `order[i]`.
fn turned(order: [usize; 3], cell: Cell) -> Cell {
    let from = cell.coordinates();
    Cell { x: from[order[0]], y: from[order[1]], z: from[order[2]] }
}

fn turned_rotation(order: [usize; 3], rotation: Rotation) -> Rotation {
    let index = rotation as usize;
    match index % 4 {
        0 => rotation,
        face => {
            let axis = order.iter().position(|&old| old == face - 1).unwrap();
            Rotation::ALL[index / 4 * 4 + 1 + axis]
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn notation_round_trips(game in games()) {
        for turn in game.legal_turns().iter() {
            let name = game.turn_name(turn).to_string();
            prop_assert_eq!(game.parse_turn(&name), Ok(turn), "{}", name);
            prop_assert_eq!(game.parse_turn(&name.to_uppercase()), Ok(turn), "{}", name);
            let spaced = format!("  {} ", name.replace(':', " : ").replace('\'', "\u{2032}"));
            prop_assert_eq!(game.parse_turn(&spaced), Ok(turn), "{}", name);
        }
    }

    #[test]
    fn the_set_of_turns_agrees_with_its_list(game in games()) {
        let turns = game.legal_turns();
        let list: Vec<Turn> = turns.iter().collect();
        prop_assert_eq!(list.len(), turns.len());
        prop_assert_eq!(turns.is_empty(), game.outcome().is_some());
        prop_assert!(list.is_sorted());
        for (index, turn) in list.iter().enumerate() {
            prop_assert_eq!(turns.nth(index), Some(*turn));
            prop_assert!(!list[..index].contains(turn));
        }
        prop_assert_eq!(turns.nth(list.len()), None);
    }

    #[test]
    fn legal_turns_are_those_that_check_accepts(game in games()) {
        let (board, lattice) = (game.board(), game.board().lattice());
        let turns = board.legal_turns();
        for cell in (0..carrick_games::cubes::MAX_CELLS).map(CellId::from_index) {
            for rotation in Rotation::ALL {
                let turn = Turn::Place { cell, rotation };
                prop_assert_eq!(board.check(turn).is_ok(), turns.contains(&turn), "{:?}", turn);
            }
        }
        prop_assert_eq!(board.check(Turn::Swap).is_ok(), turns.contains(&Turn::Swap));
        for cell in lattice.ids() {
            let place = lattice.place(cell);
            let there: Vec<Turn> = board.turns_at(place).collect();
            let listed = turns.iter().filter(|turn| match turn {
                Turn::Place { cell, .. } => lattice.place(*cell) == place,
                Turn::Swap => false,
            });
            prop_assert_eq!(there, listed.collect::<Vec<_>>());
            for &rotation in board.rotations_at(cell) {
                let turn = Turn::Place { cell, rotation };
                prop_assert!(turns.contains(&turn));
            }
        }
    }

    #[test]
    fn spots_are_those_of_the_rules_read_literally(game in games()) {
        let (board, lattice) = (game.board(), game.board().lattice());
        let literal = Literal::of(board);
        for id in lattice.ids() {
            let cell = lattice.cell(id);
            let hole = cell.x + cell.y + cell.z == literal.size - 1;
            let supported = hole || (0..3).all(|axis| {
                let [x, y, z] = plus(cell, &[axis]);
                literal.cubes.contains_key(&Cell { x, y, z })
            });
            let beside = literal.cubes.keys().any(|other| {
                let apart = |axis| {
                    i16::from(cell.coordinates()[axis]) - i16::from(other.coordinates()[axis])
                };
                let mut apart = [apart(0), apart(1), apart(2)];
                apart.sort_unstable();
                apart == [-1, 0, 1]
            });
            let apart = board.options().adjacent() && hole && !beside && !literal.cubes.is_empty();
            let spot = supported && !literal.cubes.contains_key(&cell) && !apart;
            prop_assert_eq!(board.spots().contains(id.index()), spot, "{}", cell);
        }
    }

    #[test]
    fn groups_are_those_of_the_rules_read_literally(game in games()) {
        let literal = Literal::of(game.board());
        let groups = game.board().groups();
        for group in &groups {
            prop_assert_eq!(group.colour, literal.colour(group.points[0]));
            prop_assert_eq!(group.open, group.points.iter().any(|&point| literal.is_open(point)));
            prop_assert_eq!(group.is_enclosed(), literal.is_enclosed(&group.points));
            prop_assert_eq!(group.is_spanning(), literal.touches_all(group.points.iter().copied()));
        }
        let found: BTreeSet<Vec<Point>> = groups.into_iter().map(|group| group.points).collect();
        prop_assert_eq!(found, literal.groups());
    }

    #[test]
    fn outcomes_are_those_of_the_rules_read_literally(game in games()) {
        let board = game.board();
        let outcome = Literal::of(board).outcome(board.options(), !board.to_move());
        prop_assert_eq!(board.outcome(), outcome);
        prop_assert_eq!(board.outcome_recounted(), outcome);
        let before = game.at(game.turns().len().saturating_sub(1));
        prop_assert_eq!(before.outcome(), None);
    }

    #[test]
    fn edge_colours_match_on_all_corners(game in games()) {
        let literal = Literal::of(game.board());
        for (&cube, &rotation) in &literal.cubes {
            let nearest = table(rotation, 0).0;
            prop_assert_eq!(literal.colour(plus(cube, &[])), nearest);
            prop_assert_eq!(rotation.nearest(), nearest);
            let level = literal.size - 1 - cube.x - cube.y - cube.z;
            prop_assert_eq!(game.board().nearest_corner(level), Some(nearest));
        }
    }

    #[test]
    fn a_position_set_up_is_the_one_played(game in games()) {
        let setup = Setup::of(game.board());
        prop_assert_eq!(&setup.board().unwrap(), game.board());
        let mut upside_down = setup;
        upside_down.cubes.reverse();
        prop_assert_eq!(&upside_down.board().unwrap(), game.board());
    }

    #[test]
    fn a_turned_or_mirrored_board_has_turned_or_mirrored_turns(game in games(), which in 0..6_usize) {
        let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][which];
        let lattice = game.board().lattice();
        let mut setup = Setup::of(game.board());
        for (cell, rotation) in &mut setup.cubes {
            (*cell, *rotation) = (turned(order, *cell), turned_rotation(order, *rotation));
        }
        setup.last = setup.last.map(|last| match last {
            SetupTurn::Place(cell) => SetupTurn::Place(turned(order, cell)),
            SetupTurn::Swap => SetupTurn::Swap,
        });
        let board = setup.board().unwrap();
        prop_assert_eq!(board.outcome(), game.outcome());
        let mut expected: Vec<Turn> = game.legal_turns().iter().map(|turn| match turn {
            Turn::Place { cell, rotation } => Turn::Place {
                cell: lattice.id(turned(order, lattice.cell(cell))).unwrap(),
                rotation: turned_rotation(order, rotation),
            },
            Turn::Swap => Turn::Swap,
        }).collect();
        expected.sort();
        prop_assert_eq!(board.legal_turns().iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn exchanged_colours_exchange_everything(game in games()) {
        let mut setup = Setup::of(game.board());
        setup.to_move = !setup.to_move;
        for (_, rotation) in &mut setup.cubes {
            *rotation = Rotation::ALL[(*rotation as usize + 4) % 8];
        }
        let board = setup.board().unwrap();
        let exchanged = game.outcome().map(|outcome| match outcome {
            Outcome::Win { winner, by } => Outcome::Win { winner: !winner, by },
            draw => draw,
        });
        prop_assert_eq!(board.outcome(), exchanged);
    }

    #[test]
    fn undo_by_replay_restores(game in games(), ply in any::<prop::sample::Index>()) {
        let ply = ply.index(game.turns().len() + 1);
        let mut again = game.at(ply);
        for &turn in &game.turns()[ply..] {
            prop_assert_eq!(again.outcome(), None);
            again = again.play(turn).unwrap();
        }
        prop_assert_eq!(again.board(), game.board());
        prop_assert_eq!(again.outcome(), game.outcome());
    }

    #[test]
    fn drawings_parse_back(game in games(), labels in any::<bool>()) {
        let board = game.board();
        let drawing = board.draw(DrawStyle { labels, score: false });
        let seen = boche::read_drawing(&drawing).unwrap();
        prop_assert_eq!(seen.size, board.lattice().size());
        let cubes = Literal::of(board).cubes;
        let shown: Vec<Cell> = seen.cubes.iter().map(|cube| cube.cell).collect();
        prop_assert_eq!(&shown, &cubes.keys().copied().collect::<Vec<_>>());
        for cube in &seen.cubes {
            prop_assert!(cube.rotations.contains(&cubes[&cube.cell]), "{:?}", cube);
            let id = board.lattice().id(cube.cell).unwrap();
            prop_assert_eq!(cube.last, labels && board.last_cube() == Some(id));
            let exposed = (0..3).filter(|&axis| {
                over(cube.cell, axis).is_none_or(|over| !cubes.contains_key(&over))
            }).count();
            prop_assert!(exposed < 2 || cube.rotations.len() == 1);
            prop_assert_eq!(cube.rotations.len() == 4, exposed == 0);
        }
        // The cubes that were read are enough to draw the same picture again.
        let mut setup = Setup::of(board);
        setup.cubes = seen.cubes.iter().map(|cube| (cube.cell, cube.rotations[0])).collect();
        setup.last = None;
        let bare = setup.board().unwrap().draw(DrawStyle::BARE);
        prop_assert_eq!(bare, board.draw(DrawStyle::BARE));
    }

    #[test]
    fn every_spot_is_named_in_a_labelled_drawing(game in games()) {
        let board = game.board();
        let drawing = board.draw(DrawStyle::LABELLED);
        let names: Vec<&str> = drawing.split([' ', '+', '\n']).collect();
        for turn in board.legal_turns().iter() {
            if let Turn::Place { cell, .. } = turn {
                let name = board.lattice().place(cell).to_string();
                prop_assert!(names.contains(&&*name), "{} in\n{}", name, drawing);
            }
        }
    }

    #[test]
    fn reading_never_panics(text in "[-+/\\\\oO:.@ \n]{0,400}", game in games(), cut in any::<usize>()) {
        let _ = boche::read_drawing(&text);
        let mut drawing = game.board().draw(DrawStyle::BARE);
        let cut = cut % drawing.len();
        drawing.replace_range(cut..=cut, "/");
        let _ = boche::read_drawing(&drawing);
        let _ = game.parse_turn(&text);
    }

    #[test]
    fn typed_words_never_panic_and_are_not_repeated(game in games(), word in "[a-z0-9':]{0,12}") {
        if let Err(error) = game.play_text(&word) {
            prop_assert!(word.len() < 8 || !error.to_string().contains(&word));
        }
    }

    #[test]
    fn setting_up_never_panics(
        cubes in prop::collection::vec((0..5_u8, 0..5_u8, 0..5_u8, 0..8_usize), 0..12),
        swapped in any::<bool>(),
        which in 0..OPTIONS.len(),
    ) {
        let words: Vec<&str> = OPTIONS[which].split(' ').collect();
        let options = Options::parse(&words, SizeLimits::Scripts).unwrap();
        let mut setup = Setup::new(options, Colour::Dark);
        setup.swapped = swapped;
        setup.last = cubes.last().map(|&(x, y, z, _)| SetupTurn::Place(Cell { x, y, z }));
        setup.cubes =
            cubes.iter().map(|&(x, y, z, r)| (Cell { x, y, z }, Rotation::ALL[r])).collect();
        if let Ok(board) = setup.board() {
            prop_assert_eq!(board.cells().len(), cubes.len());
            prop_assert_eq!(Setup::of(&board).board(), Ok(board));
        }
    }

    #[test]
    fn a_full_board_has_exactly_one_winner(game in finished(&FILLED)) {
        let literal = Literal::of(game.board());
        prop_assert!(literal.is_full());
        let Some(Outcome::Win { winner, by: WinBy::Path }) = game.outcome() else {
            panic!("{:?}", game.outcome());
        };
        prop_assert!(literal.has_spanning_group(winner));
        prop_assert!(!literal.has_spanning_group(!winner));
        // Joined only by faces or in any way: the result is the same.
        for join in ["-join_face", "-join_any"] {
            let size = format!("-size={}", literal.size);
            let words = [&*size, "-immediate", "-kill=999", join];
            let options = Options::parse(&words, SizeLimits::Scripts).unwrap();
            let setup = Setup { options, ..Setup::of(game.board()) };
            prop_assert_eq!(setup.board().unwrap().outcome(), game.outcome());
        }
        prop_assert!(literal.size > 6 || literal.has_face_path(winner, |_| true));
        prop_assert!(literal.size > 6 || !literal.has_face_path(!winner, |_| true));
    }

    #[test]
    fn proofs_prove(game in finished(&OPTIONS)) {
        let (board, literal) = (game.board(), Literal::of(game.board()));
        let Some(Outcome::Win { winner, by }) = game.outcome() else { panic!("no winner") };
        let read = |points: &[String]| -> Vec<Point> {
            let point = |text: &String| {
                let numbers: Vec<u8> = text.split(',').map(|n| n.parse().unwrap()).collect();
                [numbers[0], numbers[1], numbers[2]]
            };
            points.iter().map(point).collect()
        };
        match (game.proof(), by) {
            (OutcomeProof::Enclosure(points), WinBy::Enclosure) => {
                let points = read(&points);
                prop_assert!(literal.groups().contains(&points));
                prop_assert!(literal.is_enclosed(&points));
                prop_assert_eq!(literal.colour(points[0]), !winner);
                let EndRule::Enclosure { kill, .. } = board.options().end_rule() else { panic!() };
                prop_assert!(points.len() >= usize::from(kill.get()));
            }
            (OutcomeProof::Path(points), WinBy::Path) => {
                let points = read(&points);
                prop_assert!(literal.touches_all(points.iter().copied()));
                prop_assert!(points.iter().all(|&point| literal.colour(point) == winner));
                let faces = literal.faces();
                let linked = |p: &Point, q: &Point| {
                    faces.iter().any(|face| face.joined.contains(p) && face.joined.contains(q))
                };
                // Each point is linked to the previous one, except the first of the third arm.
                let breaks = points.windows(2).filter(|two| !linked(&two[0], &two[1])).count();
                prop_assert!(breaks <= 1, "{:?}", points);
                for (index, point) in points.iter().enumerate().skip(1) {
                    prop_assert!(points[..index].iter().any(|before| linked(before, point)));
                }
                if board.options().immediate() == Some(Join::Face) {
                    prop_assert!(literal.has_face_path(winner, |point| points.contains(&point)));
                }
            }
            (proof, by) => panic!("{by:?} proved by {proof:?}"),
        }
    }
}

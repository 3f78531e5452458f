//! Invariants of Ankor that hold in every position, and a second, slower reading of its rules.

#![allow(clippy::unwrap_used, unreachable_pub)] // a failed unwrap is a failed test

use std::collections::BTreeMap;

use carrick_games::ankor::{self, Board, Setup, Turn};
use carrick_games::cubes::{Cell, CellId, Lattice};
use carrick_games::{
    Board as _, Colour, DrawStyle, Game, Outcome, Seat, Show as _, TurnSet, WinBy,
};
use proptest::prelude::*;

use crate::support::random_game;

const OPTIONS: [&str; 9] = [
    "-size=2",
    "-size=3",
    "-size=3 -win_height=0 -noswap",
    "-size=4",
    "-size=4 -win_height=-1",
    "-size=5",
    "-size=6",
    "-size=6 -win_height=0",
    "-size=10",
];

/// A random game at a random turn.
fn games() -> impl Strategy<Value = Game<Board>> {
    let options = prop::sample::select(&OPTIONS[..]);
    (options, any::<u64>(), 0..300_usize)
        .prop_map(|(options, seed, limit)| random_game(options, seed, limit))
}

/// Every conceivable turn on a board of this size.
fn thinkable(lattice: &Lattice) -> Vec<Turn> {
    let moves = lattice.ids().flat_map(|from| lattice.ids().map(move |to| Turn::Move { from, to }));
    let others = lattice.ids().map(Turn::Add).chain([Turn::Swap, Turn::Pass]);
    moves.chain(others).collect()
}

/// The cubes as in the rules, without tables or bit sets.
type Cubes = BTreeMap<Cell, Colour>;

fn cubes(board: &Board) -> Cubes {
    let lattice = board.lattice();
    lattice.ids().filter_map(|id| Some((lattice.cell(id), board.cube(id)?))).collect()
}

fn shifted(cell: Cell, by: [i8; 3]) -> Option<Cell> {
    Some(Cell {
        x: cell.x.checked_add_signed(by[0])?,
        y: cell.y.checked_add_signed(by[1])?,
        z: cell.z.checked_add_signed(by[2])?,
    })
}

fn along(cell: Cell, axis: usize, by: i8) -> Option<Cell> {
    let mut step = [0; 3];
    step[axis] = by;
    shifted(cell, step)
}

fn carried(cubes: &Cubes, cell: Cell) -> Vec<usize> {
    let holds = |axis: &usize| along(cell, *axis, -1).is_some_and(|over| cubes.contains_key(&over));
    (0..3).filter(holds).collect()
}

fn firm(cubes: &Cubes, cell: Cell, size: u8) -> bool {
    cell.x + cell.y + cell.z == size - 1
        || (0..3).all(|axis| along(cell, axis, 1).is_some_and(|under| cubes.contains_key(&under)))
}

fn connected(cubes: &Cubes, a: Cell, b: Cell) -> bool {
    let rests = |upper: Cell, lower: Cell| {
        (0..3).any(|axis| {
            let others = (0..3).filter(|&other| other != axis);
            along(lower, axis, -1) == Some(upper)
                && others.filter(|other| carried(cubes, upper).contains(other)).count() < 2
        })
    };
    cubes.get(&a) == cubes.get(&b) && (rests(a, b) || rests(b, a))
}

fn beside(a: Cell, b: Cell) -> bool {
    let steps = [[1, -1, 0], [-1, 1, 0], [1, 0, -1], [-1, 0, 1], [0, 1, -1], [0, -1, 1]];
    steps.into_iter().any(|step| shifted(a, step) == Some(b))
}

/// All cells that `linked` connects to the start, step by step.
fn closure(cubes: &Cubes, start: Cell, linked: impl Fn(Cell, Cell) -> bool) -> Vec<Cell> {
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&here) = found.get(next) {
        let new = cubes.keys().filter(|&&cell| !found.contains(&cell) && linked(here, cell));
        let new: Vec<Cell> = new.copied().collect();
        found.extend(new);
        next += 1;
    }
    found
}

/// The cubes after one has left, and after the column on it has dropped.
fn without(cubes: &Cubes, from: Cell) -> [Cubes; 2] {
    let mut gone = cubes.clone();
    gone.remove(&from);
    let mut dropped = gone.clone();
    if let [axis] = carried(cubes, from)[..] {
        let mut gap = from;
        while let Some(over) = along(gap, axis, -1)
            && let Some(colour) = dropped.remove(&over)
        {
            dropped.insert(gap, colour);
            gap = over;
        }
    }
    [gone, dropped]
}

/// Whether the rules let a cube go to a cell, taken literally.
fn may_go(cubes: &Cubes, from: Cell, to: Cell, size: u8) -> bool {
    if carried(cubes, from).len() > 1 || cubes.contains_key(&to) || !firm(cubes, to, size) {
        return false;
    }
    let owner = cubes[&from];
    let reached = closure(cubes, from, |a, b| {
        cubes.get(&b) == Some(&owner) && (beside(a, b) || connected(cubes, a, b))
    });
    let rests_on = |cell: Cell| (0..3).any(|axis| along(cell, axis, -1) == Some(to));
    let reachable = reached.into_iter().any(|cell| beside(cell, to) || rests_on(cell));
    reachable && without(cubes, from).iter().all(|cubes| firm(cubes, to, size))
}

fn has_won(cubes: &Cubes, colour: Colour, size: u8, highest: u8) -> bool {
    let touches = |cell: &Cell, axis: usize| {
        let [x, y, z] = cell.coordinates();
        cell.coordinates()[axis] == 0 && size - 1 - x - y - z <= highest
    };
    let own: Cubes = cubes.iter().filter(|cube| *cube.1 == colour).map(|(&c, &o)| (c, o)).collect();
    own.keys().any(|&start| {
        let group = closure(&own, start, |a, b| connected(cubes, a, b));
        (0..3).all(|axis| group.iter().any(|cell| touches(cell, axis)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn notation_round_trips(game in games()) {
        for turn in game.legal_turns().iter() {
            let name = game.turn_name(turn).to_string();
            prop_assert_eq!(game.parse_turn(&name), Ok(turn), "{}", name);
            prop_assert_eq!(game.parse_turn(&name.to_uppercase()), Ok(turn), "{}", name);
        }
    }

    #[test]
    fn the_set_of_turns_agrees_with_its_list(game in games()) {
        let turns = game.legal_turns();
        let list: Vec<Turn> = turns.iter().collect();
        prop_assert_eq!(list.len(), turns.len());
        prop_assert_eq!(turns.is_empty(), game.outcome().is_some());
        for (index, turn) in list.iter().enumerate() {
            prop_assert_eq!(turns.nth(index), Some(*turn));
            prop_assert!(!list[..index].contains(turn));
        }
        prop_assert_eq!(turns.nth(list.len()), None);
    }

    #[test]
    fn legal_turns_are_those_that_check_accepts(game in games()) {
        let board = game.board();
        let turns = board.legal_turns();
        for turn in thinkable(board.lattice()) {
            prop_assert_eq!(board.check(turn).is_ok(), turns.contains(&turn), "{:?}", turn);
            if let Turn::Move { from, to } = turn {
                let there = board.destinations(from).contains(to.index());
                prop_assert_eq!(there, turns.contains(&turn), "{:?}", turn);
            }
        }
    }

    #[test]
    fn moves_are_those_of_the_rules_read_literally(game in games()) {
        let (board, lattice) = (game.board(), game.board().lattice());
        prop_assume!(board.outcome().is_none() && lattice.size() < 10);
        let cubes = cubes(board);
        for (&from, _) in cubes.iter().filter(|cube| *cube.1 == board.to_move()) {
            let reach = board.destinations(lattice.id(from).unwrap());
            for to in lattice.ids() {
                let literal = may_go(&cubes, from, lattice.cell(to), lattice.size());
                prop_assert_eq!(reach.contains(to.index()), literal, "{} {:?}", from, to);
            }
        }
    }

    #[test]
    fn a_turn_does_what_the_rules_say(game in games(), pick in any::<prop::sample::Index>()) {
        let before = cubes(game.board());
        let lattice = game.board().lattice();
        let turns = game.legal_turns();
        prop_assume!(!turns.is_empty());
        let turn = turns.nth(pick.index(turns.len())).unwrap();
        let mover = game.board().to_move();
        let after = game.clone().play(turn).unwrap();
        let mut expected = before.clone();
        match turn {
            Turn::Add(at) => drop(expected.insert(lattice.cell(at), mover)),
            Turn::Move { from, to } => {
                [_, expected] = without(&before, lattice.cell(from));
                expected.insert(lattice.cell(to), mover);
            }
            Turn::Swap | Turn::Pass => {}
        }
        prop_assert_eq!(&cubes(after.board()), &expected);
        let (size, highest) = (lattice.size(), after.board().options().highest_touch());
        let winner = [mover, !mover].into_iter().find(|&c| has_won(&expected, c, size, highest));
        let by_path = match after.outcome() {
            Some(Outcome::Win { winner, by: WinBy::Path }) => Some(winner),
            _ => None,
        };
        prop_assert_eq!(by_path, winner);
    }

    #[test]
    fn cubes_are_conserved_and_supported(game in games()) {
        let board = game.board();
        let (cubes, size) = (cubes(board), board.lattice().size());
        for colour in Colour::BOTH {
            let count = cubes.values().filter(|&&owner| owner == colour).count();
            prop_assert_eq!(count + usize::from(board.hand(colour)),
                usize::from(board.options().cubes_each()));
        }
        prop_assert!(cubes.keys().all(|&cell| firm(&cubes, cell, size)));
    }

    #[test]
    fn a_pinned_cube_never_moves(game in games()) {
        let (cubes, lattice) = (cubes(game.board()), game.board().lattice());
        for turn in game.legal_turns().iter() {
            if let Turn::Move { from, .. } = turn {
                prop_assert!(carried(&cubes, lattice.cell(from)).len() <= 1);
            }
        }
    }

    #[test]
    fn a_turned_or_mirrored_board_has_turned_or_mirrored_turns(game in games(), which in 0..6_usize) {
        let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][which];
        let lattice = game.board().lattice();
        let turned = |cell: Cell| {
            let from = cell.coordinates();
            Cell { x: from[order[0]], y: from[order[1]], z: from[order[2]] }
        };
        let turned_id = |id: CellId| lattice.id(turned(lattice.cell(id))).unwrap();
        let mut setup = Setup::of(game.board());
        setup.cubes.iter_mut().for_each(|(cell, _)| *cell = turned(*cell));
        setup.last = setup.last.map(|(from, to)| (from.map(turned), turned(to)));
        let board = setup.board().unwrap();
        let original = Setup::of(game.board()).board().unwrap();
        prop_assert_eq!(board.outcome(), original.outcome());
        let mut expected: Vec<Turn> = original.legal_turns().iter().map(|turn| match turn {
            Turn::Add(at) => Turn::Add(turned_id(at)),
            Turn::Move { from, to } => Turn::Move { from: turned_id(from), to: turned_id(to) },
            other => other,
        }).collect();
        let mut found: Vec<Turn> = board.legal_turns().iter().collect();
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
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
        let seen = ankor::read_drawing(&drawing).unwrap();
        prop_assert_eq!(seen.size, board.lattice().size());
        let shown: Vec<Cell> = seen.cubes.iter().map(|cube| cube.cell).collect();
        let cubes = cubes(board);
        prop_assert_eq!(&shown, &cubes.keys().copied().collect::<Vec<_>>());
        for cube in &seen.cubes {
            let id = board.lattice().id(cube.cell).unwrap();
            let visible = (!board.is_covered(id)).then_some(cubes[&cube.cell]);
            prop_assert_eq!(cube.colour, visible);
            if !labels && cube.colour.is_some() {
                prop_assert_eq!(cube.capital, board.last_cube() == Some(id));
            }
        }
    }

    #[test]
    fn every_spot_is_named_in_a_labelled_drawing(game in games()) {
        let board = game.board();
        let drawing = board.draw(DrawStyle::LABELLED);
        prop_assert!(drawing.lines().all(|line| line.len() <= 78), "{}", drawing);
        let names: Vec<&str> = drawing.split([' ', '+', '\n']).collect();
        for turn in board.legal_turns().iter() {
            if let Turn::Add(at) | Turn::Move { to: at, .. } = turn {
                let name = board.lattice().place(at).to_string();
                prop_assert!(names.contains(&&*name), "{} in\n{}", name, drawing);
            }
        }
    }

    #[test]
    fn reading_never_panics(text in "[-+/\\\\ox. \n]{0,400}", game in games(), cut in 0..900_usize) {
        let _ = ankor::read_drawing(&text);
        let mut drawing = game.board().draw(DrawStyle::BARE);
        let cut = cut % drawing.len();
        drawing.replace_range(cut..=cut, "/");
        let _ = ankor::read_drawing(&drawing);
        let _ = game.parse_turn(&text);
    }

    #[test]
    fn typed_words_never_panic_and_are_not_repeated(game in games(), word in "[a-z0-9'-]{0,12}") {
        if let Err(error) = game.play_text(&word) {
            prop_assert!(word.len() < 8 || !error.to_string().contains(&word));
        }
    }

    #[test]
    fn a_proof_is_a_connected_path_between_all_sides(seed in any::<u64>(), which in 1..7_usize) {
        let game: Game<Board> = random_game(OPTIONS[which], seed, usize::MAX);
        let Some(Outcome::Win { winner, by: WinBy::Path }) = game.outcome() else { return Ok(()) };
        let (board, lattice) = (game.board(), game.board().lattice());
        let carrick_games::OutcomeProof::Path(path) = game.proof() else { panic!("no path") };
        let cubes = cubes(board);
        let own: Cubes = cubes.iter().filter(|(cell, owner)| {
            **owner == winner && path.contains(&cell.to_string())
        }).map(|(&cell, &owner)| (cell, owner)).collect();
        prop_assert_eq!(own.len(), path.len());
        // The cubes of the path are enough to win, with the other cubes in place, and each of them
        // is needed.
        let (size, highest) = (lattice.size(), board.options().highest_touch());
        let wins = |without: Option<&Cell>| {
            let path: Vec<Cell> =
                own.keys().filter(|cell| Some(*cell) != without).copied().collect();
            path.iter().any(|&start| {
                let chosen: Cubes = path.iter().map(|&cell| (cell, winner)).collect();
                let group = closure(&chosen, start, |a, b| connected(&cubes, a, b));
                (0..3).all(|axis| group.iter().any(|cell| {
                    let [x, y, z] = cell.coordinates();
                    cell.coordinates()[axis] == 0 && size - 1 - x - y - z <= highest
                }))
            })
        };
        prop_assert!(wins(None));
        prop_assert!(own.keys().all(|cell| !wins(Some(cell)) || own.len() == 1));
        prop_assert_eq!(game.seat_to_move(), None);
        prop_assert_eq!(board.seat_of(Colour::Light), !board.seat_of(Colour::Dark));
        prop_assert!(Seat::BOTH.contains(&board.seat_of(winner)));
    }
}

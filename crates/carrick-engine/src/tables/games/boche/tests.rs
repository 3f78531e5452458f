//! Compares walks over states with the rules of the game.

use carrick_games::boche::{Board, Options, Rotation, Setup};
use carrick_games::cubes::CellId;
use carrick_games::{Board as _, Colour, GameOptions as _, SizeLimits};

use super::*;
use crate::tables::games::boche::{Walk, faces_of};

/// Every way in which a game can end, on the boards that have tables.
const BOARDS: [&str; 12] = [
    "-size=2",
    "-size=2 -kill=1",
    "-size=3 -kill=1",
    "-size=3 -kill=2 -adjacent",
    "-size=3 -immediate",
    "-size=3 -fill_board",
    "-size=4",
    "-size=4 -kill=1",
    "-size=4 -adjacent",
    "-size=4 -fill_board",
    "-size=4 -kill=3 -immediate",
    "-size=4 -kill=5 -immediate -join_any",
];

fn boche(words: &str) -> Boche {
    let words: Vec<&str> = words.split_whitespace().collect();
    let options = Options::parse(&words, SizeLimits::Scripts).expect("options of a small board");
    Board::shape(options).expect("a board with a table")
}

/// Whether the mover has won, by the rules. The mover is called Light here, whichever colour that
/// is.
fn by_the_rules(boche: &Boche, mask: u32, faces: &JoinedFaces, is_own: bool) -> Option<bool> {
    let nearest = if is_own { Colour::Light } else { Colour::Dark };
    let mut setup = Setup::new(boche.options, Colour::Light);
    for at in cells(mask) {
        let id = CellId::from_index(at);
        let is_even = boche.stacks.lattice.level(id).is_multiple_of(2);
        let nearest = if is_even { nearest } else { !nearest };
        let rotations = Rotation::with_nearest(nearest);
        let rotation = rotations.iter().find(|&&rotation| joined(rotation) == faces[at]);
        setup.cubes.push((boche.stacks.lattice.cell(id), *rotation.expect("one of four")));
    }
    let board = setup.board().expect("cubes of one pattern match");
    Some(board.outcome()?.winner() == Some(Colour::Light))
}

/// A state: a stack, and the pattern of each cube, by cell.
fn random_state(boche: &Boche, random: &mut fastrand::Rng) -> (u32, Vec<usize>) {
    loop {
        let mask = boche.stacks.masks()[random.usize(1..boche.stacks.masks().len())];
        if !boche.is_left_out(mask) {
            let turned =
                cells(mask).map(|at| random.usize(..patterns(shown(&boche.stacks, mask, at))));
            return (mask, turned.collect());
        }
    }
}

#[test]
fn a_walk_follows_the_rules_and_leads_to_the_states_of_its_turns() {
    let mut random = fastrand::Rng::with_seed(3);
    for board in BOARDS {
        let boche = boche(board);
        let mut ends = [0; 3];
        for _ in 0..3_000 {
            let (mask, turned) = random_state(&boche, &mut random);
            let mut faces = [0; MAX_CELLS];
            for (at, &pattern) in cells(mask).zip(&turned) {
                faces[at] = faces_of(shown(&boche.stacks, mask, at), pattern);
            }
            let mut walk = Walk::over(&boche, mask);
            let targets = walk.go_to(&turned);
            for is_own in [false, true] {
                let expected = by_the_rules(&boche, mask, &faces, is_own);
                assert_eq!(walk.mover_has_won(is_own), expected, "{board} {mask:#b} {turned:?}");
                ends[expected.map_or(0, |has_won| 1 + usize::from(has_won))] += 1;
            }
            let mut expected = Vec::new();
            for spot in
                cells(boche.stacks.spots(mask)).filter(|spot| !boche.is_left_out(mask | 1 << spot))
            {
                for rotation in ROTATIONS {
                    let mut after = faces;
                    after[spot] = rotation;
                    expected.push(boche.number(mask | 1 << spot, &after, false));
                }
            }
            assert_eq!(targets, expected, "{board} {mask:#b} {turned:?}");
        }
        assert!(ends.iter().all(|&count| count > 0), "{board}: {ends:?}");
    }
}

//! The action space: each turn has a unique number, and the numbers never change.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::HashMap;

use crate::support::{new_game, sizes};
use carrick_games::{
    ActionSpace, Board as _, GameKind, Notation, TurnSet as _, anchor, ankor, antipod, boche,
    cubes::CellId, match_kind,
};

/// Plays random games and checks the numbers of all legal turns: they are below `actions`, lead
/// back to their turns, and are unique. Then checks that every number has at most one turn.
#[track_caller]
fn check<B: ActionSpace + Notation>(options: &str, games: u64) {
    let mut turns_by_action: HashMap<usize, B::Turn> = HashMap::new();
    let (mut swaps, mut passes) = (0, 0);
    let start = new_game::<B>(options);
    let of = start.board().options();
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = start.clone();
        while game.outcome().is_none() && game.turns().len() < 60 {
            let turns = game.legal_turns();
            for turn in turns.iter() {
                let action = B::action(of, turn);
                assert!(action < B::actions(of), "{options}: {turn:?} is {action}");
                assert_eq!(B::turn_of(of, action), Some(turn), "{options}: {action}");
                assert_eq!(*turns_by_action.entry(action).or_insert(turn), turn, "{options}");
                swaps += usize::from(B::is_swap(turn));
                passes += usize::from(B::is_pass(turn));
            }
            game.play_unchecked(turns.nth(random.usize(..turns.len())).unwrap());
        }
    }
    let may = |word: &str| turns_by_action.values().any(|turn| format!("{turn:?}") == word);
    assert_eq!((swaps > 0, passes > 0), (may("Swap"), may("Pass")), "{options}");
    for action in 0..B::actions(of) + 3 {
        if let Some(turn) = B::turn_of(of, action) {
            assert_eq!(B::action(of, turn), action, "{options}: {turn:?}");
            assert!(action < B::actions(of), "{options}: {turn:?} is {action}");
        }
    }
    let last = (0..B::actions(of)).rev().find_map(|action| B::turn_of(of, action));
    assert!(last.is_some_and(|turn| B::action(of, turn) + 1 == B::actions(of)), "{options}");
}

#[test]
fn turns_of_every_game_have_unique_numbers() {
    for kind in GameKind::ALL {
        for size in sizes(kind) {
            match_kind!(kind, B => check::<B>(&size, 6));
        }
    }
    check::<ankor::Board>("-size=3 -win_height=-1 -noswap", 40);
    for size in 2..=10 {
        check::<anchor::Board>(&format!("-size={size} -pie=refined"), 6);
    }
}

/// The number of every point of every board is its rank in the order of names.
#[test]
fn anchor_points_are_numbered_in_their_order() {
    for size in 2..=10 {
        let game = new_game::<anchor::Board>(&format!("-size={size}"));
        let options = game.board().options();
        for (number, point) in game.board().points().enumerate() {
            assert_eq!(anchor::Board::action(options, anchor::Turn::Stone(point)), number);
        }
    }
}

/// The numbers never change, because stored data depends on them.
#[test]
fn numbers_never_change() {
    fn is<B: ActionSpace + Notation>(options: &str, all: usize, turns: &[(B::Turn, usize)]) {
        let of = new_game::<B>(options).board().options();
        assert_eq!(B::actions(of), all, "{options}");
        for &(turn, action) in turns {
            assert_eq!(B::action(of, turn), action, "{options}: {turn:?}");
        }
    }
    let cell = CellId::from_index;
    let (swap, pass) = (ankor::Turn::Swap, ankor::Turn::Pass);
    let step = ankor::Turn::Move { from: cell(5), to: cell(7) };
    let add = ankor::Turn::Add(cell(55));
    is::<ankor::Board>("", 3194, &[(add, 55), (step, 343), (swap, 3192), (pass, 3193)]);
    is::<ankor::Board>("-size=10", 48_622, &[(step, 1327), (swap, 48_620), (pass, 48_621)]);
    let place = boche::Turn::Place { cell: cell(9), rotation: boche::Rotation::C };
    is::<boche::Board>("", 449, &[(place, 74), (boche::Turn::Swap, 448)]);
    is::<boche::Board>("-size=10", 1761, &[(place, 74), (boche::Turn::Swap, 1760)]);
    let game = new_game::<antipod::Board>("");
    let points = ["a1", "f6", "f17"].map(|name| game.board().sphere().parse(name).unwrap());
    is::<antipod::Board>("", 152, &[(points[0], 0), (points[1], 45), (points[2], 121)]);
    let stone = |name: &str| anchor::Turn::Stone(name.parse().unwrap());
    let (swap, pass) = (anchor::Turn::Swap, anchor::Turn::Pass);
    let turns =
        [(stone("A1"), 0), (stone("H8"), 84), (stone("O15"), 168), (swap, 169), (pass, 170)];
    is::<anchor::Board>("", 171, &turns);
    is::<anchor::Board>("-size=10", 273, &[(stone("A10"), 9), (stone("S19"), 270), (pass, 272)]);
}

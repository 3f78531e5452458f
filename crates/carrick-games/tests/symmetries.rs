//! Symmetries form a group, and commute with the rules.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::HashSet;

use crate::support::{new_game, size_of_three};
use carrick_games::{
    AnyGame, AnyOptions, Board as _, Colour, Game, GameKind, HexSymmetry, Position, Seat,
    SizeLimits, Symmetric, Symmetry, TurnSet as _, anchor, ankor, antipod, boche,
    cubes::AxisPermutation, match_kind,
};

#[track_caller]
fn is_a_group<S: Symmetry>(order: usize) {
    let all: Vec<S> = S::all().collect();
    let distinct: HashSet<S> = all.iter().copied().collect();
    assert_eq!((all.len(), distinct.len()), (order, order));
    let identity = all[0];
    for &one in &all {
        assert_eq!((identity.then(one), one.then(identity)), (one, one));
        assert_eq!((one.then(one.inverse()), one.inverse().then(one)), (identity, identity));
        for &other in &all {
            assert!(distinct.contains(&one.then(other)));
            for &third in &all {
                assert_eq!(one.then(other).then(third), one.then(other.then(third)));
            }
        }
    }
}

#[test]
fn symmetries_are_groups() {
    is_a_group::<AxisPermutation>(6);
    is_a_group::<HexSymmetry>(12);
    is_a_group::<antipod::SphereSymmetry>(24);
}

/// The legal turns of a position, sorted.
fn legal<B: Symmetric>(position: &Position<B>) -> Vec<B::Turn> {
    let mut turns: Vec<B::Turn> = position.legal_turns().iter().collect();
    turns.sort_unstable();
    turns
}

#[track_caller]
fn are_the_same<B: Symmetric>(one: &Position<B>, other: &Position<B>) {
    assert_eq!(one.board(), other.board());
    assert_eq!(one.outcome(), other.outcome());
    assert_eq!(one.hash(), other.hash());
}

/// Checks the images of a position: their turns, players and what a turn leads to.
fn check_position<B: Symmetric>(position: &Position<B>, turn: B::Turn) {
    let options = position.board().options();
    let mut after = position.clone();
    after.play_unchecked(turn);
    for by in B::Symmetry::all() {
        let image = position.image(by);
        let mut turns: Vec<B::Turn> =
            position.legal_turns().iter().map(|turn| B::turn_image(options, turn, by)).collect();
        turns.sort_unstable();
        assert_eq!(turns, legal(&image), "{by:?}");
        let exchanges = B::exchanges_colours(by);
        let exchanged = |colour: Colour| if exchanges { !colour } else { colour };
        assert_eq!(image.seat_to_move(), position.seat_to_move());
        assert_eq!(image.board().to_move(), exchanged(position.board().to_move()));
        for seat in Seat::BOTH {
            assert_eq!(image.colour_of(seat), exchanged(position.colour_of(seat)));
        }
        let mut image_after = image.clone();
        image_after.play_unchecked(B::turn_image(options, turn, by));
        are_the_same(&image_after, &after.image(by));
        are_the_same(&image.image(by.inverse()), position);
        let next = B::Symmetry::all().last().unwrap();
        are_the_same(&image.image(next), &position.image(by.then(next)));
    }
}

/// Plays random games and checks the images of their positions.
#[track_caller]
fn check<B: Symmetric>(options: &str, games: u64) {
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = new_game::<B>(options);
        while game.outcome().is_none() && game.turns().len() < 80 {
            let turns = game.legal_turns();
            let turn = turns.nth(random.usize(..turns.len())).unwrap();
            check_position(game.position(), turn);
            game.play_unchecked(turn);
        }
    }
}

#[test]
fn symmetries_of_every_game_commute_with_the_rules() {
    for kind in GameKind::ALL {
        match_kind!(kind, B => check::<B>(&size_of_three(kind), 20));
    }
}

#[test]
fn ankor_symmetries_commute_with_the_rules() {
    check::<ankor::Board>("-size=4 -win_height=-1", 6);
    check::<ankor::Board>("-size=6 -noswap", 1);
}

#[test]
fn boche_symmetries_commute_with_the_rules() {
    check::<boche::Board>("-size=4 -immediate -join_any", 10);
    check::<boche::Board>("-size=5 -adjacent", 4);
    check::<boche::Board>("-size=4 -fill_board -noswap", 4);
}

#[test]
fn antipod_symmetries_commute_with_the_rules() {
    check::<antipod::Board>("-radius=5", 1);
}

#[test]
fn anchor_symmetries_commute_with_the_rules() {
    check::<anchor::Board>("-size=4 -pie=refined", 6);
    check::<anchor::Board>("-size=5 -pie=none", 2);
    check::<anchor::Board>("-size=5 -handicap=3", 2);
}

/// One player mirrors the other until it is forbidden, with each symmetry that counts.
#[test]
fn the_rule_against_mirroring_commutes_with_symmetries() {
    for mirroring in HexSymmetry::all().filter(|&by| anchor::Board::exchanges_colours(by)) {
        if mirroring.then(mirroring) != HexSymmetry::all().next().unwrap() {
            continue;
        }
        let mut game = new_game::<anchor::Board>("-size=6 -pie=none");
        let options = game.board().options();
        let mut forbidden = false;
        while let Some(turn) = game.legal_turns().iter().find(|&turn| {
            let image = anchor::Board::turn_image(options, turn, mirroring);
            image != turn && game.board().check(image).is_ok()
        }) {
            game.play_unchecked(turn);
            let image = anchor::Board::turn_image(options, turn, mirroring);
            forbidden |= game.check(image).is_err();
            let answer = if forbidden { anchor::Turn::Pass } else { image };
            check_position(game.position(), answer);
            if forbidden {
                break;
            }
            game.play_unchecked(answer);
        }
        assert!(forbidden, "{mirroring:?}");
    }
}

fn alike(kind: GameKind, words: &[&str], turn: &str) -> Vec<String> {
    let options = AnyOptions::parse(kind, words, SizeLimits::Scripts).unwrap();
    AnyGame::new(options).alike(turn).unwrap()
}

#[test]
fn corners_and_centres_are_only_equivalent_to_each_other() {
    for (kind, size, turn, same) in [
        (GameKind::Ankor, "-size=6", "a1", &["a1", "f1", "f6"][..]),
        (GameKind::Ankor, "-size=4", "c2", &["c2"]),
        (GameKind::Ankor, "-size=4", "b1", &["b1", "b2", "c1", "c3", "d2", "d3"]),
        (GameKind::Boche, "-size=4", "a:c2", &["a:c2"]),
        (GameKind::Boche, "-size=4", "b:c2", &["b:c2", "c:c2", "d:c2"]),
        (GameKind::Anchor, "-size=8", "A1", &["A1", "H15", "O8"]),
        (GameKind::Anchor, "-size=8", "A8", &["A8", "H1", "O15"]),
        (GameKind::Anchor, "-size=8", "H8", &["H8"]),
        (GameKind::Anchor, "-size=3", "A2", &["A2", "B1", "B4", "D2", "D5", "E4"]),
    ] {
        assert_eq!(alike(kind, &[size], turn), same, "{turn}");
    }
}

/// Hole (0, 0, 5) is at the corner along z; a rotation that joins away from a side follows it.
#[test]
fn a_rotation_goes_with_its_axis() {
    let corner = |turn| alike(GameKind::Boche, &["-size=6"], turn);
    assert_eq!(corner("b:a1"), ["b:a1", "c:f6", "d:f1"]);
    assert_eq!(corner("c:a1"), ["b:f1", "b:f6", "c:a1", "c:f1", "d:a1", "d:f6"]);
}

/// A stone removes the symmetries that move it.
#[test]
fn a_game_has_fewer_symmetries_than_its_board() {
    let start = Game::<antipod::Board>::new(antipod::Options::default());
    let [at, other] = ["f5", "f7"].map(|name| start.parse_turn(name).unwrap());
    assert_eq!(start.alike(at).len(), 12); // round both centres
    let game = start.play(other).unwrap();
    assert_eq!(game.alike(at), [at]);
}

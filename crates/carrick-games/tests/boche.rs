//! Boche against recorded games, the inventor's figures, and tables of turns.

#![allow(clippy::unwrap_used, unreachable_pub)] // a failed unwrap is a failed test

mod support;

use carrick_games::boche::{self, Board};
use carrick_games::{Board as _, Colour, DrawStyle};

use support::{figure, random_game, replay_recorded};

#[test]
fn recorded_games_turn_by_turn() {
    replay_recorded::<Board>();
}

#[test]
fn figure_won() {
    let seen = boche::read_drawing(&figure("boche-size4-won-by-dark.txt")).unwrap();
    let mut setup = boche::Setup::new(
        carrick_games::GameOptions::parse(&["-size=4"], carrick_games::Limits::Challenge).unwrap(),
        Colour::Light,
    );
    for c in &seen.cubes {
        println!("{:?}", c);
        setup.cubes.push((c.cell, c.rotations[0]));
    }
    let b = setup.board().unwrap();
    println!("{}", b.draw(DrawStyle::LABELLED));
    for g in b.groups() {
        println!("{:?} {} {:?}", g.colour, g.points.len(), g.sides);
    }
    assert_eq!(b.draw(DrawStyle::BARE), figure("boche-size4-won-by-dark.txt"));
}

#[test]
fn look() {
    for (o, seed, plies) in [
        ("-size=4", 3, 6),
        ("-size=6", 3, 160),
        ("-size=6 -fill_board", 3, 30),
        ("-size=2 -kill=2", 1, 9),
    ] {
        let g = random_game::<Board>(o, seed, plies);
        println!("{} {:?}\n{}", g.turns().len(), g.outcome(), g.board().draw(DrawStyle::LABELLED));
        let seen = boche::read_drawing(&g.board().draw(DrawStyle::LABELLED)).unwrap();
        assert_eq!(seen.cubes.len(), g.board().cells().len());
    }
}

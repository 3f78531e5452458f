//! Ankor against recorded games, its laws, and its figures.

mod support;

use carrick_games::ankor::{self, Board, Illegal, Options, Setup, Turn};
use carrick_games::cubes::{Cell, CellId};
use carrick_games::{Board as _, Colour, DrawBy, DrawStyle, Game, Outcome, Proof, TurnSet, WinBy};

use support::{figure, new_game, random_game, replay_recorded};

#[test]
fn recorded_games_turn_by_turn() {
    replay_recorded::<Board>();
}

/// The inventor's won game; hole (1,2,2) is covered and must be X's.
fn won_by_x() -> Setup {
    let seen = ankor::read_drawing(&figure("ankor-size6-won-by-x.txt")).unwrap();
    let mut setup = Setup::new(Options::default(), Colour::Light);
    setup.cubes =
        seen.cubes.iter().map(|cube| (cube.cell, cube.colour.unwrap_or(Colour::Dark))).collect();
    let last = seen.cubes.iter().find(|cube| cube.capital).unwrap();
    setup.last = Some((Some(Cell { x: 3, y: 1, z: 1 }), last.cell));
    setup
}

#[test]
fn the_inventors_game_won_by_x() {
    let board = won_by_x().board().unwrap();
    assert_eq!(board.draw(DrawStyle::BARE), figure("ankor-size6-won-by-x.txt"));
    println!("{}", board.draw(DrawStyle::LABELLED));
    println!("{:?} {:?}", board.outcome(), board.proof(board.outcome().unwrap()));
}
#[test]
fn look() {
    for (o, seed, plies) in [("-size=4", 3, 150), ("-size=6", 3, 160), ("-size=2", 1, 9)] {
        let g = support::random_game::<Board>(o, seed, plies);
        println!("{}\n{}", g.turns().len(), g.board().draw(DrawStyle::LABELLED));
        let seen = ankor::read_drawing(&g.board().draw(DrawStyle::LABELLED)).unwrap();
        println!("{}", seen.cubes.len());
    }
}

//! The pictures of `docs/gallery.md`, drawn and compared. `UPDATE_EXPECT=1` writes them.
#![allow(clippy::unwrap_used)] // also in the helpers, where a panic is the failure of the test

use crate::support::{new_game, play};
use carrick_games::GameKind::{Anchor, Ankor, Antipod, Boche};
use carrick_games::{AnyGame, Colour, anchor, boche, cubes::Lattice};
use carrick_pictures::{Style, Theme, svg};
use expect_test::{ExpectFile, expect_file};

/// Maximum size of a gallery picture, in bytes.
const MOST_BYTES: usize = 60_000;

#[track_caller]
fn check(game: &AnyGame, style: Style, file: &ExpectFile) {
    let picture = svg(game, &style);
    assert!(picture.len() < MOST_BYTES, "{} bytes", picture.len());
    file.assert_eq(&picture);
}

fn dark() -> Style {
    Style { theme: Theme::Dark, ..Style::default() }
}

fn figure(name: &str) -> String {
    let file = format!("{}/../carrick-games/tests/data/figures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[track_caller]
fn play_line(kind: carrick_games::GameKind, options: &str, turns: &str) -> AnyGame {
    play(kind, options, &turns.split_whitespace().collect::<Vec<_>>())
}

/// The first 40 turns of a recorded game.
const ANKOR: &str = "c3 d4 e3 b2 e5 c2 c1 d3 c1-d2 d4-b2' a1 e4 d1 b2-d3' d1-e2 d3'-d4 e2-d3' \
    d3-c1 e3-b2' b2-b1 a1-d1 e1 c3-c2' c1-a1 d3-c3 e3 b2-c3' c1 c3'-c1' a1-c2' c1'-b2 e2 d3-d2' \
    b1-c1' b1 c2-d3' b1-c2 a1 c2-b1 c1-c2";

#[test]
fn ankor() {
    let light = Style::default();
    check(&new_game(Ankor, ""), light, &expect_file!["../../../docs/pictures/ankor-start.svg"]);
    let middle = play_line(Ankor, "-size=5 -win_height=-1", ANKOR);
    check(&middle, light, &expect_file!["../../../docs/pictures/ankor-middle.svg"]);
    // The path leads through b2, whose cube is covered by three others.
    let turns = "d3 c3 c2 c1 d3-b2 b1 b2-b1' b1-a1 c2-b2 c1-d1 d3 d1-c1 c2 d1 b1-b2' d1-d2 b1 \
        c1-c2' c1 d4 b2'-d1 c2'-b1' d1-c3' b1'-c2' b2-d1 b2 c2-a1' c3-c1' d3-b2' d2-d3 b2'-c3' \
        d2-b2' c1-d2 a1-c2' d1-c1 c2'-a1' c1-d1 b2'-c2' c3'-b2' c1 b2'-c3' b2-b1' c3'-b2' d4-a1' \
        c3-d4 a1'-b2'";
    let won = play_line(Ankor, "-size=4", turns);
    check(&won, dark(), &expect_file!["../../../docs/pictures/ankor-won.svg"]);
}

#[test]
fn boche() {
    let light = Style::default();
    let turns = "a:c2 d:c1 a:b1 c:d1 c:b2 c:a1 f:a1' c:c3 d:d4 e:b1' e:b2'";
    let middle = play_line(Boche, "-size=4 -kill=6 -adjacent", turns);
    check(&middle, light, &expect_file!["../../../docs/pictures/boche-middle.svg"]);
    let won = boche_figure();
    assert_eq!(won.outcome().and_then(carrick_games::Outcome::winner), Some(Colour::Dark));
    check(&won, light, &expect_file!["../../../docs/pictures/boche-won-by-dark.svg"]);
    let turns = "c:c3 b:e5 d:e1 d:c2 a:e2 d:f5 b:f4 b:b2";
    let enclosed = play_line(Boche, "", turns);
    check(&enclosed, dark(), &expect_file!["../../../docs/pictures/boche-enclosed.svg"]);
}

/// The game that Dark won in the inventor's diagram, with its cubes played from the lowest level
/// up.
fn boche_figure() -> AnyGame {
    let seen = boche::read_drawing(&figure("boche-size4-won-by-dark.txt")).unwrap();
    let lattice = Lattice::of(seen.size);
    let mut cubes: Vec<_> = seen
        .cubes
        .iter()
        .map(|cube| {
            let id = lattice.id(cube.cell).unwrap();
            // For a partly covered cube, any rotation that matches its visible faces will do.
            (lattice.level(id), format!("{}:{}", cube.rotations[0], lattice.place(id)))
        })
        .collect();
    cubes.sort();
    let turns: Vec<&str> = cubes.iter().map(|(_, turn)| turn.as_str()).collect();
    play(Boche, "-size=4 -fill_board -noswap", &turns)
}

#[test]
fn antipod() {
    check(
        &new_game(Antipod, ""),
        Style::default(),
        &expect_file!["../../../docs/pictures/antipod-start.svg"],
    );
    let turns = "c6+ c12 e7+ b2 e13 c1+ b3 e12 f4 c4 d9 e3 f6 b5+ f12 c5 b11 g5+ a2+ c3 e10 b4 \
        b1+ d10 d3 c2 d5 f11 f3+ e6 e2+ d12";
    let path = play_line(Antipod, "-radius=4", turns);
    check(&path, Style::default(), &expect_file!["../../../docs/pictures/antipod-path.svg"]);
    let turns = "e2+ e4 f13 d10 e3 d12 d2 d6 c10 b11 f7+ c12 c9 g5+ g6+ e5 b4 f5 e10 b5+ a2+ d3 \
        c11 c1+ d9 e6 e7+ b3 f12 c3 c6+ f4 b9 d5 e13 c4 c5 f6 e11 f3+ b2 b1+ e12 f11 b10 d13 a3+";
    let ring = play_line(Antipod, "-radius=4", turns);
    let style = Style { stacked: true, ..dark() };
    check(&ring, style, &expect_file!["../../../docs/pictures/antipod-ring.svg"]);
}

#[test]
fn anchor() {
    let turns = "G8 A1 D6 E8 I9 B3 E9 E7 D4 G4 D3 I7 E3 I5 B2 B4 A3 H9 F6 D8 H5 F8 D1 F5 C2 E4 G3 \
        G7 I6 F9 D7 D5 B5 A4 E6 C1 E1 pass pass";
    let ended = play_line(Anchor, "-size=5", turns);
    let middle = expect_file!["../../../docs/pictures/anchor-middle.svg"];
    check(&ended.at(20), Style::default(), &middle);
    check(&ended, dark(), &expect_file!["../../../docs/pictures/anchor-ended.svg"]);
    let style = Style { score: true, ..Style::default() };
    let dead = expect_file!["../../../docs/pictures/anchor-dead-stones.svg"];
    check(&anchor_figure(), style, &dead);
}

/// The position of the inventor's page, with its stones played alternately; passes fill the gaps.
fn anchor_figure() -> AnyGame {
    let listed = figure("anchor-size8-dead-stones.txt");
    let stones = |colour: &str| -> Vec<anchor::Point> {
        let own = listed.lines().filter_map(|line| line.strip_prefix(colour));
        own.map(|line| line.split(' ').nth(1).unwrap().parse().unwrap()).collect()
    };
    let (black, white) = (stones("black"), stones("white"));
    let mut game = new_game(Anchor, "-pie=none");
    for index in 0..black.len().max(white.len()) {
        for turns in [&black, &white] {
            let turn = turns.get(index).map_or("pass".to_owned(), ToString::to_string);
            game = game.play_text(&turn).unwrap();
        }
    }
    game
}

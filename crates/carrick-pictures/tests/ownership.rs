//! Ownership maps of Anchor.
#![allow(clippy::unwrap_used)] // also in the helpers, where a panic is the failure of the test

use std::collections::BTreeMap;

use crate::support::{play, random_game, title};
use carrick_games::{AnyGame, Game, GameKind, anchor};
use carrick_pictures::{OwnershipOverlay, Style, Theme, png, svg_with_ownership};
use expect_test::expect_file;
use roxmltree::Document;

fn anchor_game(game: AnyGame) -> Game<anchor::Board> {
    match game {
        AnyGame::Anchor(game) => game,
        other => panic!("{} is another game", other.kind()),
    }
}

/// Probabilities from 0 to 1 in the order of the points.
fn ownership(game: &Game<anchor::Board>, numbers: bool) -> OwnershipOverlay {
    let names: Vec<String> = game.board().points().map(|point| point.to_string()).collect();
    let last = (names.len() - 1) as f32;
    let black: BTreeMap<String, f32> =
        names.into_iter().enumerate().map(|(at, name)| (name, at as f32 / last)).collect();
    OwnershipOverlay { black, numbers }
}

/// The title of every point has its likely owner and the probability; with numbers, the point also
/// shows it.
#[test]
fn every_point_names_its_likely_owner() {
    for seed in 0..10 {
        let game = anchor_game(random_game(GameKind::Anchor, "-size=5", seed, 4 * seed as usize));
        for numbers in [false, true] {
            let owned = ownership(&game, numbers);
            let theme = if seed % 2 == 0 { Theme::Light } else { Theme::Dark };
            let text = svg_with_ownership(&game, &Style { theme, ..Style::default() }, &owned);
            let document = Document::parse(&text).unwrap();
            let tiles = document.descendants().filter(|node| node.has_attribute("data-owned"));
            let mut said: Vec<&str> = tiles.clone().filter_map(title).collect();
            said.sort_unstable();
            let share = |(name, &black): (&String, &f32)| {
                let (owner, share) =
                    if black >= 0.5 { ("Black", black) } else { ("White", 1.0 - black) };
                format!("{name}: {owner}'s with {:.0} %", 100.0 * share)
            };
            let mut expected: Vec<String> = owned.black.iter().map(share).collect();
            expected.sort_unstable();
            assert_eq!(said, expected);
            let shown = tiles
                .filter(|tile| tile.descendants().any(|node| node.has_attribute("data-label")));
            assert_eq!(shown.count(), if numbers { expected.len() } else { 0 });
        }
    }
}

/// Black has a corner and a dead stone, White the rest.
#[test]
fn golden_picture() {
    let game = play(GameKind::Anchor, "-size=3 -pie=none", &["A1", "C2", "B2", "D3", "A3"]);
    let shares = [("A1", 1.0), ("B1", 0.9), ("B2", 0.97), ("C3", 0.5), ("A3", 0.1), ("E5", 0.0)];
    let black = shares.iter().map(|&(name, share)| (name.to_owned(), share)).collect();
    let owned = OwnershipOverlay { black, numbers: false };
    let picture = svg_with_ownership(&anchor_game(game), &Style::default(), &owned);
    expect_file!["golden/anchor-ownership.svg"].assert_eq(&picture);
    assert!(png(&picture, 300).is_ok());
}

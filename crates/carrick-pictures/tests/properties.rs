//! Properties of pictures, on random positions of every game and size.
#![allow(clippy::unwrap_used)] // also in the helpers, where a panic is the failure of the test

use crate::support::{check_picture, random_game};
use carrick_games::GameKind;
use carrick_pictures::{LinkStyles, Orientation, Style, Theme, drawn, png, svg};
use proptest::prelude::*;

fn styles() -> impl Strategy<Value = Style> {
    any::<[bool; 10]>().prop_map(
        |[dark, labels, marks, score, right, stacked, sizes, links @ ..]| Style {
            theme: if dark { Theme::Dark } else { Theme::Light },
            labels,
            nests: true,
            marks,
            score,
            orientation: if right { Orientation::TipRight } else { Orientation::TipUp },
            stacked,
            sizes,
            links: LinkStyles { connected: links[0], adjacent: links[1], tips: links[2] },
            peel: None,
        },
    )
}

/// Checks a random position; half of the games are over.
fn check(kind: GameKind, options: &str, seed: u64, style: &Style) {
    let mut random = fastrand::Rng::with_seed(seed);
    let limit = if random.bool() { 400 } else { random.usize(..80) };
    let game = random_game(kind, options, seed, limit);
    check_picture(&game, style);
    assert!(png(&svg(&game, style), 64).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn ankor(size in 2..=10_u8, seed: u64, style in styles()) {
        check(GameKind::Ankor, &format!("-size={size}"), seed, &style);
    }

    #[test]
    fn boche(size in 2..=10_u8, kill in 1..=6_u8, seed: u64, style in styles()) {
        check(GameKind::Boche, &format!("-size={size} -kill={kill}"), seed, &style);
    }

    #[test]
    fn boche_with_immediate_wins(size in 2..=6_u8, any: bool, seed: u64, style in styles()) {
        let join = if any { "-join_any" } else { "-join_face" };
        check(GameKind::Boche, &format!("-size={size} -kill=30 -immediate {join}"), seed, &style);
    }

    #[test]
    fn antipod(radius in 2..=10_u8, seed: u64, style in styles()) {
        check(GameKind::Antipod, &format!("-radius={radius}"), seed, &style);
    }

    #[test]
    fn anchor(size in 2..=10_u8, seed: u64, style in styles()) {
        check(GameKind::Anchor, &format!("-size={size}"), seed, &style);
    }
}

/// Random games of Ankor rarely end on larger boards, so paths are tested on small ones.
#[test]
fn ankor_paths() {
    let (mut won, mut covered) = (0, 0);
    for seed in 0..30 {
        let game = random_game(GameKind::Ankor, "-size=4 -win_height=2", seed, 400);
        won += usize::from(game.outcome().is_some_and(|outcome| outcome.winner().is_some()));
        covered += svg(&game, &Style::default()).matches("covered, on the winning path").count();
        check_picture(&game, &Style::default());
    }
    assert!(won >= 10, "only {won} of 30 games were won");
    assert!(covered > 0, "no path leads under another cube");
}

#[test]
fn a_winning_path_is_drawn_over_links() {
    let games =
        (0..30).map(|seed| random_game(GameKind::Ankor, "-size=4 -win_height=2", seed, 400));
    let won =
        |game: &carrick_games::AnyGame| game.outcome().is_some_and(|end| end.winner().is_some());
    let game = games.into_iter().find(won).unwrap();
    let plain = svg(&game, &Style::default());
    let links = LinkStyles { connected: true, ..LinkStyles::default() };
    let linked = svg(&game, &Style { links, ..Style::default() });
    let before = plain.bytes().zip(linked.bytes()).take_while(|(one, other)| one == other).count();
    assert!(linked.len() > plain.len() && plain[before..].contains("#111111"), "the path is below");
}

/// Peeled cubes are not clickable; the other elements don't move.
#[test]
fn peeled_boards_show_the_lower_levels() {
    for kind in [GameKind::Ankor, GameKind::Boche] {
        let game = random_game(kind, "-size=5", 3, 60);
        let whole = drawn(&game, &Style::default()).spots;
        for level in 0..4_u8 {
            let peeled = drawn(&game, &Style { peel: Some(level), ..Style::default() }).spots;
            let left = |title: &str| {
                let empty = title.contains(", empty");
                (0..=level + u8::from(empty)).any(|l| title.contains(&format!("level {l},")))
            };
            let expected: Vec<_> =
                whole.iter().filter(|spot| left(&spot.title)).map(|spot| &spot.id).collect();
            assert_eq!(peeled.iter().map(|spot| &spot.id).collect::<Vec<_>>(), expected, "{level}");
        }
    }
}

/// Centres of the circles with a given radius in the parts of a picture that start with a text.
fn circles(picture: &str, before: &str, radius: &str) -> Vec<(f64, f64)> {
    let number = |circle: &str, name: &str| {
        let from = circle.find(&format!("{name}=\"")).unwrap() + name.len() + 2;
        circle[from..].split('"').next().unwrap().parse::<f64>().unwrap()
    };
    let circle = format!("r=\"{radius}\"");
    let parts = picture.split(before).skip(1).flat_map(|part| part.split("<circle ").skip(1));
    let tags = parts.map(|tag| tag.split('>').next().unwrap());
    tags.filter(|tag| tag.contains(&circle))
        .map(|tag| (number(tag, "cx"), number(tag, "cy")))
        .collect()
}

/// A group's size does not cover the name of a nest.
#[test]
fn sizes_do_not_cover_names() {
    let style = Style { sizes: true, ..Style::default() };
    for (kind, options) in [(GameKind::Ankor, "-size=6"), (GameKind::Boche, "-size=6 -kill=6")] {
        let (mut badges, mut hidden) = (0, 0);
        for seed in 0..120 {
            let game = random_game(kind, options, seed, 6 + seed as usize % 40);
            if game.outcome().is_some() {
                continue;
            }
            let unit = drawn(&game, &style).unit;
            let picture = svg(&game, &style);
            let (over, under) = (0.29 * unit, 0.38 * unit);
            let sizes = circles(&picture, "<svg", &text(over));
            let names = circles(&picture, "<svg", &text(under));
            badges += sizes.len();
            let hides = |&(x, y): &(f64, f64)| {
                names.iter().any(|(a, b)| (x - a).hypot(y - b) < over + under - 0.2)
            };
            hidden += sizes.iter().filter(|at| hides(at)).count();
        }
        assert!(badges > 20, "{kind}: only {badges} badges");
        assert_eq!(hidden, 0, "{kind}: of {badges}");
    }
}

/// A number in the format of pictures.
fn text(value: f64) -> String {
    format!("{:.1}", value).trim_end_matches(".0").to_owned()
}

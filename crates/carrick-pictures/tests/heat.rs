//! Heat maps on random positions of every game.
#![allow(clippy::unwrap_used)] // also in the helpers, where a panic is the failure of the test

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{random_game, title};
use carrick_games::{GameKind, percent};
use carrick_pictures::{Heat, Style, Theme, svg, svg_with_heat};
use roxmltree::Document;

/// Checks that every place that a turn fills shows its value, a rim point of Antipod twice, that
/// turns without a place show theirs below the board, and that exactly one turn is the best.
#[track_caller]
fn check(kind: GameKind, options: &str) {
    for seed in 0..20 {
        let game = random_game(kind, options, seed, 1 + seed as usize);
        let turns = game.legal();
        let place = |turn: &String| turn.rsplit(['-', ':']).next().unwrap().to_owned();
        let places: BTreeSet<String> = turns.iter().map(place).collect();
        let values: BTreeMap<String, f32> =
            places.iter().cloned().zip((0..101_u8).cycle().map(|n| f32::from(n) / 100.0)).collect();
        let aside = places.iter().find(|place| ["pass", "swap"].contains(&place.as_str()));
        let best = if seed % 3 == 0 { aside.or(places.first()) } else { places.first() };
        let heat = Heat { best: best.cloned(), values };
        let theme = if seed % 2 == 0 { Theme::Light } else { Theme::Dark };
        let style = Style { theme, ..Style::default() };
        let text = svg_with_heat(&game, &style, &heat);
        let document = Document::parse(&text).unwrap();
        let mut shown: BTreeMap<String, u32> = BTreeMap::new();
        for spot in document.descendants().filter(|node| node.has_attribute("data-value")) {
            let title = title(spot).unwrap();
            let (place, said) = title.split_once(": ").unwrap();
            let value = percent(heat.values[place]);
            let best = if heat.best.as_deref() == Some(place) { ", the best" } else { "" };
            assert_eq!(said, format!("{value}{best}"));
            if aside.is_some_and(|aside| aside == place) {
                let line = spot.descendants().find(|node| node.has_attribute("data-label"));
                assert_eq!(line.unwrap().attribute("data-label"), Some(title));
            }
            *shown.entry(place.to_owned()).or_default() += 1;
        }
        assert!(shown.keys().eq(&places), "{kind} {seed}: {shown:?} {places:?}");
        assert!(shown.iter().all(|(place, &times)| times == 1 + u32::from(place.ends_with('+'))));
        assert!(
            text.contains(svg(&game, &style).lines().nth(4).unwrap()),
            "the board stays the same"
        );
    }
}

#[test]
fn ankor() {
    check(GameKind::Ankor, "-size=5");
}

#[test]
fn boche() {
    check(GameKind::Boche, "-size=5");
}

#[test]
fn antipod() {
    check(GameKind::Antipod, "-radius=4");
}

#[test]
fn anchor() {
    check(GameKind::Anchor, "-size=5");
}

//! Figures for texts: annotations on the boards of all games, without ids or other unique parts.
#![allow(clippy::unwrap_used)] // also in the helpers, where a panic is the failure of the test

use crate::support::play;
use carrick_games::GameKind::{self, Anchor, Ankor, Antipod, Boche};
use carrick_pictures::{Annotation, Style, figure};
use roxmltree::Document;

fn drawn(kind: GameKind, options: &str, turns: &[&str], notes: &[&str]) -> Result<String, String> {
    let notes: Vec<Annotation> = notes.iter().map(|note| note.parse().unwrap()).collect();
    let game = play(kind, options, turns);
    figure(&game, &Style::default(), &notes, "A figure.").map_err(|error| error.to_string())
}

/// Checks how many elements starting with `element` a note adds.
#[track_caller]
fn check(kind: GameKind, turns: &[&str], note: &str, element: &str, added: usize) {
    let options = if kind == Antipod { "-radius=4" } else { "-size=4" };
    let count = |notes: &[&str]| {
        let svg = drawn(kind, options, turns, notes).unwrap();
        Document::parse(&svg).unwrap();
        svg.matches(&format!("<{element} ")).count()
    };
    assert_eq!(count(&[note]) - count(&[]), added, "{kind}: {note}");
}

#[test]
fn annotations_mark_places_of_every_game() {
    check(Ankor, &["d3"], "ring d3 b1", "circle", 4);
    check(Boche, &["a:c2"], "cross c2", "path", 2);
    check(Anchor, &["D4"], "label C3 1", "circle", 1);
    check(Ankor, &[], "cross b1/b2/c2", "path", 2);
    check(Antipod, &[], "arrow d4 c3", "path", 2);
    // A rim point is shown on both discs; a line stays on one disc if it can.
    check(Antipod, &[], "ring a2", "circle", 4);
    check(Antipod, &[], "line a2 b3", "path", 2);
}

#[test]
fn groups_are_outlined_where_they_are_visible() {
    check(Ankor, &["d3"], "group d3", "path", 2);
    check(Boche, &["a:c2"], "group c2", "path", 2);
    check(Anchor, &["D4", "A1", "D5"], "group D4", "circle", 4);
    check(Antipod, &["c3", "e5", "c4"], "group c3", "circle", 4);
}

#[test]
fn a_wrong_place_is_named() {
    let refused = |kind, note| drawn(kind, "", &[], &[note]).unwrap_err();
    assert_eq!(refused(Ankor, "ring g1"), "there is no place g1 on this board");
    assert_eq!(refused(Antipod, "line a2 z9"), "there is no place z9 on this board");
    assert_eq!(refused(Anchor, "group H8"), "no group shows at H8");
    assert_eq!(refused(Boche, "group b1"), "no group shows at b1");
}

/// A page may contain many figures, and the corner where cubes meet must stay visible.
#[test]
fn figures_have_no_ids_and_no_plates_on_nests() {
    let turns = ["d3", "c2", "d2"];
    let svg = drawn(Ankor, "-size=4", &turns, &[]).unwrap();
    for word in [" id=", "<title", "data-place", "data-label=\"c2'\""] {
        assert!(!svg.contains(word), "{word}: {svg}");
    }
    assert!(svg.contains("data-label=\"b1\"") && svg.contains("aria-label=\"A figure.\""));
    let named = drawn(Ankor, "-size=4", &turns, &["name c2'"]).unwrap();
    assert!(named.contains("data-label=\"c2'\""));
}

//! Test support for pictures: games to draw, and the contents of a drawing.
#![allow(clippy::unwrap_used)] // a panic is the failure of the test
#![allow(dead_code, unreachable_pub)] // each test file uses its own part

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::{AnyGame, AnyOptions, GameKind, OutcomeProof, SizeLimits};
use carrick_pictures::{Style, svg};
use roxmltree::{Document, Node};

/// A game after some turns.
#[track_caller]
pub fn play(kind: GameKind, options: &str, turns: &[&str]) -> AnyGame {
    let mut game = new_game(kind, options);
    for turn in turns {
        game = game.play_text(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
    }
    game
}

#[track_caller]
pub fn new_game(kind: GameKind, options: &str) -> AnyGame {
    let words: Vec<&str> = options.split_whitespace().collect();
    AnyGame::new(AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap())
}

/// A game of random turns, to its end or up to `limit` turns.
pub fn random_game(kind: GameKind, options: &str, seed: u64, limit: usize) -> AnyGame {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = new_game(kind, options);
    while game.outcome().is_none() && game.ply() < limit {
        let legal = game.legal();
        game = game.play_text(&legal[random.usize(..legal.len())]).unwrap();
    }
    game
}

/// Elements with an id, by id; the ids are unique.
#[track_caller]
pub fn by_id<'a>(document: &'a Document<'_>) -> BTreeMap<String, Node<'a, 'a>> {
    let mut found = BTreeMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            assert!(found.insert(id.to_owned(), node).is_none(), "{id} is there twice");
        }
    }
    found
}

/// Title of an element.
pub fn title<'a>(node: Node<'a, 'a>) -> Option<&'a str> {
    node.children().find(|child| child.has_tag_name("title"))?.text()
}

/// Ids that a picture must have: of holes, spots and cubes, or of points.
pub fn expected_ids(game: &AnyGame) -> BTreeSet<String> {
    let cubes = game.cells().into_iter().map(|cell| {
        let (cell, _) = cell.split_once(':').unwrap();
        format!("c-{}", cell.replace(',', "-"))
    });
    match game {
        AnyGame::Ankor(game) => {
            let lattice = game.board().lattice();
            let spots = game.board().spots().iter().map(carrick_games::cubes::CellId::from_index);
            let spots = spots.map(|id| lattice.cell(id).to_string().replace(',', "-"));
            cubes.chain(spots.map(|cell| format!("c-{cell}"))).collect()
        }
        AnyGame::Boche(game) => {
            let (board, lattice) = (game.board(), game.board().lattice());
            let spots = lattice.ids().filter(|&id| {
                let place = lattice.place(id);
                board.spot_at(place) == Some(id)
            });
            let spots = spots.map(|id| lattice.cell(id).to_string().replace(',', "-"));
            let points = board.groups().into_iter().flat_map(|group| group.points);
            let points = points.map(|[x, y, z]| format!("v-{x}-{y}-{z}"));
            cubes.chain(spots.map(|cell| format!("c-{cell}"))).chain(points).collect()
        }
        AnyGame::Antipod(game) => {
            let sphere = game.board().sphere();
            let halves = carrick_games::antipod::Half::BOTH;
            let sites = halves.into_iter().flat_map(|half| sphere.half_sites(half));
            let name = |site: carrick_games::antipod::DrawnPlace| {
                format!("p-{}{}", char::from(b'a' + site.row - 1), sphere.number(site))
            };
            sites.map(name).collect()
        }
        // Every point of an empty board can be taken.
        _ => {
            let start = AnyGame::new(game.options());
            let stones =
                start.cells().into_iter().map(|cell| cell.split_once(':').unwrap().0.to_owned());
            let free = start.legal().into_iter().filter(|turn| turn != "swap" && turn != "pass");
            free.chain(stones).map(|point| format!("p-{point}")).collect()
        }
    }
}

/// Places marked with a word, as proofs write them.
pub fn marked(game: &AnyGame, document: &Document<'_>, word: &str) -> BTreeSet<String> {
    let marks = |node: &Node<'_, '_>| {
        node.attribute("data-mark").is_some_and(|mark| mark.split(' ').any(|one| one == word))
    };
    let name = |node: Node<'_, '_>| match game.kind() {
        GameKind::Ankor | GameKind::Boche if word != "last" => {
            node.attribute("id").unwrap()[2..].replace('-', ",")
        }
        _ => node.attribute("data-place").unwrap().to_owned(),
    };
    document.descendants().filter(marks).map(name).collect()
}

/// Checks that a picture is well-formed, has exactly one element for each place, and marks the
/// proof and the last turn.
#[track_caller]
pub fn check_picture(game: &AnyGame, style: &Style) {
    let text = svg(game, style);
    assert_eq!(text, svg(game, style));
    let document = Document::parse(&text).unwrap();
    let ids = by_id(&document);
    assert_eq!(ids.keys().cloned().collect::<BTreeSet<_>>(), expected_ids(game));
    for (id, node) in ids {
        assert!(title(node).is_some_and(|title| !title.is_empty()), "{id}");
    }
    let proof = if style.marks { game.proof() } else { OutcomeProof::None };
    for word in ["path", "ring", "enclosure"] {
        let places = match (&proof, word) {
            (OutcomeProof::Path(places), "path")
            | (OutcomeProof::Ring(places), "ring")
            | (OutcomeProof::Enclosure(places), "enclosure") => places.iter().cloned().collect(),
            _ => BTreeSet::new(),
        };
        assert_eq!(marked(game, &document, word), places, "{word}");
    }
    let last = game.last_turn().filter(|turn| style.marks && turn != "swap" && turn != "pass");
    let last = last.map(|turn| turn.split(['-', ':']).next_back().unwrap().to_owned());
    assert_eq!(marked(game, &document, "last"), last.into_iter().collect());
}

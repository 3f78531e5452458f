//! Contents of pictures, as tables; golden pictures of small boards.
#![allow(clippy::unwrap_used)] // also in the helpers, where a panic is the failure of the test

use crate::support::{by_id, new_game, play, title};
use carrick_games::GameKind::{self, Anchor, Ankor, Antipod, Boche};
use carrick_pictures::{Orientation, Style, Theme, outlines, svg};
use expect_test::expect_file;
use roxmltree::Document;

#[track_caller]
fn check(kind: GameKind, options: &str, turns: &[&str], titles: &[(&str, &str)]) {
    let text = svg(&play(kind, options, turns), &Style::default());
    let document = Document::parse(&text).unwrap();
    let ids = by_id(&document);
    for (id, said) in titles {
        let node = ids.get(*id).unwrap_or_else(|| panic!("there is no {id}"));
        assert_eq!(title(*node), Some(*said), "{id}");
    }
}

#[test]
fn titles_of_ankor() {
    check(
        Ankor,
        "-size=3",
        &["a1", "c3", "c2", "c1", "b2", "b1", "a1-b2'"],
        &[
            ("c-0-1-0", "b2', level 1, O, last turn"),
            ("c-2-0-0", "a1, level 0, empty"),
            ("c-1-1-0", "b2, level 0, O"),
        ],
    );
    check(
        Ankor,
        "-size=3",
        &["c1", "c2", "b1", "b2"],
        &[
            ("c-0-0-1", "b1', level 1, empty"),
            ("c-1-1-0", "b2, level 0, X, last turn"),
            ("c-2-0-0", "a1, level 0, empty"),
        ],
    );
}

#[test]
fn titles_of_boche() {
    check(
        Boche,
        "-size=3",
        &["c:c2", "a:c1", "b:b1"],
        &[
            ("c-0-1-1", "c2, level 0, rotation c"),
            ("c-1-0-1", "b1, level 0, rotation b, last turn"),
            ("c-0-0-1", "b1', level 1, empty, rotations e to h"),
            ("c-2-0-0", "a1, level 0, empty, rotations a to d"),
            ("v-0-1-1", "Dark point"),
            ("v-1-1-1", "Light point"),
        ],
    );
}

#[test]
fn titles_of_antipod() {
    check(
        Antipod,
        "-radius=4",
        &["a2"],
        &[
            ("p-a2", "a2+ (a9), White, last turn"),
            ("p-a9", "a2+ (a9), White, last turn"),
            ("p-d4", "d4, Black"),
            ("p-d11", "d11, Black"),
            ("p-c3", "c3, empty"),
        ],
    );
}

#[test]
fn titles_of_anchor() {
    check(
        Anchor,
        "-size=4",
        &["A1", "D4", "pass", "pass"],
        &[
            ("p-A1", "A1, Black, of an anchor"),
            ("p-D4", "D4, White, dead, territory of Black"),
            ("p-B2", "B2, empty, territory of Black"),
        ],
    );
}

#[test]
fn rim_points_name_their_twins() {
    let text = svg(&new_game(Antipod, "-radius=4"), &Style::default());
    let document = Document::parse(&text).unwrap();
    let ids = by_id(&document);
    let twins: Vec<_> =
        ids.iter().filter_map(|(id, node)| Some((id, node.attribute("data-twin")?))).collect();
    assert_eq!(twins.len(), 2 * 18);
    for (id, twin) in twins {
        assert_eq!(ids[twin].attribute("data-twin"), Some(id.as_str()));
        assert_eq!(ids[twin].attribute("data-place"), ids[id].attribute("data-place"));
    }
}

#[test]
fn a_board_with_its_tip_to_the_right_is_oriented_like_the_text_drawing() {
    let game = new_game(Ankor, "-size=5");
    let drawing = game.draw(carrick_games::DrawStyle::LABELLED);
    let style = Style { orientation: Orientation::TipRight, ..Style::default() };
    let text = svg(&game, &style);
    let document = Document::parse(&text).unwrap();
    let seen = |place: &str| {
        let name = format!(" {place} ");
        let (row, line) =
            drawing.lines().enumerate().find(|(_, line)| line.contains(&name)).unwrap();
        (row as f64, line.find(&name).unwrap() as f64)
    };
    let drawn = |place: &str| {
        let node = document.descendants().find(|node| node.attribute("data-place") == Some(place));
        let hexagon = node.unwrap().descendants().find_map(|node| node.attribute("d")).unwrap();
        let (x, rest) = hexagon[1..].split_once(' ').unwrap();
        (x.parse::<f64>().unwrap(), rest.split('L').next().unwrap().parse::<f64>().unwrap())
    };
    let ((row, column), (x, y)) = (seen("a1"), drawn("a1"));
    for place in ["e1", "e5", "c2", "b1", "d3"] {
        let ((row_here, column_here), (x_here, y_here)) = (seen(place), drawn(place));
        assert!(((y_here - y) - 21.65 * (row_here - row)).abs() < 0.2, "{place}");
        assert!(((x_here - x) - 12.5 * (column_here - column)).abs() < 0.2, "{place}");
    }
}

/// Number of edges with a shadow.
#[track_caller]
fn check_shadows(kind: GameKind, turns: &[&str], edges: usize) {
    let text = svg(&play(kind, "-size=3", turns), &Style::default());
    let document = Document::parse(&text).unwrap();
    let shadows = document.descendants().filter(|node| node.attribute("fill-opacity").is_some());
    let strips: Vec<usize> =
        shadows.map(|node| node.attribute("d").unwrap().matches('Z').count()).collect();
    let expected = if edges == 0 { vec![] } else { vec![edges; 2] };
    assert_eq!(strips, expected, "{kind} {turns:?}");
}

#[test]
fn shadows_are_in_grooves_and_under_higher_cubes() {
    for kind in [Ankor, Boche] {
        check_shadows(kind, &[], 0);
    }
    // A cube casts shadows on the rims of neighbouring holes.
    check_shadows(Ankor, &["a1"], 2);
    check_shadows(Ankor, &["c2"], 4);
    // Two neighbours share a groove between two faces.
    check_shadows(Ankor, &["c2", "b1"], 2 + 3 + 3);
    let three = ["b1", "c1", "a1", "c2", "a1-b1'"];
    check_shadows(Ankor, &three[..4], 4 * 2 + 4);
    // The cube that went up covers three grooves, and two faces of each cube below it are in line
    // with its own faces.
    check_shadows(Ankor, &three, 3 * 2 + 4);
}

/// Element names of an SVG without scripts, styles, fonts and references.
const ELEMENTS: [&str; 8] = ["svg", "g", "title", "desc", "path", "circle", "ellipse", "rect"];

#[test]
fn pictures_are_self_contained() {
    for kind in GameKind::ALL {
        let text = svg(&new_game(kind, ""), &Style::default());
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        assert!(root.attribute("viewBox").is_some());
        assert!(title(root).unwrap().starts_with(kind.title()));
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            assert!(ELEMENTS.contains(&name), "{kind}: {name}");
            assert!(node.attributes().all(|a| !a.name().contains("href") && a.name() != "style"));
        }
    }
}

#[test]
fn labels_can_be_left_out() {
    for kind in GameKind::ALL {
        let game = new_game(kind, "");
        let bare = svg(&game, &Style { labels: false, ..Style::default() });
        assert!(!bare.contains("data-label"));
        assert!(svg(&game, &Style::default()).contains("data-label=\"1\""));
    }
}

#[test]
fn golden_ankor() {
    let game = play(Ankor, "-size=3", &["c1", "c2", "b1", "b2"]);
    expect_file!["golden/ankor.svg"].assert_eq(&svg(&game, &Style::default()));
}

#[test]
fn golden_boche() {
    let turns = ["e:a1", "swap", "e:b2", "h:b1", "d:a1'"];
    let game = play(Boche, "-size=2 -fill_board", &turns);
    let orientation = Orientation::TipRight;
    let style = Style { theme: Theme::Dark, orientation, ..Style::default() };
    expect_file!["golden/boche.svg"].assert_eq(&svg(&game, &style));
}

#[test]
fn golden_antipod() {
    let game = play(Antipod, "-radius=3", &["a2", "c2"]);
    let style = Style { stacked: true, ..Style::default() };
    expect_file!["golden/antipod.svg"].assert_eq(&svg(&game, &style));
}

#[test]
fn golden_anchor() {
    let game = play(Anchor, "-size=3", &["C1", "B2", "C2", "C5"]);
    let style = Style { score: true, ..Style::default() };
    expect_file!["golden/anchor.svg"].assert_eq(&svg(&game, &style));
}

/// Numbers of lines, arcs and closed paths in the outlines of a position's groups.
fn outlined(kind: GameKind, turns: &[&str]) -> Vec<[usize; 3]> {
    let outlines = outlines(&play(kind, "-size=3", turns), &Style::default());
    outlines
        .iter()
        .map(|path| ['L', 'A', 'Z'].map(|command| path.matches(command).count()))
        .collect()
}

#[test]
fn groups_of_cubes_have_one_outline() {
    // Two neighbouring O without a link are two groups.
    assert_eq!(outlined(Ankor, &["b1", "c3", "c1"]), [[6, 0, 1], [6, 0, 1], [6, 0, 1]]);
    let joined = outlined(Ankor, &["b1", "c1", "a1", "c2", "a1-b1'"]);
    // The cube on b1 shares two edges with the faces of b1 that are still visible.
    assert_eq!(joined, [[8, 0, 1], [6, 0, 1], [6, 0, 1]]);
}

#[test]
fn groups_of_paint_have_outlines_of_arcs_and_half_edges() {
    // A single cube: its nearest corner in the middle, six corners around.
    let groups = outlined(Boche, &["a:c2"]);
    let all: [usize; 3] =
        groups.iter().fold([0; 3], |sum, group| [0, 1, 2].map(|at| sum[at] + group[at]));
    // Each of the six arcs is drawn from both sides, and each half of the six edges once.
    assert_eq!(all[..2], [12, 12]);
    assert_eq!(all[2], groups.len(), "each group is in one piece");
}

//! Checks that the pages of rules can be read, and that the claims of their figures about positions
//! are true.
//!
//! | key | example | claim |
//! |---|---|---|
//! | `is` | `wins by path, level 1` | effects of the last turn, or `undecided` |
//! | `then` | `b2-c3 refused` | a next turn is `refused`, is `legal`, or has effects |
//! | `goes` | `b2 to c3 d4` | where a cube of Ankor can go, no more and no less |
//! | `path` | `b2 c3 d4` | the path, ring or group that decided the game |
//! | `connected`, `apart` | `b2 b2'` | whether two cubes of Ankor that touch are connected |
//! | `covered` | `b2` | a cube that others hide |
//! | `group` | `c2 Dark 4 open` | a group of Boche is `open`, `enclosed`, or at `2 sides` |
//! | `anchors`, `dead` | `A1 D1` | stones of Anchor in anchors, or not, as if the game ended |
//! | `score` | `Black 9 White 3` | the count of Anchor |

use std::fmt::Display;

use carrick_games::cubes::{CellId, Lattice};
use carrick_games::{
    AnyGame, AnyOptions, Colour, GameKind, OutcomeProof, SizeLimits, ankor, boche,
};
use carrick_lessons::{Effect, UnknownEffect, effects_of};

use super::source::{self, SourcePiece};
use super::*;

/// Checks a claim about a game after all its turns.
///
/// # Errors
/// When the claim cannot be read or is not true.
fn check(game: &AnyGame, key: &str, value: &str) -> Result<(), String> {
    let words: Vec<&str> = value.split_whitespace().collect();
    match key {
        "is" => is(game, value),
        "then" => then(game, value),
        "goes" => goes(game, &words),
        "path" => path(game, &words),
        "connected" => contact(game, &words, true),
        "apart" => contact(game, &words, false),
        "covered" => covered(game, &words),
        "group" => group(game, &words),
        "anchors" => alive(game, &words, true),
        "dead" => alive(game, &words, false),
        "score" => score(game, &words),
        _ => Err(format!("there is no key `{key}`")),
    }
}

fn untrue(found: impl Display) -> String {
    format!("not so: {found}")
}

fn written_like(key: &str, form: &str) -> String {
    format!("`{key}` is written like `{form}`")
}

/// Fails unless a claim is true; `found` says what is the case instead.
fn so(holds: bool, found: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(untrue(found())) }
}

fn said(effects: &[Effect]) -> String {
    let words: Vec<String> = effects.iter().map(Effect::to_string).collect();
    if words.is_empty() { "no effects".to_owned() } else { words.join(", ") }
}

fn has(found: &[Effect], claimed: &str) -> Result<(), String> {
    for word in claimed.split(", ") {
        let effect: Effect = word.parse().map_err(|error: UnknownEffect| error.to_string())?;
        so(found.contains(&effect), || said(found))?;
    }
    Ok(())
}

fn is(game: &AnyGame, value: &str) -> Result<(), String> {
    if value == "undecided" {
        return so(game.outcome().is_none(), || "the game is over".to_owned());
    }
    let before = game.at(game.ply().saturating_sub(1));
    has(&effects_of(&before, game), value)
}

fn then(game: &AnyGame, value: &str) -> Result<(), String> {
    let form = written_like("then", "b2-c3 legal, or refused, or its effects");
    let (turn, claimed) = value.split_once(' ').ok_or(form)?;
    let played = game.clone().play_text(turn);
    match (played, claimed) {
        (Err(_), "refused") | (Ok(_), "legal") => Ok(()),
        (Ok(_), "refused") => Err(untrue(format!("{turn} is legal"))),
        (Err(refused), _) => Err(untrue(refused.reason)),
        (Ok(after), _) => has(&effects_of(game, &after), claimed),
    }
}

fn goes(game: &AnyGame, words: &[&str]) -> Result<(), String> {
    let [from, "to", claimed @ ..] = words else {
        return Err(written_like("goes", "b2 to c3 d4"));
    };
    let legal = game.legal();
    let mut found: Vec<&str> =
        legal.iter().filter_map(|turn| turn.strip_prefix(from)?.strip_prefix('-')).collect();
    let mut claimed = claimed.to_vec();
    found.sort_unstable();
    claimed.sort_unstable();
    so(found == claimed, || format!("{from} goes to {}", found.join(" ")))
}

fn path(game: &AnyGame, claimed: &[&str]) -> Result<(), String> {
    let (OutcomeProof::Path(found) | OutcomeProof::Ring(found)) = game.proof() else {
        return Err(untrue("no path or ring decides"));
    };
    let place = |name: String| match lattice(game) {
        Some(lattice) => {
            let mut cells = lattice.ids();
            let cell = cells.find(|&id| lattice.cell(id).to_string() == name);
            cell.map_or(name, |id| lattice.place(id).to_string())
        }
        None => name,
    };
    let found: Vec<String> = found.into_iter().map(place).collect();
    so(found == claimed, || found.join(" "))
}

fn lattice(game: &AnyGame) -> Option<&'static Lattice> {
    match game {
        AnyGame::Ankor(game) => Some(game.board().lattice()),
        AnyGame::Boche(game) => Some(game.board().lattice()),
        _ => None,
    }
}

/// The cells over a place, lowest first.
fn over(lattice: &Lattice, place: &str) -> Vec<CellId> {
    let mut cells: Vec<CellId> =
        lattice.ids().filter(|&id| lattice.place(id).to_string() == place).collect();
    cells.sort_by_key(|&id| lattice.level(id));
    cells
}

fn of_ankor(game: &AnyGame) -> Result<&ankor::Board, String> {
    match game {
        AnyGame::Ankor(game) => Ok(game.board()),
        _ => Err(other_game()),
    }
}

fn other_game() -> String {
    untrue("this claim belongs to another game")
}

fn contact(game: &AnyGame, words: &[&str], claimed: bool) -> Result<(), String> {
    let board = of_ankor(game)?;
    let [one, other] = words else {
        let key = if claimed { "connected" } else { "apart" };
        return Err(written_like(key, "b2 b2'"));
    };
    let lattice = board.lattice();
    let (lower, upper) = (over(lattice, one), over(lattice, other));
    let touching = lower.iter().flat_map(|&low| {
        let rests =
            move |&&high: &&CellId| (0..3).any(|axis| lattice.support(high, axis) == Some(low));
        upper.iter().filter(rests).map(move |&high| (low, high))
    });
    let mut both = touching
        .filter(|&(low, high)| board.cube(low).is_some() && board.cube(low) == board.cube(high));
    let Some((low, high)) = both.next() else {
        return Err(untrue(format!("no cube at {other} rests on one of its colour at {one}")));
    };
    so(board.are_connected(low, high) == claimed, || format!("are they connected? {}", !claimed))
}

fn covered(game: &AnyGame, words: &[&str]) -> Result<(), String> {
    let board = of_ankor(game)?;
    let hidden = |place: &&str| {
        over(board.lattice(), place)
            .into_iter()
            .any(|id| board.cube(id).is_some() && board.is_covered(id))
    };
    let shown = words.iter().find(|place| !hidden(place));
    so(shown.is_none(), || format!("no cube is covered at {}", shown.unwrap_or(&"")))
}

fn group(game: &AnyGame, words: &[&str]) -> Result<(), String> {
    let AnyGame::Boche(game) = game else { return Err(other_game()) };
    let form = written_like("group", "c2 Dark 4 enclosed, or open, or 2 sides");
    let [place, colour, size, state @ ..] = words else { return Err(form) };
    let Some(found) = group_at(game.board(), place) else {
        return Err(untrue(format!("no group shows at {place}")));
    };
    let sides = found.sides.iter().filter(|&&touched| touched).count();
    let state = match state {
        ["enclosed"] => found.is_enclosed(),
        ["open"] => found.open && sides == 0,
        [number, "side" | "sides"] => Some(sides) == number.parse().ok(),
        _ => return Err(form),
    };
    let name = GameKind::Boche.colour_name(found.colour);
    let holds = name == *colour && Some(found.points.len()) == size.parse().ok() && state;
    so(holds, || {
        let air = if found.open { "open" } else { "not open" };
        format!("{name} {}, {air}, {sides} sides", found.points.len())
    })
}

/// The group with a point that is visible at a place: seen from above, a step along all axes at the
/// same time does not move.
fn group_at(board: &boche::Board, place: &str) -> Option<boche::Group> {
    let lattice = board.lattice();
    let cell = lattice.cell(*over(lattice, place).first()?).coordinates().map(i16::from);
    let seen = |point: &[u8; 3]| {
        let [x, y, z]: [i16; 3] = std::array::from_fn(|axis| i16::from(point[axis]) - cell[axis]);
        x == y && y == z
    };
    board.groups().into_iter().find(|group| group.points.iter().any(seen))
}

fn alive(game: &AnyGame, words: &[&str], claimed: bool) -> Result<(), String> {
    let score = game.score().ok_or_else(other_game)?;
    for &point in words {
        let stands = game.cells().iter().any(|cell| cell.split(':').next() == Some(point));
        so(stands, || format!("no stone stands on {point}"))?;
        let dead = score.dead.iter().any(|dead| dead == point);
        so(dead != claimed, || {
            format!("{point} is {}", if dead { "dead" } else { "in an anchor" })
        })?;
    }
    Ok(())
}

fn score(game: &AnyGame, words: &[&str]) -> Result<(), String> {
    let score = game.score().ok_or_else(other_game)?;
    let [black, white] = [Colour::Dark, Colour::Light].map(|colour| score.total(colour));
    let found = format!("Black {black} White {white}");
    so(words.join(" ") == found, || found)
}

/// Checks that a claim holds, or the message if it does not.
#[track_caller]
fn check_all(command: &str, cases: &[(&str, &str, &str)]) {
    let mut words = command.split_whitespace();
    let kind: GameKind = words.next().unwrap().parse().unwrap();
    let (options, turns): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with('-'));
    let options = AnyOptions::parse(kind, &options, SizeLimits::Scripts).unwrap();
    let game = turns.iter().fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap());
    for (key, value, error) in cases {
        let found = check(&game, key, value).err().unwrap_or_default();
        assert_eq!(&found, error, "{key}: {value}");
    }
}

#[test]
fn claims_about_ankor() {
    check_all(
        "ankor -size=3 -noswap a1 c3 c2 c1 b2 b1 a1-b2' a1",
        &[
            ("is", "level 0", ""),
            ("is", "wins by path", "not so: level 0, touches 2 sides"),
            ("is", "undecided", ""),
            ("then", "b2-b1' drops into b2, level 1", ""),
            ("then", "c2-b2 refused", ""),
            ("then", "b2-b1' refused", "not so: b2-b1' is legal"),
            ("goes", "b2 to b1'", ""),
            ("goes", "b2 to a1' b1'", "not so: b2 goes to b1'"),
            ("connected", "b2 b2'", ""),
            ("apart", "b2 b2'", "not so: are they connected? true"),
            ("connected", "c3 b2'", "not so: no cube at b2' rests on one of its colour at c3"),
            ("covered", "b2", "not so: no cube is covered at b2"),
            ("path", "b2", "not so: no path or ring decides"),
            ("anchors", "b2", "not so: this claim belongs to another game"),
        ],
    );
}

#[test]
fn claims_about_boche() {
    check_all(
        "boche -size=4 d:d2 b:c2 c:d3",
        &[
            ("is", "wins by enclosure", ""),
            ("group", "c2 Dark 4 enclosed", ""),
            ("group", "c2 Dark 4 open", "not so: Dark 4, not open, 0 sides"),
            ("group", "c2 Light 5 2 sides", "not so: Dark 4, not open, 0 sides"),
            ("group", "b1 Dark 4 enclosed", "not so: no group shows at b1"),
            (
                "group",
                "c2 Dark",
                "`group` is written like `c2 Dark 4 enclosed, or open, or 2 sides`",
            ),
        ],
    );
}

#[test]
fn claims_about_points() {
    check_all(
        "anchor -size=4 A1 D7 C5",
        &[
            ("anchors", "A1", ""),
            ("dead", "C5 D7", ""),
            ("dead", "A1", "not so: A1 is in an anchor"),
            ("anchors", "B1", "not so: no stone stands on B1"),
            ("score", "Black 37 White 1", ""),
        ],
    );
    check_all(
        "antipod -radius=4 e4 c3 f5 b2 f12 a2 e12 b9 e11 c10",
        &[("is", "wins by path", ""), ("path", "d4 c3 b2 a2+ b9 c10 d11", "")],
    );
}

#[track_caller]
fn read(source: &str) -> RulePage {
    RulePage::read("/rules/ankor", "/rules/ankor", source).unwrap()
}

#[test]
fn a_page_has_the_text_for_its_pictures() {
    let source = "# Ankor\n\nAll <b>of</b> `it`.\n<!-- letters -->\nIn capitals.\n<!-- pictures\nIn *rings*.\n-->\n\
              Then\n\n<!-- carrick show ankor -size=3 b2 # A cube of O in hole b2. -->\n```text\n+--\n```\n\
              [Boche](boche.md), [strong](../strength.md)\n";
    let html = read(source).html(None);
    assert!(
        html.starts_with("<p>All of <code>it</code>.\nIn <em>rings</em>.\nThen</p>\n"),
        "{html}"
    );
    assert!(html.contains("turns=b2"), "{html}");
    assert!(html.contains("aria-label=\"A cube of O in hole b2.\""), "{html}");
    assert!(html.contains("<pre class=\"text\" tabindex=\"0\">+--\n</pre>"), "{html}");
    assert!(html.ends_with("<p><a href=\"/rules/boche\">Boche</a>, strong</p>\n"), "{html}");
}

#[test]
fn neighbours_with_captions_are_side_by_side() {
    let figure = |caption: &str| {
        format!("<!-- carrick show ankor -size=3 b2 # A cube. -->\n```text\n```\n{caption}\n")
    };
    let pair = format!("{0}{0}text\n{0}", figure("\n*So.*\n"));
    let html = read(&pair).html(None);
    assert_eq!(html.matches("<div class=\"side-by-side\"><figure").count(), 1, "{html}");
    assert_eq!(html.matches("</figure>\n</div>").count(), 1, "{html}");
    let html = read(&format!("{0}{0}", figure(""))).html(None);
    assert!(!html.contains("side-by-side"), "{html}");
}

#[test]
fn one_figure_is_shown_at_another_turn() {
    let figure = "<!-- carrick show ankor -size=3 b2 c3 # Two cubes. -->\n```text\n```\n\n";
    let page = read(&figure.repeat(2));
    let html = page.html(Some(FigureAt { figure: 2, turn: 1 }));
    let turns: Vec<&str> = html.split("data-turn=\"").skip(1).map(|rest| &rest[..1]).collect();
    assert_eq!(turns, ["2", "1"]);
    assert!(html.contains("aria-label=\"After turn 1 of 2, b2.\""), "{html}");
}

fn all_sources() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.map(source).into_iter().chain([FIRST_GAME_SOURCE])
}

/// All claims of figures are true, every figure has a description, and no two figures share one.
#[test]
fn the_claims_of_every_figure_are_true() {
    for source in all_sources() {
        let title = source.lines().next().unwrap();
        let page = RulePage::read("/rules", "/rules", source)
            .unwrap_or_else(|error| panic!("{title}, {error}"));
        let mut said = std::collections::BTreeSet::new();
        for figure in page.figures() {
            assert!(figure.described(figure.len()).len() > 30, "{title}");
            assert!(said.insert(figure.described(figure.len())), "{title}: {said:?}");
        }
        assert!(said.len() >= 3, "{title}");
        for piece in source::pieces(source).unwrap() {
            let SourcePiece::Figure(source) = piece else { continue };
            let game = RuleFigure::new(&source).unwrap().game;
            for line in &source.keys {
                let (key, value) = line.text.split_once(": ").unwrap();
                let (key, at) = match key.split_once(' ') {
                    Some((key, turn)) => (key, turn.parse().unwrap()),
                    None => (key, game.ply()),
                };
                if !["mark", "show", "from"].contains(&key) {
                    let checked = check(&game.at(at), key, value.trim());
                    checked.unwrap_or_else(|error| panic!("{title}, {}", line.error(error)));
                }
            }
        }
    }
}

/// A drawing without its comment would be shown as text.
#[test]
fn every_drawing_has_a_picture() {
    for piece in all_sources().flat_map(|source| source::pieces(source).unwrap()) {
        if let SourcePiece::Text(text) = piece {
            assert!(!text.contains("```text") && !text.contains("<!--"), "{text}");
        }
    }
}

/// Pictures differ from text drawings: row a is on top, nothing is in capitals, and only the last
/// turn and some of the dead stones have brackets. So text about text drawings must not appear next
/// to pictures.
#[test]
fn text_about_letters_does_not_appear_next_to_pictures() {
    for piece in all_sources().flat_map(|source| source::pieces(source).unwrap()) {
        let text = match piece {
            SourcePiece::Text(text) => text,
            SourcePiece::Figure(figure) => {
                let told: Vec<String> = figure.told.into_iter().map(|line| line.text).collect();
                format!("{} {} {}", figure.head.text, figure.caption, told.join(" "))
            }
            SourcePiece::Rotations => continue,
        };
        for words in [
            "in capitals",
            "tip at the right",
            "run downwards",
            "dotted",
            "left face",
            "upwards: at",
            "`o`",
            "`x`",
        ] {
            assert!(!text.contains(words), "{words}: {text}");
        }
    }
}

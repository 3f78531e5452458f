//! Every line of help that is an example works.

use std::path::Path;

use super::typed::{Folder, is_command, is_pattern};

/// Commands before an example makes sense, if it needs more than a board of Ann and Bob on which
/// she begins.
const BEFORE: [(&str, &[&str]); 6] = [
    // Along e4 the cube gets from d3 to f4.
    (
        "ankor move 101 ann secret42 d3-f4",
        &[
            "ann: ankor challenge ann bob",
            "ann: ankor move 101 ann - d3",
            "bob: ankor move 101 bob - a1",
            "ann: ankor move 101 ann - e4",
            "bob: ankor move 101 bob - b1",
        ],
    ),
    (
        "ankor move 101 ann secret42 swap",
        &["bob: ankor challenge bob ann", "bob: ankor move 101 bob - d3"],
    ),
    ("ankor move 101 ann secret42 pass", &[]),
    (
        "boche move 101 ann secret42 swap",
        &["bob: boche challenge bob ann", "bob: boche move 101 bob - c:d3"],
    ),
    (
        "anchor move 101 ann secret42 swap",
        &["bob: anchor challenge bob ann", "bob: anchor move 101 bob - c3"],
    ),
    ("anchor preview 101", &["ann: anchor challenge ann bob", "ann: anchor move 101 ann - c3"]),
];

/// A game of Ankor after which its first player can do nothing but pass.
const NOTHING_LEFT: &str = "c3 c1 b1 b2 c2 a1 c2-a1' b2-c2 c3-a1' c3 b1-b2' c3-b1' c3-a1' c3 a1'-b2' c1-a1' b2'-b1' c1-b2'";

/// The examples of a page of help: lines that are indented by four, without the explanations next
/// to them; a line with open quotation marks continues.
fn examples(page: &str) -> Vec<String> {
    let mut examples = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(line) = line.strip_prefix("    ").filter(|line| !line.starts_with(' ')) else {
            continue;
        };
        if line.starts_with("carrick ") {
            let mut typed = line.to_owned();
            while typed.matches('"').count() % 2 == 1 {
                typed = format!("{typed}\n{}", lines.next().unwrap());
            }
            examples.push(typed);
            continue;
        }
        let command = line.split("  ").next().unwrap_or_default();
        if is_command(command) && !is_pattern(command) {
            examples.push(command.to_owned());
        }
    }
    examples
}

/// Commands in the middle of a sentence on a page, between back quotes or after a colon.
fn said(page: &str) -> Vec<String> {
    let text = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = text.split('`').skip(1).step_by(2).map(str::to_owned);
    quoted.filter(|text| is_command(text) || text.starts_with("carrick ")).collect()
}

/// In the tutorial and the overview, each command follows the previous one.
#[test]
fn commands_in_order_can_be_typed_in_order() {
    for (page, users, least) in [("tutorial", &[][..], 20), ("", &["bob"], 10)] {
        let folder = Folder::with(users, &[]);
        let page = folder.must(
            &format!("carrick help {page}").trim_end().replace("carrick help", "carrick do help"),
        );
        let examples = examples(&page);
        assert!(examples.len() >= least, "{examples:?}");
        for example in examples {
            folder.command(&example);
        }
        said(&page).iter().for_each(|example| folder.said(example));
    }
}

/// In the chapter of a game the examples are choices: each is typed where it makes sense.
#[test]
fn the_examples_of_each_game_work() {
    for game in ["ankor", "boche", "antipod", "anchor"] {
        let users = Folder::with(&["ann", "bob"], &[]);
        let page = users.must(&format!("carrick do {game} help"));
        let begun = users.copy();
        begun.command(&format!("{game} challenge ann bob"));
        let examples = examples(&page);
        assert!(examples.len() >= 7, "{game}: {examples:?}");
        for example in &examples {
            if example.starts_with("carrick ") {
                users.must(example);
                continue;
            }
            let before =
                BEFORE.iter().find(|(known, _)| known == example).map(|(_, before)| *before);
            let folder = match before {
                Some([]) => nothing_left(&users),
                Some(commands) => Folder::with(&["ann", "bob"], commands),
                None => begun.copy(),
            };
            folder.command(example);
        }
        said(&page).iter().for_each(|example| begun.said(example));
        for (example, _) in BEFORE.iter().filter(|(example, _)| example.starts_with(game)) {
            assert!(
                examples.iter().any(|known| known == example),
                "no example any more: {example}"
            );
        }
    }
}

/// One of Ann's boards on which she must pass.
fn nothing_left(users: &Folder) -> Folder {
    let folder = users.copy();
    folder.must("carrick do ankor challenge -size=3 -noswap ann bob");
    let file = "ankor -size=3 -noswap: ".to_owned() + NOTHING_LEFT;
    for (number, turn) in NOTHING_LEFT.split(' ').enumerate() {
        let user = ["ann", "bob"][number % 2];
        folder.must(&format!("carrick do --as {user} \"ankor move 101 {user} - {turn}\""));
    }
    std::fs::write(folder.path().join("game.txt"), file).unwrap();
    assert_eq!(
        folder.must("carrick legal ankor -size=3 -noswap - < <(cut -d: -f2 game.txt)").trim(),
        "pass"
    );
    folder
}

/// The inventors' figures are in the help as they drew them, and the command below each draws it.
#[test]
fn the_inventors_examples_are_shown_and_can_be_reached() {
    let folder = Folder::new();
    for (game, figure) in [
        ("ankor", "ankor-size6-won-by-x.txt"),
        ("boche", "boche-size4-won-by-dark.txt"),
        ("boche", "boche-rotations.txt"),
        ("antipod", "antipod-radius6-won-by-black.txt"),
    ] {
        let figures =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../carrick-games/tests/data/figures");
        let figure_text = std::fs::read_to_string(figures.join(figure)).unwrap();
        let drawn: String = figure_text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        let page = folder.must(&format!("carrick help {game}"));
        assert!(page.contains(drawn.trim_end()), "{figure} is not in `help {game}`");
        if figure.contains("won") {
            let shown = examples(&page)
                .into_iter()
                .find(|example| example.starts_with("carrick show"))
                .unwrap();
            assert_eq!(folder.must(&shown).trim_end(), drawn.trim_end(), "{shown}");
        }
    }
    // Anchor's is drawn with its count, which its author's page gives only in words.
    let page = folder.must("carrick help anchor");
    let shown =
        examples(&page).into_iter().find(|example| example.starts_with("carrick show")).unwrap();
    let drawn = folder.must(&shown);
    assert!(page.contains(&drawn), "{drawn}");
    assert_eq!(
        drawn.matches('[').count(),
        9 + 1,
        "nine dead stones, and what the brackets mean: {drawn}"
    );
}

/// Every way of asking for help works.
#[test]
fn many_ways_lead_to_help() {
    let folder = Folder::new();
    for (asked, shown) in [
        ("carrick do help move", "HELP FOR MOVE\n\n  <game> move board userid password move[#n]\n"),
        ("carrick do help mvoe", "HELP FOR MOVE\n"),
        ("carrick do help propose", "<game> move board userid password move[#n]"),
        ("carrick do help chall", "--forfeittime=days"),
        ("carrick do help change password", "  change password userid old new\n"),
        ("carrick do ankor rules", "HELP FOR ANKOR\n"),
        ("carrick do rules ankor", "HELP FOR ANKOR\n"),
        ("carrick do help ankor rules", "HELP FOR ANKOR\n"),
        ("carrick help ankor", "HELP FOR ANKOR\n"),
        ("carrick rules ankor", "HELP FOR ANKOR\n"),
        ("carrick help move", "HELP FOR MOVE\n"),
        ("carrick help tutorial", "A FIRST GAME"),
        ("carrick help setup mail", "Usage: carrick setup mail"),
        ("carrick help do", "Usage: carrick do"),
        ("carrick help", "Usage: carrick <COMMAND>"),
    ] {
        let said = folder.must(asked);
        assert!(said.contains(shown), "{asked}\n{said}");
    }
    // The chapter on a command is short.
    assert!(folder.must("carrick help move").lines().count() < 12);
    let came = folder.shell("carrick help ankro");
    assert!(!came.accepted);
    assert_eq!(came.out, "carrick: there is no help on that; did you mean `carrick help ankor`?\n");
}

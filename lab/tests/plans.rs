//! Plans: which are read, and which are refused.

use carrick_lab::plan::{CellOpening, Plan};

use crate::PLAN;

#[test]
fn a_plan_becomes_cells_in_their_order() {
    let plan = Plan::read(PLAN, 1).unwrap();
    let cells: Vec<String> = plan
        .cells
        .iter()
        .map(|cell| {
            let first = cell.first_turn.as_ref();
            let first =
                first.map_or("-".to_owned(), |first| format!("{} x{}", first.turn, first.alike));
            format!("{} {} {} {first}", cell.settings.game(), cell.players(), cell.opening)
        })
        .collect();
    assert_eq!(cells[0], "antipod -radius=3 random own -");
    assert_eq!(cells[3], "antipod -radius=3 tree:2 random:1 -");
    assert_eq!(cells[4], "boche -size=2 -kill=1 random own -");
    assert_eq!(
        cells[8..],
        [
            "ankor -size=3 -noswap a1 tree:1 own a1 x3",
            "ankor -size=3 -noswap b1 tree:1 own b1 x3",
            "antipod -radius=3 tree:1 – random even:2 -",
            "antipod -radius=3 tree:8 – tree:1 even:2 -",
        ]
    );
    assert_eq!(plan.cells[1].opening, CellOpening::Random(1));
    let seeds: std::collections::HashSet<u64> =
        plan.cells.iter().map(|cell| cell.settings.seed()).collect();
    assert_eq!(seeds.len(), plan.cells.len());
}

#[test]
fn the_hash_depends_on_the_content() {
    let hash = |text: &str| Plan::read(text, 1).unwrap().hash;
    assert_eq!(hash(PLAN), hash(&PLAN.replace("games = 60", "games    =   60 # a few")));
    assert_ne!(hash(PLAN), hash(&PLAN.replace("games = 60", "games = 62")));
    assert_ne!(hash(PLAN), hash(&PLAN.replace("tree:8", "tree:9")));
}

/// Error message of the plan with one text replaced by another.
#[track_caller]
fn refuses(text: &str, by: &str, sentence: &str) {
    assert!(PLAN.contains(text), "{text}");
    let error = Plan::read(&PLAN.replacen(text, by, 1), 1).unwrap_err().to_string();
    assert!(error.contains(sentence), "{error}");
}

#[test]
fn wrong_plans_are_refused_with_a_sentence() {
    let balance = "study \"balance\", ";
    refuses("games = 60", "gamse = 60", "unknown field `gamse`, expected one of");
    refuses("games = 60", "games = \"many\"", "invalid type: string \"many\", expected u32");
    refuses("games = 60", "", "missing field `games`");
    refuses("games = 60", "games = 61", &format!("{balance}games: games come in pairs"));
    refuses(
        "-radius=3",
        "-radius=99",
        &format!("{balance}boards: antipod -radius=99: -radius takes"),
    );
    refuses("antipod", "atipod", "there is no such game");
    refuses("-radius=3", "-radius=2", &format!("{balance}boards: the game is over: White wins"));
    refuses("\"random\", ", "\"randon\", ", &format!("{balance}players: unknown player; did you"));
    refuses(
        "tree:2",
        "tree",
        "players: tree thinks for as long as it may; give a number, as in tree:64",
    );
    refuses("tree:2", "level9", "players: level9 thinks by the clock");
    refuses("tree:2", "tre:2", "pairing and mirror; a plan takes all of them except level9");
    refuses("tree:2", "pairing", "players: pairing plays only antipod; random plays every game");
    refuses("[\"random\", \"tree:2\"]", "[]", "players: the list is empty; name one or more");
    refuses("random:1", "random", "openings: own, random:4 or even:4 is expected");
    refuses("random:1", "random:90", "openings: the game is over within an opening of 90 turns");
    refuses(
        "-noswap",
        "",
        "study \"first turns\", first_turns: the value of a first turn is measured",
    );
    refuses("outside = 0.05", "outside = 5.0", "until: outside is a share of the points");
    refuses("outside = 0.05", "sprt = \"0,9\"", "until: a sequential test compares two players");
    refuses("outside = 0.05", "", "until: a rule is missing; name half_width, outside or sprt");
    refuses("sprt = \"0,100\"", "sprt = \"100,0\"", "until: sprt takes two numbers of Elo");
    refuses(
        "tree:16",
        "level8",
        "judge: a judge is a search with a number of nodes, as in tree:4096",
    );
    refuses(
        "\"antipod -radius=3\", \"boche -size=2 -kill=1\"]",
        "\"antipod -radius=4\"]\nexact = true",
        &format!("{balance}exact: antipod -radius=4 has no table of 200 MiB or less"),
    );
    refuses("neighbours", "everybody", "unknown variant `everybody`, expected one of");
    refuses("\"ladder\"", "\"balance\"", "two studies are named \"balance\"");
    refuses(
        "players = [\"random\", \"tree:1\", \"tree:8\"]",
        "players = [\"random\"]",
        "meeting: two or more players are needed for a match",
    );
    let none = Plan::read("question = \"Why?\"", 1).unwrap_err().to_string();
    assert!(none.contains("a plan has one or more sections [[study]]"), "{none}");
    let large =
        PLAN.replace("games = 400", "games = 1000000").replace("games = 60", "games = 1000000");
    let large = Plan::read(&large, 1).unwrap_err().to_string();
    assert!(large.ends_with(" games; split it into several plans"), "{large}");
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn every_plan_of_the_repository_can_be_played() {
    let plans = concat!(env!("CARGO_MANIFEST_DIR"), "/plans");
    let mut count = 0;
    for entry in std::fs::read_dir(plans).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let plan =
            Plan::read(&text, 1).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let cells = plan.cells.len();
        assert!(cells > 1 && plan.question.ends_with('?'), "{}: {cells}", path.display());
        count += 1;
    }
    assert!(count >= 5, "{count} plans");
}

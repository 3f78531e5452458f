//! `carrick-lab arena`: matches that can be interrupted, repeated and trusted.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use serde_json::Value;
use tempfile::TempDir;

/// The program with the words of a command line.
fn arena(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    command.arg("arena").args(line.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
fn succeeds(line: &str) -> String {
    let output = arena(line).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{line}");
    String::from_utf8(output.stdout).unwrap()
}

/// Error message for a command line that is refused.
#[track_caller]
fn refused(line: &str) -> String {
    let output = arena(line).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(output.stdout, b"", "{line}");
    String::from_utf8(output.stderr).unwrap()
}

#[track_caller]
fn refuses(line: &str, expected: &Expect) {
    expected.assert_eq(&refused(line));
}

/// The games of a file by their number, without the times, which differ from run to run.
#[track_caller]
fn games(file: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(file).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for player in ["a", "b"] {
            let effort = game[player].as_object_mut().unwrap();
            effort.remove("seconds").unwrap();
            effort.remove("over_seconds").unwrap();
        }
        let number = game["game"].as_u64().unwrap();
        assert!(games.insert(number, game).is_none(), "game {number} twice");
    }
    games
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A match of about a second.
const MATCH: &str = "tree:3 uct:20 antipod -radius=4 --games 60 --nodes 1 --seed 5";

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let folder = folder();
    let [one, two] = ["one.jsonl", "two.jsonl"].map(|name| folder.path().join(name));
    succeeds(&format!("{MATCH} --concurrency 1 --out {}", one.display()));
    succeeds(&format!("{MATCH} --concurrency 2 --out {}", two.display()));
    assert_eq!(games(&one).len(), 60);
    assert_eq!(games(&one), games(&two));
    let header = |file| fs::read_to_string(file).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(header(&one), header(&two));
    expect![[r#"{"carrick_arena":2,"a":"tree:3","b":"uct:20","game":"antipod -radius=4","seconds":null,"nodes":1,"openings":"2","seed":5}"#]]
        .assert_eq(&header(&one));
}

#[test]
fn both_games_of_a_pair_have_one_opening_and_exchanged_seats() {
    let folder = folder();
    let file = folder.path().join("games.jsonl");
    succeeds(&format!("random uct:5 boche -size=3 --games 20 --out {}", file.display()));
    let games: Vec<Value> = games(&file).into_values().collect();
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!(pair[0]["players"], serde_json::json!(["random", "uct:5"]));
        assert_eq!(pair[1]["players"], serde_json::json!(["uct:5", "random"]));
    }
    assert_ne!(games[0]["opening"], games[2]["opening"]);
}

#[test]
fn after_a_kill_exactly_the_missing_games_are_played() {
    let folder = folder();
    let [whole, torn] = ["whole.jsonl", "torn.jsonl"].map(|name| folder.path().join(name));
    succeeds(&format!("{MATCH} --out {}", whole.display()));
    let mut child = arena(&format!("{MATCH} --out {}", torn.display())).spawn().unwrap();
    let lines = || fs::read_to_string(&torn).unwrap_or_default().lines().count();
    while lines() < 10 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&torn).unwrap();
    let whole_lines = before.rfind('\n').map_or(0, |end| end + 1);
    let before = before.split_at(whole_lines).0.to_owned();
    // The file after a kill in the middle of a line.
    fs::write(&torn, format!("{before}{{\"game\":7,\"players\":[\"tr")).unwrap();
    let told = succeeds(&format!("{MATCH} --out {}", torn.display()));
    assert!(fs::read_to_string(&torn).unwrap().starts_with(&before));
    assert_eq!(games(&torn), games(&whole));
    // The third time, there is nothing to play; the figures are the same to the last digit.
    let after = fs::read_to_string(&torn).unwrap();
    assert_eq!(succeeds(&format!("{MATCH} --out {}", torn.display())), told);
    assert_eq!(fs::read_to_string(&torn).unwrap(), after);
}

#[test]
fn a_longer_match_continues_a_shorter_one() {
    let folder = folder();
    let file = folder.path().join("games.jsonl");
    let line =
        |games| format!("random uct:9 anchor -size=3 --games {games} --out {}", file.display());
    succeeds(&line(6));
    let short = fs::read_to_string(&file).unwrap();
    succeeds(&line(10));
    assert!(fs::read_to_string(&file).unwrap().starts_with(&short));
    assert_eq!(games(&file).len(), 10);
    let again: Value = serde_json::from_str(&succeeds(&format!("{} --json", line(6)))).unwrap();
    assert_eq!(again["games"], 6);
}

#[test]
fn the_sequential_test_stops_at_the_same_pair_on_any_number_of_threads() {
    let line = "uct:30 random antipod -radius=4 --nodes 1 --sprt=0,100 --json";
    let figures = |concurrency| {
        let told = succeeds(&format!("{line} --concurrency {concurrency}"));
        let mut figures: Value = serde_json::from_str(&told).unwrap();
        figures.as_object_mut().unwrap().remove("effort").unwrap();
        figures
    };
    let one = figures(1);
    assert_eq!(one, figures(3));
    assert_eq!(one["sprt"]["verdict"], "better");
    assert!(one["games"].as_u64().unwrap() < 200, "{one}");
    let worse = succeeds("random uct:30 antipod -radius=4 --nodes 1 --sprt=0,100");
    assert!(worse.contains("SPRT 0,100: random is not better; log-likelihood ratio -"), "{worse}");
    assert!(worse.contains("bounds -2.94 and 2.94"), "{worse}");
}

#[test]
fn a_table_shows_the_result() {
    let table = succeeds("uct:40 random antipod -radius=4 --games 20 --nodes 1");
    // Times differ from run to run; both columns come before " ms".
    let masked: String = table
        .lines()
        .map(|line| match line.contains(" ms") {
            true => format!("{}…\n", line.split_at(8).0),
            false => format!("{line}\n"),
        })
        .collect();
    expect![[r#"
        uct:40 against random: antipod -radius=4, 1 node a turn, openings 2, seed 1, 20 games

                     won drawn  lost   points
        as first       8     0     2   80.0 %
        as second     10     0     0  100.0 %
        uct:40        18     0     2   90.0 %

        Elo +382 [+125, +639] (95 %), stronger with a likelihood of 100.0 %
        10 pairs: 0 with 0 points, 0 with ½, 2 with 1, 0 with 1½, 8 with 2
        36.2 turns a game

                   time a turn nodes a turn most over time
        uct:40  …
        random  …
    "#]]
    .assert_eq(&masked);
}

/// A match may start with turns; its openings and its file continue from there.
#[test]
fn a_match_from_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let line = "random uct:5 boche -size=4 -noswap b:a1 c:d4 --games 6 --openings 1 --json --out";
    let line = format!("{line} {}", file.display());
    let figures: Value = serde_json::from_str(&succeeds(&line)).unwrap();
    assert_eq!(figures["game"], "boche -size=4 -noswap b:a1 c:d4");
    let text = fs::read_to_string(&file).unwrap();
    for game in text.lines().skip(1) {
        let game: Value = serde_json::from_str(game).unwrap();
        let opening = game["opening"].as_array().unwrap();
        assert_eq!((opening.len(), &opening[0], &opening[1]), (3, &"b:a1".into(), &"c:d4".into()));
    }
    let other = line.replace("c:d4", "c:d3");
    assert!(refused(&other).contains("contains another match, with game"), "{other}");
    assert_eq!(serde_json::from_str::<Value>(&succeeds(&line)).unwrap(), figures);
}

#[test]
fn wrong_names_get_a_suggestion() {
    for (name, suggestion) in [
        ("randon", "did you mean random?"),
        ("utc", "did you mean uct?"),
        ("raev:100", "did you mean rave?"),
        ("level", "did you mean level1?"),
        ("Levle9", "did you mean level9?"),
        ("tre", "did you mean tree?"),
        ("tree,piror=4", "did you mean prior?"),
        ("tree,prior", "as in tree,prior=0.01"),
        ("pairng", "did you mean pairing?"),
        ("random:5", "did you mean random?"),
        ("uct:many", "uct:10000"),
        ("level10", "levels are 1 to 9, and for beginners novice1 to novice11"),
        ("level3,prior=2", "did you mean level3?"),
    ] {
        for line in [format!("{name} random antipod"), format!("random {name} antipod")] {
            let said = refused(&line);
            assert!(said.contains(suggestion), "{line}: {said}");
        }
    }
    succeeds("Random RANDOM antipod -radius=3 --games 2");
    refuses(
        "random levle5 antipod",
        &expect![[r#"
        carrick-lab: player B: unknown player; did you mean level5? There are random, casual, uct, rave, novice1 to novice11, level1 to level9, full, plain, tree, pairing and mirror
    "#]],
    );
    refuses(
        "pairing random boche",
        &expect![[r#"
        carrick-lab: player A: pairing plays only antipod; random plays every game
    "#]],
    );
}

#[test]
fn errors_describe_what_cannot_be_played() {
    refuses(
        "random random chess",
        &expect![[r#"
        carrick-lab: there is no such game; the games are ankor, boche, antipod and anchor
    "#]],
    );
    refuses(
        "random random antipod -radius=99",
        &expect![[r#"
        carrick-lab: -radius takes a whole number from 2 to 10
    "#]],
    );
    refuses(
        "random random ankor -size=4 b2 b2",
        &expect![[r#"
            carrick-lab: turn 2: there is a cube at b2 already; free holes are a1, b1, c1, c2 or 5 more
        "#]],
    );
    refuses(
        "random random antipod -radius=2",
        &expect![[r#"
            carrick-lab: the game is over: White wins: a ring parts the two poles; choose a larger board
        "#]],
    );
    refuses(
        "random random anchor -size=2 pass pass",
        &expect![[r#"
            carrick-lab: the game is over: Draw: equal scores; leave the last turn out
        "#]],
    );
    refuses(
        "random random antipod --games 5",
        &expect![[r#"
        carrick-lab: games come in pairs: --games takes an even number from 2 to 1000000
    "#]],
    );
    refuses(
        "random random antipod --games 0",
        &expect![[r#"
        carrick-lab: games come in pairs: --games takes an even number from 2 to 1000000
    "#]],
    );
    refuses(
        "random random antipod --seconds 0",
        &expect![[r#"
            error: invalid value '0' for '--seconds <SECONDS>': a time from 0.001 to 3600 is expected

            For more information, try '--help'.
        "#]],
    );
    refuses(
        "random random antipod -radius=3 --openings 50",
        &expect![[r#"
        carrick-lab: the game is over within an opening of 50 turns; choose fewer, or a larger board
    "#]],
    );
    let sprt = refused("random random antipod --sprt=20,0");
    assert!(sprt.contains("the lower one first: --sprt=0,20"), "{sprt}");
    let both = refused("random random antipod --seconds 1 --nodes 5");
    assert!(both.contains("cannot be used with"), "{both}");
}

/// Error message of an empty match on a file with this text, without the file's name.
#[track_caller]
fn on_file(text: &str, line: &str, expected: &Expect) {
    let folder = folder();
    let file = folder.path().join("games.jsonl");
    fs::write(&file, text).unwrap();
    let said = refused(&format!("{line} --out {}", file.display()));
    expected.assert_eq(&said.replace(&file.display().to_string(), "FILE"));
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "the file was changed");
}

#[test]
fn foreign_and_damaged_files_are_left_unchanged() {
    let line = "random random antipod -radius=4 --games 4 --nodes 1 --concurrency 1";
    let folder = folder();
    let file = folder.path().join("games.jsonl");
    succeeds(&format!("{line} --out {}", file.display()));
    let good = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = good.lines().collect();

    on_file(
        "To whom it may concern\n",
        line,
        &expect![[r#"
        carrick-lab: FILE is not a match file of this program; name another with --out, or a new one
    "#]],
    );
    on_file(
        "no line feed",
        line,
        &expect![[r#"
        carrick-lab: FILE is not a match file of this program; name another with --out, or a new one
    "#]],
    );
    on_file(
        "{\"a\":1}\n",
        line,
        &expect![[r#"
        carrick-lab: FILE is not a match file of this program; name another with --out, or a new one
    "#]],
    );
    on_file(
        &good,
        &line.replace("--nodes 1", "--nodes 2"),
        &expect![[r#"
            carrick-lab: FILE contains another match, with nodes 1 and not 2; name another file with --out, or play with the same settings
        "#]],
    );
    on_file(
        &good,
        &line.replace("-radius=4", "-radius=5"),
        &expect![[r#"
            carrick-lab: FILE contains another match, with game "antipod -radius=4" and not "antipod -radius=5"; name another file with --out, or play with the same settings
        "#]],
    );
    on_file(
        &good,
        &line.replacen("random", "uct:5", 1),
        &expect![[r#"
            carrick-lab: FILE contains another match, with a "random" and not "uct:5"; name another file with --out, or play with the same settings
        "#]],
    );
    on_file(
        &good,
        &format!("{line} --seed 2"),
        &expect![[r#"
            carrick-lab: FILE contains another match, with seed 1 and not 2; name another file with --out, or play with the same settings
        "#]],
    );
    on_file(
        &good.replacen("\"game\":1", "\"game\":0", 1),
        line,
        &expect![[r#"
        carrick-lab: FILE: line 3 is not a game of this match: the players, the result or the seeds are not those of its turns
    "#]],
    );
    on_file(
        &format!("{good}{}\n", lines[2]),
        line,
        &expect![[r#"
        carrick-lab: FILE: line 6 has game 1 again
    "#]],
    );
    on_file(
        &format!("{}\n{{}}\n", lines[0]),
        line,
        &expect![[r#"
            carrick-lab: FILE: line 2 is not a game of this match
        "#]],
    );
    let other_winner = match lines[1].contains("\"winner\":\"a\"") {
        true => lines[1].replace("\"winner\":\"a\"", "\"winner\":\"b\""),
        false => lines[1].replace("\"winner\":\"b\"", "\"winner\":\"a\""),
    };
    on_file(
        &format!("{}\n{other_winner}\n", lines[0]),
        line,
        &expect![[r#"
        carrick-lab: FILE: line 2 is not a game of this match: the players, the result or the seeds are not those of its turns
    "#]],
    );
    let refused = refused(&format!("{line} --out {}", folder.path().join("no/such").display()));
    assert!(refused.contains("since there is no folder "), "{refused}");
}

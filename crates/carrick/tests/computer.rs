//! The computer as a person meets it: on the server's boards, at the terminal, and as an adviser.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
#[cfg(target_os = "linux")]
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{Club, Running, Tables, does, to, told};
use carrick_games::percent;
use expect_test::{Expect, expect};
use serde_json::Value;
#[cfg(target_os = "linux")]
use signal_hook::consts::SIGINT;

fn carrick(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// `carrick worker` on a club's database.
fn worker(club: &Club, arguments: &[&str]) -> Child {
    let mut command = carrick(&["worker", "--db"]);
    command.arg(club.database()).args(arguments).spawn().unwrap()
}

/// Runs a worker until there is nothing left to do; returns its output.
#[track_caller]
fn works(club: &Club, arguments: &[&str]) -> String {
    let output = worker(club, &[&["--once"], arguments].concat()).wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// A club at the present time, with Alice.
fn club() -> Club {
    let club = Club::new();
    club.does(&["signup alice password"]);
    club
}

fn turns(club: &Club) -> i64 {
    Tables::open(&club.database()).number("SELECT count(*) FROM turns")
}

#[test]
fn do_answers_immediately_without_a_worker() {
    let club = club();
    // Seats are drawn at random: Alice begins on the first board and the computer on the second.
    let first = does(&club, "alice", "antipod computer -radius=4 --level=1 alice -");
    assert_eq!((told(&first), turns(&club)), (vec!["alice"], 0));
    let second = does(&club, "alice", "antipod computer -radius=4 --level=1 alice -");
    assert_eq!((told(&second), turns(&club)), (vec!["alice", "alice"], 1));
    assert!(second.contains("Subject: antipod board 102: alice to move"), "{second}");
    let answered = does(&club, "alice", "antipod move 101 alice - c3");
    assert_eq!((told(&answered), turns(&club)), (vec!["alice", "alice"], 3));
    // The queued turn is played between two of the computer's turns.
    does(&club, "alice", "antipod queue 102 alice - e3");
    assert_eq!(works(&club, &[]), "");
}

#[test]
fn a_worker_plays_the_turns_left_to_it() {
    let club = club();
    let leave = ["--leave", "--as", "alice", "antipod challenge -radius=4 level1 alice"];
    assert_eq!(told(&club.does(&leave)), ["alice"]);
    assert_eq!(turns(&club), 0);
    let done = works(&club, &[]);
    assert!(to(&done, "alice").contains("antipod board 101: alice to move"), "{done}");
    assert_eq!((turns(&club), works(&club, &[])), (1, String::new()));
}

/// Tells a worker to stop, as a service manager does.
fn stops(mut worker: Child) {
    let id = worker.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(worker.wait().unwrap().success());
}

#[test]
fn a_stopped_worker_returns_its_job() {
    let club = club();
    club.does(&["--leave", "--as", "alice", "antipod challenge level9 alice"]);
    let tables = Tables::open(&club.database());
    let claimed = || tables.number("SELECT count(*) FROM jobs WHERE due > since");
    let stopped = worker(&club, &[]);
    while claimed() == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    stops(stopped);
    assert_eq!((claimed(), turns(&club)), (0, 0));
    assert!(to(&works(&club, &[]), "alice").contains("antipod board 101: alice to move"));
}

#[test]
fn no_user_can_be_the_computer() {
    let club = club();
    for command in ["signup level3 password", "antipod computer level3 password"] {
        club.refuses(&[command]);
    }
    for command in ["delete level3 -", "change password level3 - password"] {
        club.refuses(&["--as", "level3", command]);
    }
    for line in ["reset level3", "token level3 --scopes play"] {
        let database = club.database();
        let database = ["--db", database.to_str().unwrap()];
        let words: Vec<&str> = line.split(' ').chain(database).collect();
        let output = carrick(&words).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("level3 is one of the computer's players"), "{said}");
    }
    // An operator may let the computer offer games.
    does(&club, "level3", "antipod seek level3 - 20");
    does(&club, "alice", "antipod take 1 alice -");
    let standings = does(&club, "alice", "antipod standings");
    assert!(!standings.contains("level"), "no game was rated: {standings}");
}

/// The strongest level thinks for seconds; the worker dies while it does.
#[test]
fn a_worker_killed_while_it_thinks_loses_no_turn_and_plays_none_twice() {
    let club = club();
    club.does(&["--leave", "--as", "alice", "antipod challenge level9 alice"]);
    let claims = "SELECT count(*) FROM jobs WHERE due > since";
    let mut first = worker(&club, &[]);
    let tables = Tables::open(&club.database());
    while tables.number(claims) == 0 {
        assert_eq!(first.try_wait().unwrap(), None, "the worker ended");
    }
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(turns(&club), 0, "it was killed too late");
    // Until the claim expires, the first worker could still be alive, so this one waits and reports
    // it.
    let mut waiting = worker(&club, &["--once"]);
    let mut said = BufReader::new(waiting.stderr.take().unwrap()).lines();
    let said = said.next().unwrap().unwrap();
    let wait = "carrick: another worker has Antipod board 101; waiting until it is answered, or ";
    let seconds = said.strip_prefix(wait).and_then(|rest| rest.strip_suffix(" s if it has died"));
    let seconds = seconds.and_then(|seconds| seconds.parse().ok());
    assert!(seconds.is_some_and(|seconds: u32| (1..=60).contains(&seconds)), "{said}");
    assert_eq!(turns(&club), 0);
    let later = (jiff::Timestamp::now() + jiff::SignedDuration::from_mins(1)).to_string();
    let (one, other) =
        (worker(&club, &["--once", "--now", &later]), worker(&club, &["--once", "--now", &later]));
    let printed = [one, other].map(|child| child.wait_with_output().unwrap().stdout);
    assert_eq!(turns(&club), 1);
    assert_eq!(printed.iter().filter(|printed| !printed.is_empty()).count(), 1);
    assert_eq!(tables.number("SELECT count(*) FROM jobs"), 0);
    // It has nothing left to wait for.
    let left = waiting.wait_with_output().unwrap();
    assert_eq!((left.status.success(), left.stdout), (true, Vec::new()));
    let reports = "SELECT count(*) FROM outbox WHERE subject LIKE '%: alice to move'";
    assert_eq!(tables.number(reports), 1);
}

/// Runs the program on some input; returns its output.
#[track_caller]
fn says(arguments: &[&str], input: &str) -> String {
    let mut child = carrick(arguments).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// The messages of a session at the terminal: whose turns they are, without the turns, so that the
/// computer may become stronger; boards are left out.
#[track_caller]
fn check_session(arguments: &str, lines: &[&str], expected: Expect) {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let input = lines.join("\n") + "\n";
    let said = says(&arguments, &input);
    let mut told = String::new();
    for line in said.lines() {
        let told_line = match line.split_once(" plays ") {
            Some((name, _)) => format!("{name} plays"),
            None if line.starts_with("Best is ") => "Best is".to_owned(),
            None if line.starts_with("Turns:") => format!("{} turns", line.split(' ').count() - 1),
            None if line.contains("> ") || line.starts_with("The") => line.to_owned(),
            None => continue,
        };
        told += &format!("{told_line}\n");
    }
    expected.assert_eq(&told);
    assert_eq!(says(&arguments, &input), said, "the same seed, the same game");
}

#[test]
fn a_game_at_the_terminal() {
    check_session(
        "play antipod -radius=4 --level 3 --nodes 40 --seed 1",
        &["c3", "undo", "undo", "d5", "hint", "resign", "undo", "undo", "c3", "quit"],
        expect![[r#"
            Turn 1, first player for White> c3
            level3 plays
            Turn 3, first player for White> undo
            Turn 1, first player for White> undo
            There is no turn to take back.
            Turn 1, first player for White> d5
            level3 plays
            Turn 3, first player for White> hint
            Best is
            Turn 3, first player for White> resign
            The game is over. Black wins: White resigned.
            undo or quit> undo
            Turn 3, first player for White> undo
            Turn 1, first player for White> c3
            level3 plays
            Turn 3, first player for White> quit
            2 turns
        "#]],
    );
    check_session(
        "play antipod -radius=4 --level 3 --nodes 40 --seed 1 --second",
        &["undo", "hint", "quit"],
        expect![[r#"
            level3 plays
            Turn 2, second player for Black> undo
            There is no turn to take back.
            Turn 2, second player for Black> hint
            Best is
            Turn 2, second player for Black> quit
            1 turns
        "#]],
    );
}

#[test]
fn words_after_a_command_that_takes_none_are_refused() {
    check_session(
        "play antipod -radius=4 --level 3 --nodes 40 --seed 1",
        &["c3", "hint c3", "undo 3", "Resign now", "draw please", "quit"],
        expect![[r#"
            Turn 1, first player for White> c3
            level3 plays
            Turn 3, first player for White> hint c3
            Turn 3, first player for White> undo 3
            Turn 3, first player for White> Resign now
            Turn 3, first player for White> draw please
            Turn 3, first player for White> quit
            2 turns
        "#]],
    );
}

#[test]
fn the_player_with_handicap_stones_learns_who_begins() {
    for (line, expected) in [
        ("--level 1 --second", "The computer has the handicap stones, and you begin."),
        ("--level 1 --first", "You have the handicap stones, and the computer begins."),
        ("--level 1", "You have the handicap stones, and the computer begins."),
        ("", "The first player has the handicap stones, and the second begins."),
    ] {
        let line = format!("play anchor -handicap=2 -size=5 --nodes 2 --seed 1 {line}");
        let said = says(&line.split_whitespace().collect::<Vec<_>>(), "");
        assert!(said.contains(expected), "{said}");
        let computer_begins = expected.ends_with("the computer begins.");
        assert_eq!(said.contains("level1 plays"), computer_begins, "{said}");
    }
}

/// Presses Ctrl-C once the program listens for it and has printed this many lines; returns its
/// standard output and standard error. The signal ended it, like any program without a handler.
#[cfg(target_os = "linux")]
#[track_caller]
fn broken_off(line: &str, lines: usize) -> [String; 2] {
    let mut running = Running(carrick(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap());
    let mut said = BufReader::new(running.0.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..lines {
        assert_ne!(said.read_line(&mut text).unwrap(), 0);
    }
    let id = running.0.id().to_string();
    let is_heard = |line: &str| {
        let caught = line.strip_prefix("SigCgt:").map(str::trim);
        caught.is_some_and(|mask| u64::from_str_radix(mask, 16).unwrap() & 1 << (SIGINT - 1) != 0)
    };
    while !std::fs::read_to_string(format!("/proc/{id}/status")).unwrap().lines().any(is_heard) {
        thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    said.read_to_string(&mut text).unwrap();
    let mut errors = String::new();
    running.0.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(running.0.wait().unwrap().signal(), Some(SIGINT), "{text}{errors}");
    [text, errors]
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_interrupted_while_the_computer_thinks_prints_its_turns() {
    let line = "play antipod --level 9 --seed 1 --nodes 1000000000 --second f14 g4";
    assert_eq!(broken_off(line, 2)[1], "\nTurns: f14 g4\n");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_analysis_prints_its_results() {
    for game in ["antipod f14", "ankor d3"] {
        let [said, errors] = broken_off(&format!("analyse {game} --seconds 600 --lines 1"), 0);
        assert!(said.contains(" to move. ") && said.contains("\n  1 "), "{said}");
        assert_eq!(errors, "");
    }
    for game in ["ankor d3", "boche a:b2"] {
        let line = format!("analyse {game} --nodes 1000000000 --json --map worth --lines 1");
        let [said, errors] = broken_off(&line, 3);
        assert_eq!(errors, "carrick: stopped before the map was drawn\n");
        let nodes = |line| serde_json::from_str::<Value>(line).unwrap()["nodes"].as_u64().unwrap();
        let nodes: Vec<u64> = said.lines().map(nodes).collect();
        assert!(nodes.len() >= 3 && nodes.is_sorted(), "{said}");
    }
}

/// In the opening both follow the measured values, which a search of five nodes would not find.
#[test]
fn a_hint_is_what_the_strongest_level_plays() {
    let hint = |game: &str| {
        let line = format!("play --nodes 5 --seed 1 {game}");
        let said = says(&line.split(' ').collect::<Vec<_>>(), "hint\n");
        said.split_once("Best is ").unwrap().1.split_once(" (").unwrap().0.to_owned()
    };
    for opening in ["ankor", "ankor d3", "ankor a1", "anchor", "anchor H8", "boche", "antipod f14"]
    {
        let seat = if opening.contains(' ') { "--first" } else { "--second" };
        // The computer is to move: it plays, and then there is no more input.
        let line = format!("play --nodes 5 --seed 1 --level 9 {seat} {opening}");
        let said = says(&line.split(' ').collect::<Vec<_>>(), "");
        let played = said.split_once("level9 plays ").unwrap().1.split_once(".\n").unwrap().0;
        assert_eq!(hint(opening), played, "{opening}");
    }
    assert_eq!(hint("ankor d3"), "swap");
    assert_ne!(hint("ankor a1"), "swap");
}

/// One JSON object per line, each after more nodes than the last; the last after as many as
/// allowed.
#[test]
fn an_analysis_streams_as_it_deepens() {
    let line = "analyse --json --nodes 200 --seed 4 --lines 2 antipod -radius=4 c3";
    let arguments: Vec<&str> = line.split(' ').collect();
    let said = says(&arguments, "");
    let told: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let nodes: Vec<u64> = told.iter().map(|told| told["nodes"].as_u64().unwrap()).collect();
    assert!(nodes.len() > 2 && nodes.is_sorted() && nodes.last() == Some(&200), "{nodes:?}");
    for told in &told {
        assert!((0.0..=1.0).contains(&told["value"].as_f64().unwrap()));
        let lines = told["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2);
        let best = lines[0]["turn"].as_str().unwrap();
        let mut replay = vec!["show", "antipod", "-radius=4", "c3", best];
        replay
            .extend(lines[0]["continuation"].as_array().unwrap().iter().filter_map(Value::as_str));
        says(&replay, "");
    }
    assert_eq!(says(&arguments, ""), said, "the same seed, the same thoughts");
}

#[test]
fn an_analysis_in_words_and_as_a_map() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.svg");
    let map = map.to_str().unwrap();
    let line = "analyse --nodes 30 --seed 4 --lines 3 ankor -size=3 b2 b1 -o";
    let arguments: Vec<&str> = line.split(' ').chain([map]).collect();
    let said = says(&arguments, "");
    assert!(said.starts_with("Ankor -size=3, turn 3: O to move. O: "), "{said}");
    let best = said.lines().nth(1).unwrap().split_whitespace().last().unwrap();
    assert!(!best.is_empty());
    let map = std::fs::read_to_string(map).unwrap();
    assert_eq!(map.matches(", the best</title>").count(), 1);
}

/// A map needs a value for every turn; that takes nothing from the search for the best.
#[test]
fn a_map_does_not_change_the_results_and_shows_the_best_turn_as_best() {
    for line in ["--nodes 20000 ankor d3 swap", "--nodes 60 antipod -radius=4 c3"] {
        let line = format!("analyse --json --seed 1 {line}");
        let arguments: Vec<&str> = line.split(' ').collect();
        let found = says(&arguments, "");
        let with_map = says(&[&arguments[..], &["--map", "worth"]].concat(), "");
        let map = with_map.strip_prefix(&found).unwrap();
        let map: Value = serde_json::from_str(map).unwrap();
        let found: Value = serde_json::from_str(found.lines().last().unwrap()).unwrap();
        let worth = |value: &Value| value.as_f64().unwrap();
        let values = map["values"].as_object().unwrap();
        let best = &found["lines"][0];
        assert_eq!(values[best["turn"].as_str().unwrap()], best["value"], "{line}: {map}");
        let highest = worth(&best["value"]);
        assert!(values.values().all(|value| worth(value) <= highest), "{line}: {map}");
        let different: BTreeSet<_> = values.values().map(Value::to_string).collect();
        assert!(different.len() > 3, "{line}: {map}");
        let words: Vec<&str> = line.split(' ').skip_while(|word| *word != "--nodes").collect();
        for turn in says(&[&["legal"], &words[2..]].concat(), "").lines() {
            let place = turn.rsplit('-').next().unwrap();
            assert!(values.contains_key(place), "{line}: {turn}: {map}");
        }
        if line.contains("ankor") {
            for told in found["lines"].as_array().unwrap() {
                assert_eq!(values[told["turn"].as_str().unwrap()], told["value"], "{line}: {map}");
            }
        }
    }
}

/// A tree seldom visits turns that are not the best, and would overrate them; for a map, all turns
/// are searched equally. A turn that ends the game needs no search.
#[test]
fn a_map_also_distinguishes_places_after_a_long_search() {
    for (line, different) in [
        ("--nodes 3000 antipod -radius=4 c3 d5", 20),
        ("--nodes 400 boche -size=4 -immediate a:d4 a:a1", 4),
        ("--nodes 400 anchor -size=3 -pie=none A1 C3", 4),
    ] {
        let line = format!("analyse --json --seed 1 --map worth {line}");
        let said = says(&line.split(' ').collect::<Vec<_>>(), "");
        let map: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
        let shown = map["values"].as_object().unwrap().values();
        let shown: BTreeSet<_> =
            shown.map(|value| format!("{:.3}", value.as_f64().unwrap())).collect();
        assert!(shown.len() >= different, "{line}: {shown:?}");
    }
}

/// A best turn without a place is shown beneath the board.
#[test]
fn a_map_says_that_swapping_is_best() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.svg");
    let line = "analyse --json --nodes 25000 --seed 1 --map worth ankor d3 -o";
    let said = says(&line.split(' ').chain(map.to_str()).collect::<Vec<_>>(), "");
    let [.., found, told] = &said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
    let [found, told] = [found, told].map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert_eq!(found["lines"][0]["turn"], "swap");
    let value = told["values"]["swap"].as_f64().unwrap();
    let others = told["values"].as_object().unwrap().iter().filter(|(turn, _)| *turn != "swap");
    let others: BTreeSet<_> = others.map(|(_, value)| value.to_string()).collect();
    assert!(others.len() > 3, "{told}");
    let map = std::fs::read_to_string(&map).unwrap();
    let title = format!("<title>swap: {}, the best</title>", percent(value as f32));
    assert!(map.contains(&title), "{title}");
    assert_eq!(map.matches(", the best</title>").count(), 1);
}

/// The numbers of a map agree with its picture.
#[test]
fn maps_show_what_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for (line, points) in [
        ("--map ownership anchor -size=3 A1 C3", 19),
        ("--map pivotal anchor -size=3 A1 C3", 17),
        ("--map pivotal antipod -radius=4 c3", 47),
        ("--map worth boche -size=3 a:c1", 6),
    ] {
        let map = folder.path().join("map.svg");
        let line = format!("analyse --json --nodes 2 --seed 4 {line} -o");
        let arguments: Vec<&str> = line.split(' ').chain(map.to_str()).collect();
        let said = says(&arguments, "");
        let told: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
        assert_eq!(told["map"].as_str(), Some(arguments[7]), "{line}");
        let values = told["values"].as_object().unwrap();
        assert_eq!(values.len(), points, "{line}");
        let map = std::fs::read_to_string(&map).unwrap();
        for (place, value) in values {
            let value = value.as_f64().unwrap();
            let share = match arguments[7] {
                "ownership" => format!("{:.0} %", 100.0 * value.max(1.0 - value)),
                _ => percent(value as f32),
            };
            let said = |text: &str| text.contains(&format!(" {share}"));
            let titles =
                || map.split("<title>").filter(|text| text.starts_with(&format!("{place}: ")));
            assert!(titles().any(said), "{line}: {place}");
        }
    }
}

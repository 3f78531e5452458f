//! Analyses: their sentences and steps, and that they repeat exactly.
#![allow(clippy::unwrap_used)] // a position that cannot be read fails its test

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use carrick_coach::analysis::{AnalysedLine, How, MapKind};
use carrick_coach::{Analyser, Analysis, AnalysisOptions};
use carrick_engine::Value;
use carrick_games::{AnyGame, AnyOptions, SizeLimits};

/// A game from its kind, options and turns, all with blanks between.
#[track_caller]
fn game(words: &str) -> AnyGame {
    let mut words = words.split(' ');
    let kind = words.next().unwrap().parse().unwrap();
    let (options, turns): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with('-'));
    let start = AnyGame::new(AnyOptions::parse(kind, &options, SizeLimits::Scripts).unwrap());
    turns.into_iter().fold(start, |game, turn| game.play_text(turn).unwrap())
}

fn reports(game: &AnyGame, nodes: u64) -> Vec<Analysis> {
    let asked = AnalysisOptions { nodes, ..AnalysisOptions::default() };
    Analyser::new(game, asked).unwrap().collect()
}

const GAMES: [(&str, u64); 4] = [
    ("ankor -size=4 d3 c1", 20_000),
    ("boche -size=4 a:d4", 60),
    ("antipod -radius=4 f4 e3", 500),
    ("anchor -size=4 D4 E4", 500),
];

/// Black holds the line from corner to corner, and little is open.
const SETTLED: &str = "anchor -size=3 A1 A2 B2 B3 C3 C4 D4 D5 E5 B1 pass C2 pass D3 pass E4";

/// The same position after a pass by Black.
const PASSED: &str = "anchor -size=3 A1 A2 B2 B3 C3 C4 D4 D5 E5 B1 pass C2 pass D3 pass E4 pass";

#[test]
fn an_analysis_grows_and_ends_with_a_map_of_every_turn() {
    for (words, nodes) in GAMES {
        let game = game(words);
        let reports = reports(&game, nodes);
        assert!(reports.len() > 2, "{words}: {}", reports.len());
        assert!(reports.iter().map(|report| report.nodes).is_sorted(), "{words}");
        assert!(reports.iter().map(|report| report.depth).is_sorted(), "{words}");
        let (last, before) = reports.split_last().unwrap();
        assert!(before.iter().all(|report| !report.done && report.map.is_none()), "{words}");
        assert!(last.done && last.nodes <= nodes && last.lines.len() == 3, "{words}");
        let map = last.map.as_ref().unwrap();
        let place = |turn: &String| turn.rsplit(['-', ':']).next().unwrap().to_owned();
        let places: BTreeSet<String> = game.legal().iter().map(place).collect();
        assert_eq!(map.map, MapKind::Worth);
        assert!(map.values.keys().eq(&places), "{words}: {:?}", map.values);
        assert!(map.values.values().all(|value| (0.0..=1.0).contains(value)), "{words}");
    }
}

#[test]
fn both_shares_add_up_to_one_and_carry_their_names() {
    for (words, nodes) in GAMES {
        let game = game(words);
        for report in reports(&game, nodes) {
            let [light, dark] = report.values;
            assert!((light.value + dark.value - 1.0).abs() < 1e-6, "{words}");
            let mover = if report.to_move == light.side { light } else { dark };
            assert_eq!(mover.side, report.to_move, "{words}");
            assert!((mover.value - report.lines[0].value).abs() < 1e-6, "{words}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_reports() {
    for (words, nodes) in GAMES {
        let game = game(words);
        assert_eq!(reports(&game, nodes), reports(&game, nodes), "{words}");
    }
}

#[test]
fn a_stopped_analysis_reports_once_more_and_has_no_map() {
    for (words, _) in GAMES {
        let calls = AtomicU32::new(0);
        let stop = || calls.fetch_add(1, Relaxed) >= 20;
        let asked = AnalysisOptions { nodes: 1_000_000, ..AnalysisOptions::default() };
        let mut analyser = Analyser::new(&game(words), asked).unwrap();
        let mut last = None;
        while let Some(report) = analyser.step(&stop) {
            last = Some(report);
        }
        let last = last.unwrap();
        assert!(last.done && last.map.is_none() && last.nodes < 1_000_000, "{words}");
    }
}

#[track_caller]
fn check_said(words: &str, nodes: u64, said: &str) {
    let reports = reports(&game(words), nodes);
    assert_eq!(reports.last().unwrap().said, said, "{words}");
}

#[test]
fn a_value_says_how_it_was_got() {
    let reports = reports(&game("antipod -radius=3"), 100_000);
    assert!(matches!(reports.last().unwrap().how, How::Proved { .. }));
    assert_eq!(reports.last().unwrap().said, "Black wins (proved).");
    check_said(SETTLED, 50, "White wins by 2 points (counted to the end).");
    let one = self::reports(&game("antipod -radius=4 f4 e3"), 1);
    assert_eq!(one.last().unwrap().how, How::Fills);
    assert!(one.last().unwrap().said.ends_with(" % (share of random games)."));
    let deep = self::reports(&game("ankor -size=4 d3 c1"), 5_000);
    let said = &deep.last().unwrap().said;
    assert!(said.contains(" % (search, ") && said.ends_with(" turns deep, 5,000 positions)."));
}

/// Once a turn is proved, the tree's share of its random games no longer matters.
#[test]
fn a_proved_turn_has_the_value_of_its_proof() {
    for (words, nodes) in
        [("antipod -radius=3", 100_000), ("antipod -radius=3 d4", 100_000), (PASSED, 50)]
    {
        let reports = reports(&game(words), nodes);
        let last = reports.last().unwrap();
        let [first, ..] = &last.lines[..] else { panic!("{words}: no line") };
        assert!(first.proved.is_some(), "{words}: {first:?}");
        for line in &last.lines {
            let exact = line.proved.map_or(line.value, Value::points);
            assert_eq!(line.value, exact, "{words}: {line:?}");
        }
        let map = last.map.as_ref().unwrap();
        assert_eq!(map.values[&first.turn], first.value, "{words}");
    }
}

/// One turn wins. This proof does not make any other turn better.
#[test]
fn other_turns_keep_their_values_when_one_is_proved() {
    let words = "boche -size=4 d:b1 c:d4 c:d2 d:b2 d:d1 c:c1 d:d3 a:c3 e:c1' g:c3' b:a1";
    let reports = reports(&game(words), 2000);
    let last = reports.last().unwrap();
    assert_eq!(last.how, How::Proved { result: Value::Win });
    let map = last.map.as_ref().unwrap();
    let winning: Vec<_> = map.values.iter().filter(|&(_, &value)| value > 0.9).collect();
    assert_eq!(winning.len(), 1, "{:?}", map.values);
    assert_eq!(winning[0].0, "a1'");
    assert!(last.lines[0].said.ends_with(" wins (proved)"), "{}", last.lines[0].said);
    for line in &last.lines[1..] {
        let unsearched = line.visits == 0 && line.proved.is_none();
        assert_eq!(line.said == "not searched", unsearched, "{line:?}");
    }
}

/// The first turn that is tried wins, so nothing is known about the others.
#[test]
fn a_turn_that_was_not_searched_is_marked() {
    let words = "boche -size=4 d:b1 c:d4 c:d2 d:b2 d:d1 c:c1 d:d3 a:c3 e:c1' g:c3' b:a1";
    let reports = reports(&game(words), 2000);
    let said = reports.last().unwrap().lines.iter().map(|line| (line.visits, &*line.said));
    let said: Vec<_> = said.collect();
    assert!(said.contains(&(0, "not searched")), "{said:?}");
}

#[test]
fn a_line_names_the_owner_of_its_value() {
    for (words, player) in [
        ("antipod -radius=4 f4", "Black "),
        ("antipod -radius=4 f4 e3", "White "),
        ("anchor -size=4", "the player to move "),
    ] {
        let report = reports(&game(words), 3000).pop().unwrap();
        for line in report.lines.iter().filter(|line| line.visits > 0) {
            let value = line.said.strip_prefix(player);
            assert!(value.is_some_and(|value| value.contains(" %")), "{words}: {line:?}");
        }
    }
}

/// Black has passed, and White is ahead: a pass ends the game, so the result is proved, not
/// estimated.
#[test]
fn a_pass_that_ends_the_game_is_proved() {
    let reports = reports(&game(PASSED), 50);
    let last = reports.last().unwrap();
    assert_eq!(last.said, "White wins (proved).");
    assert_eq!(last.how, How::Proved { result: Value::Win });
    let first = &last.lines[0];
    assert_eq!((&*first.turn, first.proved, first.value), ("pass", Some(Value::Win), 1.0));
    assert_eq!(first.said, "White wins (proved)");
    let counted = |line: &&AnalysedLine| line.proved.is_none();
    assert!(last.lines.iter().skip(1).all(|line| counted(&line)), "{:?}", last.lines);
}

#[test]
fn a_possible_swap_is_mentioned() {
    for (words, swap) in [
        ("anchor -size=4", true),
        ("anchor -size=4 D4", true),
        ("anchor -size=4 D4 swap", false),
        ("anchor -size=4 D4 E4", false),
        ("antipod -radius=4", false),
        ("ankor -size=4 -noswap", false),
    ] {
        let report = reports(&game(words), 20).pop().unwrap();
        assert_eq!(report.swap, swap, "{words}");
        assert_eq!(report.said.contains("a swap may still exchange the colours"), swap, "{words}");
    }
}

#[test]
fn a_finished_game_is_refused_with_its_result() {
    let over = game("anchor -size=4 A1 pass pass");
    let refused = Analyser::new(&over, AnalysisOptions::default()).unwrap_err();
    assert_eq!(refused.to_string(), "the game is over: Black wins: the higher score");
}

#[test]
fn reports_are_json_with_plain_names() {
    let report = reports(&game("antipod -radius=3"), 100_000).pop().unwrap();
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["how"]["kind"], "proved");
    assert_eq!(json["values"][0]["colour"], "light");
    assert_eq!(json["values"][0]["name"], "White");
    assert_eq!(json["map"]["map"], "worth");
    assert!(json.get("depth").is_none(), "a tree has no depth");
}

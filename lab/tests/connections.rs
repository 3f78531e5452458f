//! Virtual connections in Antipod, compared with tables.

use carrick_engine::{Limits, Value};
use carrick_games::AnyGame;
use carrick_lab::solve::{Connecting, ConnectionValues, connect};
use serde_json::Value as Json;

use crate::{game, options};

/// Positions from random games of radius 3: the turns, then the value to the player to move
/// according to the complete table.
const OF_TABLE: &str = include_str!("data/antipod3.txt");

#[track_caller]
fn found(game: &AnyGame, positions: u64, proof: bool) -> ConnectionValues {
    let search = Connecting { proof, ..search(positions) };
    connect(game, search, |_| ()).unwrap().unwrap()
}

/// A search of a number of positions.
fn search<'a>(positions: u64) -> Connecting<'a> {
    Connecting::new(Limits::nodes(positions * carrick_lab::solve::COST), 1 << 28)
}

#[test]
fn positions_have_the_values_of_the_table() {
    for line in OF_TABLE.lines().filter(|line| !line.starts_with('#')) {
        let (turns, value) = line.rsplit_once(' ').unwrap();
        let game = game("antipod -radius=3", turns);
        let score = found(&game, 200, false).solution.score;
        let expected = if value == "win" { Value::Win } else { Value::Loss };
        assert_eq!(score.map(|score| score.value), Some(expected), "{turns}");
    }
}

#[test]
fn black_wins_radius_3_against_every_first_turn() {
    let found = found(&AnyGame::new(options("antipod -radius=3")), 100, true);
    let solution = found.solution;
    assert_eq!(solution.score.map(|score| score.value), Some(Value::Loss));
    assert_eq!(solution.turns.len(), 18);
    assert!(solution.turns.iter().all(|turn| turn.score == solution.score));
    let connections = found.connections.unwrap();
    let mut file = Vec::new();
    connections.write(&mut file).unwrap();
    let text = String::from_utf8(file).unwrap();
    let head: Json = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(head["steps"], connections.steps());
    assert!(text.lines().last().unwrap().starts_with("all "), "{text}");
    assert_rests_on_full_connections(&text);
}

/// Checks that no `key` and no `series` of a proof rests on a connection with which Black moves
/// first: Black would move twice in a row.
#[track_caller]
fn assert_rests_on_full_connections(text: &str) {
    let mut full = Vec::new();
    for line in text.lines().skip(1).filter(|line| !line.starts_with("map ")) {
        let (word, numbers) = line.split_once(' ').unwrap();
        let numbers: Vec<usize> = numbers.split(' ').map(|n| n.parse().unwrap()).collect();
        let rests = match word {
            "key" => full[numbers[1]],
            "series" => full[numbers[0]] && full[numbers[1]],
            _ => true,
        };
        assert!(rests, "{line}");
        full.push(match word {
            "key" => false,
            "image" => full[numbers[1]],
            _ => true,
        });
    }
}

#[test]
fn a_proof_names_the_stones_of_its_position() {
    let turns = "d12 b4 f12 e7+ d3 b11 e6 e5 c2 f3+ b2 c5 d2 c6+ e3";
    let connections = found(&game("antipod -radius=4", turns), 100, true).connections.unwrap();
    let mut file = Vec::new();
    connections.write(&mut file).unwrap();
    let head: Json =
        serde_json::Deserializer::from_slice(&file).into_iter().next().unwrap().unwrap();
    assert_eq!(head["black"], serde_json::json!([7, 13, 14, 25, 27, 28, 39]));
    assert_eq!(head["white"], serde_json::json!([5, 10, 16, 17, 23, 26, 47, 54]));
    assert_rests_on_full_connections(std::str::from_utf8(&file).unwrap());
    let no_proof = found(&game("antipod -radius=4", &format!("{turns} d5")), 100, false);
    assert!(no_proof.connections.is_none());
}

#[test]
fn positions_not_proved_within_the_limits_are_not_settled() {
    let game = AnyGame::new(options("antipod -radius=6"));
    let found = found(&game, 1, true);
    assert_eq!((found.solution.score, found.connections.is_none()), (None, true));
    assert!(found.positions < 20, "{}", found.positions);
}

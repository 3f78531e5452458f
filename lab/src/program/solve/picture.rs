//! Pictures of the first turns in text: each place with a sign for the value of its best turn.

use std::collections::BTreeMap;

use carrick_engine::Value;
use carrick_engine::tables::Solution;
use carrick_games::{AnyGame, DrawStyle};

/// Signs with what they mean and their colours at a terminal: those of a win, a draw, a loss, and
/// what was not settled.
const SIGNS: [(char, &str, &str); 4] = [
    ('W', "win", "\u{1b}[32m"),
    ('D', "draw", "\u{1b}[33m"),
    ('L', "loss", "\u{1b}[31m"),
    ('?', "not settled", "\u{1b}[2m"),
];

/// Signs of empty points and of stones in drawings of the boards with points.
const EMPTY: &str = ".bw";
const STONES: &str = "oxOX";

/// The board with signs in place of the names of spots or of empty points, and a line that says
/// what they mean; empty where no turn has a place. In colours for a terminal.
pub(super) fn drawn(game: &AnyGame, solution: &Solution, colours: bool) -> String {
    let plain = grid(game);
    let mut signs: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut blank: Vec<(usize, usize)> = Vec::new();
    // The best turn of a place comes first.
    for solved in &solution.turns {
        let sign = match solved.score.map(|score| score.value) {
            Some(Value::Win) => 0,
            Some(Value::Draw) => 1,
            Some(Value::Loss) => 2,
            None => 3,
        };
        let place = solved.turn.rsplit(['-', ':']).next().unwrap_or(&solved.turn);
        let named = name_at(&plain, place);
        let found = match named {
            Some((row, column)) => {
                blank.extend((0..place.chars().count()).map(|at| (row, column + at)));
                vec![(row, column + (place.chars().count() - 1) / 2)]
            }
            None => stones_at(game, &plain, &solved.turn),
        };
        for at in found {
            signs.entry(at).or_insert(sign);
        }
    }
    if signs.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    let shown = |sign: usize| {
        let (sign, _, colour) = SIGNS[sign];
        if colours { format!("{colour}{sign}\u{1b}[0m") } else { sign.to_string() }
    };
    for (row, line) in plain.iter().enumerate() {
        for (column, &drawn) in line.iter().enumerate() {
            match signs.get(&(row, column)) {
                Some(&sign) => text += &shown(sign),
                None if blank.contains(&(row, column)) => text.push(' '),
                None => text.push(drawn),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    let met = (0..SIGNS.len()).filter(|sign| signs.values().any(|met| met == sign));
    let legend: Vec<_> = met.map(|sign| format!("{} {}", shown(sign), SIGNS[sign].1)).collect();
    text + "\n" + &legend.join("   ") + "\n\n"
}

/// A drawing by row and column.
fn grid(game: &AnyGame) -> Vec<Vec<char>> {
    game.draw(DrawStyle::LABELLED).lines().map(|line| line.chars().collect()).collect()
}

/// Where a name stands by itself in a drawing, as those of spots do.
fn name_at(grid: &[Vec<char>], name: &str) -> Option<(usize, usize)> {
    let name: Vec<char> = name.chars().collect();
    let is_apart = |line: &[char], at: usize| line.get(at).is_none_or(|&next| next == ' ');
    grid.iter().enumerate().find_map(|(row, line)| {
        let starts = 1..line.len().saturating_sub(name.len());
        let mut found = starts.filter(|&at| line[at..at + name.len()] == name[..]);
        let at = found.find(|&at| is_apart(line, at - 1) && is_apart(line, at + name.len()))?;
        Some((row, at))
    })
}

/// Where a turn would put a stone: at one place, or at two on the rim of a sphere.
fn stones_at(game: &AnyGame, before: &[Vec<char>], turn: &str) -> Vec<(usize, usize)> {
    let Ok(after) = game.clone().play_text(turn) else { return Vec::new() };
    let after = grid(&after);
    let rows = before.iter().zip(&after).enumerate();
    rows.flat_map(|(row, (before, after))| {
        let both = before.iter().zip(after).enumerate();
        both.filter(|(_, (before, after))| EMPTY.contains(**before) && STONES.contains(**after))
            .map(move |(column, _)| (row, column))
    })
    .collect()
}

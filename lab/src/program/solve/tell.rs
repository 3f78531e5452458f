//! Solutions as a table of text and as a picture.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use carrick_engine::Value;
use carrick_engine::tables::{Score, Solution};
use carrick_games::AnyGame;
use carrick_pictures::{Format, Style, Verdict, Verdicts, png, svg_with_verdicts};

/// Width of a PNG picture, in pixels.
const WIDTH_PX: u32 = 800;
/// Width of the list of turns, in characters.
const LIST_WIDTH: usize = 80;

/// A heading with the value of the position, then the turns by value, the best first.
pub(super) fn table(game: &AnyGame, solution: &Solution, how: &str) -> String {
    let kind = game.kind();
    let mover = game.colour_to_move().map_or("", |colour| kind.colour_name(colour));
    let value = match solution.score {
        None => "not settled".to_owned(),
        Some(Score { value: Value::Draw, .. }) => "a draw".to_owned(),
        Some(score) => format!("{mover} {}", said(score, "wins", "loses")),
    };
    let (title, options, turn) = (kind.title(), game.options(), game.ply() + 1);
    let mut text = format!("{title} {options}, turn {turn}: {mover} to move; {value}.\n");
    let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
    for solved in &solution.turns {
        let value =
            solved.score.map_or("not settled".to_owned(), |score| said(score, "win", "loss"));
        match rows.last_mut() {
            Some((last, turns)) if *last == value => turns.push(&solved.turn),
            _ => rows.push((value, vec![&solved.turn])),
        }
    }
    let width = rows.iter().map(|(value, _)| value.len()).max().unwrap_or(0);
    for (value, turns) in rows {
        for (at, line) in wrapped(&turns).into_iter().enumerate() {
            let value = if at == 0 { value.as_str() } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {value:width$}  {line}");
        }
    }
    text + how + "\n"
}

/// A value in words: `win in 7 turns`, `loss by 3 points`, `draw`.
fn said(score: Score, win: &str, loss: &str) -> String {
    let verb = match score.value {
        Value::Win => win,
        Value::Draw => return "draw".to_owned(),
        Value::Loss => loss,
    };
    let counted =
        |count: u16, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match (score.distance, score.margin) {
        (Some(turns), _) => format!("{verb} in {}", counted(turns, "turn")),
        (None, Some(points)) => format!("{verb} by {}", counted(points.unsigned_abs(), "point")),
        (None, None) => verb.to_owned(),
    }
}

/// Lines of words, none longer than the list is wide.
fn wrapped(words: &[&str]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().filter(|last| last.len() + word.len() < LIST_WIDTH);
        match last {
            Some(last) if last.is_empty() => last.push_str(word),
            Some(last) => {
                last.push(' ');
                last.push_str(word);
            }
            None => lines.push((*word).to_owned()),
        }
    }
    lines
}

/// A picture of the position with the best turn of each place, coloured by its value.
pub(super) fn picture(game: &AnyGame, solution: &Solution, format: Format) -> Result<Vec<u8>> {
    let mut verdicts: BTreeMap<String, (Verdict, String)> = BTreeMap::new();
    for solved in &solution.turns {
        let Some(score) = solved.score else { continue };
        let verdict = match score.value {
            Value::Win => Verdict::Win,
            Value::Draw => Verdict::Draw,
            Value::Loss => Verdict::Loss,
        };
        let points = score.margin.map(i16::unsigned_abs).filter(|&points| points > 0);
        let text = score.distance.or(points).map(|count| count.to_string()).unwrap_or_default();
        // `f4` for `d3-f4`, `d3` for `c:d3`; the best turn of a place comes first.
        let place = solved.turn.rsplit(['-', ':']).next().unwrap_or(&solved.turn);
        verdicts.entry(place.to_owned()).or_insert((verdict, text));
    }
    let svg = svg_with_verdicts(game, &Style::default(), &Verdicts(verdicts));
    Ok(match format {
        Format::Svg => svg.into_bytes(),
        Format::Png => png(&svg, WIDTH_PX)?,
    })
}

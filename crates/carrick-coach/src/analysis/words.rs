//! Values in words: percentages with how they were got.

use carrick_engine::{Line, Thought, Value};
use carrick_games::{Colour, GameKind, percent};

use super::How;

/// Value of a turn for its player, in a word: "63 %", or "wins" where that is proved.
///
/// ```
/// use carrick_coach::analysis::chances;
/// use carrick_engine::Value;
/// assert_eq!(chances(0.63, None), "63 %");
/// assert_eq!(chances(0.9999, None), "over 99 %");
/// assert_eq!(chances(0.0, Some(Value::Loss)), "loses");
/// ```
#[must_use]
pub fn chances(value: f32, proved: Option<Value>) -> String {
    match proved {
        Some(Value::Win) => "wins".to_owned(),
        Some(Value::Draw) => "draws".to_owned(),
        Some(Value::Loss) => "loses".to_owned(),
        None => percent(value),
    }
}

/// A number with its thousands apart.
///
/// ```
/// assert_eq!(carrick_coach::analysis::counted(12_000), "12,000");
/// ```
#[must_use]
pub fn counted(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Words for a turn that a search has not tried.
pub const NOT_SEARCHED: &str = "not searched";

/// Whether a search has tried a line's turn, so that its value means something.
#[must_use]
pub fn is_searched(found: &Thought, line: &Line<String>) -> bool {
    line.visits > 0 || line.proved.is_some() || found.settled
}

/// Value of a line in words, with the name of the player whose value it is.
pub(super) fn of_line(found: &Thought, line: &Line<String>, player: &str) -> String {
    if !is_searched(found, line) {
        return NOT_SEARCHED.to_owned();
    }
    let settled = found.settled;
    let value = match (line.proved, line.margin) {
        (Some(_), _) => format!("{}, proved", chances(line.value, line.proved)),
        (None, Some(margin)) if settled => format!("{} points, counted", signed(margin, 0)),
        (None, None) if settled => "no better, counted".to_owned(),
        (None, Some(margin)) => format!("{}, {} points", percent(line.value), signed(margin, 1)),
        (None, None) => percent(line.value),
    };
    format!("{player} {value}")
}

/// A number of points with its sign.
fn signed(points: f32, digits: usize) -> String {
    let points = if points.abs() < 0.05 { 0.0 } else { points };
    format!("{points:+.digits$}").replace('-', "−")
}

/// Value of a position, as a sentence. `colour` is held by the player to move.
pub(super) fn of_position(
    kind: GameKind,
    colour: Colour,
    found: &Thought,
    how: How,
    nodes: u64,
    swap: bool,
) -> String {
    let name = |colour| kind.colour_name(colour);
    let ahead = if found.value < 0.5 { !colour } else { colour };
    match how {
        How::Proved { result: Value::Draw } => return "A draw, proved.".to_owned(),
        How::Proved { result } if swap => {
            let does = if result == Value::Win { "wins" } else { "loses" };
            return format!("The player to move {does}, proved.");
        }
        _ => {}
    }
    let swap = if swap { "; a swap may still exchange the colours" } else { "" };
    match how {
        How::Proved { result } => {
            let winner = if result == Value::Win { colour } else { !colour };
            format!("{} wins, proved.", name(winner))
        }
        How::Counted => {
            let margin = found.lines.first().and_then(|line| line.margin).unwrap_or_default();
            match margin.abs() {
                0.0 => "Even, counted to the end.".to_owned(),
                points => {
                    let noun = if points == 1.0 { "point" } else { "points" };
                    format!("{} wins by {points:.0} {noun}, counted to the end.", name(ahead))
                }
            }
        }
        How::Fills => {
            let share = percent(found.value.max(1.0 - found.value));
            format!("{} {share} (share of random games{swap}).", name(ahead))
        }
        How::Search => {
            let share = percent(found.value.max(1.0 - found.value));
            let deep = match found.depth {
                Some(1) => "1 turn deep, ".to_owned(),
                Some(depth) => format!("{depth} turns deep, "),
                None => String::new(),
            };
            let noun = if nodes == 1 { "position" } else { "positions" };
            let nodes = counted(nodes);
            format!("{} {share} (search, {deep}{nodes} {noun}{swap}).", name(ahead))
        }
    }
}

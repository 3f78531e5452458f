//! The list of turns, in a column for each seat.

use std::fmt::Write as _;

use carrick_games::Seat;

use crate::playing::Table;

/// How much of the list is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The last four rounds.
    LastRounds,
    /// Everything.
    Whole,
    /// The first so many turns.
    Until(usize),
}

const ROUNDS_AFTER_A_TURN: usize = 4;

/// A row of the list: the number of its first turn, and a turn for each seat.
struct Row<'a> {
    number: usize,
    turns: [Option<&'a str>; 2],
}

/// The turn list, followed by a blank line; nothing before the first turn.
///
/// ```text
///       alice (O)  bob (X)
///    1  d3         f4
///    3  d3-e2
/// ```
pub(crate) fn turn_list(table: &Table<'_>, extent: Extent) -> String {
    let rows = rows(table, extent);
    if rows.is_empty() {
        return String::new();
    }
    let skipped = match extent {
        Extent::LastRounds => rows.len().saturating_sub(ROUNDS_AFTER_A_TURN),
        Extent::Whole | Extent::Until(_) => 0,
    };
    let heads =
        Seat::BOTH.map(|seat| format!("{} ({})", table.player(seat), table.colour_name(seat)));
    let first_width = rows
        .iter()
        .filter_map(|row| row.turns[0])
        .chain([heads[0].as_str()])
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = format!("      {:first_width$}  {}\n", heads[0], heads[1]);
    for row in &rows[skipped..] {
        let [first, second] = row.turns.map(Option::unwrap_or_default);
        let line = format!("{:4}  {first:first_width$}  {second}", row.number);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    text
}

/// A new row begins when the column of the turn's seat, or one to its right, is taken.
fn rows<'a>(table: &'a Table<'_>, extent: Extent) -> Vec<Row<'a>> {
    let limit = match extent {
        Extent::Until(ply) => ply,
        Extent::LastRounds | Extent::Whole => usize::MAX,
    };
    let mut rows: Vec<Row<'a>> = Vec::new();
    for (index, turn) in table.record.turns.iter().take(limit).enumerate() {
        let column = turn.seat.index();
        let fits = rows.last().is_some_and(|row| row.turns[column..].iter().all(Option::is_none));
        if !fits {
            rows.push(Row { number: index + 1, turns: [None; 2] });
        }
        if let Some(row) = rows.last_mut() {
            row.turns[column] = Some(&turn.text);
        }
    }
    rows
}

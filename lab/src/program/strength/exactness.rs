//! Table of how exact the levels are, from `docs/exactness.csv`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

/// The shares as `cargo run --release -p carrick-lab --example exactness` prints them.
const SHARES: &str = "docs/exactness.csv";

/// The section of the page; empty where nothing was measured.
pub(super) fn section() -> String {
    fs::read_to_string(SHARES).map(|shares| table(&shares)).unwrap_or_default()
}

fn table(shares: &str) -> String {
    let (mut boards, mut rows) = (Vec::new(), BTreeMap::new());
    for line in shares.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [board, level, _, positions, share, low, high] = cells[..] else { continue };
        let percent = |share: &str| share.parse::<f64>().map_or(f64::NAN, |share| 100.0 * share);
        let (share, low, high) = (percent(share), percent(low), percent(high));
        rows.insert((level, board), format!("{share:.1} % [{low:.0}, {high:.0}] ({positions})"));
        if !boards.contains(&board) {
            boards.push(board);
        }
    }
    let mut text = String::from(
        "\n## How exact the levels are\n\n\
         The share of positions of solved boards in which a level plays a turn that keeps the value, points included in \
         Anchor. The positions come from games of random turns, and in each at least one turn throws the value away; in \
         parentheses is their number, in square brackets Wilson's interval of 95 %. The ninth level searches for about \
         0.1 s, without the tables that [it looks into](certificates.md#tables-at-work) where they are at hand. The \
         figures stand in [exactness.csv](exactness.csv). A turn that wins at once is always taken, so in one of the \
         positions of Anchor all levels pass and win by 1 point where a stone wins by 2.\n\n",
    );
    let _ = writeln!(text, "| | {} |", boards.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(boards.len()));
    for level in (1..=9).rev().map(|level| level.to_string()) {
        let _ = write!(text, "| level {level} |");
        for &board in &boards {
            let share = rows.get(&(level.as_str(), board)).map_or("", String::as_str);
            let _ = write!(text, " {share} |");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_table() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        let table = table(&read(SHARES));
        assert!(table.contains("| level 9 |"));
        assert!(read("docs/strength.md").contains(&table), "\n{table}");
    }
}

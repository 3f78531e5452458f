//! `cargo xtask openings`: searches every first turn that may be swapped, and writes down what it is worth.
//!
//! Turns that a symmetry of the board makes the same are searched once. The nodes are counted, so the
//! same program writes the same file.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

use crate::symmetry::{Symmetric, alike};

const FILE: &str = "crates/carrick-engine/src/opening/values.txt";

const HEAD: &str = "\
# What a first turn is worth to the player who makes it, where the other may answer with a swap:
# the share of the points he may expect, in per cent, if nobody swaps.
# Turns on one line are the same, by a symmetry of the board.
# Written by `cargo xtask openings`: each turn's value is that of a search.
";

/// First turns of a game on a board of some size, with its other options as usual.
struct Table {
    board: Symmetric,
    size: u8,
    /// How many nodes the search of a turn gets.
    nodes: u32,
}

const fn table(board: Symmetric, size: u8, nodes: u32) -> Table {
    Table { board, size, nodes }
}

const TABLES: &[Table] = &[
    table(Symmetric::Ankor, 6, 300_000),
    table(Symmetric::Anchor, 8, 10_000),
    table(Symmetric::Boche, 6, 1_000),
    table(Symmetric::Anchor, 6, 20_000),
    table(Symmetric::Ankor, 4, 300_000),
    table(Symmetric::Ankor, 5, 300_000),
    table(Symmetric::Ankor, 7, 300_000),
    table(Symmetric::Boche, 4, 3_000),
    table(Symmetric::Boche, 5, 1_500),
    table(Symmetric::Anchor, 5, 20_000),
    table(Symmetric::Anchor, 7, 10_000),
];

type Result<T> = std::result::Result<T, String>;

pub(crate) fn run() -> ExitCode {
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<()> {
    crate::build()?;
    let mut text = HEAD.to_owned();
    for table in TABLES {
        text += &table.measure()?;
        fs::write(FILE, &text).map_err(|error| format!("{FILE}: {error}"))?;
    }
    eprintln!("{FILE} is written.");
    Ok(())
}

impl Table {
    /// The table as text: its game and options, then a value and its turns a line, the best first.
    fn measure(&self) -> Result<String> {
        let title = format!("{} -size={}", self.board.game(), self.size);
        eprintln!("{title}");
        let mut classes: BTreeMap<Vec<String>, f64> = BTreeMap::new();
        for turn in self.first_turns()? {
            let class = alike(self.board, self.size, &turn)?;
            if let Entry::Vacant(unknown) = classes.entry(class) {
                let replies = self.search(Some(&turn), self.nodes)?;
                let value = replies["value"].as_f64().ok_or("a search without a value")?;
                unknown.insert(100.0 * (1.0 - value));
            }
        }
        let mut classes: Vec<(Vec<String>, f64)> = classes.into_iter().collect();
        classes.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let mut text = format!("\n{title}\n");
        for (turns, value) in classes {
            let _ = writeln!(text, "{value:5.1}  {}", turns.join(" "));
        }
        Ok(text)
    }

    /// All first turns but the pass, which nobody can swap.
    fn first_turns(&self) -> Result<Vec<String>> {
        let found = self.search(None, 1)?;
        let lines = found["lines"].as_array().ok_or("a search without lines")?;
        let mut turns: Vec<String> = lines
            .iter()
            .filter_map(|line| line["turn"].as_str())
            .filter(|&turn| turn != "pass")
            .map(str::to_owned)
            .collect();
        turns.sort_unstable();
        Ok(turns)
    }

    /// What the search says after a first turn, in a game without a swap.
    fn search(&self, turn: Option<&str>, nodes: u32) -> Result<Value> {
        let output = Command::new("target/release/carrick")
            .args(["analyse", self.board.game(), &format!("-size={}", self.size)])
            .arg(self.board.without_swap())
            .args(turn.unwrap_or("").split_whitespace())
            .args(["--nodes", &nodes.to_string(), "--seed", "1", "--lines", "1000", "--json"])
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("carrick did not start: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().last().ok_or("the search said nothing")?;
        serde_json::from_str(last).map_err(|error| format!("what the search said: {error}"))
    }
}

//! `carrick-lab openings`: measures the value of every first turn that may be swapped, and writes
//! the engine's table.
//!
//! Ankor and Anchor are searched. In Boche, the player with the last cube wins most well-played
//! games, which is beyond the horizon of a search, so there games are played to their ends. Of
//! turns that a symmetry of the board makes equal, only one is tried. Nodes are counted, so the
//! same program writes the same file.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use serde::Deserialize as _;
use serde_json::Value;

use crate::arena::MatchFigures;
use crate::strength::won_by_seats;

const FILE: &str = "crates/carrick-engine/src/players/opening/values.txt";

const HEAD: &str = "\
# What a first turn is worth to the player who makes it, where the other may answer with a swap:
# the share of the points to be expected, in %, if nobody swaps.
# Turns on one line are the same, by a symmetry of the board.
# Written by `carrick-lab openings`: each turn's value is that of a search, in Boche that of games between
# two equal players.
";

/// Table of first turns for a board; its other options have their defaults.
struct OpeningTable {
    kind: GameKind,
    size: u8,
    means: Means,
}

/// How to find a turn's value.
#[derive(Clone, Copy)]
enum Means {
    /// By a search with a number of nodes.
    Search(u32),
    /// By a number of games between two players, each with enough nodes per turn to show who wins.
    Games(u32),
}

/// With 16 nodes a turn, the player with the last cube wins less often; with 64, nearly always.
const PLAYER: &str = "tree:64";

const fn search(kind: GameKind, size: u8, nodes: u32) -> OpeningTable {
    OpeningTable { kind, size, means: Means::Search(nodes) }
}

const fn games(kind: GameKind, size: u8, games: u32) -> OpeningTable {
    OpeningTable { kind, size, means: Means::Games(games) }
}

const TABLES: &[OpeningTable] = &[
    search(GameKind::Ankor, 6, 300_000),
    search(GameKind::Anchor, 8, 10_000),
    games(GameKind::Boche, 6, 40),
    search(GameKind::Anchor, 6, 20_000),
    search(GameKind::Ankor, 4, 300_000),
    search(GameKind::Ankor, 5, 300_000),
    search(GameKind::Ankor, 7, 300_000),
    games(GameKind::Boche, 4, 200),
    games(GameKind::Boche, 5, 100),
    search(GameKind::Anchor, 5, 20_000),
    search(GameKind::Anchor, 7, 10_000),
];

/// Measures all boards, and writes the table as it grows.
pub(crate) fn run() -> anyhow::Result<bool> {
    write().map(|()| true).map_err(anyhow::Error::msg)
}

fn write() -> Result<(), String> {
    let mut text = HEAD.to_owned();
    for table in TABLES {
        text += &table.measure()?;
        fs::write(FILE, &text).map_err(|error| format!("{FILE}: {error}"))?;
    }
    eprintln!("{FILE} is written.");
    Ok(())
}

impl OpeningTable {
    /// The table as text: game and options, then a line for each value with its turns, the best
    /// first.
    fn measure(&self) -> Result<String, String> {
        let title = format!("{} -size={}", self.kind, self.size);
        eprintln!("{title}");
        let size = format!("-size={}", self.size);
        let options = AnyOptions::parse(self.kind, &[&size], SizeLimits::Challenge)
            .map_err(|error| error.to_string())?;
        let empty = AnyGame::new(options);
        let mut classes: BTreeMap<Vec<String>, f64> = BTreeMap::new();
        for turn in self.first_turns()? {
            let class = empty.alike(&turn).map_err(|error| format!("{turn}: {error}"))?;
            if let Entry::Vacant(unknown) = classes.entry(class) {
                let worth = match self.means {
                    Means::Search(nodes) => self.searched(&turn, nodes)?,
                    Means::Games(games) => self.played(&turn, games)?,
                };
                unknown.insert(100.0 * worth);
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

    /// Value of a first turn by search.
    fn searched(&self, turn: &str, nodes: u32) -> Result<f64, String> {
        let replies = self.search(Some(turn), nodes)?;
        let value = replies["value"].as_f64().ok_or("a search without a value")?;
        Ok(1.0 - value)
    }

    /// Value of a first turn by games that start with it.
    fn played(&self, turn: &str, games: u32) -> Result<f64, String> {
        let words = ["--openings", "0", "--seed", "1", "--json", "--games", &games.to_string()];
        let figures = self.said_by(
            "carrick-lab",
            &["arena", PLAYER, PLAYER],
            &[&[turn], &words[..]].concat(),
        )?;
        let figures = MatchFigures::deserialize(figures).map_err(|error| error.to_string())?;
        let [first, second] = won_by_seats(&figures);
        let drawn = u64::from(games) - first - second;
        Ok((first as f64 + drawn as f64 / 2.0) / f64::from(games))
    }

    /// First turns except the pass, which cannot be swapped.
    fn first_turns(&self) -> Result<Vec<String>, String> {
        let found = self.search(None, 1)?;
        let lines = found["lines"].as_array().ok_or("a search without lines")?;
        let mut turns: Vec<String> = lines
            .iter()
            .filter_map(|line| line["turn"].as_str())
            .filter(|&turn| turn != carrick_games::PASS)
            .map(str::to_owned)
            .collect();
        turns.sort_unstable();
        Ok(turns)
    }

    /// Output of a search after a first turn, in a game without a swap.
    fn search(&self, turn: Option<&str>, nodes: u32) -> Result<Value, String> {
        let nodes = nodes.to_string();
        let words = ["--nodes", &nodes, "--seed", "1", "--lines", "1000", "--json"];
        self.said_by("carrick", &["analyse"], &[turn.as_slice(), &words].concat())
    }

    /// Last output of a program on this board, without a swap.
    fn said_by(&self, program: &str, before: &[&str], after: &[&str]) -> Result<Value, String> {
        let path = env::current_exe().map_err(|error| error.to_string())?;
        let output = Command::new(path.with_file_name(program))
            .args(before)
            .args([self.kind.name(), &format!("-size={}", self.size)])
            .args(self.kind.facts().no_swap)
            .args(after)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("{program} did not start: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().last().ok_or("the program printed nothing")?;
        serde_json::from_str(last).map_err(|error| format!("the output of the program: {error}"))
    }
}

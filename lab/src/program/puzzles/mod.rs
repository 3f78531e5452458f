//! `carrick-lab puzzles`: mines games for puzzles, and proves them again. This part contains the
//! files and the games; the search for puzzles is in [`carrick_coach::puzzle`].

mod games;
mod mine;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use carrick_cli::printed::ProgressLine;
use carrick_cli::tables::OnDemand;
use carrick_coach::puzzle::{Collection, Dull};
use carrick_games::GameKind;
use serde::{Deserialize, Serialize};

use crate::cli::{PuzzlesArguments, PuzzlesMode, VerifyArguments};

/// Mines or verifies. Returns whether all puzzles could be verified.
pub(crate) fn run(arguments: &PuzzlesArguments, out: &mut impl Write) -> Result<bool> {
    match &arguments.what {
        PuzzlesMode::Mine(arguments) => mine::run(arguments, out),
        PuzzlesMode::Verify(arguments) => verify(arguments, out),
    }
}

// Progress of a run of the miner.

/// Progress of one run, which continues from here.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MiningProgress {
    /// Number of games looked through.
    games: u64,
    /// Number of positions looked at.
    positions: u64,
    /// Number of candidates after a better defence than the game's.
    varied: u64,
    /// Number of puzzles found.
    found: u64,
    /// Number of puzzles of which every turn was proved.
    proved: u64,
    /// Number of rejected positions, by the reason in words.
    thrown_out: BTreeMap<String, u64>,
    /// Time, in seconds.
    seconds: f64,
}

impl MiningProgress {
    /// Counts a position that is not a puzzle.
    fn throw_out(&mut self, reason: Dull) {
        *self.thrown_out.entry(reason.to_string()).or_default() += 1;
    }
}

// Prints the progress of the miner.

/// Progress in a line.
fn how_far(standing: &MiningProgress) -> String {
    format!(
        "{} games, {} positions, {} puzzles",
        standing.games, standing.positions, standing.found
    )
}

/// The counts of a run, as a table.
fn print(run: &str, standing: &MiningProgress, out: &mut impl Write) -> Result<()> {
    let MiningProgress { games, positions, varied, found, proved, thrown_out, seconds } = standing;
    writeln!(out, "{run}")?;
    writeln!(out, "{games:>8} games")?;
    writeln!(out, "{positions:>8} positions")?;
    writeln!(out, "{varied:>8} more after better defences")?;
    writeln!(out, "{found:>8} puzzles, {proved} of them proved throughout")?;
    let mut thrown = |reason: &str, count: u64| writeln!(out, "{count:>8} rejected: {reason}");
    for reason in Dull::ALL.map(|reason| reason.to_string()) {
        if let Some(&count) = thrown_out.get(&reason) {
            thrown(&reason, count)?;
        }
    }
    writeln!(out, "{seconds:>8.0} seconds")?;
    Ok(())
}

// Proves puzzles again.

/// Verifies the files, or the program's own collection. Returns whether everything was right.
fn verify(arguments: &VerifyArguments, out: &mut impl Write) -> Result<bool> {
    let mut good = true;
    let tables = OnDemand::of(arguments.tables.tables.clone());
    if arguments.files.is_empty() {
        for kind in GameKind::ALL {
            good &= verify_each(kind.title(), Collection::of(kind), &tables, out)?;
        }
    }
    for path in &arguments.files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let collection = Collection::parse(&text).with_context(|| name.clone())?;
        good &= verify_each(&name, &collection, &tables, out)?;
    }
    Ok(good)
}

fn verify_each(
    name: &str,
    collection: &Collection,
    tables: &OnDemand,
    out: &mut impl Write,
) -> Result<bool> {
    let (mut progress, began) = (ProgressLine::start(), Instant::now());
    let all = collection.puzzles.len();
    let (mut nodes, mut proved, mut wrong) = (0, 0, 0);
    for (puzzle, done) in collection.puzzles.iter().zip(1..) {
        match puzzle.prove(tables) {
            Ok(searched) => {
                nodes += searched;
                proved += usize::from(puzzle.certainty.is_proved());
            }
            Err(unproved) => {
                wrong += 1;
                writeln!(out, "{name}, puzzle {}: {unproved}", puzzle.number)?;
            }
        }
        progress.show(|| format!("{name}: {done} of {all}"));
    }
    drop(progress);
    let seconds = began.elapsed().as_secs_f64();
    writeln!(
        out,
        "{name}: {all} puzzles, {proved} proved again, {} searched again, {wrong} wrong; {nodes} \
         positions in {seconds:.1} s",
        all - proved - wrong
    )?;
    Ok(wrong == 0)
}

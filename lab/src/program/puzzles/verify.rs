//! Proves puzzles again.

use std::fs;
use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use carrick_cli::progress::Progress;
use carrick_cli::tables::OnDemand;
use carrick_coach::puzzle::Collection;
use carrick_games::GameKind;

use crate::cli::VerifyArguments;

/// Verifies the files, or the program's own collection. Returns whether nothing was wrong.
pub(super) fn run(arguments: &VerifyArguments, out: &mut impl Write) -> Result<bool> {
    let mut good = true;
    let tables = OnDemand::of(arguments.tables.tables.clone());
    if arguments.files.is_empty() {
        for kind in GameKind::ALL {
            good &= verify(kind.title(), Collection::of(kind), &tables, out)?;
        }
    }
    for path in &arguments.files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let collection = Collection::parse(&text).with_context(|| name.clone())?;
        good &= verify(&name, &collection, &tables, out)?;
    }
    Ok(good)
}

fn verify(
    name: &str,
    collection: &Collection,
    tables: &OnDemand,
    out: &mut impl Write,
) -> Result<bool> {
    let (mut progress, began) = (Progress::start(), Instant::now());
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

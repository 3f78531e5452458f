//! `carrick-lab arena`: matches between computer players. This part reads arguments and prints;
//! games and files are in [`carrick_lab::arena`], schedule and statistics in
//! [`carrick_lab::arena`].

mod plan;
mod report;

use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::Result;
use carrick_cli::out_file::open_to_write;
use carrick_cli::progress::Progress;
use carrick_lab::arena::{GamesFile, Record, Standing, play_missing};
use carrick_lab::play::Match;

use crate::cli::ArenaArguments;

/// Plays the match, or what is left of it, and prints the statistics.
pub(crate) fn run(arguments: &ArenaArguments, out: &mut impl Write) -> Result<bool> {
    let settings = plan::settings(arguments)?;
    let (mut file, records) = match &arguments.out {
        Some(path) => {
            let (file, records) = open(path, &settings)?;
            (Some(file), records)
        }
        None => (None, Vec::new()),
    };
    let mut standing = Standing::new(&settings);
    for record in &records {
        standing.add(record.played());
    }
    let (mut progress, started, before) = (Progress::start(), Instant::now(), standing.games());
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.concurrency.unwrap_or_else(cores);
    let done = records.iter().map(Record::number).collect();
    play_missing(&settings, threads, &done, &mut standing, |record, standing| {
        if let Some(file) = &mut file {
            file.append(record)?;
        }
        progress.show(|| report::how_far(&settings, standing, started, before));
        anyhow::Ok(())
    })?;
    drop(progress);
    report::print(&settings, &standing, arguments.json, out)?;
    Ok(true)
}

/// Opens or creates the file of a match, and returns the games in it.
fn open(path: &Path, settings: &Match) -> Result<(GamesFile, Vec<Record>)> {
    let mut how = OpenOptions::new();
    how.read(true).write(true).create(true).truncate(false);
    let file = open_to_write(&how, path)?;
    Ok(GamesFile::open(file, path, settings)?)
}

//! `carrick arena`: matches between computer players. This part has the threads, files and clocks;
//! schedule and statistics are in [`carrick_engine::arena`].

mod clock;
mod duel;
mod file;
mod plan;
mod record;
mod report;
mod standing;

use std::collections::HashSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use anyhow::Result;
use carrick_engine::arena::GameNumber;

use crate::cli::ArenaArguments;
use crate::system::progress::Progress;
use file::GamesFile;
use plan::Plan;
use record::Record;
use standing::Standing;

/// Plays the match, or what is left of it, and prints the statistics.
pub(crate) fn run(arguments: &ArenaArguments, out: &mut impl Write) -> Result<bool> {
    let plan = Plan::new(arguments)?;
    let (mut file, records) = match &arguments.out {
        Some(path) => {
            let (file, records) = GamesFile::open(path, &plan)?;
            (Some(file), records)
        }
        None => (None, Vec::new()),
    };
    let mut standing = Standing::new(&plan);
    for record in &records {
        standing.add(record.played());
    }
    let (mut progress, started, before) = (Progress::new(), Instant::now(), standing.games());
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.concurrency.unwrap_or_else(cores);
    let done = records.iter().map(|record| record.game).collect();
    play_missing(&plan, threads, &done, &mut standing, |record, standing| {
        if let Some(file) = &mut file {
            file.append(record)?;
        }
        progress.show(|| report::how_far(&plan, standing, started, before));
        Ok(())
    })?;
    drop(progress);
    report::print(&plan, &standing, arguments.json, out)?;
    Ok(true)
}

/// Plays the games that are not `done`, several at a time, until the match is decided. Calls `each`
/// after every finished game.
fn play_missing(
    plan: &Plan,
    threads: NonZeroUsize,
    done: &HashSet<u32>,
    standing: &mut Standing<'_>,
    mut each: impl FnMut(&Record, &Standing<'_>) -> Result<()>,
) -> Result<()> {
    if standing.is_decided() {
        return Ok(());
    }
    let (next, over) = (AtomicU32::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (sender, next, over) = (sender.clone(), &next, &over);
            scope.spawn(move || {
                while let Some(number) = take(plan, done, next) {
                    // `None` is a game that was abandoned because the match is over.
                    let Some(played) = duel::play(plan, number, over).transpose() else { break };
                    if sender.send(played).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let collect = || {
            for played in receiver {
                let record = played?;
                standing.add(record.played());
                each(&record, standing)?;
                if standing.is_decided() {
                    break;
                }
            }
            Ok(())
        };
        let collected = collect();
        over.store(true, Ordering::Relaxed);
        collected
    })
}

/// Takes the number of the next game to play.
fn take(plan: &Plan, done: &HashSet<u32>, next: &AtomicU32) -> Option<GameNumber> {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.games {
            return None;
        }
        if !done.contains(&number) {
            return Some(GameNumber(number));
        }
    }
}

//! Simulates seeds on all processors: `carrick-sim --seed 7`, `carrick-sim --seeds 1000`.
#![allow(clippy::print_stdout, reason = "a program of the command line")]

mod processor;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use carrick_sim::{FailedRun, Run, Tally, Template, TemplateError, simulate};

const USAGE: &str = "Usage: carrick-sim [--seed n [--trace]] [--first n] [--seeds n] [--rounds n] [--seconds n] [--twice n] [--keep-going]";

/// Arguments of the command line.
struct Args {
    first: u64,
    seeds: u64,
    /// Rounds of each run; if not given, the seed determines them.
    rounds: Option<u32>,
    /// Time after which no more seeds are started.
    seconds: u64,
    /// One seed in this many is run twice, and must leave the same trace both times.
    twice: u64,
    trace: bool,
    keeps_going: bool,
}

fn args() -> Option<Args> {
    let mut args = Args {
        first: 1,
        seeds: 100,
        rounds: None,
        seconds: u64::MAX,
        twice: 50,
        trace: false,
        keeps_going: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next()?.parse().ok();
        match word.as_str() {
            "--seed" => (args.first, args.seeds) = (number()?, 1),
            "--first" => args.first = number()?,
            "--seeds" => args.seeds = number()?,
            "--rounds" => args.rounds = Some(number()?.try_into().ok()?),
            "--seconds" => args.seconds = number()?,
            "--twice" => args.twice = number()?,
            "--trace" => args.trace = true,
            "--keep-going" => args.keeps_going = true,
            _ => return None,
        }
    }
    Some(args)
}

fn main() -> ExitCode {
    let Some(args) = args() else {
        println!("{USAGE}");
        return ExitCode::from(2);
    };
    // A folder in memory, since nothing of a simulation has to last.
    let memory = Path::new("/dev/shm");
    let place: PathBuf = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let Ok(folder) = tempfile::tempdir_in(place) else {
        println!("the folder for the databases cannot be created");
        return ExitCode::FAILURE;
    };
    match template(folder.path()) {
        Ok(template) => run(&args, &template, folder.path()),
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn template(folder: &Path) -> Result<Template, TemplateError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(Template::new(folder))
}

/// Findings of all threads so far.
#[derive(Default)]
struct RunFindings {
    done: u64,
    tally: Tally,
    failed: Vec<FailedRun>,
    lines: Vec<String>,
}

fn run(args: &Args, template: &Template, folder: &Path) -> ExitCode {
    let (next, found) = (AtomicU64::new(0), Mutex::new(RunFindings::default()));
    let start = Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(args.seeds as usize);
    thread::scope(|scope| {
        for number in 0..threads {
            let folder = folder.join(number.to_string());
            let (next, found) = (&next, &found);
            scope.spawn(move || {
                processor::stay_on(number);
                if std::fs::create_dir(&folder).is_err() {
                    return;
                }
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let is_over = start.elapsed() >= Duration::from_secs(args.seconds);
                    if place >= args.seeds || is_over {
                        return;
                    }
                    let done = one(args, args.first + place, template, &folder);
                    let Ok(mut found) = found.lock() else { return };
                    found.done += 1;
                    match done {
                        Ok(run) => {
                            found.tally += run.tally;
                            found.lines = run.lines;
                        }
                        Err(run) => {
                            found.failed.push(*run);
                            if !args.keeps_going {
                                next.store(args.seeds, Ordering::Relaxed);
                            }
                        }
                    }
                }
            });
        }
    });
    let Ok(found) = found.into_inner() else { return ExitCode::FAILURE };
    report(args, &found, start.elapsed())
}

/// Runs a seed; some seeds are run twice.
fn one(args: &Args, seed: u64, template: &Template, folder: &Path) -> Result<Run, Box<FailedRun>> {
    let run = simulate(seed, args.rounds, template, folder, args.trace)?;
    if args.twice > 0 && seed.is_multiple_of(args.twice) {
        let again = simulate(seed, args.rounds, template, folder, args.trace)?;
        if again.trace != run.trace {
            let violation = carrick_sim::Violation {
                invariant: "the same seed gives the same run",
                finding: format!("{:016x}, then {:016x}", run.trace, again.trace),
            };
            let lines = first_difference(&run.lines, &again.lines);
            return Err(Box::new(FailedRun { seed, violation, lines }));
        }
    }
    Ok(run)
}

fn first_difference(one: &[String], other: &[String]) -> Vec<String> {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let mut lines = one[..same].to_vec();
    for (name, all) in [("first: ", one), ("again: ", other)] {
        lines.push(format!("{name}{}", all.get(same).map_or("", String::as_str)));
    }
    lines
}

fn report(args: &Args, found: &RunFindings, time: Duration) -> ExitCode {
    let RunFindings { done, tally, failed, lines } = found;
    if args.trace {
        for line in failed.first().map_or(lines, |run| &run.lines) {
            println!("{line}");
        }
    }
    let mut by_invariant: BTreeMap<&str, u64> = BTreeMap::new();
    for run in failed {
        *by_invariant.entry(run.violation.invariant).or_default() += 1;
    }
    for run in failed.iter().take(if args.keeps_going { 10 } else { 1 }) {
        println!("\n{run}");
        if !args.keeps_going && !args.trace {
            for line in &run.lines[run.lines.len().saturating_sub(20)..] {
                println!("    {line}");
            }
        }
        let rounds = args.rounds.map_or(String::new(), |rounds| format!(" --rounds {rounds}"));
        println!("Again: cargo run -p carrick-sim -- --seed {}{rounds} --trace", run.seed);
    }
    if args.keeps_going {
        for (invariant, times) in by_invariant {
            println!("{times} times: {invariant}");
        }
    }
    println!(
        "{done} seeds from {} in {:.1} s ({:.1} s of processor time), {} with a broken invariant\n{tally}",
        args.first,
        time.as_secs_f64(),
        processor::time().as_secs_f64(),
        failed.len()
    );
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

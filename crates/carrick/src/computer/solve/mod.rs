//! `carrick solve`: exact values of a position and of its turns, and certificates.

mod keep;
mod picture;
mod tell;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use carrick_engine::{Limits, Memory};
use carrick_games::AnyGame;
use carrick_pictures::Format;
use carrick_solve::{AnyTable, Needs, Report, Solution, connect, has_connections, search};

use crate::cli::SolveArguments;
use crate::games::script;
use crate::system::printed::json_line;
use crate::system::progress::Progress;
use crate::system::{interrupt, out_file};

/// Shortest interval at which work is kept in the file of `--resume`.
const KEEP_EVERY: Duration = Duration::from_secs(60);

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

/// Runs `carrick solve`. `colours` says that the output is a terminal.
pub(crate) fn run(arguments: &SolveArguments, colours: bool, out: &mut impl Write) -> Result<bool> {
    let format = arguments.out.as_deref().map(Format::of_path).transpose()?;
    let game = script::game(&arguments.game)?;
    if let Some(outcome) = game.outcome() {
        bail!("the game is over: {}", outcome.sentence(game.kind()));
    }
    let files = [&arguments.certificate, &arguments.strategy, &arguments.resume, &arguments.out];
    files.into_iter().flatten().try_for_each(|path| out_file::must_be_writable(path))?;
    interrupt::end_thoughts()?;
    let needs = AnyTable::needs(game.options());
    // Where a board has a table, all of these come from it.
    let [certificate, strategy, resume, _] = files;
    let wants_table = [certificate, strategy, resume].into_iter().any(Option::is_some);
    let (solution, how) = match needs {
        Some(needs) if wants_table || mebibytes(needs) <= arguments.memory => {
            by_table(arguments, &game, needs)?
        }
        _ => by_search(arguments, &game, needs)?,
    };
    if arguments.json {
        json_line(out, &Report::of(&solution))?;
    } else {
        out.write_all(picture::drawn(&game, &solution, colours).as_bytes())?;
        out.write_all(tell::table(&game, &solution, &how).as_bytes())?;
    }
    if let (Some(path), Some(format)) = (&arguments.out, format) {
        out_file::write(path, &tell::picture(&game, &solution, format)?)?;
    }
    Ok(true)
}

/// Memory that solving a board by its table takes.
const fn mebibytes(needs: Needs) -> usize {
    needs.bytes.div_ceil(MIB)
}

/// Solves a board by its table. Returns the values, and a sentence about how they were got.
fn by_table(
    arguments: &SolveArguments,
    game: &AnyGame,
    needs: Needs,
) -> Result<(Solution, String)> {
    let takes = mebibytes(needs);
    if takes > arguments.memory {
        bail!(
            "solving {} {} takes {takes} MiB of memory, and --memory allows {}; try --memory {takes}",
            game.kind().title(),
            game.options(),
            arguments.memory
        );
    }
    let resume = arguments.resume.as_deref();
    let mut table = match resume.map(|path| keep::begun(path, game.options())).transpose()? {
        Some(Some(table)) => table,
        _ => AnyTable::new(game.options()).expect("a board that needs memory has a table"),
    };
    fill(&mut table, resume)?;
    if let Some(path) = &arguments.certificate {
        keep::write(&table, game.options(), path)?;
    }
    if let Some(path) = &arguments.strategy {
        let strategy = table.strategy(game.options())?;
        out_file::replace(path, |out| strategy.write(out))?;
    }
    let states = table.bytes().len();
    Ok((table.solution(game)?, format!("Solved in full: {states} states.")))
}

/// Fills a table to its end, and keeps it in a file from time to time. Ctrl-C ends the program.
fn fill(table: &mut AnyTable, resume: Option<&Path>) -> Result<()> {
    if table.is_complete() {
        return Ok(());
    }
    let mut progress = Progress::new();
    let (start, states, left) = (Instant::now(), table.bytes().len(), table.filled());
    let (mut kept, mut wait) = (start, KEEP_EVERY);
    while !table.is_complete() {
        table.advance()?;
        progress.show(|| {
            let done = (left - table.filled()) as f64;
            let rest = start.elapsed().as_secs_f64() * table.filled() as f64 / done;
            let share = 100.0 * (1.0 - table.filled() as f64 / states as f64);
            format!("{share:.1} % of {states} states, about {rest:.0} s left")
        });
        let stop = interrupt::ended_thoughts();
        if let Some(path) = resume.filter(|_| stop.is_some() || kept.elapsed() >= wait) {
            let begun = Instant::now();
            keep::write_begun(table, path)?;
            kept = Instant::now();
            // Of a large table, a tenth of the time at most goes into keeping it.
            wait = KEEP_EVERY.max(9 * (kept - begun));
        }
        if let Some(stop) = stop {
            drop(progress);
            let share = 100.0 * (1.0 - table.filled() as f64 / states as f64);
            let advice = match resume {
                Some(path) => format!("`--resume {}` goes on from there", path.display()),
                None => "with --resume FILE the work would be kept".to_owned(),
            };
            eprintln!("carrick: broken off after {share:.1} % of the states; {advice}");
            stop.end();
        }
    }
    drop(progress);
    resume.map_or(Ok(()), |path| keep::write_begun(table, path))
}

/// Looks for proofs on a board that is too large for a table, or for the memory it may take.
fn by_search(
    arguments: &SolveArguments,
    game: &AnyGame,
    needs: Option<Needs>,
) -> Result<(Solution, String)> {
    let strategy = arguments.strategy.as_deref().filter(|_| has_connections(game));
    let files = [&arguments.certificate, &arguments.strategy, &arguments.resume];
    if files.into_iter().flatten().any(|path| Some(path.as_path()) != strategy) {
        bail!(
            "{} {} is too large to be solved in full, so there is no certificate and nothing to \
             resume; without --certificate, --strategy and --resume the engine looks for proofs",
            game.kind().title(),
            game.options()
        );
    }
    let stop = || interrupt::ended_thoughts().is_some();
    let limits = Limits { nodes: arguments.nodes, stop: &stop, threads: 1 };
    let mut progress = Progress::new();
    let show = |at: usize, of: usize| progress.show(|| format!("search {} of {of}", at + 1));
    let bytes = arguments.memory * MIB;
    let (solution, mut said) = match connect(game, limits, bytes, strategy.is_some(), show) {
        Some(found) => {
            if let Some(path) = strategy {
                let Some(proof) = &found.connections else {
                    bail!("it is not settled that Black wins, so there is no strategy to write");
                };
                out_file::replace(path, |out| proof.write(out))?;
            }
            let said = format!("Looked for connections in {} positions.", found.positions);
            (found.solution, said)
        }
        None => {
            let memory = Memory { tree: bytes / 2, table: bytes / 2 };
            let solution = search(game, arguments.seed, limits, memory, |at, of| {
                progress.show(|| format!("search {} of {of}", at + 1));
            });
            (solution, format!("Searched {} positions.", arguments.nodes))
        }
    };
    drop(progress);
    if let Some(stop) = interrupt::ended_thoughts() {
        eprintln!("carrick: broken off before the search was done");
        stop.end();
    }
    if let Some(needs) = needs {
        let takes = mebibytes(needs);
        said.push_str(&format!(" To solve the board in full, try --memory {takes}."));
    }
    Ok((solution, said))
}

//! `carrick-lab solve`: exact values of a position and of its turns, and certificates.

mod keep;
mod keeper;
mod picture;
mod tell;

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Result, bail};
use carrick_cli::printed::json_line;
use carrick_cli::words;
use carrick_cli::{interrupt, out_file};
use carrick_engine::tables::{AnyTable, JsonSolution, Needs, Solution};
use carrick_engine::{Limits, Memory};
use carrick_games::AnyGame;
use carrick_lab::solve::{
    Connecting, Found, Moment, Searching, connect, has_connections, search, strategy,
};
use carrick_pictures::Format;

use self::keeper::Keeper;
use crate::cli::SolveArguments;

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

/// Runs `carrick-lab solve`. `colours` says that the output is a terminal.
pub(crate) fn run(arguments: &SolveArguments, colours: bool, out: &mut impl Write) -> Result<bool> {
    let format = arguments.out.as_deref().map(Format::of_path).transpose()?;
    let game = words::game(&arguments.game)?;
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
        json_line(out, &JsonSolution::of(&solution))?;
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
        let strategy = strategy(&table, game.options())?;
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
    let states = table.bytes().len();
    let mut keeper = Keeper::new(resume, "states", states as u64);
    while !table.is_complete() {
        table.advance()?;
        keeper.show(table_done(table), "");
        keeper.keep(table.is_complete(), |out| table.write(None, out))?;
        keeper.end_if_stopped();
    }
    Ok(())
}

/// Number of states that are solved.
fn table_done(table: &AnyTable) -> u64 {
    (table.bytes().len() - table.filled()) as u64
}

/// Looks for proofs on a board that is too large for a table, or for the memory it may take.
fn by_search(
    arguments: &SolveArguments,
    game: &AnyGame,
    needs: Option<Needs>,
) -> Result<(Solution, String)> {
    let strategy = arguments.strategy.as_deref().filter(|_| has_connections(game));
    let files = [&arguments.certificate, &arguments.strategy];
    if files.into_iter().flatten().any(|path| Some(path.as_path()) != strategy) {
        bail!(
            "{} {} is too large to be solved in full, so there is no certificate; without \
             --certificate and --strategy the engine looks for proofs",
            game.kind().title(),
            game.options()
        );
    }
    let resume = arguments.resume.as_deref();
    let mut file = resume.map(keep::opened).transpose()?.flatten();
    let begun = file.as_mut().map(|file| file as &mut dyn BufRead);
    let failed = AtomicBool::new(false);
    let stop = || failed.load(Relaxed) || interrupt::ended_thoughts().is_some();
    let limits = Limits { nodes: arguments.nodes, stop: &stop, threads: 1 };
    let mut keeper = Keeper::new(resume, "nodes", arguments.nodes);
    let mut kept = Ok(());
    let hear = |moment: &Moment<'_>| {
        if kept.is_ok() {
            kept = keeper.hear(moment);
            failed.store(kept.is_err(), Relaxed);
        }
    };
    let bytes = arguments.memory * MIB;
    let (solution, proof, mut said) = if has_connections(game) {
        let wanted = Connecting { limits, bytes, proof: strategy.is_some(), begun };
        let found = connect(game, wanted, hear).map_err(keep::not_resumed(resume))?;
        let Found { solution, positions, connections } =
            found.expect("a game that has connections, and is not over");
        (solution, connections, format!("Looked for connections in {positions} positions."))
    } else {
        let memory = Memory { tree: bytes / 2, table: bytes / 2 };
        let wanted = Searching { seed: arguments.seed, limits, memory, begun };
        let solution = search(game, wanted, hear).map_err(keep::not_resumed(resume))?;
        (solution, None, format!("Searched {} positions.", arguments.nodes))
    };
    kept?;
    keeper.end_if_stopped();
    drop(keeper);
    if let Some(path) = strategy {
        let Some(proof) = proof else {
            bail!("it is not settled that Black wins, so there is no strategy to write");
        };
        out_file::replace(path, |out| proof.write(out))?;
    }
    if let Some(needs) = needs {
        let takes = mebibytes(needs);
        said.push_str(&format!(" To solve the board in full, try --memory {takes}."));
    }
    Ok((solution, said))
}

//! `carrick-lab solve`: exact values of a position and of its turns, and certificates.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, bail};
use carrick_cli::printed::{ProgressLine, json_line};
use carrick_cli::{out_file, signal, words};
use carrick_engine::tables::{
    AnyTable, ExactScore, JsonSolution, Solution, TableNeeds, claim, read_table,
};
use carrick_engine::{Limits, Memory, Value};
use carrick_games::{AnyGame, AnyOptions, DrawStyle};
use carrick_lab::solve::{
    Connecting, ConnectionValues, SearchMoment, Searching, connect, has_connections, search,
    strategy,
};
use carrick_pictures::{Format, Style, TurnResult, Verdicts, png, svg_with_verdicts};

use crate::cli::SolveArguments;

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

/// Runs `carrick-lab solve`. `colours` is set if the output is a terminal.
pub(crate) fn run(arguments: &SolveArguments, colours: bool, out: &mut impl Write) -> Result<bool> {
    let format = arguments.out.as_deref().map(Format::of_path).transpose()?;
    let game = words::game(&arguments.game)?;
    if let Some(outcome) = game.outcome() {
        bail!("the game is over: {}", outcome.sentence(game.kind()));
    }
    let files = [&arguments.certificate, &arguments.strategy, &arguments.resume, &arguments.out];
    files.into_iter().flatten().try_for_each(|path| out_file::must_be_writable(path))?;
    signal::end_thoughts()?;
    let needs = AnyTable::needs(game.options());
    // If a board has a table, all of these come from it.
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
        out.write_all(drawn(&game, &solution, colours).as_bytes())?;
        out.write_all(table(&game, &solution, &how).as_bytes())?;
    }
    if let (Some(path), Some(format)) = (&arguments.out, format) {
        out_file::write(path, &picture(&game, &solution, format)?)?;
    }
    Ok(true)
}

/// Memory needed to solve a board by its table.
const fn mebibytes(needs: TableNeeds) -> usize {
    needs.bytes.div_ceil(MIB)
}

/// Solves a board by its table. Returns the values, and a sentence about how they were found.
fn by_table(
    arguments: &SolveArguments,
    game: &AnyGame,
    needs: TableNeeds,
) -> Result<(Solution, String)> {
    let takes = mebibytes(needs);
    if takes > arguments.memory {
        bail!(
            "solving {} {} takes {takes} MiB of memory, but --memory allows {}; try --memory {takes}",
            game.kind().title(),
            game.options(),
            arguments.memory
        );
    }
    let resume = arguments.resume.as_deref();
    let mut table = match resume.map(|path| begun(path, game.options())).transpose()? {
        Some(Some(table)) => table,
        _ => AnyTable::new(game.options()).expect("a board that needs memory has a table"),
    };
    fill(&mut table, resume)?;
    if let Some(path) = &arguments.certificate {
        write(&table, game.options(), path)?;
    }
    if let Some(path) = &arguments.strategy {
        let strategy = strategy(&table, game.options())?;
        out_file::replace(path, |out| strategy.write(out))?;
    }
    let states = table.bytes().len();
    Ok((table.solution(game)?, format!("Solved in full: {states} states.")))
}

/// Fills a table to its end, and saves it in a file regularly. Ctrl-C ends the program.
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

/// Number of solved states.
fn table_done(table: &AnyTable) -> u64 {
    (table.bytes().len() - table.filled()) as u64
}

/// Looks for proofs on a board that is too large for a table, or for the memory it may take.
fn by_search(
    arguments: &SolveArguments,
    game: &AnyGame,
    needs: Option<TableNeeds>,
) -> Result<(Solution, String)> {
    let strategy = arguments.strategy.as_deref().filter(|_| has_connections(game));
    let files = [&arguments.certificate, &arguments.strategy];
    if files.into_iter().flatten().any(|path| Some(path.as_path()) != strategy) {
        bail!(
            "{} {} is too large to be solved in full, so there is no certificate; leave out \
             --certificate and --strategy to let the engine look for proofs",
            game.kind().title(),
            game.options()
        );
    }
    let resume = arguments.resume.as_deref();
    let mut file = resume.map(opened).transpose()?.flatten();
    let begun = file.as_mut().map(|file| file as &mut dyn BufRead);
    let failed = AtomicBool::new(false);
    let stop = || failed.load(Relaxed) || signal::ended_thoughts().is_some();
    let limits = Limits { nodes: arguments.nodes, stop: &stop, threads: 1 };
    let mut keeper = Keeper::new(resume, "nodes", arguments.nodes);
    let mut kept = Ok(());
    let hear = |moment: &SearchMoment<'_>| {
        if kept.is_ok() {
            kept = keeper.hear(moment);
            failed.store(kept.is_err(), Relaxed);
        }
    };
    let bytes = arguments.memory * MIB;
    let (solution, proof, mut said) = if has_connections(game) {
        let wanted = Connecting { limits, bytes, proof: strategy.is_some(), begun };
        let found = connect(game, wanted, hear).map_err(not_resumed(resume))?;
        let ConnectionValues { solution, positions, connections } =
            found.expect("a game that has connections, and is not over");
        (solution, connections, format!("Looked for connections in {positions} positions."))
    } else {
        let memory = Memory { tree: bytes / 2, table: bytes / 2 };
        let wanted = Searching { seed: arguments.seed, limits, memory, begun };
        let solution = search(game, wanted, hear).map_err(not_resumed(resume))?;
        (solution, None, format!("Searched {} positions.", arguments.nodes))
    };
    kept?;
    keeper.end_if_stopped();
    drop(keeper);
    if let Some(path) = strategy {
        let Some(proof) = proof else {
            bail!("Black's win is not proved, so there is no strategy to write");
        };
        out_file::replace(path, |out| proof.write(out))?;
    }
    if let Some(needs) = needs {
        let takes = mebibytes(needs);
        said.push_str(&format!(" To solve the board in full, try --memory {takes}."));
    }
    Ok((solution, said))
}

// Files of tables and searches: read, and written so that an old file stays until the new one is
// complete.

/// Opens a file of saved work; `None` if there is no file yet.
fn opened(path: &Path) -> Result<Option<BufReader<File>>> {
    match File::open(path) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => bail!("cannot read {}: {error}", path.display()),
    }
}

/// Reads the table in a file, as far as it is solved; `None` if there is no file yet.
fn begun(path: &Path, options: AnyOptions) -> Result<Option<AnyTable>> {
    let read = |file| read_table(file, options).map_err(not_resumed(Some(path)));
    opened(path)?.map(read).transpose()
}

/// Names the file that cannot be resumed from.
fn not_resumed<E: std::error::Error + Send + Sync + 'static>(
    path: Option<&Path>,
) -> impl FnOnce(E) -> Error {
    let name = path.unwrap_or(Path::new("")).display().to_string();
    move |error| Error::new(error).context(format!("{name} cannot be resumed from"))
}

/// Writes a complete table with its claim about the first turns.
fn write(table: &AnyTable, options: AnyOptions, path: &Path) -> Result<()> {
    let claim = claim(table, options)?;
    out_file::replace(path, |out| table.write(Some(claim), out))
}

// Long work at a terminal: shows its progress, saves it in a file regularly, and stops on Ctrl-C.

/// Minimum interval between saving work in the file of `--resume`.
const KEEP_EVERY: Duration = Duration::from_secs(60);

/// Work in progress.
struct Keeper<'a> {
    progress: ProgressLine,
    resume: Option<&'a Path>,
    /// The unit of the work: states or nodes.
    unit: &'static str,
    start: Instant,
    /// How much was done at the start, and is done now.
    before: Option<u64>,
    done: u64,
    of: u64,
    kept: Instant,
    wait: Duration,
    /// Whether Ctrl-C was pressed, and the work saved after it.
    stopped: bool,
}

impl<'a> Keeper<'a> {
    /// Starts work of at most `of` units.
    fn new(resume: Option<&'a Path>, unit: &'static str, of: u64) -> Self {
        let (progress, start, wait) = (ProgressLine::start(), Instant::now(), KEEP_EVERY);
        let (before, done, kept, stopped) = (None, 0, start, false);
        Self { progress, resume, unit, start, before, done, of, kept, wait, stopped }
    }

    /// Shows the progress of a search, and saves it when it is due.
    fn hear(&mut self, moment: &SearchMoment<'_>) -> Result<()> {
        self.of = moment.limit;
        let search = format!("search {} of {}: ", (moment.done + 1).min(moment.of), moment.of);
        self.show(moment.nodes, &search);
        self.keep(moment.done == moment.of, |out| moment.write(out))
    }

    /// Shows the progress of the work, after some words.
    fn show(&mut self, done: u64, words: &str) {
        self.done = done;
        let before = *self.before.get_or_insert(done);
        let Self { unit, start, of, .. } = self;
        self.progress.show(|| {
            let share = 100.0 * done as f64 / (*of).max(1) as f64;
            let left = of.saturating_sub(done) as f64;
            let rest = start.elapsed().as_secs_f64() * left / (done - before).max(1) as f64;
            // A search may end before all of its nodes are used.
            let about = if words.is_empty() { "about" } else { "at most" };
            format!("{words}{share:.1} % of {of} {unit}, {about} {rest:.0} s left")
        });
    }

    /// Saves the work in the file of `--resume` when it is due, when it is done, or after Ctrl-C.
    fn keep(
        &mut self,
        is_done: bool,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<()> {
        let Some(path) = self.resume.filter(|_| !self.stopped) else { return Ok(()) };
        self.stopped = signal::ended_thoughts().is_some();
        if self.stopped || is_done || self.kept.elapsed() >= self.wait {
            let begun = Instant::now();
            out_file::replace(path, write)?;
            self.kept = Instant::now();
            // Saving large work takes at most a tenth of the time.
            self.wait = KEEP_EVERY.max(9 * (self.kept - begun));
        }
        Ok(())
    }

    /// Ends the program if Ctrl-C was pressed, and reports the progress.
    fn end_if_stopped(&mut self) {
        let Some(stop) = signal::ended_thoughts() else { return };
        self.progress.clear();
        let Self { done, of, unit, resume, .. } = self;
        let share = 100.0 * *done as f64 / (*of).max(1) as f64;
        let advice = match resume {
            Some(path) => format!("`--resume {}` continues from there", path.display()),
            None => "use --resume FILE to keep the work".to_owned(),
        };
        eprintln!("carrick-lab: interrupted after {share:.1} % of {of} {unit}; {advice}");
        stop.end();
    }
}

// Pictures of the first turns in text: each place with a sign for the value of its best turn.

/// Signs with their meanings and their colours at a terminal: a win, a draw, a loss, and not
/// settled.
const SIGNS: [(char, &str, &str); 4] = [
    ('W', "win", "\u{1b}[32m"),
    ('D', "draw", "\u{1b}[33m"),
    ('L', "loss", "\u{1b}[31m"),
    ('?', "not settled", "\u{1b}[2m"),
];

/// Signs of empty points and of stones in drawings of the boards with points.
const EMPTY: &str = ".bw";
const STONES: &str = "oxOX";

/// The board with signs in place of the names of spots or of empty points, and a line with their
/// meanings; empty if no turn has a place. In colour for a terminal.
fn drawn(game: &AnyGame, solution: &Solution, colours: bool) -> String {
    let plain = grid(game);
    let mut signs: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut blank: Vec<(usize, usize)> = Vec::new();
    // The best turn of a place comes first.
    for solved in &solution.turns {
        let sign = match solved.score.map(|score| score.value) {
            Some(Value::Win) => 0,
            Some(Value::Draw) => 1,
            Some(Value::Loss) => 2,
            None => 3,
        };
        let place = solved.turn.rsplit(['-', ':']).next().unwrap_or(&solved.turn);
        let named = name_at(&plain, place);
        let found = match named {
            Some((row, column)) => {
                blank.extend((0..place.chars().count()).map(|at| (row, column + at)));
                vec![(row, column + (place.chars().count() - 1) / 2)]
            }
            None => stones_at(game, &plain, &solved.turn),
        };
        for at in found {
            signs.entry(at).or_insert(sign);
        }
    }
    if signs.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    let shown = |sign: usize| {
        let (sign, _, colour) = SIGNS[sign];
        if colours { format!("{colour}{sign}\u{1b}[0m") } else { sign.to_string() }
    };
    for (row, line) in plain.iter().enumerate() {
        for (column, &drawn) in line.iter().enumerate() {
            match signs.get(&(row, column)) {
                Some(&sign) => text += &shown(sign),
                None if blank.contains(&(row, column)) => text.push(' '),
                None => text.push(drawn),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    let met = (0..SIGNS.len()).filter(|sign| signs.values().any(|met| met == sign));
    let legend: Vec<_> = met.map(|sign| format!("{} {}", shown(sign), SIGNS[sign].1)).collect();
    text + "\n" + &legend.join("   ") + "\n\n"
}

/// A drawing by row and column.
fn grid(game: &AnyGame) -> Vec<Vec<char>> {
    game.draw(DrawStyle::LABELLED).lines().map(|line| line.chars().collect()).collect()
}

/// Where a name appears as a separate word in a drawing, as those of spots do.
fn name_at(grid: &[Vec<char>], name: &str) -> Option<(usize, usize)> {
    let name: Vec<char> = name.chars().collect();
    let is_apart = |line: &[char], at: usize| line.get(at).is_none_or(|&next| next == ' ');
    grid.iter().enumerate().find_map(|(row, line)| {
        let starts = 1..line.len().saturating_sub(name.len());
        let mut found = starts.filter(|&at| line[at..at + name.len()] == name[..]);
        let at = found.find(|&at| is_apart(line, at - 1) && is_apart(line, at + name.len()))?;
        Some((row, at))
    })
}

/// Where a turn would put a stone: at one place, or at two on the rim of a sphere.
fn stones_at(game: &AnyGame, before: &[Vec<char>], turn: &str) -> Vec<(usize, usize)> {
    let Ok(after) = game.clone().play_text(turn) else { return Vec::new() };
    let after = grid(&after);
    let rows = before.iter().zip(&after).enumerate();
    rows.flat_map(|(row, (before, after))| {
        let both = before.iter().zip(after).enumerate();
        both.filter(|(_, (before, after))| EMPTY.contains(**before) && STONES.contains(**after))
            .map(move |(column, _)| (row, column))
    })
    .collect()
}

// Solutions as a table of text and as a picture.

/// Width of a PNG picture, in pixels.
const WIDTH_PX: u32 = 800;
/// Width of the list of turns, in characters.
const LIST_WIDTH: usize = 80;

/// A heading with the value of the position, then the turns by value, the best first.
fn table(game: &AnyGame, solution: &Solution, how: &str) -> String {
    let kind = game.kind();
    let mover = game.colour_to_move().map_or("", |colour| kind.colour_name(colour));
    let value = match solution.score {
        None => "not settled".to_owned(),
        Some(ExactScore { value: Value::Draw, .. }) => "a draw".to_owned(),
        Some(score) => format!("{mover} {}", said(score, "wins", "loses")),
    };
    let (title, options, turn) = (kind.title(), game.options(), game.ply() + 1);
    let mut text = format!("{title} {options}, turn {turn}: {mover} to move; {value}.\n");
    let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
    for solved in &solution.turns {
        let value =
            solved.score.map_or("not settled".to_owned(), |score| said(score, "win", "loss"));
        match rows.last_mut() {
            Some((last, turns)) if *last == value => turns.push(&solved.turn),
            _ => rows.push((value, vec![&solved.turn])),
        }
    }
    let width = rows.iter().map(|(value, _)| value.len()).max().unwrap_or(0);
    for (value, turns) in rows {
        for (at, line) in wrapped(&turns).into_iter().enumerate() {
            let value = if at == 0 { value.as_str() } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {value:width$}  {line}");
        }
    }
    text + how + "\n"
}

/// A value in words: `win in 7 turns`, `loss by 3 points`, `draw`.
fn said(score: ExactScore, win: &str, loss: &str) -> String {
    let verb = match score.value {
        Value::Win => win,
        Value::Draw => return "draw".to_owned(),
        Value::Loss => loss,
    };
    let counted =
        |count: u16, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match (score.distance, score.margin) {
        (Some(turns), _) => format!("{verb} in {}", counted(turns, "turn")),
        (None, Some(points)) => format!("{verb} by {}", counted(points.unsigned_abs(), "point")),
        (None, None) => verb.to_owned(),
    }
}

/// Lines of words, none longer than the list is wide.
fn wrapped(words: &[&str]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().filter(|last| last.len() + word.len() < LIST_WIDTH);
        match last {
            Some(last) if last.is_empty() => last.push_str(word),
            Some(last) => {
                last.push(' ');
                last.push_str(word);
            }
            None => lines.push((*word).to_owned()),
        }
    }
    lines
}

/// A picture of the position with the best turn of each place, coloured by its value.
fn picture(game: &AnyGame, solution: &Solution, format: Format) -> Result<Vec<u8>> {
    let mut verdicts: BTreeMap<String, (TurnResult, String)> = BTreeMap::new();
    for solved in &solution.turns {
        let Some(score) = solved.score else { continue };
        let verdict = match score.value {
            Value::Win => TurnResult::Win,
            Value::Draw => TurnResult::Draw,
            Value::Loss => TurnResult::Loss,
        };
        let points = score.margin.map(i16::unsigned_abs).filter(|&points| points > 0);
        let text = score.distance.or(points).map(|count| count.to_string()).unwrap_or_default();
        // `f4` for `d3-f4`, `d3` for `c:d3`; the best turn of a place comes first.
        let place = solved.turn.rsplit(['-', ':']).next().unwrap_or(&solved.turn);
        verdicts.entry(place.to_owned()).or_insert((verdict, text));
    }
    let svg = svg_with_verdicts(game, &Style::default(), &Verdicts(verdicts));
    Ok(match format {
        Format::Svg => svg.into_bytes(),
        Format::Png => png(&svg, WIDTH_PX)?,
    })
}

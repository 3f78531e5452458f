//! `carrick analyse`: the best turns in a position and their values, as the search deepens.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use carrick_cli::printed::json_line;
use carrick_cli::{out_file, signal, tables, words};
use carrick_coach::analysis::{
    self as coach, NOT_SEARCHED, PlaceMap, chances, every_turn, is_searched,
};
use carrick_engine::{
    AnyEngine, Exact as _, Limits, Memory, ReportLine, Thought, Value, even_out_by_name,
};
use carrick_games::{AnyGame, GameKind};
use carrick_pictures::{
    Format, Heat, OwnershipOverlay, Style, png, svg_with_heat, svg_with_ownership,
};
use serde::Serialize;

use crate::cli::{AnalyseArguments, MapArgument};
use crate::games::hotseat::{TurnBudget, shown};

/// Interval between reports if the search is limited by time.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// Nodes before the first report; the number doubles with each report.
const FIRST_NODES: u64 = 16;

/// Maximum number of turns to show of a line of play.
const SHOWN_AHEAD: usize = 8;

/// Runs `carrick analyse`. `live` means that the output is a terminal, where earlier results can be
/// overwritten.
pub(crate) fn run(arguments: &AnalyseArguments, live: bool, out: &mut impl Write) -> Result<bool> {
    let format = arguments.out.as_deref().map(Format::of_path).transpose()?;
    let game = words::game(&arguments.game)?;
    if let Some(outcome) = game.outcome() {
        bail!("the game is over: {}", outcome.sentence(game.kind()));
    }
    let map = MapArgument::for_game(arguments.map, game.kind())?;
    check_map(arguments, map)?;
    let seed = arguments.thinking.seed();
    let budget = arguments.thinking.budget(Duration::from_secs_f64(arguments.seconds));
    let mut printer = Printer { game: &game, arguments, live, out: &mut *out, lines_above: 0 };
    let mut last = None;
    let memory = Memory { table: arguments.table << 20, ..Memory::default() };
    let tables = tables::of_board(arguments.tables.tables.as_deref(), game.options())?;
    let mut engine = AnyEngine::new(&game, seed, memory);
    signal::end_thoughts()?;
    let mut tell = |mut found: SearchResults| {
        even_out_by_name(&game, &mut found.thought.lines);
        printer.tell(&found, false)?;
        last = Some(found);
        Ok(())
    };
    match tables.exact(&game) {
        Some(thought) => tell(SearchResults { thought, nodes: 0, by_table: true })?,
        None => search(&mut engine, arguments.lines, budget, tell)?,
    }
    if let Some(found) = &last {
        printer.tell(found, true)?;
    }
    let wants_map = arguments.map.is_some() || arguments.out.is_some();
    let reason = if wants_map { "carrick: stopped before the map was drawn\n" } else { "" };
    leave_if_interrupted(out, reason)?;
    let Some(found) = last.filter(|_| wants_map) else { return Ok(true) };
    let map = match map {
        MapArgument::Worth => {
            let (thought, lines) = (&found.thought, arguments.lines);
            let mut think = |parts, search: &mut dyn FnMut(Limits<'_>) -> Thought| {
                budget.part(parts).think(search)
            };
            let turns = shown(|| every_turn(&mut engine, &game, lines, seed, thought, &mut think));
            PlaceMap::worth(&turns)
        }
        MapArgument::Pivotal | MapArgument::Ownership => map_of_random_games(map, &game, seed),
    };
    // A position that was not searched has no results.
    leave_if_interrupted(out, reason)?;
    if arguments.json && arguments.map.is_some() {
        json_line(out, &map)?;
    }
    if let (Some(path), Some(format)) = (&arguments.out, format) {
        write(map, &game, arguments.numbers, path, format)?;
    }
    Ok(true)
}

/// Checks that the map of an analysis can be written with the given options.
///
/// # Errors
/// Describes the first invalid option.
fn check_map(arguments: &AnalyseArguments, map: MapArgument) -> Result<()> {
    if arguments.numbers && map != MapArgument::Ownership {
        bail!("--numbers works only with an ownership map; other maps always show their numbers");
    }
    arguments.out.as_deref().map_or(Ok(()), out_file::must_be_writable)
}

/// After Ctrl-C, prints why there are no more results, and ends the program.
fn leave_if_interrupted(out: &mut impl Write, reason: &str) -> Result<()> {
    let Some(stop) = signal::ended_thoughts() else { return Ok(()) };
    out.flush()?;
    // The program ends even if this cannot be printed.
    let _ = io::stderr().write_all(reason.as_bytes());
    stop.end()
}

/// Search results so far.
struct SearchResults {
    thought: Thought,
    /// Total number of nodes searched.
    nodes: u64,
    /// Whether there was no search, because the board has a table.
    by_table: bool,
}

/// Searches until the budget is used up or the position is decided. Reports after each round if the
/// engine searches in rounds, otherwise after each slice of the budget.
fn search(
    engine: &mut AnyEngine,
    lines: usize,
    budget: TurnBudget,
    mut tell: impl FnMut(SearchResults) -> Result<()>,
) -> Result<()> {
    if engine.thinks_in_rounds() {
        return search_in_rounds(engine, lines, budget, tell);
    }
    let start = Instant::now();
    let (mut nodes, mut slice) = (0, FIRST_NODES);
    loop {
        let left = budget.time.map(|time| time.saturating_sub(start.elapsed()));
        let part = TurnBudget {
            nodes: match left {
                Some(_) => u64::MAX,
                None => slice.min(budget.nodes - nodes),
            },
            time: left.map(|left| left.min(TELL_EVERY)),
            ..budget
        };
        let thought = part.think(|limits| engine.think(limits));
        let looked_at = thought.nodes;
        nodes += looked_at;
        let decided = thought.proved.is_some() || looked_at == 0;
        tell(SearchResults { thought, nodes, by_table: false })?;
        let used_up = left.is_some_and(|left| left <= TELL_EVERY) || nodes >= budget.nodes;
        if decided || used_up || signal::ended_thoughts().is_some() {
            return Ok(());
        }
        slice *= 2;
    }
}

fn search_in_rounds(
    engine: &mut AnyEngine,
    lines: usize,
    budget: TurnBudget,
    mut tell: impl FnMut(SearchResults) -> Result<()>,
) -> Result<()> {
    let (mut told, failed, mut nodes) = (Ok(()), AtomicBool::new(false), None);
    let thought = budget.think(|limits| {
        let stop = || failed.load(Relaxed) || (limits.stop)();
        let mut tell = |thought: Thought| {
            if told.is_ok() {
                nodes = Some(thought.nodes);
                told = tell(SearchResults { nodes: thought.nodes, thought, by_table: false });
                failed.store(told.is_err(), Relaxed);
            }
        };
        engine.think_multi_pv(Limits { stop: &stop, ..limits }, lines, Some(&mut tell))
    });
    told?;
    // Skip the report if the last round searched nothing more.
    if nodes == Some(thought.nodes) {
        Ok(())
    } else {
        tell(SearchResults { nodes: thought.nodes, thought, by_table: false })
    }
}

/// Prints search results as text or JSON.
struct Printer<'a, W> {
    game: &'a AnyGame,
    arguments: &'a AnalyseArguments,
    live: bool,
    out: W,
    /// Number of lines of earlier results above the cursor, to be overwritten.
    lines_above: usize,
}

impl<W: Write> Printer<'_, W> {
    /// JSON prints every report, a terminal overwrites the last one, and plain text shows only the
    /// final one.
    fn tell(&mut self, found: &SearchResults, last: bool) -> Result<()> {
        match (self.arguments.json, last) {
            (true, true) => return Ok(()),
            (true, false) => {
                json_line(&mut self.out, &JsonReport::new(found, self.arguments.lines))?;
            }
            (false, false) if !self.live => return Ok(()),
            (false, _) => {
                let text = self.table(found);
                if self.lines_above > 0 {
                    write!(self.out, "\u{1b}[{}A\u{1b}[J", self.lines_above)?;
                }
                self.lines_above = text.lines().count();
                self.out.write_all(text.as_bytes())?;
            }
        }
        Ok(self.out.flush()?)
    }

    fn table(&self, found: &SearchResults) -> String {
        let kind = self.game.kind();
        let mover = self.game.colour_to_move().map_or("", |colour| kind.colour_name(colour));
        let value = chances(found.thought.value, found.thought.proved);
        let how = match found.by_table {
            true => "from the board's table".to_owned(),
            false => format!("after {} nodes", found.nodes),
        };
        let mut text = format!(
            "{} {}, turn {}: {mover} to move. {mover}: {value}, {how}.\n",
            kind.title(),
            self.game.options(),
            self.game.ply() + 1,
        );
        let lines = &found.thought.lines[..self.arguments.lines.min(found.thought.lines.len())];
        let width = lines.iter().map(|line| line.turn.chars().count()).max().unwrap_or(0).max(4);
        let value_of = |line: &ReportLine<String>| match is_searched(&found.thought, line) {
            true => chances(line.value, line.proved),
            false => "?".to_owned(),
        };
        let values: Vec<String> = lines.iter().map(value_of).collect();
        let wide = values.iter().map(|value| value.chars().count()).max().unwrap_or(0).max(5) + 2;
        let points = if lines.iter().any(|line| line.margin.is_some()) { "  points" } else { "" };
        let _ = writeln!(text, "   {:>wide$}{points}    nodes  {:width$}  then", "wins", "turn");
        for (place, (line, value)) in lines.iter().zip(&values).enumerate() {
            let next = &line.continuation[..line.continuation.len().min(SHOWN_AHEAD)];
            let next = next.join(" ");
            let next =
                if is_searched(&found.thought, line) { next } else { NOT_SEARCHED.to_owned() };
            let margin = line.margin.map(|margin| format!("{margin:+.1}")).unwrap_or_default();
            let margin = format!("{margin:>0$}", points.len());
            let ReportLine { turn, visits, .. } = line;
            let row = format!(
                "{:>3}{value:>wide$}{margin}  {visits:>7}  {turn:width$}  {next}",
                place + 1
            );
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", row.trim_end());
        }
        text
    }
}

/// JSON output of `--json`.
#[derive(Debug, Serialize)]
struct JsonReport<'a> {
    /// Total number of nodes searched.
    nodes: u64,
    /// Value of the position for the player to move, 0 to 1.
    value: f32,
    /// Proved result for the player to move: `win`, `draw` or `loss`; null if nothing is proved.
    proved: Option<Value>,
    lines: Vec<JsonLine<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonLine<'a> {
    turn: &'a str,
    value: f32,
    proved: Option<Value>,
    /// Expected lead in points at the end of the game, if points are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<f32>,
    visits: u32,
    continuation: &'a [String],
}

impl<'a> JsonReport<'a> {
    fn new(found: &'a SearchResults, lines: usize) -> Self {
        let thought = &found.thought;
        let lines = thought.lines.iter().take(lines).map(|line| JsonLine {
            turn: &line.turn,
            value: line.value,
            proved: line.proved,
            margin: line.margin,
            visits: line.visits,
            continuation: &line.continuation,
        });
        Self {
            nodes: found.nodes,
            value: thought.value,
            proved: thought.proved,
            lines: lines.collect(),
        }
    }
}

// Maps of a board: analysis results for each place, as JSON or as a picture.

/// Width of a PNG picture, in pixels.
const WIDTH_PX: u32 = 800;

impl MapArgument {
    /// Map to draw for a game: the one `asked` for, or the game's default.
    ///
    /// # Errors
    /// When the game has no such map.
    fn for_game(asked: Option<Self>, kind: GameKind) -> Result<Self> {
        match (asked, kind) {
            (Some(Self::Ownership) | None, GameKind::Anchor) => Ok(Self::Ownership),
            (Some(Self::Ownership), _) => {
                bail!(
                    "in {} points have no owners, so there is no map of ownership; --map pivotal shows which \
                     places decide the game",
                    kind.title()
                )
            }
            (Some(asked), _) => Ok(asked),
            (None, _) => Ok(Self::Worth),
        }
    }
}

/// Map made from random games: who owns each point, or which places decide the game.
fn map_of_random_games(kind: MapArgument, game: &AnyGame, seed: u64) -> PlaceMap {
    let ownership = match kind {
        MapArgument::Ownership => PlaceMap::ownership(game, seed),
        MapArgument::Worth | MapArgument::Pivotal => None,
    };
    ownership.unwrap_or_else(|| PlaceMap::pivotal(game, seed))
}

/// Draws a map to a file.
fn write(map: PlaceMap, game: &AnyGame, numbers: bool, path: &Path, format: Format) -> Result<()> {
    let style = Style::default();
    let PlaceMap { map, values, best } = map;
    let drawing = match (map, game) {
        (coach::MapKind::Ownership, AnyGame::Anchor(game)) => {
            svg_with_ownership(game, &style, &OwnershipOverlay { black: values, numbers })
        }
        _ => svg_with_heat(game, &style, &Heat { values, best }),
    };
    let bytes = match format {
        Format::Svg => drawing.into_bytes(),
        Format::Png => png(&drawing, WIDTH_PX)?,
    };
    out_file::write(path, &bytes)
}

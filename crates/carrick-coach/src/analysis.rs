//! Analyses of positions, for people: values and how they were found, the best lines, and a map.
//!
//! An [`Analyser`] works in slices and reports after each one, so a server thread or a web worker
//! can pass its reports on and stop it in between.

use std::collections::BTreeMap;

use carrick_engine::{
    AnyEngine, Exact, Limits, Memory, ReportLine, Thought, Value, each_named_turn,
    even_out_by_name, maps, node_microseconds, pivotal_by_name,
};
use carrick_games::{AnyGame, Colour, GameKind, PASS, SWAP, percent};
use serde::Serialize;

/// Report of an analysis: everything that a page shows of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// Number of turns before the position.
    pub ply: usize,
    /// Colour of the player to move.
    pub to_move: Side,
    /// Value of the position to each player, Light first.
    pub values: [SideValue; 2],
    /// How the values were found.
    pub how: How,
    /// Whether a swap may still exchange the colours. If so, a value belongs to the player who
    /// holds the colour now.
    pub swap: bool,
    /// Value of the position as a sentence, such as "Black 63 % (search, 12,000 positions)."
    pub said: String,
    /// The best turns, best first.
    pub lines: Vec<AnalysedLine>,
    /// Number of positions searched so far.
    pub nodes: u64,
    /// Number of turns searched in full, in games whose search deepens turn by turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Map of all places; only in the last report, and only if you asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<PlaceMap>,
    /// Whether this is the last report.
    pub done: bool,
}

/// A colour, with its name in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Side {
    /// The colour: `light` or `dark`.
    pub colour: SideColour,
    /// Its name in the game, such as White.
    pub name: &'static str,
}

/// One of the two colours of a game; see [`Colour`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum SideColour {
    /// O, Light or White.
    Light,
    /// X, Dark or Black.
    Dark,
}

impl Side {
    pub(crate) const fn of(kind: GameKind, colour: Colour) -> Self {
        let name = kind.colour_name(colour);
        match colour {
            Colour::Light => Self { colour: SideColour::Light, name },
            Colour::Dark => Self { colour: SideColour::Dark, name },
        }
    }
}

/// Value of a position to one player.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideValue {
    /// Colour that the player holds.
    #[serde(flatten)]
    pub side: Side,
    /// Expected share of the points, 0 to 1.
    pub value: f32,
}

/// How a value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum How {
    /// Share of random games that the player wins: nothing has been searched yet.
    Fills,
    /// Value from a search. A tree search reports the share of random games won at its leaves; in
    /// Ankor the value comes from distances.
    Search,
    /// The rest of the game was searched for points, because little of the board is open.
    Counted,
    /// Proved by searching to the end of the game.
    Proved {
        /// The result to the player to move: `win`, `draw` or `loss`.
        #[cfg_attr(feature = "schema", schema(value_type = String))]
        result: Value,
    },
}

/// One of the best turns, and how play may continue.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysedLine {
    /// The turn, in canonical form.
    pub turn: String,
    /// Value to the player who makes the turn, 0 to 1.
    pub value: f32,
    /// Proved result for the player who makes the turn: `win`, `draw` or `loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub proved: Option<Value>,
    /// Expected lead of that player at the end, in games that count points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f32>,
    /// Number of positions searched after the turn.
    pub visits: u32,
    /// The best turns after it, in order.
    pub continuation: Vec<String>,
    /// The value in words and whose value it is: "Black 63 %", "Black wins (proved)" or "not
    /// searched".
    pub said: String,
}

// A search of a position that reports as it progresses.

/// Number of nodes before the first report of a tree search; it doubles with each report.
const FIRST_NODES: u64 = 16;

/// Number of nodes before the first report of a search that deepens turn by turn. It restarts with
/// each slice, and finds its table filled.
const FIRST_NODES_IN_ROUNDS: u64 = 2048;

/// Maximum time of a slice of a tree search on an ordinary machine, in microseconds.
const SLICE_MICROSECONDS: u64 = 250_000;

/// Maximum number of turns of a line that are reported.
const AHEAD: usize = 16;

/// Number of turns before which the colours may still be exchanged.
const LATEST_SWAP: usize = 3;

/// Options of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// Number of best turns to report; at least one.
    pub lines: usize,
    /// Maximum number of positions to search. A map may take as many again.
    pub nodes: u64,
    /// Seed of the random choices.
    pub seed: u64,
    /// Memory limit of the search.
    pub memory: Memory,
    /// Whether the last report contains a map of worth.
    pub map: bool,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self { lines: 3, nodes: 10_000, seed: 1, memory: Memory::default(), map: true }
    }
}

/// Error for a game that is over, so there is nothing to analyse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the game is over: {sentence}")]
pub struct GameOver {
    /// How it ended, without a full stop.
    pub sentence: String,
}

/// A search of a position that works in slices and reports after each one.
///
/// With the same options it makes the same reports on every machine, unless it is stopped.
///
/// ```
/// use carrick_coach::{Analyser, AnalysisOptions};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
/// let game = AnyGame::new(options).play_text("f4")?.play_text("e3")?;
/// let asked = AnalysisOptions { nodes: 300, ..AnalysisOptions::default() };
/// let reports: Vec<_> = Analyser::new(&game, asked)?.collect();
/// let last = reports.last().ok_or("there is a report")?;
/// assert!(last.done && last.nodes == 300 && last.lines.len() == 3 && last.map.is_some());
/// assert!(last.said.ends_with("(search, 300 positions)."), "{}", last.said);
/// assert!(game.play_text(&last.lines[0].turn).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analyser {
    game: AnyGame,
    engine: AnyEngine,
    options: AnalysisOptions,
    /// Number of nodes of the next slice, and the maximum of any slice.
    slice: u64,
    most: u64,
    nodes: u64,
    /// The exact values, if they are known without a search.
    known: Option<Thought>,
    found: Option<Thought>,
    map: Option<PlaceMap>,
    next: NextStep,
}

/// The next step of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextStep {
    Search,
    Map,
    Nothing,
}

impl Analyser {
    /// Starts an analysis of the current position of a game.
    ///
    /// # Errors
    /// When the game is over.
    pub fn new(game: &AnyGame, options: AnalysisOptions) -> Result<Self, GameOver> {
        Self::with_exact(game, options, &())
    }

    /// Starts an analysis of a position whose exact values may be known; if they are, nothing is
    /// searched.
    ///
    /// # Errors
    /// When the game is over.
    pub fn with_exact(
        game: &AnyGame,
        options: AnalysisOptions,
        exact: &dyn Exact,
    ) -> Result<Self, GameOver> {
        if let Some(outcome) = game.outcome() {
            return Err(GameOver { sentence: outcome.sentence(game.kind()).to_string() });
        }
        let options =
            AnalysisOptions { lines: options.lines.max(1), nodes: options.nodes.max(1), ..options };
        let engine = AnyEngine::new(game, options.seed, options.memory);
        let (slice, most) = match engine.thinks_in_rounds() {
            true => (FIRST_NODES_IN_ROUNDS, u64::MAX),
            false => {
                let most = (SLICE_MICROSECONDS / node_microseconds(game.options())).max(1);
                (FIRST_NODES.min(most), most)
            }
        };
        let known = exact.exact(game);
        let game = game.clone();
        let (found, map, next) = (None, None, NextStep::Search);
        Ok(Self { game, engine, options, slice, most, nodes: 0, known, found, map, next })
    }

    /// Searches until there is something new to report; returns `None` when everything is done.
    /// Once `stop` returns `true`, the next report is the last, and has no map.
    pub fn step(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<Analysis> {
        match self.next {
            NextStep::Nothing => return None,
            NextStep::Search => self.search(stop),
            NextStep::Map => {
                self.map = self.draw_map(stop);
                self.next = NextStep::Nothing;
            }
        }
        let found = self.found.as_ref()?;
        Some(self.report(found))
    }

    /// Searches for one slice.
    fn search(&mut self, stop: &(dyn Fn() -> bool + Sync)) {
        if let Some(known) = self.known.take() {
            self.found = Some(known);
            self.next = if self.options.map { NextStep::Map } else { NextStep::Nothing };
            return;
        }
        let nodes = self.slice.min(self.options.nodes - self.nodes);
        let limits = Limits { nodes, stop, threads: 1 };
        let mut thought = self.engine.think_multi_pv(limits, self.options.lines, None);
        even_out_by_name(&self.game, &mut thought.lines);
        self.slice = self.slice.saturating_mul(2).min(self.most);
        self.nodes += thought.nodes;
        let decided = thought.proved.is_some() || thought.nodes == 0;
        // A slice that stopped early knows less than the previous one.
        let depth = self.found.as_ref().and_then(|found| found.depth);
        if thought.depth >= depth || thought.proved.is_some() || self.found.is_none() {
            self.found = Some(thought);
        }
        let more = !decided && self.nodes < self.options.nodes;
        self.next = match (stop(), more, self.options.map) {
            (false, true, _) => NextStep::Search,
            (false, false, true) => NextStep::Map,
            _ => NextStep::Nothing,
        };
    }

    /// Draws the map of worth; `None` if it was stopped.
    fn draw_map(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<PlaceMap> {
        let found = self.found.clone()?;
        let AnalysisOptions { lines, nodes, seed, .. } = self.options;
        let mut think = |parts: u32, search: &mut dyn FnMut(Limits<'_>) -> Thought| {
            let nodes = (nodes / u64::from(parts)).max(1);
            search(Limits { nodes, stop, threads: 1 })
        };
        let turns = every_turn(&mut self.engine, &self.game, lines, seed, &found, &mut think);
        (!stop()).then(|| PlaceMap::worth(&turns))
    }

    fn report(&self, found: &Thought) -> Analysis {
        let kind = self.game.kind();
        let colour = match self.game.seat_to_move() {
            Some(seat) => self.game.colour_of(seat),
            None => Colour::Light,
        };
        let how = match found.proved {
            Some(result) => How::Proved { result },
            None if found.settled => How::Counted,
            None if self.nodes <= 1 && !self.engine.thinks_in_rounds() => How::Fills,
            None => How::Search,
        };
        let swap = may_swap(&self.game);
        let value = |of| if of == colour { found.value } else { 1.0 - found.value };
        let values =
            Colour::BOTH.map(|of| SideValue { side: Side::of(kind, of), value: value(of) });
        let lines = found.lines.iter().take(self.options.lines);
        let player = if swap { "the player to move" } else { kind.colour_name(colour) };
        Analysis {
            ply: self.game.ply(),
            to_move: Side::of(kind, colour),
            values,
            how,
            swap,
            said: of_position(kind, colour, found, how, self.nodes, swap),
            lines: lines
                .map(|line| AnalysedLine {
                    turn: line.turn.clone(),
                    value: line.value,
                    proved: line.proved,
                    margin: line.margin,
                    visits: line.visits,
                    continuation: line.continuation.iter().take(AHEAD).cloned().collect(),
                    said: of_line(found, line, player),
                })
                .collect(),
            nodes: self.nodes,
            depth: found.depth,
            map: self.map.clone(),
            done: self.next == NextStep::Nothing,
        }
    }
}

impl Iterator for Analyser {
    type Item = Analysis;

    /// Returns the next report; nothing stops the analysis early.
    fn next(&mut self) -> Option<Analysis> {
        self.step(&|| false)
    }
}

/// Whether a swap may be played now, or once the opening is complete that the next turn belongs to.
fn may_swap(game: &AnyGame) -> bool {
    let mut game = game.clone();
    while game.ply() <= LATEST_SWAP {
        let turns = game.legal();
        if turns.iter().any(|turn| turn == SWAP) {
            return true;
        }
        let Some(next) = turns.iter().find(|turn| *turn != PASS) else {
            return false;
        };
        game = match game.play_text(next) {
            Ok(next) => next,
            Err(_) => return false,
        };
    }
    false
}

// Values of all legal turns: a search for the best turn says little about the others.

/// A search within one of several equal parts of a budget.
pub type Think<'b> = dyn FnMut(u32, &mut dyn FnMut(Limits<'_>) -> Thought) -> Thought + 'b;

/// Values of all turns to their player. The best turn, from `found`, comes first; only a proved
/// value may be higher. `engine` is the search that made `found`, of which `lines` are shown.
///
/// Turns that were searched less deeply than the best one are searched again with the same budget.
/// The second search is shallower, so all its values may be too high or too low, but their
/// differences are meaningful. It shifts its values so that the highest equals the best turn's
/// value, unless that is proved. Turns that a symmetry of the position maps onto each other get the
/// same value.
pub fn every_turn(
    engine: &mut AnyEngine,
    game: &AnyGame,
    lines: usize,
    seed: u64,
    found: &Thought,
    think: &mut Think<'_>,
) -> Vec<ReportLine<String>> {
    let mut turns = each_value(engine, game, lines, seed, found, think);
    even_out_by_name(game, &mut turns);
    turns
}

/// The values as the searches found them.
fn each_value(
    engine: &mut AnyEngine,
    game: &AnyGame,
    lines: usize,
    seed: u64,
    found: &Thought,
    think: &mut Think<'_>,
) -> Vec<ReportLine<String>> {
    let Some(best) = found.lines.first() else { return Vec::new() };
    let is_known = found.lines.iter().all(|line| line.proved.is_some());
    if is_known && found.lines.len() == game.legal().len() {
        return found.lines.clone();
    }
    let in_rounds = engine.thinks_in_rounds();
    // Alpha-beta searches only the lines that it shows as deeply as the best one.
    let shown_lines = &found.lines[..lines.min(found.lines.len())];
    if found.settled || (in_rounds && shown_lines.len() == found.lines.len()) {
        return found.lines.clone();
    }
    let second = match in_rounds {
        true => think(1, &mut |limits| engine.think_multi_pv(limits, usize::MAX, None)).lines,
        false => evenly(game, seed, think),
    };
    let visits = |turn: &str| second.iter().find(|line| line.turn == turn).map(|line| line.visits);
    let (known, last_known): (Vec<_>, _) = match shown_lines.last() {
        Some(last) if in_rounds => (shown_lines.iter().collect(), last),
        _ => {
            let is_as_far = |line: &&ReportLine<String>| {
                let stays = line.turn == best.turn || line.proved.is_some();
                stays || visits(&line.turn).is_none_or(|less| line.visits >= less)
            };
            (found.lines.iter().filter(is_as_far).collect(), best)
        }
    };
    let most = last_known.value;
    let is_known = |line: &ReportLine<String>| known.iter().any(|known| known.turn == line.turn);
    let undecided = || second.iter().filter(|line| line.proved.is_none());
    let lift = |to: Option<f32>, of: Option<f32>| to.zip(of).map(|(to, highest)| to - highest);
    let highest = undecided().map(|line| line.value).reduce(f32::max);
    let other = undecided().filter(|line| !is_known(line)).map(|line| line.value).reduce(f32::max);
    // A proved value says nothing about turns without a proof.
    let searched = |line: &ReportLine<String>| line.proved.is_none().then_some(line.value);
    let shifts = [lift(searched(best), highest), lift(searched(last_known), other)];
    let moved = shifts.into_iter().flatten().reduce(f32::min).unwrap_or(0.0);
    // Proved values are not adjusted.
    let adjusted = |line: &ReportLine<String>, adjust: &dyn Fn(f32) -> f32| {
        let value = if line.proved.is_some() { line.value } else { adjust(line.value) };
        ReportLine { value, ..line.clone() }
    };
    let known = known.iter().map(|line| adjusted(line, &|value| value.min(best.value)));
    let others = second.iter().filter(|line| !is_known(line));
    let others = others.map(|line| adjusted(line, &|value| (value + moved).clamp(0.0, most)));
    known.chain(others).collect()
}

/// Evaluates each turn with an equal share of the budget.
fn evenly(game: &AnyGame, seed: u64, think: &mut Think<'_>) -> Vec<ReportLine<String>> {
    let turns = u32::try_from(game.legal().len()).unwrap_or(u32::MAX).max(1);
    each_named_turn(game, |after| {
        think(turns, &mut |limits| AnyEngine::new(after, seed, Memory::default()).think(limits))
    })
}

// Maps of a board: results of an analysis, place by place.

/// Kind of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MapKind {
    /// Value of a turn at each place, for the player to move.
    Worth,
    /// How often the player who takes a place wins random games.
    Pivotal,
    /// How often Black owns a point at the end of random games.
    Ownership,
}

/// Values by place.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlaceMap {
    /// Kind of the map.
    pub map: MapKind,
    /// Values from 0 to 1, by place; a turn without a place, such as `swap`, is listed by its name.
    pub values: BTreeMap<String, f32>,
    /// The place of the best turn, where turns were searched.
    #[serde(skip)]
    pub best: Option<String>,
}

impl PlaceMap {
    /// Map of the values of turns, which are listed best first.
    #[must_use]
    pub fn worth(turns: &[ReportLine<String>]) -> Self {
        let worths = turns.iter().map(|line| (line.turn.as_str(), line.value));
        let best = turns.first().map(|line| place_of(&line.turn).to_owned());
        Self { map: MapKind::Worth, values: by_place(worths), best }
    }

    /// Map of how often the player who takes a place wins random games.
    #[must_use]
    pub fn pivotal(game: &AnyGame, seed: u64) -> Self {
        let turns = pivotal_by_name(game, seed);
        let values = by_place(turns.iter().map(|(turn, &share)| (turn.as_str(), share)));
        Self { map: MapKind::Pivotal, values, best: None }
    }

    /// Map of who owns each point at the end of random games; `None` in games without owned points.
    #[must_use]
    pub fn ownership(game: &AnyGame, seed: u64) -> Option<Self> {
        let AnyGame::Anchor(game) = game else { return None };
        let shares = maps::ownership(game, seed).into_iter();
        let values = shares.map(|(point, share)| (point.to_string(), share)).collect();
        Some(Self { map: MapKind::Ownership, values, best: None })
    }
}

/// Highest value of any turn at each place.
fn by_place<'t>(turns: impl Iterator<Item = (&'t str, f32)>) -> BTreeMap<String, f32> {
    let mut values = BTreeMap::new();
    for (turn, value) in turns {
        let highest: &mut f32 = values.entry(place_of(turn).to_owned()).or_insert(0.0);
        *highest = highest.max(value);
    }
    values
}

/// Place where a turn puts something: `f4` for `d3-f4`, `d3` for `c:d3`. A turn without a place,
/// such as `swap`, is returned unchanged.
fn place_of(turn: &str) -> &str {
    turn.rsplit(['-', ':']).next().unwrap_or(turn)
}

// Values in words: percentages and how they were found.

/// Value of a turn for its player, in short: "63 %", or "wins" if that is proved.
///
/// ```
/// use carrick_coach::analysis::chances;
/// use carrick_engine::Value;
/// assert_eq!(chances(0.63, None), "63 %");
/// assert_eq!(chances(0.9999, None), "over 99 %");
/// assert_eq!(chances(0.0, Some(Value::Loss)), "loses");
/// ```
#[must_use]
pub fn chances(value: f32, proved: Option<Value>) -> String {
    match proved {
        Some(Value::Win) => "wins".to_owned(),
        Some(Value::Draw) => "draws".to_owned(),
        Some(Value::Loss) => "loses".to_owned(),
        None => percent(value),
    }
}

/// A number with its thousands separated.
///
/// ```
/// assert_eq!(carrick_coach::analysis::counted(12_000), "12,000");
/// ```
#[must_use]
pub fn counted(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Words for a turn that the search has not tried.
pub const NOT_SEARCHED: &str = "not searched";

/// Whether the search has tried a line's turn, so that its value means something.
#[must_use]
pub fn is_searched(found: &Thought, line: &ReportLine<String>) -> bool {
    line.visits > 0 || line.proved.is_some() || found.settled
}

/// Value of a line in words, with the name of the player it belongs to.
fn of_line(found: &Thought, line: &ReportLine<String>, player: &str) -> String {
    if !is_searched(found, line) {
        return NOT_SEARCHED.to_owned();
    }
    let settled = found.settled;
    let value = match (line.proved, line.margin) {
        (Some(_), _) => format!("{} (proved)", chances(line.value, line.proved)),
        (None, Some(margin)) if settled => format!("{} points, counted", signed(margin, 0)),
        (None, None) if settled => "no better (counted)".to_owned(),
        (None, Some(margin)) => format!("{}, {} points", percent(line.value), signed(margin, 1)),
        (None, None) => percent(line.value),
    };
    format!("{player} {value}")
}

/// A number of points with its sign.
fn signed(points: f32, digits: usize) -> String {
    let points = if points.abs() < 0.05 { 0.0 } else { points };
    format!("{points:+.digits$}").replace('-', "−")
}

/// Value of a position as a sentence. The player to move holds `colour`.
fn of_position(
    kind: GameKind,
    colour: Colour,
    found: &Thought,
    how: How,
    nodes: u64,
    swap: bool,
) -> String {
    let name = |colour| kind.colour_name(colour);
    let ahead = if found.value < 0.5 { !colour } else { colour };
    match how {
        How::Proved { result: Value::Draw } => return "A draw (proved).".to_owned(),
        How::Proved { result } if swap => {
            let does = if result == Value::Win { "wins" } else { "loses" };
            return format!("The player to move {does} (proved).");
        }
        _ => {}
    }
    let swap = if swap { "; a swap may still exchange the colours" } else { "" };
    match how {
        How::Proved { result } => {
            let winner = if result == Value::Win { colour } else { !colour };
            format!("{} wins (proved).", name(winner))
        }
        How::Counted => {
            let margin = found.lines.first().and_then(|line| line.margin).unwrap_or_default();
            match margin.abs() {
                0.0 => "Even (counted to the end).".to_owned(),
                points => {
                    let noun = if points == 1.0 { "point" } else { "points" };
                    format!("{} wins by {points:.0} {noun} (counted to the end).", name(ahead))
                }
            }
        }
        How::Fills => {
            let share = percent(found.value.max(1.0 - found.value));
            format!("{} {share} (share of random games{swap}).", name(ahead))
        }
        How::Search => {
            let share = percent(found.value.max(1.0 - found.value));
            let deep = match found.depth {
                Some(1) => "1 turn deep, ".to_owned(),
                Some(depth) => format!("{depth} turns deep, "),
                None => String::new(),
            };
            let noun = if nodes == 1 { "position" } else { "positions" };
            let nodes = counted(nodes);
            format!("{} {share} (search, {deep}{nodes} {noun}{swap}).", name(ahead))
        }
    }
}

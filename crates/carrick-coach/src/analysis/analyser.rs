//! A search of a position that reports as it goes.

use carrick_engine::{
    AnyEngine, Exact, Limits, Memory, Thought, even_out_by_name, node_microseconds,
};
use carrick_games::{AnyGame, Colour, PASS, SWAP};

use super::{AnalysedLine, Analysis, How, PlaceMap, Side, SideValue, every_turn, words};

/// Nodes before the first report of a tree search; the number doubles with each report.
const FIRST_NODES: u64 = 16;

/// Nodes before the first report of a search in rounds, which begins again with each slice, with
/// its table filled.
const FIRST_NODES_IN_ROUNDS: u64 = 2048;

/// Time that a slice of a tree search takes at most on an ordinary machine, in microseconds.
const SLICE_MICROSECONDS: u64 = 250_000;

/// Maximum number of turns that are told of a line.
const AHEAD: usize = 16;

/// Turns before which the colours may still be exchanged.
const LATEST_SWAP: usize = 3;

/// Arguments of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// Number of the best turns that are told; at least one.
    pub lines: usize,
    /// Maximum number of positions to search. A map takes up to as many again.
    pub nodes: u64,
    /// Seed of the random choices.
    pub seed: u64,
    /// Memory limit of the search.
    pub memory: Memory,
    /// Whether the last report has a map of worth.
    pub map: bool,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self { lines: 3, nodes: 10_000, seed: 1, memory: Memory::default(), map: true }
    }
}

/// The game is over: there is nothing to analyse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the game is over: {sentence}")]
pub struct GameOver {
    /// How it ended, without a full stop.
    pub sentence: String,
}

/// A search of a position that works in slices and reports after each.
///
/// With the same arguments it makes the same reports on every machine, unless it is stopped.
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
    /// Number of nodes of the next slice, and the most of any.
    slice: u64,
    most: u64,
    nodes: u64,
    /// The exact values, where they are known without a search.
    known: Option<Thought>,
    found: Option<Thought>,
    map: Option<PlaceMap>,
    next: Next,
}

/// The next step of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Search,
    Map,
    Nothing,
}

impl Analyser {
    /// An analysis of the current position of a game.
    ///
    /// # Errors
    /// When the game is over.
    pub fn new(game: &AnyGame, options: AnalysisOptions) -> Result<Self, GameOver> {
        Self::with_exact(game, options, &())
    }

    /// An analysis of a position of which the exact values may be known: then nothing is searched.
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
        let (found, map, next) = (None, None, Next::Search);
        Ok(Self { game, engine, options, slice, most, nodes: 0, known, found, map, next })
    }

    /// Searches on until there is something new to report; `None` when all is done. `stop` ends
    /// the analysis as soon as it is `true`: then the next report is the last, and has no map.
    pub fn step(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<Analysis> {
        match self.next {
            Next::Nothing => return None,
            Next::Search => self.search(stop),
            Next::Map => {
                self.map = self.draw_map(stop);
                self.next = Next::Nothing;
            }
        }
        let found = self.found.as_ref()?;
        Some(self.report(found))
    }

    /// Searches one slice.
    fn search(&mut self, stop: &(dyn Fn() -> bool + Sync)) {
        if let Some(known) = self.known.take() {
            self.found = Some(known);
            self.next = if self.options.map { Next::Map } else { Next::Nothing };
            return;
        }
        let nodes = self.slice.min(self.options.nodes - self.nodes);
        let limits = Limits { nodes, stop, threads: 1 };
        let mut thought = self.engine.think_multi_pv(limits, self.options.lines, None);
        even_out_by_name(&self.game, &mut thought.lines);
        self.slice = self.slice.saturating_mul(2).min(self.most);
        self.nodes += thought.nodes;
        let decided = thought.proved.is_some() || thought.nodes == 0;
        // A slice that ends early in its rounds knows less than the one before.
        let depth = self.found.as_ref().and_then(|found| found.depth);
        if thought.depth >= depth || thought.proved.is_some() || self.found.is_none() {
            self.found = Some(thought);
        }
        let more = !decided && self.nodes < self.options.nodes;
        self.next = match (stop(), more, self.options.map) {
            (false, true, _) => Next::Search,
            (false, false, true) => Next::Map,
            _ => Next::Nothing,
        };
    }

    /// The map of worth; `None` if it was stopped.
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
            said: words::of_position(kind, colour, found, how, self.nodes, swap),
            lines: lines
                .map(|line| AnalysedLine {
                    turn: line.turn.clone(),
                    value: line.value,
                    proved: line.proved,
                    margin: line.margin,
                    visits: line.visits,
                    continuation: line.continuation.iter().take(AHEAD).cloned().collect(),
                    said: words::of_line(found, line, player),
                })
                .collect(),
            nodes: self.nodes,
            depth: found.depth,
            map: self.map.clone(),
            done: self.next == Next::Nothing,
        }
    }
}

impl Iterator for Analyser {
    type Item = Analysis;

    /// The next report, of an analysis that nobody stops.
    fn next(&mut self) -> Option<Analysis> {
        self.step(&|| false)
    }
}

/// Whether a swap may be played now, or after the opening that the next turn belongs to.
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

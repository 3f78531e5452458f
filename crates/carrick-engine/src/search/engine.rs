//! A search of one game at full strength: alpha-beta if the game has it, otherwise the tree.

use carrick_games::{Game, Position, TurnSet as _};

use super::each_turn::each_turn_alone;
use super::tree::Search;
use crate::report::{Report, Value};
use crate::searchable::{Deepening, Searchable, Tuning};
use crate::settings::{Limits, Memory, SearchParts};

/// A search of one game, which it follows from turn to turn.
///
/// [`AnyEngine`](crate::AnyEngine) does the same for any kind of game, with turns by their names.
///
/// ```
/// use carrick_engine::{Engine, Limits, Memory};
/// use carrick_games::{Game, antipod};
/// let game = Game::<antipod::Board>::new(antipod::Options::default());
/// let report = Engine::new(&game, 1, Memory::default()).think(Limits::nodes(50));
/// assert!(game.play(*report.best().unwrap()).is_ok());
/// ```
#[derive(Debug)]
pub struct Engine<B: Searchable> {
    method: Method<B>,
    seed: u64,
    memory: Memory,
    parts: SearchParts,
}

#[derive(Debug)]
enum Method<B: Searchable> {
    Deepening(Box<dyn Deepening<B>>, Game<B>),
    Tree(Box<Search<B>>),
}

impl<B: Searchable> Engine<B> {
    /// Creates a search of a game's current position, with all [`SearchParts`]. On one thread the
    /// same seed gives the same reports.
    #[must_use]
    pub fn new(game: &Game<B>, seed: u64, memory: Memory) -> Self {
        Self::with_parts(game, seed, memory, SearchParts::All)
    }

    /// Creates a search with only some of its parts, as the levels below the ninth use it.
    #[must_use]
    pub fn with_parts(game: &Game<B>, seed: u64, memory: Memory, parts: SearchParts) -> Self {
        let method = match B::deepening(game, seed, memory, parts) {
            Some(search) => Method::Deepening(search, game.clone()),
            None => {
                let search = Search::with_tuning(game, seed, memory.tree, B::TUNING);
                let options = game.board().options();
                let solver = match parts {
                    SearchParts::Measured => None,
                    SearchParts::All => B::end_solver(options, memory.table),
                };
                Method::Tree(Box::new(match solver {
                    Some(solver) => search.with_end_solver(solver),
                    None => search,
                }))
            }
        };
        Self { method, seed, memory, parts }
    }

    /// Creates a search by the tree only, whatever else the game has.
    #[must_use]
    pub fn tree(game: &Game<B>, seed: u64, memory: Memory, tuning: Tuning) -> Self {
        let search = Search::with_tuning(game, seed, memory.tree, tuning);
        Self { method: Method::Tree(Box::new(search)), seed, memory, parts: SearchParts::Measured }
    }

    /// The seed, the memory limits and the parts that the search was created with.
    pub(crate) const fn beginning(&self) -> (u64, Memory, SearchParts) {
        (self.seed, self.memory, self.parts)
    }

    /// The position that is searched.
    #[must_use]
    pub const fn root(&self) -> &Position<B> {
        match &self.method {
            Method::Deepening(_, game) => game.position(),
            Method::Tree(search) => search.root(),
        }
    }

    /// Moves the search to another position. Keeps what it found out about it if it belongs to the
    /// same game.
    pub fn follow(&mut self, game: &Game<B>) {
        match &mut self.method {
            Method::Deepening(_, followed)
                if followed.board().options() == game.board().options() =>
            {
                *followed = game.clone();
            }
            Method::Deepening(..) => {
                *self = Self::with_parts(game, self.seed, self.memory, self.parts);
            }
            Method::Tree(search) => search.follow(game),
        }
    }

    /// Whether the search uses iterative deepening and reports each depth. Interrupting it loses
    /// the depth that it is searching.
    #[must_use]
    pub const fn thinks_in_rounds(&self) -> bool {
        matches!(self.method, Method::Deepening(..))
    }

    /// Sets the maximum memory of the search in bytes, and prunes a tree that exceeds it. A table
    /// keeps its size; the tree gets the rest.
    pub fn set_memory(&mut self, bytes: usize) {
        match &mut self.method {
            Method::Deepening(..) => {}
            Method::Tree(search) => search.set_memory(bytes),
        }
    }

    /// Memory of the tree and the table of positions, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.method {
            Method::Deepening(search, _) => search.bytes(),
            Method::Tree(search) => search.bytes(),
        }
    }

    /// Searches until a limit is reached or the position is decided. If called again, a tree search
    /// continues, and alpha-beta starts over with the entries of its transposition table.
    pub fn think(&mut self, limits: Limits<'_>) -> Report<B::Turn> {
        self.think_multi_pv(limits, 1, None)
    }

    /// Searches and gives each of a number of the best turns its own value (multi-PV); in a tree
    /// all turns have one. If the search [thinks in rounds](Self::thinks_in_rounds), `on_info`
    /// receives the report of each round.
    pub fn think_multi_pv(
        &mut self,
        limits: Limits<'_>,
        lines: usize,
        on_info: Option<&mut dyn FnMut(Report<B::Turn>)>,
    ) -> Report<B::Turn> {
        match &mut self.method {
            Method::Deepening(search, game) => search.think_multi_pv(game, limits, lines, on_info),
            Method::Tree(search) => {
                let report = search.run(limits);
                match self.parts {
                    SearchParts::Measured => report,
                    SearchParts::All => exact(report, search.root()),
                }
            }
        }
    }

    /// Searches so that every turn gets its own value, for a choice among several. If the game is
    /// settled, the report contains only the turns that lose no points.
    pub fn score_all(&mut self, limits: Limits<'_>) -> Report<B::Turn> {
        match &mut self.method {
            Method::Deepening(search, game) => score_all(search.as_mut(), game, limits),
            Method::Tree(search) => {
                let mut report = search.run(limits);
                if report.settled {
                    let best = report.lines.first().and_then(|line| line.margin);
                    report.lines.retain(|line| line.margin == best);
                }
                report
            }
        }
    }
}

/// A report in which a proof replaces what the search saw before it as the value of a turn, and in
/// which turns that end a counted game are proved.
fn exact<B: Searchable>(mut report: Report<B::Turn>, root: &Position<B>) -> Report<B::Turn> {
    if report.settled {
        for line in &mut report.lines {
            let mut after = root.clone();
            after.play_unchecked(line.turn);
            let value = |outcome| Value::of(after.board(), outcome, root.board().seat_to_move());
            line.proved = after.outcome().map(value);
        }
        // If a turn wins immediately, nothing is left to count.
        report.lines.sort_by_key(|line| line.proved != Some(Value::Win));
        let best = report.lines.first().and_then(|line| line.proved);
        report.proved = best.filter(|&value| value == Value::Win);
    }
    for line in &mut report.lines {
        line.value = line.proved.map_or(line.value, Value::points);
    }
    report
}

/// Gives each turn an equal share of the nodes. It ignores symmetries, because the steps between
/// the levels were measured without them.
fn score_all<B: Searchable>(
    search: &mut dyn Deepening<B>,
    game: &Game<B>,
    limits: Limits<'_>,
) -> Report<B::Turn> {
    let share = (limits.nodes / game.legal_turns().len().max(1) as u64).max(1);
    let mut left = limits.nodes;
    let mut lines = each_turn_alone(game, |after| {
        let limits = Limits { nodes: share.min(left), ..limits };
        let report = search.think_multi_pv(after, limits, 1, None);
        left -= report.nodes;
        report
    });
    lines.sort_by(|one, other| other.value.total_cmp(&one.value));
    let value = lines.first().map_or(0.5, |line| line.value);
    let proved = lines.first().and_then(|line| line.proved).filter(|&value| value == Value::Win);
    Report { value, proved, nodes: limits.nodes - left, lines, settled: false, depth: None }
}

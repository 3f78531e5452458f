//! Parallel alpha-beta (lazy SMP) for any number of threads.
//!
//! All threads search the same position independently and share one transposition table. The
//! helpers start at other depths and with the turns in a different order, so that each is ahead of
//! the first thread somewhere. The result is that of the first thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use carrick_games::ankor::{Board, Options, Turn};
use carrick_games::{Board as _, Game};

use super::searcher::{RunLimits, SearchTask, Searcher};
use super::table::TranspositionTable;
use crate::report::Report;
use crate::searchable::Deepening;
use crate::settings::{Limits, SearchParts};

/// Alpha-beta search for games of Ankor with the same options. It keeps its transposition table
/// from turn to turn.
///
/// ```
/// use carrick_engine::{Limits, Memory, AlphaBeta};
/// use carrick_games::{Game, ankor};
/// let game = Game::<ankor::Board>::new(ankor::Options::default());
/// let report = AlphaBeta::new(&game, 1, Memory::TABLE).run(&game, Limits::nodes(1000));
/// assert!(report.nodes <= 1000);
/// assert!(game.check(*report.best().unwrap()).is_ok());
/// ```
#[derive(Debug)]
pub struct AlphaBeta(SizedSearch);

/// The search, one variant for each number of words in a set of cells.
#[derive(Debug)]
enum SizedSearch {
    Small(Team<1>),
    Medium(Team<2>),
    Large(Team<4>),
}

impl AlphaBeta {
    /// Creates a search of games with the options of this one, with a transposition table of at
    /// most `memory` bytes. The seed decides between turns of the same value.
    #[must_use]
    pub fn new(game: &Game<Board>, seed: u64, memory: usize) -> Self {
        Self::with_parts(game, seed, memory, SearchParts::All)
    }

    /// Creates a search with only some of its parts.
    #[must_use]
    pub fn with_parts(game: &Game<Board>, seed: u64, memory: usize, parts: SearchParts) -> Self {
        let options = game.board().options();
        let table = Arc::new(TranspositionTable::new(memory, parts));
        Self(match options.size() {
            ..=6 => SizedSearch::Small(Team::new(options, seed, table, parts)),
            7..=8 => SizedSearch::Medium(Team::new(options, seed, table, parts)),
            _ => SizedSearch::Large(Team::new(options, seed, table, parts)),
        })
    }

    /// Searches a game's current position until a limit is reached or the position is decided.
    ///
    /// The best line's value is that of the search. The other turns were only shown to be no
    /// better: their values are upper bounds.
    pub fn run(&mut self, game: &Game<Board>, limits: Limits<'_>) -> Report<Turn> {
        self.think_multi_pv(game, limits, 1, None)
    }
}

impl Deepening<Board> for AlphaBeta {
    fn think_multi_pv(
        &mut self,
        game: &Game<Board>,
        limits: Limits<'_>,
        lines: usize,
        on_info: Option<&mut dyn FnMut(Report<Turn>)>,
    ) -> Report<Turn> {
        let lines = lines.max(1);
        match &mut self.0 {
            SizedSearch::Small(team) => team.run(game, limits, lines, on_info),
            SizedSearch::Medium(team) => team.run(game, limits, lines, on_info),
            SizedSearch::Large(team) => team.run(game, limits, lines, on_info),
        }
    }

    /// Memory of the transposition table, in bytes.
    fn bytes(&self) -> usize {
        match &self.0 {
            SizedSearch::Small(team) => team.table.bytes(),
            SizedSearch::Medium(team) => team.table.bytes(),
            SizedSearch::Large(team) => team.table.bytes(),
        }
    }
}

/// The searchers of all threads, and the transposition table that they share.
#[derive(Debug)]
struct Team<const W: usize> {
    options: Options,
    seed: u64,
    table: Arc<TranspositionTable>,
    parts: SearchParts,
    first: Box<Searcher<W>>,
    helpers: Vec<Searcher<W>>,
}

impl<const W: usize> Team<W> {
    fn new(
        options: Options,
        seed: u64,
        table: Arc<TranspositionTable>,
        parts: SearchParts,
    ) -> Self {
        let first = Box::new(Searcher::new(options, Arc::clone(&table), seed, parts));
        Self { options, seed, table, parts, first, helpers: Vec::new() }
    }

    fn run(
        &mut self,
        game: &Game<Board>,
        limits: Limits<'_>,
        lines: usize,
        on_info: Option<&mut dyn FnMut(Report<Turn>)>,
    ) -> Report<Turn> {
        let Self { options, seed, table, parts, first, helpers } = self;
        table.begin_search();
        let wanted = limits.threads.saturating_sub(1);
        for number in helpers.len()..wanted {
            let seed = seed.wrapping_add(1 + number as u64);
            helpers.push(Searcher::new(*options, Arc::clone(table), seed, *parts));
        }
        let left = AtomicU64::new(limits.nodes);
        let done = AtomicBool::new(false);
        let looked_at = || limits.nodes - left.load(Relaxed);
        let mut report = thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().take(wanted).enumerate() {
                let (left, done) = (&left, &done);
                scope.spawn(move || {
                    let stop = || done.load(Relaxed) || (limits.stop)();
                    let task =
                        SearchTask { game, depth: 2 - number as i32 % 2, lines, on_info: None };
                    helper.run(task, RunLimits { nodes: left, stop: &stop });
                });
            }
            let mut on_info = on_info
                .map(|on_info| move |report| on_info(Report { nodes: looked_at(), ..report }));
            let on_info = on_info.as_mut().map(|on_info| on_info as &mut dyn FnMut(Report<Turn>));
            let task = SearchTask { game, depth: 1, lines, on_info };
            let report = first.run(task, RunLimits { nodes: &left, stop: limits.stop });
            done.store(true, Relaxed);
            report
        });
        report.nodes = looked_at();
        report
    }
}

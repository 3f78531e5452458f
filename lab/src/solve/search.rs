//! Proofs on boards that are too large for a table: the engine's search, within limits.

use std::fmt;
use std::io::{self, BufRead, Write};

use carrick_engine::tables::ExactScore;
use carrick_engine::tables::{Solution, Solved};
use carrick_engine::{AnyEngine, Limits, Memory, Thought, Value, each_named_turn};
use carrick_games::AnyGame;

use crate::solve::kept::{KeptError, SearchHead, SearchMoment};

/// Number of progress reports of a search that can continue later.
const STEPS: u64 = 64;

/// Task of a search for proofs.
pub struct Searching<'a> {
    /// Seed of the engine.
    pub seed: u64,
    /// Its limits: half of the nodes go to the position itself, the other half to its turns in
    /// equal shares.
    pub limits: Limits<'a>,
    /// The engine's memory.
    pub memory: Memory,
    /// The file of an earlier search of the same position to continue from, with the same seed,
    /// nodes and memory.
    pub begun: Option<&'a mut dyn BufRead>,
}

impl fmt::Debug for Searching<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searching").field("limits", &self.limits.nodes).finish_non_exhaustive()
    }
}

/// Looks for proofs about a position and each of its turns with the engine. Values come without
/// distances; what is not proved within the limits stays open.
///
/// Calls `hear` with the progress. Only the values of finished searches are saved: an interrupted
/// one starts again.
///
/// ```
/// use carrick_engine::{Limits, Memory};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_lab::solve::{Searching, search};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
/// let (game, limits) = (AnyGame::new(options), Limits::nodes(200));
/// let searching = Searching { seed: 1, limits, memory: Memory::default(), begun: None };
/// let solution = search(&game, searching, |moment| assert!(moment.nodes <= moment.limit))?;
/// assert_eq!(solution.turns.len(), 48);
/// assert_eq!(solution.score, None); // not settled
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns what is wrong with the file of the earlier search.
pub fn search(
    game: &AnyGame,
    search: Searching<'_>,
    mut hear: impl FnMut(&SearchMoment<'_>),
) -> Result<Solution, KeptError> {
    let Searching { seed, limits, memory, begun } = search;
    let turns = game.legal().len();
    let settings = format!(
        " by {} nodes with seed {seed} and {} MiB",
        limits.nodes,
        (memory.tree + memory.table) >> 20
    );
    let head = SearchHead::of("proofs", game, game.options().to_string(), settings);
    let mut work =
        SearchWork { head, done: Vec::new(), nodes: 0, of: turns + 1, limit: limits.nodes };
    let mut kept = begun.map(|file| work.read(file)).transpose()?.unwrap_or_default().into_iter();
    let mut think = |after: &AnyGame, nodes: u64| {
        let limits = Limits { nodes, ..limits };
        let mut thought = NOTHING;
        match kept.next() {
            Some(proved) => thought.proved = proved,
            None if (limits.stop)() => return thought,
            None => {
                thought = work.think(AnyEngine::new(after, seed, memory), limits, &mut hear);
                // An interrupted search starts again.
                if thought.proved.is_none() && (limits.stop)() {
                    return thought;
                }
            }
        }
        work.done.push(thought.proved);
        work.nodes += nodes;
        work.tell(0, &mut hear);
        thought
    };
    let whole = think(game, (limits.nodes / 2).max(1)).proved;
    let share = (limits.nodes / 2 / turns.max(1) as u64).max(1);
    let lines = each_named_turn(game, |after| think(after, share));
    let turns: Vec<Solved> = lines
        .into_iter()
        .map(|line| Solved { turn: line.turn, score: line.proved.map(ExactScore::only) })
        .collect();
    if !(limits.stop)() {
        // Images of other turns, and turns that end the game, took none.
        work.of = work.done.len();
        work.tell(0, &mut hear);
    }
    let value = whole.or_else(|| of_turns(&turns));
    Ok(Solution::new(value.map(ExactScore::only), turns))
}

/// The thought of a search that is skipped.
const NOTHING: Thought =
    Thought { lines: Vec::new(), value: 0.5, proved: None, nodes: 0, settled: false, depth: None };

/// The searches so far.
struct SearchWork {
    head: SearchHead,
    /// The value that each search proved, in order.
    done: Vec<Option<Value>>,
    /// Number of nodes meant for them.
    nodes: u64,
    of: usize,
    limit: u64,
}

impl SearchWork {
    /// Reads the searches in a file.
    fn read(&self, file: &mut dyn BufRead) -> Result<Vec<Option<Value>>, KeptError> {
        let head = self.head.read(file)?;
        if head.turns != self.head.turns {
            let after = |turns: &[String]| format!("after the turns {:?}", turns.join(" "));
            let [found, wanted] = [&head, &self.head].map(|head| after(&head.turns));
            return Err(KeptError::Search { found, wanted });
        }
        let done: Vec<Option<Value>> =
            head.body(file, |file| serde_json::from_reader(file).ok())?;
        if done.len() > self.of { Err(KeptError::Sum) } else { Ok(done) }
    }

    /// Reports the progress, with the number of nodes of the current search.
    fn tell(&self, nodes: u64, hear: &mut dyn FnMut(&SearchMoment<'_>)) {
        let nodes = self.nodes + nodes;
        let body =
            |out: &mut dyn Write| serde_json::to_writer(out, &self.done).map_err(io::Error::from);
        let write = |out: &mut dyn Write| self.head.write(nodes, &body, out);
        let (done, of, limit) = (self.done.len(), self.of, self.limit);
        hear(&SearchMoment { done, of, nodes: nodes.min(limit), limit, write: &write });
    }

    /// Searches a position, and reports its progress regularly.
    fn think(
        &self,
        mut engine: AnyEngine,
        limits: Limits<'_>,
        hear: &mut dyn FnMut(&SearchMoment<'_>),
    ) -> Thought {
        if engine.thinks_in_rounds() {
            let mut hear = |thought: Thought| self.tell(thought.nodes, hear);
            return engine.think_multi_pv(limits, 1, Some(&mut hear));
        }
        let mut nodes = 0;
        loop {
            let step = limits.nodes.div_ceil(STEPS).min(limits.nodes - nodes);
            let thought = engine.think(Limits { nodes: step, ..limits });
            nodes += step;
            self.tell(nodes, hear);
            let is_done = thought.proved.is_some() || nodes == limits.nodes;
            if is_done || thought.nodes < step || (limits.stop)() {
                return thought;
            }
        }
    }
}

/// The value of a position from those of its turns, as far as they decide it.
fn of_turns(turns: &[Solved]) -> Option<Value> {
    let mut all = Some(Value::Loss);
    for turn in turns {
        match turn.score {
            Some(score) if score.value == Value::Win => return Some(Value::Win),
            Some(score) => all = all.map(|best| best.max(score.value)),
            None => all = None,
        }
    }
    all.filter(|_| !turns.is_empty())
}

//! Tables at hand: those that were read, and those of boards so small that they are solved at once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use carrick_games::{AnyGame, AnyOptions, GameKind};

use crate::tables::any::AnyTable;
use crate::tables::score::Score;
use crate::tables::solution::Solution;
use crate::{Exact, Line, Thought, Value};

/// Maximum number of tables of small boards that are kept.
const MOST_KEPT: usize = 32;
/// Number of turns that are told of a line.
const AHEAD: usize = 16;

/// Complete tables of solved boards, which answer for the engine wherever they can.
///
/// ```
/// use carrick_engine::{Exact, Value};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let words = ["-size=2", "-kill=1", "-noswap"];
/// let options = AnyOptions::parse(GameKind::Boche, &words, SizeLimits::Scripts)?;
/// let known = carrick_engine::tables::Tables::default().exact(&AnyGame::new(options)).unwrap();
/// assert_eq!(known.proved, Some(Value::Win));
/// assert_eq!(known.lines[0].continuation.len(), 3, "it wins in four turns");
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Default)]
pub struct Tables {
    read: BTreeMap<Key, Arc<AnyTable>>,
    small: Mutex<BTreeMap<Key, Arc<AnyTable>>>,
}

/// A game, and the options on which its table depends.
type Key = (GameKind, String);

impl Tables {
    /// Adds a table. Returns whether it is complete: others are of no use.
    pub fn insert(&mut self, table: AnyTable) -> bool {
        let is_complete = table.is_complete();
        if is_complete {
            self.read.insert((table.kind(), table.options().to_owned()), Arc::new(table));
        }
        is_complete
    }

    /// Number of tables that were added.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read.len()
    }

    /// Whether none was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.read.is_empty()
    }

    /// Whether the table of a board is at hand.
    #[must_use]
    pub fn has(&self, options: AnyOptions) -> bool {
        self.read.contains_key(&key(options)) || is_small(options)
    }

    /// Exact values of a position and its turns; `None` where they are not known.
    #[must_use]
    pub fn solution(&self, game: &AnyGame) -> Option<Solution> {
        let options = game.options();
        let key = key(options);
        let table = match self.read.get(&key) {
            Some(table) => table.clone(),
            None if is_small(options) => self.solved(key, options)?,
            None => return None,
        };
        table.solution(game).ok()
    }

    /// The table of a small board.
    fn solved(&self, key: Key, options: AnyOptions) -> Option<Arc<AnyTable>> {
        let mut small = self.small.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = small.get(&key) {
            return Some(table.clone());
        }
        let mut table = AnyTable::new(options)?;
        while !table.is_complete() {
            table.advance().ok()?;
        }
        if small.len() >= MOST_KEPT {
            small.clear();
        }
        let table = Arc::new(table);
        small.insert(key, table.clone());
        Some(table)
    }

    /// The best turns from a position on.
    fn continuation(&self, game: &AnyGame, turn: &str) -> Vec<String> {
        let mut line = Vec::new();
        let mut next = game.clone().play_text(turn).ok();
        while let Some(game) = next.filter(|_| line.len() < AHEAD) {
            let solution = self.solution(&game).filter(|solution| solution.score.is_some());
            let Some(best) = solution.and_then(|solution| solution.turns.into_iter().next()) else {
                break;
            };
            next = game.play_text(&best.turn).ok();
            line.push(best.turn);
        }
        line
    }
}

impl Exact for Tables {
    /// Turns that the past of the game leaves open are left out: see `docs/certificates.md`.
    fn exact(&self, game: &AnyGame) -> Option<Thought> {
        let solution = self.solution(game)?;
        let proved = solution.score?.value;
        let line = |turn: String, score: Score| Line {
            continuation: self.continuation(game, &turn),
            turn,
            value: score.value.points(),
            proved: Some(score.value),
            margin: score.margin.map(f32::from),
            visits: 0,
        };
        let turns = solution.turns.into_iter();
        let lines: Vec<_> =
            turns.filter_map(|solved| Some(line(solved.turn, solved.score?))).collect();
        // The best turn decides the value, unless the past leaves it open.
        lines.first().filter(|line| line.proved == Some(proved))?;
        let value = proved.points();
        Some(Thought { lines, value, proved: Some(proved), nodes: 0, settled: false, depth: None })
    }

    fn value(&self, game: &AnyGame) -> Option<Value> {
        let solution = self.solution(game)?;
        let value = solution.score?.value;
        // As in `exact`, the past may leave the best turn open.
        let best = solution.turns.first()?.score?.value;
        (best == value).then_some(value)
    }
}

fn key(options: AnyOptions) -> Key {
    (options.kind(), AnyTable::table_options(options))
}

/// Whether a board is so small that its table is solved when it is asked about, in milliseconds.
const fn is_small(options: AnyOptions) -> bool {
    match options {
        AnyOptions::Ankor(options) => options.size() <= 3,
        AnyOptions::Boche(options) => options.size() <= 2,
        AnyOptions::Antipod(_) => false,
        AnyOptions::Anchor(options) => options.size() <= 2,
    }
}

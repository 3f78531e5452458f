//! Tables of any of the games behind one type.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use carrick_games::{
    AnyGame, AnyOptions, Game, GameKind, Notation, Symmetric, TurnSet as _, match_game,
};

use crate::tables::games::history_allows;
use crate::tables::table::{
    Coding, ExactScore, Solution, Solved, TableLayout as _, Tabled, TooFar, score_of,
};
use crate::{Exact, ReportLine, Thought, Value};

/// The table of a small board of any game, filled backwards from the ends of games.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_engine::Value;
/// let options = AnyOptions::parse(GameKind::Ankor, &["-size=3"], SizeLimits::Scripts)?;
/// let mut table = carrick_engine::tables::AnyTable::new(options).unwrap();
/// while !table.is_complete() {
///     table.advance()?;
/// }
/// let solution = table.solution(&AnyGame::new(options)).unwrap();
/// assert_eq!(solution.score.unwrap().value, Value::Draw);
/// assert_eq!(solution.turns.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyTable {
    solver: Box<dyn TableSolver>,
    kind: GameKind,
    options: String,
    bytes: Vec<u8>,
    /// The bytes from here on are final.
    filled: usize,
}

impl fmt::Debug for AnyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, options, filled, .. } = self;
        write!(f, "AnyTable({} {options}, filled from {filled})", kind.name())
    }
}

/// Requirements of a table that has not been started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableNeeds {
    /// Number of states: the bytes of the table.
    pub states: usize,
    /// Memory that solving it takes, in bytes.
    pub bytes: usize,
}

impl AnyTable {
    /// Number of states and memory of the table of a board; `None` if the board is too large for
    /// one.
    #[must_use]
    pub fn needs(options: AnyOptions) -> Option<TableNeeds> {
        let solver = solver(options)?;
        let states = solver.states();
        Some(TableNeeds { states, bytes: states + solver.working_bytes() })
    }

    /// Creates an empty table; `None` if the board is too large for one.
    #[must_use]
    pub fn new(options: AnyOptions) -> Option<Self> {
        let solver = solver(options)?;
        let states = solver.states();
        Some(Self::with(options, solver, vec![0; states], states))
    }

    /// A table whose bytes from `filled` on are already final. The others are ignored.
    pub(crate) fn resumed(options: AnyOptions, bytes: Vec<u8>, filled: usize) -> Option<Self> {
        let solver = solver(options)?;
        let fits = bytes.len() == solver.states() && filled <= bytes.len();
        fits.then(|| Self::with(options, solver, bytes, filled))
    }

    /// The options on which the table of a board depends, as written in its head.
    #[must_use]
    pub fn table_options(options: AnyOptions) -> String {
        match_game!(options, AnyOptions(options) of B => B::table_options(options))
    }

    fn with(
        options: AnyOptions,
        solver: Box<dyn TableSolver>,
        bytes: Vec<u8>,
        filled: usize,
    ) -> Self {
        let (kind, options) = (options.kind(), Self::table_options(options));
        Self { solver, kind, options, bytes, filled }
    }

    /// The game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.kind
    }

    /// The options on which the table depends.
    #[must_use]
    pub fn options(&self) -> &str {
        &self.options
    }

    /// Meaning of the bytes.
    #[must_use]
    pub fn coding(&self) -> Coding {
        self.solver.coding()
    }

    /// The bytes, by state; those before [`filled`](Self::filled) are not known yet.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Index of the first solved state.
    #[must_use]
    pub const fn filled(&self) -> usize {
        self.filled
    }

    /// Whether all states are solved.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.filled == 0
    }

    /// Solves some more states. Does nothing if all are solved.
    ///
    /// # Errors
    /// If a distance does not fit into a byte.
    pub fn advance(&mut self) -> Result<(), TooFar> {
        if !self.is_complete() {
            self.filled = self.solver.fill(&mut self.bytes, self.filled)?;
        }
        Ok(())
    }

    /// The values of a game on this board and of all its turns, according to the complete table.
    ///
    /// # Errors
    /// If the game is over or on another board, or the table is not complete.
    pub fn solution(&self, game: &AnyGame) -> Result<Solution, WrongGame> {
        let options = Self::table_options(game.options());
        if game.kind() != self.kind || options != self.options {
            return Err(WrongGame::Other);
        }
        if game.outcome().is_some() {
            return Err(WrongGame::Over);
        }
        if !self.is_complete() {
            return Err(WrongGame::Unfinished);
        }
        Ok(self.solver.solution(&self.bytes, game))
    }
}

/// Why a table cannot evaluate a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongGame {
    /// The game has another board or other options.
    #[error("the table is for another board")]
    Other,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Some states of the table are not solved yet.
    #[error("the table is not complete")]
    Unfinished,
}

/// A table layout for any game.
trait TableSolver: Send + Sync {
    fn coding(&self) -> Coding;
    fn states(&self) -> usize;
    fn working_bytes(&self) -> usize;
    fn fill(&self, bytes: &mut [u8], filled: usize) -> Result<usize, TooFar>;
    fn solution(&self, bytes: &[u8], game: &AnyGame) -> Solution;
}

fn solver(options: AnyOptions) -> Option<Box<dyn TableSolver>> {
    match_game!(options, AnyOptions(options) of B => {
        let shape = <B as Tabled>::shape(options)?;
        Some(Box::new(TypedTable::<B> { shape }) as Box<dyn TableSolver>)
    })
}

struct TypedTable<B: Tabled> {
    shape: B::Shape,
}

/// A game of the type that a table is for.
trait OfAny: Tabled + Notation + Symmetric {
    fn of_any(game: &AnyGame) -> Option<&Game<Self>>;

    /// Whether a score holds in a game with its past.
    fn holds(_game: &Game<Self>, _score: ExactScore) -> bool {
        true
    }
}

macro_rules! of_any {
    ($variant:ident) => {
        fn of_any(game: &AnyGame) -> Option<&Game<Self>> {
            if let AnyGame::$variant(game) = game { Some(game) } else { None }
        }
    };
}

impl OfAny for carrick_games::ankor::Board {
    of_any!(Ankor);

    fn holds(game: &Game<Self>, score: ExactScore) -> bool {
        history_allows(game, score)
    }
}

impl OfAny for carrick_games::boche::Board {
    of_any!(Boche);
}

impl OfAny for carrick_games::antipod::Board {
    of_any!(Antipod);
}

impl OfAny for carrick_games::anchor::Board {
    of_any!(Anchor);
}

impl<B: OfAny> TableSolver for TypedTable<B>
where
    B::Shape: Send + Sync,
{
    fn coding(&self) -> Coding {
        B::Shape::CODING
    }

    fn states(&self) -> usize {
        self.shape.states()
    }

    fn working_bytes(&self) -> usize {
        self.shape.working_bytes()
    }

    fn fill(&self, bytes: &mut [u8], filled: usize) -> Result<usize, TooFar> {
        self.shape.fill(bytes, filled)
    }

    fn solution(&self, bytes: &[u8], game: &AnyGame) -> Solution {
        let Some(game) = B::of_any(game) else { return Solution::default() };
        let (position, mover) = (game.position(), game.board().seat_to_move());
        let score = score_of::<B>(&self.shape, bytes, position, mover);
        let legal = game.legal_turns();
        let turns = legal.iter().map(|turn| {
            let mut next = position.clone();
            next.play_unchecked(turn);
            let score = score_of::<B>(&self.shape, bytes, &next, mover).one_turn_earlier();
            let holds = next.outcome().is_some() || B::holds(game, score);
            let score = holds.then_some(score);
            Solved { turn: game.turn_name(turn).to_string(), score }
        });
        Solution::new(B::holds(game, score).then_some(score), turns.collect())
    }
}

// Available tables: those that were read, and those of boards so small that they are solved when
// needed.

/// Maximum number of tables of small boards to keep.
const MOST_KEPT: usize = 32;
/// Number of turns of a line that are reported.
const AHEAD: usize = 16;

/// Complete tables of solved boards, which replace the engine's search wherever they can.
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
    read: BTreeMap<TableKey, Arc<AnyTable>>,
    small: Mutex<BTreeMap<TableKey, Arc<AnyTable>>>,
}

/// A game, and the options on which its table depends.
type TableKey = (GameKind, String);

impl Tables {
    /// Adds a table. Returns whether it is complete; an incomplete one is not used.
    pub fn insert(&mut self, table: AnyTable) -> bool {
        let is_complete = table.is_complete();
        if is_complete {
            self.read.insert((table.kind(), table.options().to_owned()), Arc::new(table));
        }
        is_complete
    }

    /// Number of tables added.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read.len()
    }

    /// Whether no table was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.read.is_empty()
    }

    /// Whether the table of a board is available.
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
    fn solved(&self, key: TableKey, options: AnyOptions) -> Option<Arc<AnyTable>> {
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
    /// Leaves out turns whose value depends on the past of the game: see `docs/certificates.md`.
    fn exact(&self, game: &AnyGame) -> Option<Thought> {
        let solution = self.solution(game)?;
        let proved = solution.score?.value;
        let line = |turn: String, score: ExactScore| ReportLine {
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
        // The best turn determines the value, unless the past makes it uncertain.
        lines.first().filter(|line| line.proved == Some(proved))?;
        let value = proved.points();
        Some(Thought { lines, value, proved: Some(proved), nodes: 0, settled: false, depth: None })
    }

    fn value(&self, game: &AnyGame) -> Option<Value> {
        let solution = self.solution(game)?;
        let value = solution.score?.value;
        // As in `exact`, the past may make the best turn uncertain.
        let best = solution.turns.first()?.score?.value;
        (best == value).then_some(value)
    }
}

fn key(options: AnyOptions) -> TableKey {
    (options.kind(), AnyTable::table_options(options))
}

/// Whether a board is so small that solving its table takes milliseconds, so that it is solved on
/// the first request.
const fn is_small(options: AnyOptions) -> bool {
    match options {
        AnyOptions::Ankor(options) => options.size() <= 3,
        AnyOptions::Boche(options) => options.size() <= 2,
        AnyOptions::Antipod(_) => false,
        AnyOptions::Anchor(options) => options.size() <= 2,
    }
}

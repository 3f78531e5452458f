//! The collection: puzzles as data, their grades, and proving them again.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use carrick_engine::{AnyPlayer, Exact, Level, LevelError, Limits, Memory, Searchable};
use carrick_games::{
    AnyGame, AnyOptions, Game, GameKind, Notation, OptionError, SizeLimits, Symmetric,
    Symmetry as _, UnknownGame, hash_of, hash_of_hashes, match_game, text_of,
};
use serde::{Deserialize, Serialize};

use crate::puzzle::mining::{Dull, MOST_OWN_TURNS, only_win};
use crate::puzzle::proof::{Certainty, Effort, KnownValue, WinJudge};

// The collected puzzles of the four games.

/// The puzzles of one game, by number.
#[derive(Debug, Clone)]
pub struct Collection {
    /// The puzzles, in the order of their numbers.
    pub puzzles: Vec<Puzzle>,
}

/// Error in a file of puzzles, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct CollectionError {
    /// Line of the file, from 1.
    pub line: usize,
    /// The fault, in words.
    pub fault: String,
}

impl Collection {
    /// The text file of a game's puzzles.
    #[must_use]
    pub const fn source(kind: GameKind) -> &'static str {
        text_of!(kind, "../../puzzles/", ".jsonl")
    }

    /// The puzzles of a game, parsed once.
    ///
    /// ```
    /// use carrick_coach::puzzle::Collection;
    /// use carrick_games::GameKind;
    /// let puzzle = &Collection::of(GameKind::Boche).puzzles[0];
    /// assert_eq!(puzzle.kind(), GameKind::Boche);
    /// ```
    ///
    /// # Panics
    /// If a file has an error. The files are part of the program, and tests read all of them.
    #[must_use]
    pub fn of(kind: GameKind) -> &'static Self {
        static ALL: [OnceLock<Collection>; GameKind::ALL.len()] =
            [const { OnceLock::new() }; GameKind::ALL.len()];
        ALL[kind as usize].get_or_init(|| Self::read_own(kind))
    }

    fn read_own(kind: GameKind) -> Self {
        match Self::parse(Self::source(kind)) {
            Ok(collection) => collection,
            Err(error) => panic!("the puzzles of {kind}: {error}"),
        }
    }

    /// Reads the puzzles of one game, one per line; blank lines are ignored.
    ///
    /// # Errors
    /// Returns the first error and its line; numbers out of order and twins are errors too.
    pub fn parse(text: &str) -> Result<Self, CollectionError> {
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut seen: HashMap<u128, usize> = HashMap::new();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let error = |fault| CollectionError { line, fault };
            let puzzle = Puzzle::parse(text).map_err(|fault| error(fault.to_string()))?;
            let (number, kind) = (puzzle.number, puzzle.kind());
            if puzzles.last().is_some_and(|last| last.number >= number) {
                let fault = format!("number {number} does not come after the one before it");
                return Err(error(fault));
            }
            if puzzles.last().is_some_and(|last| last.kind() != kind) {
                let fault = format!("this is a puzzle of {kind}, in a file of another game");
                return Err(error(fault));
            }
            if let Some(other) = seen.insert(twin_key(&puzzle.start), line) {
                let fault =
                    format!("this is the position of line {other}, or its image under a symmetry");
                return Err(error(fault));
            }
            puzzles.push(puzzle);
        }
        Ok(Self { puzzles })
    }

    /// The puzzle with a number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&Puzzle> {
        let index = self.puzzles.binary_search_by_key(&number, |puzzle| puzzle.number).ok()?;
        self.puzzles.get(index)
    }
}

// Grading puzzles: which is the weakest level that finds the solution.

/// Grade of a puzzle: the weakest level of the computer that finds the whole solution, or none.
///
/// ```
/// use carrick_coach::puzzle::Grade;
/// let grade: Grade = "level3".parse()?;
/// assert!(grade < "beyond".parse()?);
/// assert_eq!(grade.to_string(), "level3");
/// # Ok::<(), carrick_engine::LevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// This level finds it, and no weaker one does.
    Level(Level),
    /// No level finds it.
    Beyond,
}

/// Seeds with which each level tries.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

/// Number of tries that have to succeed.
const MOST: usize = 2;

/// How many times as many positions the ninth level, which plays by the clock in games, may search
/// as the eighth.
const NINTH: u64 = 4;

/// Memory of a level that tries: its searches are short.
const MEMORY: Memory = Memory { tree: 64 << 20, table: 1 << 20 };

impl Grade {
    /// Grades a solution that starts in a game's current position.
    ///
    /// A level finds the solution if it plays each of the solver's turns, against the given
    /// replies, in two of three tries with different seeds.
    #[must_use]
    pub fn of(game: &AnyGame, solution: &[String]) -> Self {
        let found = Level::all_of(game.kind()).find(|&level| finds(level, game, solution));
        found.map_or(Self::Beyond, Self::Level)
    }

    /// Starting rating of a puzzle of this grade, on the scale of players' ratings.
    ///
    /// The first level is worth 1270 and each further one 90 points more; people start at 1500. The
    /// beginners' levels, however many the game has, share the points from 1000 to the first level.
    #[must_use]
    pub fn rating(self, kind: GameKind) -> f64 {
        let below = |one: &Level| match self {
            Self::Level(level) => *one < level,
            Self::Beyond => true,
        };
        let step = |one: Level| match one.is_novice() {
            true => 270.0 / f64::from(kind.facts().novices),
            false => 90.0,
        };
        1000.0 + Level::all_of(kind).filter(below).map(step).sum::<f64>()
    }
}

/// Whether a level finds a solution most of the time.
fn finds(level: Level, game: &AnyGame, solution: &[String]) -> bool {
    let (mut right, mut wrong) = (0, 0);
    for seed in SEEDS {
        if plays(level, seed, game, solution) {
            right += 1;
        } else {
            wrong += 1;
        }
        if right == MOST || wrong == MOST {
            break;
        }
    }
    right == MOST
}

/// Whether a level plays each of the solver's turns.
fn plays(level: Level, seed: u64, game: &AnyGame, solution: &[String]) -> bool {
    let ninth = Level::new(8).and_then(|eighth| eighth.most_nodes(game, game.ply()));
    let limits = Limits::nodes(ninth.unwrap_or(u64::MAX / NINTH).saturating_mul(NINTH));
    let mut game = game.clone();
    let mut player = AnyPlayer::new(&game, level, seed, MEMORY);
    for (index, turn) in solution.iter().enumerate() {
        if index % 2 == 0 {
            let chosen = player.choose(&game, limits);
            if chosen.is_none_or(|chosen| chosen.turn != *turn) {
                return false;
            }
        }
        match game.play_text(turn) {
            Ok(after) => game = after,
            Err(_) => return false,
        }
    }
    true
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Beyond => f.write_str("beyond"),
        }
    }
}

impl FromStr for Grade {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        if text == "beyond" { Ok(Self::Beyond) } else { text.parse().map(Self::Level) }
    }
}

// Puzzles as data: one JSON object per line.

/// A position with exactly one winning turn, and the line that wins.
///
/// Every turn in it is legal and in canonical form.
///
/// ```
/// use carrick_coach::puzzle::Puzzle;
/// let text = r#"{"number":1,"game":"antipod","options":"-radius=4","turns":"a1+","solution":"d4",
///     "grade":"level2","certainty":{"proved":{"nodes":12}},
///     "source":{"from":"self-play","game":7,"players":["level1","level2"],"seed":1}}"#;
/// let refused = Puzzle::parse(text).unwrap_err();
/// assert!(refused.to_string().starts_with("turn 1 of the game, a1+, cannot be played"));
/// ```
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// Number among the puzzles of its game, from 1. A number is never reused.
    pub number: u32,
    /// The game up to the position where the solver is to move.
    pub start: AnyGame,
    /// The solver's turns and the replies in between; the first and the last turn are the solver's.
    pub solution: Vec<String>,
    /// The weakest level that finds the solution.
    pub grade: Grade,
    /// How certain it is that there is no other solution.
    pub certainty: Certainty,
    /// The game it comes from.
    pub source: PuzzleSource,
}

/// Origin of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleSource {
    /// `self-play`, `server`, or the name of a file of games.
    pub from: String,
    /// Number of the game there: of the board, or of the game in a match.
    pub game: u64,
    /// The players, first and second.
    pub players: [String; 2],
    /// Whether the last turn before the puzzle was replaced by a better defence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub varied: bool,
    /// The random seed, if the game was played for the collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A puzzle in its written form.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPuzzle {
    number: u32,
    game: String,
    options: String,
    turns: String,
    solution: String,
    grade: String,
    certainty: Certainty,
    source: PuzzleSource,
}

/// Error for a line that is not a valid puzzle.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The line is not a JSON object with the fields of a puzzle.
    #[error("a puzzle is one JSON object: {0}")]
    Form(#[from] serde_json::Error),
    /// The game does not exist.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game does not have these options.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The grade is not a level.
    #[error("the grade is a level or `beyond`: {0}")]
    Grade(#[from] LevelError),
    /// A turn cannot be played.
    #[error("turn {number} of the {part}, {turn}, cannot be played: {reason}")]
    Turn {
        /// "game" or "solution".
        part: &'static str,
        /// Number of the turn within its part, from 1.
        number: usize,
        /// The turn as it is written.
        turn: String,
        /// Why the rules refuse it.
        reason: String,
    },
    /// The solution does not begin and end with a turn of the solver, or is too long.
    #[error(
        "a solution has 1 to {MOST_OWN_TURNS} turns of the solver and a reply between two of them, \
         and not {0} turns"
    )]
    Length(usize),
}

impl Puzzle {
    /// Reads a puzzle from a line.
    ///
    /// # Errors
    /// Returns the first error. The rules check every turn.
    pub fn parse(text: &str) -> Result<Self, PuzzleError> {
        let written: WrittenPuzzle = serde_json::from_str(text)?;
        let kind: GameKind = written.game.parse()?;
        let words: Vec<&str> = written.options.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Challenge)?;
        let start = play(AnyGame::new(options), &written.turns, "game")?;
        let before = start.ply();
        let end = play(start.clone(), &written.solution, "solution")?;
        let solution = end.turn_names().split_off(before);
        if solution.len() % 2 == 0 || solution.len() > 2 * MOST_OWN_TURNS - 1 {
            return Err(PuzzleError::Length(solution.len()));
        }
        Ok(Self {
            number: written.number,
            start,
            solution,
            grade: written.grade.parse()?,
            certainty: written.certainty,
            source: written.source,
        })
    }

    /// Writes the puzzle as one line, without the line break.
    #[must_use]
    pub fn to_line(&self) -> String {
        let written = WrittenPuzzle {
            number: self.number,
            game: self.kind().name().to_owned(),
            options: self.start.options().to_string(),
            turns: self.start.turn_names().join(" "),
            solution: self.solution.join(" "),
            grade: self.grade.to_string(),
            certainty: self.certainty,
            source: self.source.clone(),
        };
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// The game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.start.kind()
    }
}

/// Plays turns that are separated by spaces.
fn play(game: AnyGame, turns: &str, part: &'static str) -> Result<AnyGame, PuzzleError> {
    turns.split_whitespace().zip(1..).try_fold(game, |game, (turn, number)| {
        game.play_text(turn).map_err(|refused| PuzzleError::Turn {
            part,
            number,
            turn: turn.to_owned(),
            reason: refused.reason.to_string(),
        })
    })
}

// Proving puzzles again.

/// Why a puzzle could not be proved again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// A turn of the solution is not the only winning one.
    #[error("turn {number} of the solution, {turn}: {reason}")]
    Turn {
        /// Number of the turn in the solution, from 1.
        number: usize,
        /// The turn.
        turn: String,
        /// What the search found.
        reason: Dull,
    },
    /// Another turn wins.
    #[error("turn {number} of the solution is {turn}, but {other} wins")]
    Other {
        /// Number of the turn in the solution, from 1.
        number: usize,
        /// The turn.
        turn: String,
        /// The turn that was found to be the only winning one.
        other: String,
    },
    /// The puzzle claims that everything was proved, but this time it was not.
    #[error(
        "turn {number} of the solution, {turn}, is the only one that wins, but that is not proved"
    )]
    Searched {
        /// Number of the turn in the solution, from 1.
        number: usize,
        /// The turn.
        turn: String,
    },
}

impl Puzzle {
    /// Searches again, with four times the miner's effort, whether each of the solver's turns is
    /// the only one that wins. Returns the number of positions searched. Looks up in `exact` what
    /// the search does not settle.
    ///
    /// # Errors
    /// Returns the first turn that is not the only one, or whose claimed proof is missing.
    pub fn prove(&self, exact: &dyn Exact) -> Result<u64, Unproved> {
        match_game!(&self.start, AnyGame(game) => {
            prove(self, game, &|game| exact.value(&game.clone().into()))
        })
    }
}

fn prove<B: Searchable + Notation>(
    puzzle: &Puzzle,
    game: &Game<B>,
    known: KnownValue<'_, B>,
) -> Result<u64, Unproved> {
    let Some(mover) = game.seat_to_move() else { return Ok(0) };
    let effort = Effort::mining(B::KIND).times(4);
    let mut judge = WinJudge::new(mover, effort, 1, known);
    let mut game = game.clone();
    for (turn, number) in puzzle.solution.iter().zip(1..) {
        if number % 2 == 1 {
            let unproved = |reason| Unproved::Turn { number, turn: turn.clone(), reason };
            let (only, certainty) = only_win(&mut judge, &game).map_err(unproved)?;
            let other = game.turn_name(only).to_string();
            if other != *turn {
                return Err(Unproved::Other { number, turn: turn.clone(), other });
            }
            if puzzle.certainty.is_proved() && !certainty.is_proved() {
                return Err(Unproved::Searched { number, turn: turn.clone() });
            }
        }
        game = game.play_text(turn).unwrap_or_else(|refused| refused.game);
    }
    Ok(judge.spent)
}

// Twins: positions that differ only by a symmetry of the board.

/// Key of a game's position, the same for all its images under the symmetries of the board. Boards
/// with different options have different keys.
///
/// ```
/// use carrick_coach::puzzle::twin_key;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &["-size=4"], SizeLimits::Challenge)?;
/// let after = |turn| AnyGame::new(options).play_text(turn).unwrap();
/// assert_eq!(twin_key(&after("A1")), twin_key(&after("D7"))); // both are home corners
/// assert_ne!(twin_key(&after("A1")), twin_key(&after("B1")));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn twin_key(game: &AnyGame) -> u128 {
    let options = hash_of(game.options().to_string().bytes().map(u64::from));
    let position = match_game!(game, AnyGame(game) => least_key(game));
    hash_of_hashes([options, position])
}

fn least_key<B: Symmetric>(game: &Game<B>) -> u128 {
    let images = B::Symmetry::all().map(|by| game.position().image(by).hash());
    images.min().unwrap_or_else(|| game.position().hash())
}

// The part of a puzzle that decides which turns are right.

/// A position with one winning turn, and the line that wins.
///
/// ```
/// use carrick_coach::puzzle::WinningLine;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge)?;
/// let (start, turns) = (AnyGame::new(options), ["A1", "B2", "C3"].map(str::to_owned));
/// let line = WinningLine { start: &start, turns: &turns };
/// assert_eq!(line.own_turns(), 2);
/// assert_eq!(line.after(1).turn_names(), ["A1", "B2"]);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WinningLine<'a> {
    /// The game up to the position where the solver is to move.
    pub start: &'a AnyGame,
    /// The solver's turns and the replies in between; the first and the last turn are the solver's.
    pub turns: &'a [String],
}

impl WinningLine<'_> {
    /// The game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.start.kind()
    }

    /// Number of turns that the solver has to find.
    #[must_use]
    pub const fn own_turns(&self) -> usize {
        self.turns.len().div_ceil(2)
    }

    /// The game after the given number of the solver's turns and their replies; the end of the line
    /// if there are fewer.
    #[must_use]
    pub fn after(&self, found: usize) -> AnyGame {
        let turns = self.turns.iter().take(2 * found);
        turns.fold(self.start.clone(), |game, turn| {
            game.play_text(turn).unwrap_or_else(|refused| refused.game)
        })
    }
}

impl Puzzle {
    /// The part that decides which turns are right.
    #[must_use]
    pub fn line(&self) -> WinningLine<'_> {
        WinningLine { start: &self.start, turns: &self.solution }
    }

    /// Number of turns that the solver has to find.
    #[must_use]
    pub const fn own_turns(&self) -> usize {
        self.solution.len().div_ceil(2)
    }

    /// The game after the given number of the solver's turns and their replies; the end of the
    /// solution if there are fewer.
    #[must_use]
    pub fn after(&self, found: usize) -> AnyGame {
        self.line().after(found)
    }
}

// The puzzle of a day.

impl Collection {
    /// The puzzle of a day, counted in days since 1970-01-01; `None` if the collection is empty.
    ///
    /// No puzzle comes again before all others had their day. The order strides through the
    /// collection, so that neighbouring puzzles, which often resemble each other, are weeks apart.
    ///
    /// ```
    /// use carrick_coach::puzzle::Collection;
    /// use carrick_games::GameKind;
    /// let boche = Collection::of(GameKind::Boche);
    /// assert_ne!(boche.of_day(20_000).unwrap().number, boche.of_day(20_001).unwrap().number);
    /// ```
    #[must_use]
    pub fn of_day(&self, day: u32) -> Option<&Puzzle> {
        let all = self.puzzles.len();
        let stride = (all * 3 / 8..all).find(|&stride| coprime(stride, all)).unwrap_or(1);
        let index = (day as usize).checked_rem(all)? * stride;
        self.puzzles.get(index.checked_rem(all)?)
    }
}

/// Whether two numbers have no common divisor but 1.
const fn coprime(mut one: usize, mut other: usize) -> bool {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one == 1
}

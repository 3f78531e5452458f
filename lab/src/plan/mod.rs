//! Plans: what a laboratory plays, as a TOML file, and the cells that follow from it.

mod text;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::num::NonZeroUsize;

use carrick_engine::Memory;
use carrick_engine::tables::AnyTable;
use carrick_games::{AnyGame, AnyOptions, GameKind, PASS, SWAP, SizeLimits};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::arena::{Entrant, GameNumber, MatchSide, PairCounts, Sprt, SprtState};
use crate::plan::text::{FirstTurns, Meeting, StudyText, UntilText};
use crate::play::{JudgeError, Match, MatchError, SearchJudge, TurnAllowance};
use crate::stats::Estimate;

pub use text::CellOpening;

/// A checked plan: the question, and the cells in the order in which they are played.
///
/// ```
/// use carrick_lab::plan::Plan;
/// let text = "
///     question = \"Who wins on the smallest board?\"
///     [[study]]
///     name = \"balance\"
///     boards = [\"antipod -radius=3\"]
///     players = [\"random\", \"tree:8\"]
///     openings = [\"own\", \"even:4\"]
///     games = 100
/// ";
/// assert_eq!(Plan::read(text, 1)?.cells.len(), 4);
/// let error = Plan::read(&text.replace("tree:8", "tree"), 1).unwrap_err().to_string();
/// assert!(error.contains("players: tree thinks for as long as it may; give a number"), "{error}");
/// # Ok::<(), carrick_lab::plan::PlanError>(())
/// ```
#[derive(Debug)]
pub struct Plan {
    /// The question that the plan should answer.
    pub question: String,
    /// Hash of its content: SHA-256, without comments and white space, the first 16 hexadecimal
    /// digits.
    pub hash: String,
    /// Seed of all its games.
    pub seed: u64,
    /// Every combination of board, players, openings and first turn.
    pub cells: Vec<PlanCell>,
}

impl Plan {
    /// Maximum number of cells; each keeps two positions in memory.
    pub const MOST_CELLS: usize = 5_000;
    /// Maximum number of games in all cells; a report keeps some numbers of each game.
    pub const MOST_GAMES: u64 = 4_000_000;

    /// Reads a plan, for games with a seed.
    ///
    /// # Errors
    /// Returns the first thing that is wrong, with its study and key.
    pub fn read(text: &str, seed: u64) -> Result<Self, PlanError> {
        let plan = text::read(text)?;
        let hash = hash(&plan);
        let mut cells = Vec::new();
        for study in &plan.study {
            of_study(study, &hash, seed, &mut cells)?;
        }
        let games =
            cells.iter().map(|cell: &PlanCell| u64::from(cell.settings.games())).sum::<u64>();
        if cells.len() > Self::MOST_CELLS || games > Self::MOST_GAMES {
            return Err(PlanError::TooLarge { cells: cells.len(), games });
        }
        Ok(Self { question: plan.question, hash, seed, cells })
    }

    /// Maximum number of games at the same time with which all players together stay within 2 GB.
    #[must_use]
    pub fn most_threads(&self) -> NonZeroUsize {
        most_threads(&self.cells)
    }
}

/// Hash of a plan's content.
fn hash(plan: &impl Serialize) -> String {
    let json = serde_json::to_vec(plan).expect("a plan's keys are texts");
    let mut hex = String::new();
    for byte in &Sha256::digest(json)[..8] {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

// Cells: one board, one pair of players, one kind of opening, one first turn.

/// A cell of a plan: games that differ only in their number.
#[derive(Debug)]
pub struct PlanCell {
    /// Place in the plan, from 0.
    pub number: u32,
    /// Name of its study.
    pub study: String,
    /// The game's options, without the first turn.
    pub options: AnyOptions,
    /// How its games are opened.
    pub opening: CellOpening,
    /// The first turn, if the cell is about one.
    pub first_turn: Option<PlanFirstTurn>,
    /// When the cell ends early.
    pub until: CellUntil,
    /// The search that values positions, and the number of games, from the first on, that it
    /// judges.
    pub judge: Option<(SearchJudge, u32)>,
    /// Whether the report compares every turn with the table of the board.
    pub exact: bool,
    /// Players, position and schedule.
    pub settings: Match,
}

/// A first turn, one of those that are equivalent by symmetry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFirstTurn {
    /// The turn.
    pub turn: String,
    /// Number of equivalent turns, including itself.
    pub alike: usize,
}

impl PlanCell {
    /// Whether a player plays itself.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.settings.entrant(MatchSide::A) == self.settings.entrant(MatchSide::B)
    }

    /// The search that values the positions of a game, if the game is to be judged.
    #[must_use]
    pub fn judge_of(&self, number: GameNumber) -> Option<&SearchJudge> {
        self.judge.as_ref().filter(|(_, games)| number.0 < *games).map(|(judge, _)| judge)
    }

    /// The players: one name, or two.
    #[must_use]
    pub fn players(&self) -> String {
        let [a, b] = self.settings.names();
        if self.is_alone() { a } else { format!("{a} – {b}") }
    }
}

/// Appends the cells of a study.
fn of_study(
    study: &StudyText,
    hash: &str,
    seed: u64,
    cells: &mut Vec<PlanCell>,
) -> Result<(), PlanError> {
    let wrong =
        |key| move |sentence: String| PlanError::Key { study: study.name.clone(), key, sentence };
    let players = each(&study.players, text::read_player).map_err(wrong("players"))?;
    let openings =
        each(&study.openings, |text| text.parse::<CellOpening>()).map_err(wrong("openings"))?;
    let meetings = meetings(study.meeting, &players).map_err(wrong("meeting"))?;
    let alone = study.meeting == Meeting::Alone;
    let until = study.until.as_ref().map(|until| CellUntil::read(until, alone)).transpose();
    let until = until.map_err(wrong("until"))?.unwrap_or_default();
    let judge = study.judge.as_ref().map(|judge| Ok((judge.player.parse()?, judge.games)));
    let judge: Option<(SearchJudge, u32)> =
        judge.transpose().map_err(|error: JudgeError| wrong("judge")(error.to_string()))?;
    let boards = each(&study.boards, board).map_err(wrong("boards"))?;
    if study.exact {
        boards.iter().try_for_each(|&options| has_table(options)).map_err(wrong("exact"))?;
    }
    for options in boards {
        let firsts =
            first_turns(study.first_turns, options, &openings).map_err(wrong("first_turns"))?;
        for players in &meetings {
            for &opening in &openings {
                for (first_turn, start) in &firsts {
                    let number = cells.len() as u32;
                    let seed = seed_of(hash, seed, number);
                    let settings = settings(study, players, start, opening, seed, until)?;
                    cells.push(PlanCell {
                        number,
                        study: study.name.clone(),
                        options,
                        opening,
                        first_turn: first_turn.clone(),
                        until,
                        judge: judge.clone(),
                        exact: study.exact,
                        settings,
                    });
                }
            }
        }
    }
    Ok(())
}

/// Checks that a report can solve the table of a board in about a minute.
fn has_table(options: AnyOptions) -> Result<(), String> {
    const MOST_BYTES: usize = 200 << 20;
    match AnyTable::needs(options) {
        Some(needs) if needs.bytes <= MOST_BYTES => Ok(()),
        _ => Err(format!(
            "{} {options} has no table of 200 MiB or less; choose a smaller board, or leave exact out",
            options.kind()
        )),
    }
}

/// Settings of a cell's games.
fn settings(
    study: &StudyText,
    players: &[Entrant; 2],
    start: &AnyGame,
    opening: CellOpening,
    seed: u64,
    until: CellUntil,
) -> Result<Match, PlanError> {
    // Levels and random players have their own limits.
    let allowance = TurnAllowance::Nodes(u64::MAX);
    let (players, start, openings) = (players.clone(), start.clone(), opening.openings());
    Match::new(players, start, allowance, openings, seed, study.games, until.sprt).map_err(
        |error| {
            let key = match error {
                MatchError::Over { .. } => "boards",
                MatchError::Player { .. } => "players",
                MatchError::Games => "games",
                MatchError::Opening(_) => "openings",
            };
            let sentence = match error {
                MatchError::Player { source, .. } => source.to_string(),
                _ => error.to_string(),
            };
            PlanError::Key { study: study.name.clone(), key, sentence }
        },
    )
}

/// Reads every text of a list, which must not be empty.
fn each<T, E: ToString>(
    texts: &[String],
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Vec<T>, String> {
    if texts.is_empty() {
        return Err("the list is empty; name one or more".to_owned());
    }
    texts.iter().map(|text| read(text).map_err(|error| error.to_string())).collect()
}

/// Reads a board: a game and its options.
fn board(text: &str) -> Result<AnyOptions, String> {
    let mut words = text.split_whitespace();
    let kind: GameKind = words
        .next()
        .ok_or("a board is a game and its options, as in ankor -size=4")?
        .parse()
        .map_err(|error: carrick_games::UnknownGame| error.to_string())?;
    let words: Vec<&str> = words.collect();
    AnyOptions::parse(kind, &words, SizeLimits::Scripts).map_err(|error| format!("{text}: {error}"))
}

fn meetings(meeting: Meeting, players: &[Entrant]) -> Result<Vec<[Entrant; 2]>, String> {
    if meeting != Meeting::Alone && players.len() < 2 {
        return Err(
            "two or more players are needed for a match; name another in players".to_owned()
        );
    }
    let pair = |one: &Entrant, other: &Entrant| [one.clone(), other.clone()];
    Ok(match meeting {
        Meeting::Alone => players.iter().map(|player| pair(player, player)).collect(),
        Meeting::Neighbours => players.windows(2).map(|two| pair(&two[1], &two[0])).collect(),
        Meeting::All => (1..players.len())
            .flat_map(|one| players[..one].iter().map(move |other| (one, other)))
            .map(|(one, other)| pair(&players[one], other))
            .collect(),
    })
}

/// Positions in which the cells of a board start: the usual one, or one after a first turn of each
/// class.
fn first_turns(
    wanted: FirstTurns,
    options: AnyOptions,
    openings: &[CellOpening],
) -> Result<Vec<(Option<PlanFirstTurn>, AnyGame)>, String> {
    let start = AnyGame::new(options);
    if wanted == FirstTurns::Free {
        return Ok(vec![(None, start)]);
    }
    if openings != [CellOpening::Own] {
        return Err("after a first turn of every class, the players choose their turns; leave \
                    openings out"
            .to_owned());
    }
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for turn in start.legal().into_iter().filter(|turn| turn != PASS) {
        if seen.contains(&turn) {
            continue;
        }
        let alike = start.alike(&turn).map_err(|error| error.to_string())?;
        let after = start.clone().play_text(&turn).map_err(|error| error.reason.to_string())?;
        if after.legal().iter().any(|turn| turn == SWAP) {
            return Err(format!(
                "the value of a first turn is measured without the pie rule, whose effect is then \
                 computed; add -noswap or -pie=none to {} {options}",
                options.kind()
            ));
        }
        found.push((Some(PlanFirstTurn { turn, alike: alike.len() }), after));
        seen.extend(alike);
    }
    Ok(found)
}

/// Seed of a cell, from the plan's content, the common seed and the cell's number.
fn seed_of(hash: &str, seed: u64, cell: u32) -> u64 {
    let digest = Sha256::digest(format!("{hash} {seed} {cell}"));
    let bytes: [u8; 8] = std::array::from_fn(|at| digest[at]);
    // 53 bits, which every JSON reader preserves.
    u64::from_be_bytes(bytes) >> 11
}

// Rules by which a cell ends before all its games are played.

/// Rules by which a cell ends early, as soon as one of them is met. They look at whole pairs, after
/// every [`CellUntil::STEP`] games but never before twice that number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CellUntil {
    /// The interval of the first player's points, or of player A's in a match, extends no further
    /// than this in either direction.
    pub half_width: Option<f64>,
    /// That interval is outside of one half plus or minus this.
    pub outside: Option<f64>,
    /// The sequential test is decided.
    pub sprt: Option<Sprt>,
}

impl CellUntil {
    /// Number of games between two checks of the rules.
    pub const STEP: u32 = 20;

    /// Reads the rules. A sequential test is for matches, not for a player against itself.
    fn read(text: &UntilText, alone: bool) -> Result<Self, String> {
        let UntilText { half_width, outside, sprt } = text;
        for (name, value) in [("half_width", half_width), ("outside", outside)] {
            if value.is_some_and(|value| !(value > 0.0 && value < 0.5)) {
                return Err(format!(
                    "{name} is a share of the points, more than 0 and less than 0.5"
                ));
            }
        }
        let sprt = sprt.as_ref().map(|text| text.parse::<Sprt>()).transpose();
        let sprt = sprt.map_err(|_| {
            "sprt takes two numbers of Elo between -1000 and 1000, the lower one first: sprt = \"0,20\""
                .to_owned()
        })?;
        if sprt.is_some() && alone {
            return Err(
                "a sequential test compares two players; name half_width or outside, or let \
                        meeting be \"neighbours\" or \"all\""
                    .to_owned(),
            );
        }
        if (half_width, outside, sprt) == (&None, &None, None) {
            return Err("a rule is missing; name half_width, outside or sprt".to_owned());
        }
        Ok(Self { half_width: *half_width, outside: *outside, sprt })
    }

    /// Whether a cell ends after this many games, with this estimate of the points and these pairs
    /// from player A's view.
    #[must_use]
    pub fn is_met(&self, games: u32, points: Option<Estimate>, pairs: &PairCounts) -> bool {
        if games < 2 * Self::STEP || !games.is_multiple_of(Self::STEP) {
            return false;
        }
        let Some(Estimate { low, high, .. }) = points else { return false };
        self.half_width.is_some_and(|most| (high - low) / 2.0 <= most)
            || self.outside.is_some_and(|by| high < 0.5 - by || low > 0.5 + by)
            || self.sprt.is_some_and(|sprt| sprt.verdict(pairs) != SprtState::Open)
    }
}

// Memory of a laboratory, limited by the number of games played at the same time.

/// Maximum memory of all players together, in bytes: 2 GB minus what positions, lines and reports
/// take.
const PLAYERS: usize = 1750 << 20;

/// Maximum memory of a player, in bytes. A search prunes its tree at its limit.
const fn bytes(entrant: &Entrant) -> usize {
    match entrant {
        Entrant::Random | Entrant::Casual | Entrant::Pairing | Entrant::Mirror => 0,
        Entrant::Uct { .. }
        | Entrant::Rave { .. }
        | Entrant::Level(_)
        | Entrant::Search { .. }
        | Entrant::Tree { .. } => Memory::TREE + Memory::TABLE,
    }
}

/// Maximum number of games at the same time with which the players of all cells stay within their
/// memory.
fn most_threads(cells: &[PlanCell]) -> NonZeroUsize {
    let of_game = |cell: &PlanCell| {
        // A judge searches after the players have finished.
        let judge = cell.judge.as_ref().map_or(0, |_| Memory::TREE + Memory::TABLE);
        let players = MatchSide::BOTH.map(|side| bytes(cell.settings.entrant(side)));
        players.into_iter().sum::<usize>().max(judge)
    };
    let most = cells.iter().map(of_game).max().unwrap_or(0);
    NonZeroUsize::new(PLAYERS / most.max(1)).unwrap_or(NonZeroUsize::MIN)
}

// Wrong plans, in sentences.

/// Error for a text that is not a valid plan.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// It is not TOML, or a key is missing, unknown or of another type.
    #[error("{0}docs/lab.md lists the keys of a plan")]
    Text(toml::de::Error),
    /// The value of a key is wrong.
    #[error("study \"{study}\", {key}: {sentence}")]
    Key {
        /// Name of the study.
        study: String,
        /// The key.
        key: &'static str,
        /// The error, what was expected, and a solution.
        sentence: String,
    },
    /// Two studies have the same name.
    #[error("two studies are named \"{0}\"; give one of them another name")]
    TwoStudies(String),
    /// There is nothing to play.
    #[error("there is no study; a plan has one or more sections [[study]]")]
    Empty,
    /// The plan is larger than a laboratory allows.
    #[error(
        "the plan has {cells} cells with up to {games} games, but the maximum is {} cells with {} games; \
         split it into several plans",
        Plan::MOST_CELLS,
        Plan::MOST_GAMES
    )]
    TooLarge {
        /// Number of cells.
        cells: usize,
        /// Number of games in all of them.
        games: u64,
    },
}

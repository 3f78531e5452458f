//! Cells: one board, one pair of players, one kind of opening, one first turn.

use std::collections::BTreeSet;

use carrick_engine::tables::AnyTable;
use carrick_games::{AnyGame, AnyOptions, GameKind, PASS, SWAP, SizeLimits};
use sha2::{Digest as _, Sha256};

use super::fault::PlanError;
use super::opening::Opening;
use super::player;
use super::text::{FirstTurns, Meeting, StudyText};
use super::until::Until;
use crate::arena::{Entrant, GameNumber, Side};
use crate::play::{Allowance, Judge, JudgeError, Match, MatchError};

/// A cell of a plan: games that differ in their number only.
#[derive(Debug)]
pub struct Cell {
    /// Place in the plan, from 0.
    pub number: u32,
    /// Name of its study.
    pub study: String,
    /// The game's options, without any first turn.
    pub options: AnyOptions,
    /// How its games are opened.
    pub opening: Opening,
    /// The first turn, where the cell is about one.
    pub first_turn: Option<FirstTurn>,
    /// When it ends early.
    pub until: Until,
    /// The search that values positions, and the number of games, from the first on, in which it
    /// does.
    pub judge: Option<(Judge, u32)>,
    /// Whether the report holds every turn against the table of the board.
    pub exact: bool,
    /// Players, position and schedule.
    pub settings: Match,
}

/// A first turn, one of those that are equivalent by symmetry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstTurn {
    /// The turn.
    pub turn: String,
    /// Number of equivalent turns, itself included.
    pub alike: usize,
}

impl Cell {
    /// Whether a player plays itself.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.settings.entrant(Side::A) == self.settings.entrant(Side::B)
    }

    /// The search that values the positions of a game, if it is one of those.
    #[must_use]
    pub fn judge_of(&self, number: GameNumber) -> Option<&Judge> {
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
pub(super) fn of_study(
    study: &StudyText,
    hash: &str,
    seed: u64,
    cells: &mut Vec<Cell>,
) -> Result<(), PlanError> {
    let wrong =
        |key| move |sentence: String| PlanError::Key { study: study.name.clone(), key, sentence };
    let players = each(&study.players, player::read).map_err(wrong("players"))?;
    let openings =
        each(&study.openings, |text| text.parse::<Opening>()).map_err(wrong("openings"))?;
    let meetings = meetings(study.meeting, &players).map_err(wrong("meeting"))?;
    let alone = study.meeting == Meeting::Alone;
    let until = study.until.as_ref().map(|until| Until::read(until, alone)).transpose();
    let until = until.map_err(wrong("until"))?.unwrap_or_default();
    let judge = study.judge.as_ref().map(|judge| Ok((judge.player.parse()?, judge.games)));
    let judge: Option<(Judge, u32)> =
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
                    cells.push(Cell {
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

/// Refuses a board whose table a report cannot solve in a minute or so.
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
    opening: Opening,
    seed: u64,
    until: Until,
) -> Result<Match, PlanError> {
    // Levels and players at random have limits of their own.
    let allowance = Allowance::Nodes(u64::MAX);
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

/// Positions from which the cells of a board begin: the start, or one after a first turn of each
/// class.
fn first_turns(
    wanted: FirstTurns,
    options: AnyOptions,
    openings: &[Opening],
) -> Result<Vec<(Option<FirstTurn>, AnyGame)>, String> {
    let start = AnyGame::new(options);
    if wanted == FirstTurns::Free {
        return Ok(vec![(None, start)]);
    }
    if openings != [Opening::Own] {
        return Err("after a first turn of every class the players go on by themselves; leave \
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
                "the value of a first turn is measured without the pie rule, and it is computed what \
                 the rule makes of it; add -noswap or -pie=none to {} {options}",
                options.kind()
            ));
        }
        found.push((Some(FirstTurn { turn, alike: alike.len() }), after));
        seen.extend(alike);
    }
    Ok(found)
}

/// Seed of a cell, from the plan's content, the seed of all and the cell's place.
fn seed_of(hash: &str, seed: u64, cell: u32) -> u64 {
    let digest = Sha256::digest(format!("{hash} {seed} {cell}"));
    let bytes: [u8; 8] = std::array::from_fn(|at| digest[at]);
    // 53 bits, which every reader of JSON keeps.
    u64::from_be_bytes(bytes) >> 11
}

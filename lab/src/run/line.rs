//! A game of a laboratory: one line of JSON.

use std::collections::HashSet;

use carrick_games::{AnyGame, Board, Game, Seat, TurnSet as _, match_game};
use serde::{Deserialize, Serialize};

use super::folder::GamesOrigin;
use crate::arena::{GameNumber, GamePoints, MatchRecordError, MatchSide, replayed};
use crate::plan::PlanCell;
use crate::play::Duel;

/// Record of a finished game. It follows only from the plan, the seed and the program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// Number of the cell in the plan, from 0.
    pub cell: u32,
    /// Number of the game in its cell, from 0.
    pub game: u32,
    /// Name of the study.
    pub study: String,
    /// Name of the game that is played, such as `ankor`.
    pub kind: String,
    /// Its options, such as `-size=4`.
    pub options: String,
    /// Openings of the cell: `own`, `random:4` or `even:4`.
    pub openings: String,
    /// First turn of every game of the cell; null if it is free.
    pub first_turn: Option<String>,
    /// Players, starting with the one who moved first.
    pub players: [String; 2],
    /// Turns of the opening.
    pub opening: Vec<String>,
    /// Turns of the players, after the opening.
    pub turns: Vec<String>,
    /// Winner by seat; null after a draw.
    pub winner: Option<Winner>,
    /// Why the game ended, in the words of records.
    pub reason: String,
    /// Number of turns, including those of the opening.
    pub length: u32,
    /// Sum of the numbers of legal turns from which the players could choose.
    pub choices: u64,
    /// Number of cubes or stones on the final board.
    pub pieces: u32,
    /// Number of places where a cube or stone was at some time of the game.
    pub used: u32,
    /// Points by which the first seat won, negative if it lost; null in games without a count.
    pub margin: Option<i32>,
    /// Nodes that the players searched, in the order of their seats.
    pub nodes: [u64; 2],
    /// Values of the positions in which a player chose, for the first seat, by the cell's judge;
    /// null in games that are not judged.
    pub judge: Option<Vec<f32>>,
    /// Random seeds of the players, in the order of their seats.
    pub seeds: [u64; 2],
    /// Hash of the plan.
    pub plan: String,
    /// Seed of the laboratory.
    pub seed: u64,
    /// Commit of the program that played; null if its build did not provide it.
    pub commit: Option<String>,
}

/// Winner of a game, by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The player who had the first seat.
    First,
    /// The other player.
    Second,
}

/// Why a line does not belong to a game of its cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It is not a finished game of the cell.
    #[error(transparent)]
    Record(#[from] MatchRecordError),
    /// A value is not the one that follows from plan, seed and turns.
    #[error("{key} is not the one that follows from plan, seed and turns")]
    Contradiction {
        /// The key of the value.
        key: String,
    },
}

impl GameLine {
    /// Creates the line of a finished game.
    ///
    /// # Errors
    /// If the game has not ended.
    pub fn new(
        cell: &PlanCell,
        number: GameNumber,
        duel: &Duel,
        judge: Option<Vec<f32>>,
        origin: &GamesOrigin,
    ) -> Result<Self, LineError> {
        let Duel { opening, game, spent } = duel;
        let outcome = game.outcome().ok_or(MatchRecordError::Unfinished)?;
        let winner = outcome.winner().map(|colour| match game.seat_of(colour) {
            Seat::First => Winner::First,
            Seat::Second => Winner::Second,
        });
        let by_seat = Seat::BOTH.map(|seat| number.side_in(seat));
        Ok(Self {
            cell: cell.number,
            game: number.0,
            study: cell.study.clone(),
            kind: game.kind().to_string(),
            options: cell.options.to_string(),
            openings: cell.opening.to_string(),
            first_turn: cell.first_turn.as_ref().map(|first| first.turn.clone()),
            players: by_seat.map(|side| cell.settings.entrant(side).to_string()),
            opening: opening.turn_names(),
            turns: game.turn_names().split_off(opening.ply()),
            winner,
            reason: outcome.reason().to_owned(),
            length: game.ply() as u32,
            choices: match_game!(game, AnyGame(game) => choices(game, opening.ply())),
            pieces: game.cells().len() as u32,
            used: used(game),
            margin: margin(game),
            nodes: by_seat.map(|side| spent[side.index()].nodes),
            judge,
            seeds: by_seat.map(|side| cell.settings.schedule().seed(number, side)),
            plan: origin.plan.clone(),
            seed: origin.seed,
            commit: origin.commit.clone(),
        })
    }

    /// Number of the game in its cell.
    #[must_use]
    pub const fn number(&self) -> GameNumber {
        GameNumber(self.game)
    }

    /// Score of the player who had the first seat.
    #[must_use]
    pub const fn first_score(&self) -> GamePoints {
        match self.winner {
            Some(Winner::First) => GamePoints::WIN,
            Some(Winner::Second) => GamePoints::LOSS,
            None => GamePoints::DRAW,
        }
    }

    /// Score of the cell's player A.
    #[must_use]
    pub const fn score_of_a(&self) -> GamePoints {
        match self.number().seat_of(MatchSide::A) {
            Seat::First => self.first_score(),
            Seat::Second => self.first_score().reversed(),
        }
    }

    /// Replays the game, and refuses a line that does not follow from the cell, the seed and its
    /// turns. Trusts the nodes and the judge's values.
    ///
    /// # Errors
    /// Returns the first contradiction.
    pub fn check(&self, cell: &PlanCell, origin: &GamesOrigin) -> Result<(), LineError> {
        let spent = Default::default();
        let duel = replayed(&cell.settings, self.number(), &self.opening, &self.turns, spent)?;
        let judged = cell.judge_of(self.number()).map(|_| self.turns.len());
        if self.judge.as_ref().map(Vec::len) != judged {
            return Err(LineError::Contradiction { key: "judge".to_owned() });
        }
        let right = Self::new(cell, self.number(), &duel, self.judge.clone(), origin)?;
        let right = Self { nodes: self.nodes, ..right };
        if *self == right { Ok(()) } else { Err(self.contradiction(&right)) }
    }

    /// The first key whose value differs from that of the correct line.
    fn contradiction(&self, right: &Self) -> LineError {
        let values = |line| serde_json::to_value(line).unwrap_or_default();
        let (found, right) = (values(self), values(right));
        let keys = right.as_object().into_iter().flat_map(|keys| keys.keys());
        let key = keys.into_iter().find(|key| found[key.as_str()] != right[key.as_str()]);
        LineError::Contradiction { key: key.cloned().unwrap_or_default() }
    }
}

/// Sum of the numbers of legal turns in all positions of a game from a ply on.
fn choices<B: Board>(game: &Game<B>, from: usize) -> u64 {
    let mut at = game.at(from);
    let mut sum = 0;
    for &turn in &game.turns()[from..] {
        sum += at.legal_turns().len() as u64;
        at.play_unchecked(turn);
    }
    sum
}

/// Number of places where a cube or stone was at some time of a game.
fn used(game: &AnyGame) -> u32 {
    let first = game.at(0).cells();
    let last = game.cells();
    // If each turn has added a piece, or the board has no fewer, none has moved or left.
    if last.len() >= first.len() + placing_turns(game) {
        return last.len() as u32;
    }
    let mut places = HashSet::new();
    for ply in 0..=game.ply() {
        let cells = game.at(ply).cells();
        places.extend(cells.iter().filter_map(|cell| Some(cell.rsplit_once(':')?.0.to_owned())));
    }
    places.len() as u32
}

/// Points by which the first seat is ahead, according to the count; `None` in a game without one.
fn margin(game: &AnyGame) -> Option<i32> {
    let score = game.score()?;
    let total = |seat| i32::from(score.total(game.colour_of(seat)));
    Some(total(Seat::First) - total(Seat::Second))
}

/// Number of turns that are neither a swap nor a pass.
fn placing_turns(game: &AnyGame) -> usize {
    let names = game.turn_names();
    names.iter().filter(|name| !["swap", "pass"].contains(&name.as_str())).count()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;

    fn played(kind: GameKind, options: &str, turns: &str) -> AnyGame {
        let words: Vec<&str> = options.split(' ').collect();
        let game = AnyGame::new(AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap());
        turns.split(' ').fold(game, |game, turn| game.play_text(turn).unwrap())
    }

    #[test]
    fn every_place_that_ever_had_a_piece_counts() {
        for (kind, options, turns, count) in [
            (GameKind::Ankor, "-size=3", "a1 b1 c3 c1", 4),
            // The cube on a1 moves to b2, so both places were used.
            (GameKind::Ankor, "-size=3", "a1 b1 c3 c1 a1-b2", 5),
            (GameKind::Boche, "-size=2", "a:a1 swap", 1),
            (GameKind::Anchor, "-size=3", "A1 swap pass", 1),
            // Six corners and two centres have stones before the first turn.
            (GameKind::Antipod, "-radius=3", "a2", 9),
        ] {
            assert_eq!(used(&played(kind, options, turns)), count, "{kind} {options} {turns}");
        }
    }

    #[test]
    fn the_margin_belongs_to_the_first_seat_whatever_its_colour() {
        for (kind, options, turns, points) in [
            // Black's corner lives, White's stone in the middle does not: 1 prisoner, 18 points.
            (GameKind::Anchor, "-size=3 -pie=none", "A1 C3 pass pass", Some(19)),
            (GameKind::Anchor, "-size=3", "A1 swap pass pass", Some(-18)),
            (GameKind::Anchor, "-size=3", "pass pass", Some(0)),
            (GameKind::Boche, "-size=2", "a:a1", None),
        ] {
            assert_eq!(margin(&played(kind, options, turns)), points, "{kind} {options} {turns}");
        }
    }
}

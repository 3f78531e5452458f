//! Budgets of reviews, in nodes per position.

use std::fmt;
use std::str::FromStr;

use carrick_engine::opening::LATEST_SWAP_PLY;
use carrick_engine::{AnyEngine, AnyPlayer, Exact, Level, Limits, Memory, node_microseconds};
use carrick_games::{AnyGame, AnyOptions, Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::review::{Judged, judged};
use crate::steady::steady;

/// Time that a review takes at each game's measured speed, in milliseconds of one core. Games took
/// less than half of it when measured, and must not take more than 20 s on a slower machine.
const GAME_MS: u64 = 15_000;

/// Maximum time for one position at that speed, in milliseconds, so that a short game does not get
/// more thought than the ninth level would give it.
const POSITION_MS: u64 = 750;

/// Memory of the search of a position, in bytes.
const TREE_BYTES: usize = 16 << 20;

/// How many times as long as usual a review may take, 1 to 8.
///
/// ```
/// use carrick_coach::review::Times;
/// assert_eq!("4".parse::<Times>()?.get(), 4);
/// let error = "9".parse::<Times>().unwrap_err();
/// assert_eq!(error.to_string(), "a review takes 1 to 8 times its usual budget");
/// # Ok::<(), carrick_coach::review::TimesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Times(u8);

/// Error for a number that is not a valid factor of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a review takes 1 to 8 times its usual budget")]
pub struct TimesError;

impl Times {
    /// The usual budget.
    pub const ONE: Self = Self(1);
    /// The maximum.
    pub const MOST: Self = Self(8);

    /// The factor as a number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The factor for a longer review: twice this one, up to the maximum.
    #[must_use]
    pub const fn more(self) -> Option<Self> {
        if self.0 >= Self::MOST.0 {
            None
        } else if self.0 * 2 > Self::MOST.0 {
            Some(Self::MOST)
        } else {
            Some(Self(self.0 * 2))
        }
    }
}

impl TryFrom<u8> for Times {
    type Error = TimesError;

    fn try_from(times: u8) -> Result<Self, TimesError> {
        if (1..=Self::MOST.0).contains(&times) { Ok(Self(times)) } else { Err(TimesError) }
    }
}

impl From<Times> for u8 {
    fn from(times: Times) -> Self {
        times.0
    }
}

impl FromStr for Times {
    type Err = TimesError;

    fn from_str(text: &str) -> Result<Self, TimesError> {
        text.parse::<u8>().map_err(|_| TimesError)?.try_into()
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Budget of a review: a number of nodes for each position, and a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewBudget {
    /// Maximum number of nodes for each position.
    pub nodes: u64,
    /// Seed of the searches.
    pub seed: u64,
}

impl ReviewBudget {
    /// The budget for a game of this many turns. A game takes at most 15 s of one core at
    /// [`Times::ONE`], and less if positions are decided or the game is short.
    ///
    /// ```
    /// use carrick_coach::review::{ReviewBudget, Times};
    /// use carrick_games::{AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge)?;
    /// let short = ReviewBudget::of(options, 30, Times::ONE, 1);
    /// assert!(ReviewBudget::of(options, 90, Times::ONE, 1).nodes < short.nodes);
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[must_use]
    pub fn of(options: AnyOptions, turns: usize, times: Times, seed: u64) -> Self {
        let positions = turns as u64 + 1;
        let microseconds = (GAME_MS * 1000 / positions).min(POSITION_MS * 1000);
        let nodes = microseconds * u64::from(times.0);
        Self { nodes: (nodes / node_microseconds(options)).max(1), seed }
    }

    /// Estimated time to search one position, in milliseconds.
    #[must_use]
    pub fn position_ms(&self, options: AnyOptions) -> u64 {
        self.nodes * node_microseconds(options) / 1000
    }

    /// Judges the position after `ply` turns of a game, on one thread. The same budget, game and
    /// ply give the same result, whatever was searched before. `None` when `stop` ended the search.
    ///
    /// ```
    /// use carrick_coach::review::ReviewBudget;
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Anchor, &["-size=4"], SizeLimits::Challenge)?;
    /// let game = AnyGame::new(options).play_text("d4").unwrap();
    /// let judged = ReviewBudget { nodes: 20, seed: 1 }.judge(&game, 0, &|| false).unwrap();
    /// assert!((0.0..=1.0).contains(&judged.value) && !judged.line.is_empty());
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[must_use]
    pub fn judge(
        &self,
        game: &AnyGame,
        ply: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Judged> {
        self.judge_by(game, ply, &(), stop)
    }

    /// Judges a position whose exact value may be known; if it is, nothing is searched.
    #[must_use]
    pub fn judge_by(
        &self,
        game: &AnyGame,
        ply: usize,
        exact: &dyn Exact,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Judged> {
        let game = game.at(ply);
        if let Some(outcome) = game.outcome() {
            return Some(Judged::over(first_has(&game, outcome)));
        }
        let mover = game.seat_to_move()?;
        if let Some(known) = exact.exact(&game) {
            return Some(judged(&known, mover));
        }
        let memory = Memory { tree: TREE_BYTES, table: Memory::TABLE };
        let seed = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(ply as u64);
        let limits = Limits { nodes: self.nodes, stop, threads: 1 };
        // While players may still choose sides, measured openings are more reliable than a search.
        let thought = if ply <= LATEST_SWAP_PLY as usize {
            let mut player = AnyPlayer::new(&game, Level::MAX, seed, memory);
            player.choose(&game, limits)?.thought
        } else {
            steady(AnyEngine::new(&game, seed, memory), limits)
        };
        if stop() { None } else { Some(judged(&thought, mover)) }
    }
}

/// Points of the first seat for an outcome on the board.
fn first_has(game: &AnyGame, outcome: Outcome) -> f32 {
    match outcome.winner().map(|winner| game.seat_of(winner)) {
        Some(Seat::First) => 1.0,
        Some(Seat::Second) => 0.0,
        None => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{GameKind, SizeLimits};

    use super::*;

    fn options(kind: GameKind, words: &[&str]) -> AnyOptions {
        AnyOptions::parse(kind, words, SizeLimits::Challenge).unwrap()
    }

    #[test]
    fn a_game_costs_no_more_than_its_budget() {
        for kind in GameKind::ALL {
            for turns in [1, 10, 40, 120, 1000] {
                for times in [Times::ONE, Times::MOST] {
                    let budget = ReviewBudget::of(options(kind, &[]), turns, times, 1);
                    let ms = budget.position_ms(options(kind, &[])) * (turns as u64 + 1);
                    let most = GAME_MS * u64::from(times.get());
                    assert!(ms <= most || budget.nodes == 1, "{kind} {turns} {times}: {ms} ms");
                    let least = ReviewBudget::of(options(kind, &[]), turns, Times::ONE, 1).nodes;
                    assert!(budget.nodes >= least);
                }
            }
        }
    }

    #[test]
    fn more_time_doubles_up_to_the_maximum() {
        let mut times = Some(Times::ONE);
        let mut all = Vec::new();
        while let Some(now) = times {
            all.push(now.get());
            times = now.more();
        }
        assert_eq!(all, [1, 2, 4, 8]);
        assert_eq!(Times::try_from(5).unwrap().more(), Some(Times::MOST));
        for text in ["0", "9", "-1", "", "two", "300"] {
            assert_eq!(text.parse::<Times>(), Err(TimesError), "{text}");
        }
    }

    #[test]
    fn the_order_of_searches_does_not_change_a_judgement() {
        let options = options(GameKind::Antipod, &["-radius=4"]);
        let turns = ["d3", "a2", "d5", "b1", "b2", "b9"];
        let game = turns.iter().fold(AnyGame::new(options), |g, turn| g.play_text(turn).unwrap());
        let budget = ReviewBudget { nodes: 30, seed: 7 };
        let all: Vec<_> = (0..=6).map(|ply| budget.judge(&game, ply, &|| false)).collect();
        for ply in [6, 2, 4] {
            assert_eq!(budget.judge(&game, ply, &|| false), all[ply], "{ply}");
        }
        assert_eq!(budget.judge(&game, 5, &|| true), None, "a stopped search returns nothing");
    }
}

//! Ratings: Glicko-2 per player and game, updated after every rated game.
//!
//! Formulas: Mark Glickman, "Example of the Glicko-2 system", as implemented by the `skillratings`
//! crate with its default system constant (tau 0.5). Each game is a rating period of its own, as on
//! lichess, so a rating is known as soon as the game is.

use std::collections::BTreeMap;

use carrick_games::{GameKind, Seat};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::people::{BoardId, Userid};
use crate::state::{RatingChange, RatingRecord, SeatResult};

/// Above this deviation a rating is provisional (the threshold of lichess).
const PROVISIONAL_DEVIATION: f64 = 110.0;

impl Default for RatingRecord {
    /// A player without a rated game: 1500, deviation 350, volatility 0.06 (Glickman's values).
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06, games: [0; 3] }
    }
}

impl RatingRecord {
    /// Whether the rating rests on too few games to be relied on.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_DEVIATION
    }

    /// The rating as people see it: a whole number, with `?` while provisional.
    ///
    /// ```
    /// assert_eq!(carrick_service::RatingRecord::default().shown(), "1500?");
    /// ```
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{:.0}{}", self.rating, if self.is_provisional() { "?" } else { "" })
    }

    fn after(&self, new: Glicko2Rating, place: usize) -> Self {
        let mut games = self.games;
        games[place] += 1;
        Self { rating: new.rating, deviation: new.deviation, volatility: new.volatility, games }
    }

    const fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }
}

/// A game that has ended, as far as ratings go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame {
    /// Which board.
    pub board: BoardId,
    /// The players, by [`Seat::index`].
    pub players: [Userid; 2],
    /// How it ended.
    pub result: SeatResult,
    /// Whether it was to be rated.
    pub rated: bool,
    /// Whether both players had moved.
    pub begun: bool,
}

impl FinishedGame {
    /// Whether it counts for ratings at all.
    #[must_use]
    pub const fn counts(&self) -> bool {
        self.rated && self.begun && !matches!(self.result, SeatResult::Declined(_))
    }
}

/// Ratings that follow from the games alone, one game after another in the order in which they
/// ended. The same games give the same numbers, to the last bit.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    /// The rating of each player so far.
    ratings: BTreeMap<(GameKind, Userid), RatingRecord>,
}

impl Replay {
    /// The changes of ratings by the next game; `None` where it does not count.
    pub fn play(&mut self, game: &FinishedGame) -> Option<[RatingChange; 2]> {
        if !game.counts() {
            return None;
        }
        let keys = game.players.clone().map(|player| (game.board.kind, player));
        let before = keys.each_ref().map(|key| self.ratings.get(key).copied().unwrap_or_default());
        let changes = rate(before, game.result.winner());
        for (key, change) in keys.into_iter().zip(changes) {
            self.ratings.insert(key, change.after);
        }
        Some(changes)
    }

    /// The ratings after all games.
    #[must_use]
    pub fn into_ratings(self) -> BTreeMap<(GameKind, Userid), RatingRecord> {
        self.ratings
    }
}

/// Changes of the ratings of two players by their game, by seat. Nobody wins a draw.
pub(crate) fn rate(before: [RatingRecord; 2], winner: Option<Seat>) -> [RatingChange; 2] {
    let (outcome, places) = match winner {
        Some(Seat::First) => (Outcomes::WIN, [0, 2]),
        Some(Seat::Second) => (Outcomes::LOSS, [2, 0]),
        None => (Outcomes::DRAW, [1, 1]),
    };
    let [first, second] = before;
    let config = Glicko2Config::default();
    let (new_first, new_second) = glicko2(&first.glicko(), &second.glicko(), &outcome, &config);
    [
        RatingChange { before: first, after: first.after(new_first, places[0]) },
        RatingChange { before: second, after: second.after(new_second, places[1]) },
    ]
}

/// Ratings of a solver and a puzzle after a try: the solver wins by solving it, the puzzle else.
///
/// ```
/// use carrick_service::{RatingRecord, rate_solver};
/// let new = RatingRecord::default();
/// let [solver, puzzle] = rate_solver([new, new], true);
/// assert!(solver.rating > 1500.0 && puzzle.rating < 1500.0);
/// ```
#[must_use]
pub fn rate_solver(before: [RatingRecord; 2], solved: bool) -> [RatingRecord; 2] {
    let winner = if solved { Seat::First } else { Seat::Second };
    rate(before, Some(winner)).map(|change| change.after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_gains_what_the_loser_loses_when_both_are_new() {
        let new = RatingRecord::default();
        let [first, second] = rate([new, new], Some(Seat::Second));
        assert!(first.after.rating < 1500.0);
        assert!((first.after.rating + second.after.rating - 3000.0).abs() < 1e-9);
        assert_eq!((first.after.games, second.after.games), ([0, 0, 1], [1, 0, 0]));
        assert_eq!(second.after.shown(), "1662?");
    }

    #[test]
    fn a_rating_stops_being_provisional() {
        let mut players = [RatingRecord::default(); 2];
        let mut games = 0;
        while players[0].is_provisional() {
            let winner = (games % 2 == 1).then_some(Seat::First);
            players = rate(players, winner).map(|change| change.after);
            games += 1;
        }
        assert!((5..40).contains(&games), "{games}");
        assert_eq!(players[0].games.iter().sum::<u32>(), games);
        assert!(!players[0].shown().contains('?'));
    }
}

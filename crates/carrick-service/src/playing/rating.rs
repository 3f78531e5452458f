//! Ratings: Glicko-2 per player and game, updated after every rated game and solved puzzle.
//!
//! Formulas: Mark Glickman, "Example of the Glicko-2 system", as implemented by the `skillratings`
//! crate with its default system constant (tau 0.5). Each game is a separate rating period, as on
//! lichess, so a rating is known as soon as the game is.

use std::collections::BTreeMap;

use carrick_games::anchor::{Opening, Options};
use carrick_games::{AnyOptions, GameKind, Seat};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::people::{BoardId, Userid};
use crate::state::{
    PuzzleStanding, PuzzleStep, PuzzleTried, PuzzleTry, PuzzleTurn, RatingChange, RatingRecord,
    SeatResult,
};

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

/// What ratings need to know about a finished game.
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

/// Ratings computed only from the games, one game after another in the order in which they ended.
/// The same games give the same numbers, to the last bit.
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

/// Changes of two players' ratings after their game, by seat. No one wins a draw.
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

/// Ratings of a solver and a puzzle after a try: the solver wins by solving it, otherwise the
/// puzzle wins.
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

// The handicap that a difference of ratings suggests, for Anchor.
//
// The measure is that of Go: on 19 by 19, which has 361 points, a stone is worth a rank, and a
// rank is 100 points of rating. The smaller the board, the more a stone is worth, in proportion, so
// that a difference of `d` on a board of `p` points makes
//
// ```text
// stones = d * p / 36100, rounded, 7 at most
// ```
//
// On the default board of 169 points that is one stone for every 214 points of rating. No more
// than a suggestion: no one has measured Anchor.

/// A stone's worth of rating times the points of the board on which it is worth that.
const WORTH: f64 = 100.0 * 361.0;

/// The options with which the weaker of two players gets the stones they should, on a board as
/// large as with these options. None when it is not Anchor or has a handicap already, when a rating
/// is provisional, when the difference makes no whole stone, or when the board is too small for
/// handicaps.
pub(crate) fn suggested(options: AnyOptions, ratings: [&RatingRecord; 2]) -> Option<Options> {
    let AnyOptions::Anchor(options) = options else { return None };
    if matches!(options.opening(), Opening::Handicap(_))
        || ratings.iter().any(|rating| rating.is_provisional())
    {
        return None;
    }
    let size = f64::from(options.size());
    let points = 3.0 * size * (size - 1.0) + 1.0;
    let difference = (ratings[0].rating - ratings[1].rating).abs();
    let stones = (difference * points / WORTH).round().min(7.0) as u8;
    Options::new(options.size(), Opening::Handicap(stones)).ok()
}

// Tries at puzzles: what a turn changes.

/// The effect of a turn at a puzzle; `None` when it changes nothing, as a turn that was found out
/// of order, or one at a puzzle that is solved.
///
/// The first try counts: the ratings change at the solver's first error, or when they solve it
/// without one.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::{PuzzleStanding, PuzzleStep, PuzzleTurn, RatingRecord, solve};
/// let step = PuzzleStep {
///     kind: GameKind::Boche,
///     number: 1,
///     found: 0,
///     turn: PuzzleTurn::Solved,
///     day: Some(14_000),
///     begins_at: RatingRecord::default(),
/// };
/// let tried = solve(&PuzzleStanding::default(), &step).unwrap();
/// assert!(tried.tried.solved && tried.day == Some(14_000));
/// assert!(tried.ratings.unwrap()[0].rating > 1500.0);
/// let standing = PuzzleStanding { tried: tried.tried, ..PuzzleStanding::default() };
/// assert_eq!(solve(&standing, &step), None);
/// ```
#[must_use]
pub fn solve(standing: &PuzzleStanding, step: &PuzzleStep) -> Option<PuzzleTried> {
    let before = standing.tried;
    let tried = after(before, step);
    if tried == before {
        return None;
    }
    let counts = tried.is_rated() && !before.is_rated();
    let ratings = counts.then(|| {
        let solver = standing.solver.unwrap_or_default();
        rate_solver([solver, standing.puzzle.unwrap_or(step.begins_at)], !tried.failed)
    });
    let day = step.day.filter(|_| tried.solved);
    Some(PuzzleTried { kind: step.kind, number: step.number, tried, day, ratings })
}

/// The tries after a turn.
fn after(before: PuzzleTry, step: &PuzzleStep) -> PuzzleTry {
    match step.turn {
        PuzzleTurn::Wrong => PuzzleTry { failed: before.failed || !before.solved, ..before },
        PuzzleTurn::Right | PuzzleTurn::Solved if step.found != before.found => before,
        PuzzleTurn::Right => PuzzleTry { found: before.found + 1, ..before },
        PuzzleTurn::Solved => PuzzleTry { found: before.found + 1, solved: true, ..before },
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{GameKind, SizeLimits};

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

    #[track_caller]
    fn check(options: &str, ratings: [f64; 2], stones: Option<u8>) {
        let established =
            |rating| RatingRecord { rating, deviation: 60.0, ..RatingRecord::default() };
        let words: Vec<_> = options.split(' ').collect();
        let kind = if options.contains("radius") { GameKind::Antipod } else { GameKind::Anchor };
        let options = AnyOptions::parse(kind, &words, SizeLimits::Challenge).unwrap();
        let [first, second] = ratings.map(established);
        let suggestion = suggested(options, [&first, &second]).map(Options::opening);
        assert_eq!(suggestion, stones.map(Opening::Handicap), "{options:?} {ratings:?}");
    }

    #[test]
    fn stones_by_difference_and_size() {
        for (options, difference, stones) in [
            ("-size=8", 0.0, None),
            ("-size=8", 106.0, None),
            ("-size=8", 107.0, Some(1)),
            ("-size=8", 214.0, Some(1)),
            ("-size=8", 427.0, Some(2)),
            ("-size=8", 3000.0, Some(7)),
            ("-size=10", 200.0, Some(2)),
            ("-size=5", 200.0, None),
            ("-size=5", 600.0, Some(1)),
            ("-size=3", 3000.0, None),
            ("-size=8 -handicap=2", 400.0, None),
            ("-radius=4", 400.0, None),
        ] {
            check(options, [1500.0 + difference, 1500.0], stones);
            check(options, [1500.0, 1500.0 + difference], stones);
        }
    }

    #[test]
    fn provisional_ratings_suggest_nothing() {
        let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge).unwrap();
        let new = RatingRecord::default();
        let strong = RatingRecord { rating: 2500.0, deviation: 60.0, ..new };
        assert_eq!(suggested(options, [&new, &strong]), None);
    }
}

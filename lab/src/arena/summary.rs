//! Summary of a match: results, Elo, time and nodes per turn.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use carrick_games::Seat;

use super::pairs::{GamePoints, PairCounts};
use super::schedule::{GameNumber, MatchSide};

/// One game of a match, for the summary.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SummaryGame {
    /// The game's number in the match.
    pub number: GameNumber,
    /// Player A's score.
    pub score: GamePoints,
    /// Number of turns, including those of the opening.
    pub plies: usize,
    /// Time and nodes that its turns took, by [`MatchSide::index`].
    pub spent: [Spent; 2],
}

/// Time and nodes that the turns of a player took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Number of turns chosen.
    pub turns: u64,
    /// Number of nodes searched, or of playouts.
    pub nodes: u64,
    /// Thinking time.
    pub time: Duration,
    /// Maximum time by which the player exceeded the match's time for a turn.
    pub overshoot: Duration,
}

impl Spent {
    /// Adds the time and nodes of other turns.
    pub fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.nodes += other.nodes;
        self.time += other.time;
        self.overshoot = self.overshoot.max(other.overshoot);
    }

    /// Mean time per turn in seconds.
    #[must_use]
    pub fn seconds_a_turn(&self) -> f64 {
        self.time.as_secs_f64() / self.turns.max(1) as f64
    }

    /// Mean number of nodes per turn.
    #[must_use]
    pub fn nodes_a_turn(&self) -> f64 {
        self.nodes as f64 / self.turns.max(1) as f64
    }
}

/// The figures of a match, from player A's view. `Display` writes them as a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The players' names, A first.
    pub names: [String; 2],
    /// Number of games that A won, drew and lost, by A's seat ([`Seat::index`]).
    pub results: [[u64; 3]; 2],
    /// The pairs with both games played.
    pub pairs: PairCounts,
    /// The mean number of turns in a game.
    pub mean_plies: f64,
    /// Time and nodes that each player's turns took, by [`MatchSide::index`].
    pub spent: [Spent; 2],
}

impl Summary {
    /// Calculates the figures of some games; their order does not matter.
    pub fn new(names: [String; 2], games: impl IntoIterator<Item = SummaryGame>) -> Self {
        let mut results = [[0; 3]; 2];
        let mut spent = [Spent::default(); 2];
        let (mut plies, mut count) = (0, 0_u64);
        let mut pairs = PairCounts::default();
        let mut halves: BTreeMap<u32, GamePoints> = BTreeMap::new();
        for game in games {
            let place = [GamePoints::WIN, GamePoints::DRAW, GamePoints::LOSS]
                .iter()
                .position(|s| *s == game.score);
            results[game.number.seat_of(MatchSide::A).index()][place.unwrap_or(1)] += 1;
            for side in MatchSide::BOTH {
                spent[side.index()].add(game.spent[side.index()]);
            }
            plies += game.plies;
            count += 1;
            match halves.remove(&game.number.pair()) {
                Some(other) => pairs.add(game.score, other),
                None => _ = halves.insert(game.number.pair(), game.score),
            }
        }
        let mean_plies = plies as f64 / count.max(1) as f64;
        Self { names, results, pairs, mean_plies, spent }
    }

    /// Number of games that A won, drew and lost.
    #[must_use]
    pub fn all(&self) -> [u64; 3] {
        std::array::from_fn(|which| self.results[0][which] + self.results[1][which])
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.all().iter().sum()
    }
}

/// The share of the points, in percent.
fn percent([won, drawn, lost]: [u64; 3]) -> f64 {
    let games = (won + drawn + lost).max(1) as f64;
    100.0 * (won as f64 + drawn as f64 / 2.0) / games
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.names;
        let width = a.chars().count().max(b.chars().count()).max("as second".len());
        writeln!(f, "{:width$}  {:>5} {:>5} {:>5}  {:>7}", "", "won", "drawn", "lost", "points")?;
        let [first, second] = Seat::BOTH.map(|seat| self.results[seat.index()]);
        for (label, results) in [("as first", first), ("as second", second), (a, self.all())] {
            let [won, drawn, lost] = results;
            let percent = percent(results);
            writeln!(f, "{label:width$}  {won:5} {drawn:5} {lost:5}  {percent:5.1} %")?;
        }
        writeln!(f)?;
        if let (Some(elo), Some(superiority)) = (self.pairs.elo(), self.pairs.superiority()) {
            let [zero, half, one, more, two] = self.pairs.counts();
            writeln!(
                f,
                "Elo {elo} (95 %), stronger with a likelihood of {:.1} %",
                100.0 * superiority
            )?;
            writeln!(
                f,
                "{} {}: {zero} with 0 points, {half} with ½, {one} with 1, {more} with 1½, {two} with 2",
                self.pairs.len(),
                if self.pairs.len() == 1 { "pair" } else { "pairs" }
            )?;
        }
        writeln!(f, "{:.1} turns a game\n", self.mean_plies)?;
        writeln!(
            f,
            "{:width$}  {:>11} {:>12} {:>14}",
            "", "time a turn", "nodes a turn", "most over time"
        )?;
        for side in MatchSide::BOTH {
            let spent = self.spent[side.index()];
            let (time, over) = (1e3 * spent.seconds_a_turn(), 1e3 * spent.overshoot.as_secs_f64());
            let (name, nodes) = (&self.names[side.index()], spent.nodes_a_turn());
            writeln!(f, "{name:width$}  {time:8.1} ms {nodes:12.0} {over:11.1} ms")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(rng: &mut fastrand::Rng, count: u32) -> Vec<SummaryGame> {
        let spent = |rng: &mut fastrand::Rng| Spent {
            turns: 10,
            nodes: rng.u64(..1000),
            time: Duration::from_millis(rng.u64(..1000)),
            overshoot: Duration::from_micros(rng.u64(..1000)),
        };
        (0..count)
            .map(|number| SummaryGame {
                number: GameNumber(number),
                score: [GamePoints::LOSS, GamePoints::DRAW, GamePoints::WIN, GamePoints::WIN]
                    [rng.usize(..4)],
                plies: rng.usize(20..60),
                spent: [spent(rng), spent(rng)],
            })
            .collect()
    }

    #[test]
    fn the_order_of_the_games_does_not_matter() {
        let mut rng = fastrand::Rng::with_seed(3);
        let names = ["one".to_owned(), "other".to_owned()];
        for _ in 0..100 {
            let count = rng.u32(..60);
            let mut games = games(&mut rng, count);
            let before = Summary::new(names.clone(), games.iter().copied());
            rng.shuffle(&mut games);
            assert_eq!(Summary::new(names.clone(), games), before);
            assert_eq!(before.games(), u64::from(count));
            assert_eq!(before.pairs.len(), u64::from(count / 2));
        }
    }

    #[test]
    fn exchanging_the_players_reverses_the_result() {
        let mut rng = fastrand::Rng::with_seed(4);
        let games = games(&mut rng, 100);
        // Player A of game 2k is player B in game 2k + 1 of the exchanged match.
        let exchanged = games.iter().map(|game| SummaryGame {
            number: GameNumber(game.number.0 ^ 1),
            score: game.score.reversed(),
            spent: [game.spent[1], game.spent[0]],
            ..*game
        });
        let names = || [String::new(), String::new()];
        let there = Summary::new(names(), exchanged).pairs.elo().unwrap();
        let here = Summary::new(names(), games.iter().copied()).pairs.elo().unwrap();
        for (one, other) in
            [(here.estimate, there.estimate), (here.low, there.high), (here.high, there.low)]
        {
            assert!((one + other).abs() < 1e-9, "{here:?} {there:?}");
        }
    }
}

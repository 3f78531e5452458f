//! The computer as a beginner: `novice1` to `novice3`.
//!
//! A novice plays like the first level with three weaknesses that people have. They are
//! near-sighted: the further a turn is from the last two, the less they think of it. They judge
//! roughly, by a high softmax temperature over the values of one look. And now and then they
//! overlook that the opponent threatens to win at once, or what is left to do at the end, and play
//! anywhere near the last turns. A turn that wins at once they see always: to miss that would look
//! like mockery.

use carrick_games::{Game, TurnSet as _};

use crate::portable;
use crate::report::{Line, Report};
use crate::searchable::{Habits, Nearness};

/// The levels below the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Novice {
    /// Plays a little better than by lot.
    First,
    /// In between.
    Second,
    /// Nearly the first level.
    Third,
}

impl Novice {
    pub(crate) const ALL: [Self; 3] = [Self::First, Self::Second, Self::Third];

    /// Its place among [`Searchable::NOVICES`](crate::Searchable::NOVICES).
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The number in the name, from 1.
    pub(crate) const fn number(self) -> usize {
        self.index() + 1
    }
}

/// Draws one of the allowed turns that a search looked at: the more it is worth and the nearer it
/// is to the last two turns, the likelier. Nobody passes before all is settled while there is
/// anything else to play.
pub(crate) fn judge<B: Nearness>(
    game: &Game<B>,
    thought: &Report<B::Turn>,
    habits: Habits,
    allowed: impl Fn(&B::Turn) -> bool,
    random: &mut fastrand::Rng,
) -> Option<B::Turn> {
    let lines = || thought.lines.iter().filter(|line| allowed(&line.turn));
    let plays = |line: &&Line<B::Turn>| thought.settled || !B::is_pass(line.turn);
    let nearness = nearness(game, habits);
    let highest = lines().filter(plays).map(|line| line.value).fold(0.0, f32::max);
    let seen = lines().filter(plays).map(|line| {
        let worse = (highest - line.value) / habits.temperature;
        (line.turn, nearness(line.turn) - worse)
    });
    draw(seen, random).or_else(|| lines().next().map(|line| line.turn))
}

/// Draws a turn without judgement: the nearer it is to the last two, the likelier. `None` where
/// nothing can be done but to swap or to pass.
pub(crate) fn overlook<B: Nearness>(
    game: &Game<B>,
    habits: Habits,
    random: &mut fastrand::Rng,
) -> Option<B::Turn> {
    let turns = game.legal_turns();
    let plays = |turn: &B::Turn| !B::is_swap(*turn) && !B::is_pass(*turn);
    let nearness = nearness(game, habits);
    draw(turns.iter().filter(plays).map(|turn| (turn, nearness(turn))), random)
}

/// Logarithm of how likely a turn is thought of, by its distance from the last two.
fn nearness<B: Nearness>(game: &Game<B>, habits: Habits) -> impl Fn(B::Turn) -> f32 {
    let last = game.turns().iter().rev().take(2);
    let distances: Vec<_> = last.map(|&last| game.board().distances(last)).collect();
    move |turn| {
        let steps = distances.iter().filter_map(|distance| distance(turn)).min();
        -f32::from(steps.unwrap_or(0)) / habits.reach
    }
}

/// Draws one of some turns, given with the logarithms of their weights.
fn draw<T: Copy>(turns: impl Iterator<Item = (T, f32)>, random: &mut fastrand::Rng) -> Option<T> {
    let turns: Vec<(T, f32)> =
        turns.map(|(turn, logarithm)| (turn, portable::exp(logarithm))).collect();
    let mut drawn = random.f32() * turns.iter().map(|(_, weight)| weight).sum::<f32>();
    let found = turns.iter().find(|(_, weight)| {
        drawn -= weight;
        drawn <= 0.0
    });
    found.or(turns.first()).map(|&(turn, _)| turn)
}

#[cfg(test)]
mod tests;

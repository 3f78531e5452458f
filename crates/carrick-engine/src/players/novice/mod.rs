//! The computer as a beginner: `novice1` and up, as many as its game has.
//!
//! A novice plays like the first level, with three weaknesses that people have. It is near-sighted:
//! the further a turn is from the last two, the less it thinks of it. It judges roughly, with a
//! high softmax temperature over the values of a short search. And it sometimes overlooks that the
//! opponent threatens to win immediately, or what is left to do at the end, and then plays anywhere
//! near the last turns. It never misses a turn that wins immediately: that would look like mockery.

use std::num::NonZeroU8;

use carrick_games::{Game, GameKind, TurnSet as _};

use crate::portable;
use crate::report::{Report, ReportLine};
use crate::searchable::{Habits, Nearness, Searchable};

/// Number of a novice, from 1, the weakest. The maximum is the number of novices in the game that
/// has the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Novice(NonZeroU8);

impl Novice {
    /// The weakest novice.
    pub(crate) const FIRST: Self = Self(NonZeroU8::MIN);

    /// The novice with a number, if any game has one.
    pub(crate) fn new(number: u8) -> Option<Self> {
        NonZeroU8::new(number).map(Self).filter(|one| one.number() <= GameKind::MOST_NOVICES)
    }

    /// All novices, the weakest first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (1..=GameKind::MOST_NOVICES).filter_map(Self::new)
    }

    /// The number in the name.
    pub(crate) const fn number(self) -> u8 {
        self.0.get()
    }

    /// Whether a game has this novice.
    pub(crate) const fn is_in(self, kind: GameKind) -> bool {
        self.number() <= kind.facts().novices
    }

    /// The weaknesses in a game. A number that the game does not have, as in a game that started
    /// when it had more, gets those of its strongest novice.
    pub(crate) const fn habits<B: Searchable>(self) -> Habits {
        const {
            assert!(
                B::NOVICES.len() == B::KIND.facts().novices as usize,
                "one row for each novice"
            );
        }
        let (last, index) = (B::NOVICES.len() - 1, self.number() as usize - 1);
        B::NOVICES[if index < last { index } else { last }]
    }
}

/// Draws one of the allowed turns that a search looked at. Turns are likelier the more they are
/// worth and the nearer they are to the last two turns. Avoids passing before everything is
/// settled, if there is anything else to play.
pub(crate) fn judge<B: Nearness>(
    game: &Game<B>,
    thought: &Report<B::Turn>,
    habits: Habits,
    allowed: impl Fn(&B::Turn) -> bool,
    random: &mut fastrand::Rng,
) -> Option<B::Turn> {
    let lines = || thought.lines.iter().filter(|line| allowed(&line.turn));
    let plays = |line: &&ReportLine<B::Turn>| thought.settled || !B::is_pass(line.turn);
    let nearness = nearness(game, habits);
    let highest = lines().filter(plays).map(|line| line.value).fold(0.0, f32::max);
    let seen = lines().filter(plays).map(|line| {
        let worse = (highest - line.value) / habits.temperature;
        (line.turn, nearness(line.turn) - worse)
    });
    draw(seen, random).or_else(|| lines().next().map(|line| line.turn))
}

/// Draws a turn without judgement: turns are likelier the nearer they are to the last two. `None`
/// if only a swap or a pass is possible.
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

/// Logarithm of how likely the novice is to think of a turn, by its distance from the last two.
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

//! Reviews of finished games: who was ahead when, where the game changed hands, and which turns
//! would have been better.
//!
//! A review takes two steps. [`ReviewBudget::judge`] searches one position after another, each with
//! its own number of nodes and its own seed. A [`Judged`] position can be stored, so an interrupted
//! review can continue. [`Review::of`] then reads the finished game and all its judged positions,
//! and draws the conclusions without searching.
//!
//! Values are those of the player in the first seat, whatever colour they hold: a swap does not
//! change seats, and a swap that takes the better side loses nothing.

mod budget;
mod report;

use carrick_engine::{Thought, Value};
use carrick_games::Seat;
use serde::{Deserialize, Serialize};

pub use budget::{ReviewBudget, Times, TimesError};
pub use report::{Review, ReviewError, ReviewedTurn, TurningPoint, View, Worth};

// Judged positions of a game.

/// Maximum number of turns of a line that are kept.
pub const LINE: usize = 6;

/// A position of a game, judged by a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Value to the player in the first seat, 0 to 1.
    pub value: f32,
    /// Whether the value is proved; if so, it is 0, one half or 1.
    pub proved: bool,
    /// Canonical names of the best turn and of those likely to follow, at most [`LINE`]; empty when
    /// the game is over.
    pub line: Vec<String>,
}

impl Judged {
    /// A position in which the game is over, with the points of the first seat.
    const fn over(points: f32) -> Self {
        Self { value: points, proved: true, line: Vec::new() }
    }
}

/// The result of a search of a position, with a seat to move.
fn judged(thought: &Thought, mover: Seat) -> Judged {
    let points = thought.proved.map_or(thought.value, Value::points);
    let line = thought.lines.first().map(|line| {
        let turns = std::iter::once(&line.turn).chain(&line.continuation);
        turns.take(LINE).cloned().collect()
    });
    Judged {
        value: if mover == Seat::First { points } else { 1.0 - points },
        proved: thought.proved.is_some(),
        line: line.unwrap_or_default(),
    }
}

// Course of a game by its values: who was ahead, and at which turns that changed.
//
// A player is ahead in a position that is worth `CLEAR` or more to them, or a proved win; the game
// is level if a draw is proved. In between, neither player counts as ahead, so small doubts of a
// search change nothing. The game *changes hands* when a different lead replaces the current one
// and stays: for `STAYS` positions, until the end of the game, or because it is proved. So a value
// that dips for a turn and recovers is not a change, and neither is the first lead of a game.

/// Value at which a player counts as ahead, 0 to 1. Between equal players, two searches of one
/// position with different seeds seldom differ by a tenth.
pub const CLEAR: f32 = 0.6;

/// Number of positions for which a lead has to stay.
pub const STAYS: usize = 3;

/// Who leads in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lead {
    /// The player in a seat.
    Player(Seat),
    /// Neither: a draw is proved.
    Level,
}

/// Value of a position to the player in the first seat.
#[derive(Debug, Clone, Copy, PartialEq)]
struct ValuePoint {
    /// 0 to 1.
    value: f32,
    proved: bool,
}

/// A change of the lead.
#[derive(Debug, Clone, Copy, PartialEq)]
struct LeadChange {
    /// Number of the turn that caused it, from 1.
    turn: usize,
    from: Lead,
    to: Lead,
    /// Distance between the values before and after, 0 to 1.
    swing: f32,
}

/// The course of a game.
#[derive(Debug, Clone, PartialEq, Default)]
struct Course {
    /// The first lead, and the number of turns before it.
    first: Option<(Lead, usize)>,
    /// All changes of hands, in order.
    changes: Vec<LeadChange>,
}

impl Course {
    /// The course of a game from the values before each turn and after the last one, and from the
    /// player of each turn.
    fn of(points: &[ValuePoint], movers: &[Seat]) -> Self {
        let mut course = Self::default();
        // The current lead, and the last position that showed it.
        let mut held: Option<(Lead, usize)> = None;
        for (at, &point) in points.iter().enumerate() {
            let Some(lead) = point.lead() else { continue };
            match held {
                Some((holds, _)) if holds == lead => held = Some((lead, at)),
                _ if !stays(points, at, lead) => {}
                None => {
                    course.first = Some((lead, at));
                    held = Some((lead, at));
                }
                Some((from, last)) => {
                    let swing = (points[last].value - point.value).abs();
                    let turn = culprit(points, movers, [last, at], loser(from, lead));
                    course.changes.push(LeadChange { turn, from, to: lead, swing });
                    held = Some((lead, at));
                }
            }
        }
        course
    }

    /// The lead at the end.
    fn last(&self) -> Option<Lead> {
        self.changes.last().map(|change| change.to).or(self.first.map(|(lead, _)| lead))
    }

    /// Up to `most` changes with the greatest swings, in order.
    fn greatest(&self, most: usize) -> Vec<LeadChange> {
        let mut changes = self.changes.clone();
        changes.sort_by(|one, other| other.swing.total_cmp(&one.swing));
        changes.truncate(most);
        changes.sort_by_key(|change| change.turn);
        changes
    }
}

impl ValuePoint {
    /// The lead, if it is clear.
    fn lead(self) -> Option<Lead> {
        let ahead = Seat::BOTH.into_iter().find(|&seat| self.of(seat) >= CLEAR);
        ahead.map(Lead::Player).or(self.proved.then_some(Lead::Level))
    }

    /// Value to a seat.
    fn of(self, seat: Seat) -> f32 {
        if seat == Seat::First { self.value } else { 1.0 - self.value }
    }
}

/// Whether a lead stays from this position on.
fn stays(points: &[ValuePoint], at: usize, lead: Lead) -> bool {
    let next = &points[at..points.len().min(at + STAYS)];
    points[at].proved || next.iter().all(|point| point.lead().is_none_or(|other| other == lead))
}

/// The player who lost by a change.
const fn loser(from: Lead, to: Lead) -> Seat {
    match (from, to) {
        (Lead::Player(seat), _) => seat,
        (Lead::Level, Lead::Player(Seat::Second)) => Seat::First,
        (Lead::Level, _) => Seat::Second,
    }
}

/// The turn that caused a change: the loser's turn that cost them the most value, counting the
/// reply to it. A search may see only after the reply what a turn allowed, so the turn before the
/// last good position also counts.
fn culprit(points: &[ValuePoint], movers: &[Seat], [last, at]: [usize; 2], loser: Seat) -> usize {
    let fell = |turn: usize| {
        let after = points[(turn + 1).min(at)].of(loser);
        points[turn - 1].of(loser) - after
    };
    let turns = last.max(1)..=at;
    let own = turns.filter(|&turn| movers.get(turn - 1) == Some(&loser));
    own.max_by(|&one, &other| fell(one).total_cmp(&fell(other))).unwrap_or(at.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads values in % for the first seat, with `!` after proved ones, and checks the course in
    /// words. Players alternate.
    #[track_caller]
    fn check(values: &str, expected: &str) {
        let points: Vec<ValuePoint> = values
            .split_whitespace()
            .map(|word| {
                let value: f32 = word.trim_end_matches('!').parse().unwrap();
                ValuePoint { value: value / 100.0, proved: word.ends_with('!') }
            })
            .collect();
        let movers: Vec<Seat> = (0..points.len()).map(|turn| Seat::BOTH[turn % 2]).collect();
        let course = Course::of(&points, &movers);
        let name = |lead| match lead {
            Lead::Player(Seat::First) => "first",
            Lead::Player(Seat::Second) => "second",
            Lead::Level => "level",
        };
        let mut said =
            Vec::from_iter(course.first.map(|(lead, at)| format!("{}@{at}", name(lead))));
        said.extend(course.changes.iter().map(|change| {
            let (from, to) = (name(change.from), name(change.to));
            format!("{}:{from}>{to} {:.0}", change.turn, change.swing * 100.0)
        }));
        assert_eq!(said.join(", "), expected, "{values}");
    }

    #[test]
    fn games_without_a_change() {
        check("", "");
        check("50 50 48 52 55", "");
        check("50 58 61 63 70 90 100!", "first@2");
        check("50 40 30 20 0!", "second@1");
        // A dip that does not stay.
        check("50 65 66 67 38 67 70 80", "first@1");
        // A lead that does not stay does not count, even at the start.
        check("50 61 39 38 37 36", "second@2");
        check("50 50! 50! 50!", "level@1");
    }

    #[test]
    fn a_change_is_blamed_on_a_turn_of_its_loser() {
        // Turn 3 is the first player's.
        check("62 62 64 30 28 25", "first@0, 3:first>second 34");
        // The search sees only after the reply, turn 4, what turn 3 allowed.
        check("62 62 64 63 30 28 25", "first@0, 3:first>second 33");
        // The value falls in several steps: the steepest counts.
        check("50 70 68 66 57 55 42 30 29 28", "first@1, 5:first>second 36");
        // Turn 4 is the second player's.
        check("50 38 36 35 70 71 72", "second@1, 4:second>first 35");
        // A lead that lasts to the end of the game stays.
        check("62 62 64 30", "first@0, 3:first>second 34");
    }

    #[test]
    fn a_proved_value_changes_the_lead_immediately() {
        check("70 70 70 0! 100! 100!", "first@0, 3:first>second 70, 4:second>first 100");
        // A proved draw is thrown away.
        check("50 50! 50! 0! 0!", "level@1, 3:level>second 50");
        check("70 70 72 50! 50!", "first@0, 3:first>level 22");
    }

    #[test]
    fn the_greatest_swings_are_in_the_order_of_the_game() {
        let points: Vec<ValuePoint> = [70, 70, 70, 0, 61, 61, 61, 39, 39, 39, 100, 100]
            .map(|value| ValuePoint { value: value as f32 / 100.0, proved: value % 100 == 0 })
            .into();
        let movers: Vec<Seat> = (0..points.len()).map(|turn| Seat::BOTH[turn % 2]).collect();
        let course = Course::of(&points, &movers);
        let turns = |changes: Vec<LeadChange>| -> Vec<usize> {
            changes.iter().map(|change| change.turn).collect()
        };
        assert_eq!(course.changes.len(), 4);
        let greatest = turns(course.greatest(3));
        assert_eq!(greatest.len(), 3);
        assert!(greatest.is_sorted());
        assert_eq!(turns(course.greatest(1)), [3], "from 70 to a proved loss");
        assert_eq!(course.last(), Some(Lead::Player(Seat::First)));
    }
}

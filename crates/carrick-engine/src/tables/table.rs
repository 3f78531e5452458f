//! Tables: a byte for every state of a small board, filled backwards from the ends of games.

use std::cmp::{Ordering, Reverse};

use carrick_games::{Board, Colour, Outcome, Position, Seat, TurnSet as _};
use serde::{Deserialize, Serialize};

use crate::Value;

/// Version of the format of certificates.
pub const FORMAT: u32 = 1;
/// Version of the rules. It increases whenever a rule changes in a way that could change a value.
pub const RULES: u32 = 1;

/// A game whose small boards are solved by a table.
pub trait Tabled: Board {
    /// The shape of the table of one board.
    type Shape: TableLayout<Self>;

    /// The layout of the table of a board with these options; `None` if it would be too large.
    fn shape(options: Self::Options) -> Option<Self::Shape>;

    /// The options as written in the head of a table: those on which its bytes depend.
    fn table_options(options: Self::Options) -> String;

    /// Dark's points minus Light's if the game ended here, in games that are decided by points.
    #[must_use]
    fn lead_of_dark(&self) -> Option<i16> {
        None
    }
}

/// The states of a board in the order of its table, and how their values follow from one another.
pub trait TableLayout<B: Board> {
    /// Meaning of the bytes.
    const CODING: Coding;

    /// Number of states: the length of the table in bytes.
    fn states(&self) -> usize;

    /// Approximate memory needed besides the table while it is filled, in bytes.
    fn working_bytes(&self) -> usize;

    /// Fills a part of the table: the bytes from `filled` on are done, and afterwards those from
    /// the returned index on.
    ///
    /// # Errors
    /// If a distance does not fit into a byte.
    fn fill(&self, table: &mut [u8], filled: usize) -> Result<usize, TooFar>;

    /// The index of a position of a game that is not over; `None` if its value follows only from
    /// those of the positions after it, as in the opening.
    fn index(&self, position: &Position<B>) -> Option<usize>;
}

/// Error for a game in which the winner needs more turns than fit into a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a win takes more turns than this kind of table can hold")]
pub struct TooFar;

/// Score of a position for the player in a seat, from a complete table.
pub fn score_of<B: Tabled>(
    shape: &B::Shape,
    table: &[u8],
    position: &Position<B>,
    seat: Seat,
) -> ExactScore {
    if let Some(outcome) = position.outcome() {
        return ended(position.board(), outcome, seat);
    }
    let mover = position.board().seat_to_move();
    let for_seat = |score: ExactScore| if mover == seat { score } else { score.for_opponent() };
    if let Some(index) = shape.index(position) {
        return for_seat(B::Shape::CODING.read(table[index]));
    }
    let turns = position.legal_turns();
    let scores = turns.iter().map(|turn| {
        let mut next = position.clone();
        next.play_unchecked(turn);
        score_of::<B>(shape, table, &next, mover).one_turn_earlier()
    });
    let best = scores.reduce(|best, score| if score.compare(best).is_gt() { score } else { best });
    // A game that is not over has a turn.
    for_seat(best.unwrap_or(ExactScore::DRAW))
}

/// Score of a finished game for the player in a seat.
fn ended<B: Tabled>(board: &B, outcome: Outcome, seat: Seat) -> ExactScore {
    if let Some(lead) = board.lead_of_dark() {
        let is_dark = board.colour_of(seat) == Colour::Dark;
        return ExactScore::by_points(if is_dark { lead } else { -lead });
    }
    match outcome.winner() {
        None => ExactScore::DRAW,
        Some(winner) if board.seat_of(winner) == seat => ExactScore::win_in(0),
        Some(_) => ExactScore::loss_in(0),
    }
}

// Results: the value of a position and of each of its turns.

/// The value of a position and of its turns, from the view of the player to move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Solution {
    /// Value of the position; `None` if it was not settled.
    pub score: Option<ExactScore>,
    /// All legal turns, the best first; unsettled ones come after the draws.
    pub turns: Vec<Solved>,
}

/// A turn and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The turn's name.
    pub turn: String,
    /// Value of the turn to the player who makes it; its distance includes the turn itself. `None`
    /// if it was not settled.
    pub score: Option<ExactScore>,
}

impl Solution {
    /// Creates a solution and sorts its turns: the best first, equal ones bytewise by name.
    #[must_use]
    pub fn new(score: Option<ExactScore>, mut turns: Vec<Solved>) -> Self {
        turns.sort_by(|one, other| {
            compare(other.score, one.score).then_with(|| one.turn.cmp(&other.turn))
        });
        Self { score, turns }
    }
}

/// Compares scores; an unknown one is worse than a draw and better than a loss.
fn compare(one: Option<ExactScore>, other: Option<ExactScore>) -> Ordering {
    use crate::Value;
    let is_lost = |score: ExactScore| score.value == Value::Loss;
    match (one, other) {
        (Some(one), Some(other)) => one.compare(other),
        (Some(one), None) if is_lost(one) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (None, Some(other)) if is_lost(other) => Ordering::Greater,
        (None, Some(_)) => Ordering::Less,
        (None, None) => Ordering::Equal,
    }
}

// Exact values: win, draw or loss, and how far away the end is.

/// Exact value of a position or a turn, from one player's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExactScore {
    /// The result with best play on both sides.
    pub value: Value,
    /// Number of turns to the end if the winner hurries and the loser delays. `None` for draws, for
    /// games that are decided by points, and if only the value was proved.
    pub distance: Option<u16>,
    /// The player's points minus the opponent's, with best play for points, in games that are
    /// decided by points.
    pub margin: Option<i16>,
}

impl ExactScore {
    /// A draw.
    pub const DRAW: Self = Self { value: Value::Draw, distance: None, margin: None };

    /// A win in a number of turns.
    #[must_use]
    pub const fn win_in(turns: u16) -> Self {
        Self { value: Value::Win, distance: Some(turns), margin: None }
    }

    /// A loss in a number of turns.
    #[must_use]
    pub const fn loss_in(turns: u16) -> Self {
        Self { value: Value::Loss, distance: Some(turns), margin: None }
    }

    /// A value whose distance is unknown.
    #[must_use]
    pub const fn only(value: Value) -> Self {
        Self { value, distance: None, margin: None }
    }

    /// A lead in points; negative when the opponent leads.
    #[must_use]
    pub const fn by_points(margin: i16) -> Self {
        let value = match margin {
            1.. => Value::Win,
            0 => Value::Draw,
            _ => Value::Loss,
        };
        Self { value, distance: None, margin: Some(margin) }
    }

    /// The score from the opponent's view.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        let value = match self.value {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        };
        let margin = match self.margin {
            Some(points) => Some(-points),
            None => None,
        };
        Self { value, margin, ..self }
    }

    /// The score one turn earlier.
    #[must_use]
    pub const fn one_turn_earlier(self) -> Self {
        let distance = match self.distance {
            Some(turns) => Some(turns + 1),
            None => None,
        };
        Self { distance, ..self }
    }

    /// Order of preference: more points, then a better result, an earlier win, a later loss.
    #[must_use]
    pub fn compare(self, other: Self) -> Ordering {
        let rank = |score: Self| {
            let turns = i32::from(score.distance.unwrap_or_default());
            let result = match score.value {
                Value::Win => (2, Reverse(turns)),
                Value::Draw => (1, Reverse(0)),
                Value::Loss => (0, Reverse(-turns)),
            };
            (score.margin, result)
        };
        rank(self).cmp(&rank(other))
    }
}

/// Meaning of the bytes of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// 0 is a draw, 1 to 127 a win in 0 to 126 turns, 128 to 255 a loss in 0 to 127 turns.
    Distance,
    /// 128 plus the lead in points of the player to move.
    Margin,
}

/// Maximum distance that a byte can hold for both wins and losses.
pub(crate) const MAX_DISTANCE: u8 = 126;
/// Byte of a draw.
pub(crate) const DRAW: u8 = 0;

/// Byte of a win in a number of turns.
pub(crate) const fn win_byte(turns: u8) -> u8 {
    debug_assert!(turns <= MAX_DISTANCE);
    1 + turns
}

/// Byte of a loss in a number of turns.
pub(crate) const fn loss_byte(turns: u8) -> u8 {
    debug_assert!(turns <= MAX_DISTANCE);
    128 + turns
}

impl Coding {
    /// The score that a byte stands for.
    #[must_use]
    pub const fn read(self, byte: u8) -> ExactScore {
        match (self, byte) {
            (Self::Margin, byte) => ExactScore::by_points(byte as i16 - 128),
            (Self::Distance, DRAW) => ExactScore::DRAW,
            (Self::Distance, 1..=127) => ExactScore::win_in(byte as u16 - 1),
            (Self::Distance, 128..) => ExactScore::loss_in(byte as u16 - 128),
        }
    }
}

// Solutions as JSON.

/// JSON form of a solution. All values are from the view of the player to move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JsonSolution {
    /// `win`, `draw` or `loss`; null if it was not settled.
    pub value: Option<String>,
    /// Number of turns to the end; null for draws, for games decided by points, and if it is
    /// unknown.
    pub distance: Option<u16>,
    /// Lead in points, in games decided by points.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub margin: Option<i16>,
    /// The legal turns, the best first.
    pub turns: Vec<JsonSolved>,
}

/// JSON form of a turn's value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JsonSolved {
    /// The turn.
    pub turn: String,
    /// As in [`JsonSolution`].
    pub value: Option<String>,
    /// As in [`JsonSolution`], including the turn itself.
    pub distance: Option<u16>,
    /// As in [`JsonSolution`].
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub margin: Option<i16>,
}

impl JsonSolution {
    /// Converts a solution to its JSON form.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let (value, distance, margin) = parts(solution.score);
        let turns = solution.turns.iter().map(|solved| {
            let (value, distance, margin) = parts(solved.score);
            JsonSolved { turn: solved.turn.clone(), value, distance, margin }
        });
        Self { value, distance, margin, turns: turns.collect() }
    }
}

fn parts(score: Option<ExactScore>) -> (Option<String>, Option<u16>, Option<i16>) {
    let value = score.map(|score| word(score.value).to_owned());
    (value, score.and_then(|score| score.distance), score.and_then(|score| score.margin))
}

/// The word for a value.
pub(crate) const fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_prefer_points_then_results_then_short_wins_and_long_losses() {
        let falling = [
            ExactScore::win_in(3),
            ExactScore::win_in(9),
            ExactScore::DRAW,
            ExactScore::loss_in(8),
            ExactScore::loss_in(2),
        ];
        assert!(falling.is_sorted_by(|&better, &worse| better.compare(worse).is_gt()));
        assert!(ExactScore::by_points(2).compare(ExactScore::by_points(-1)).is_gt());
        assert_eq!(ExactScore::win_in(4).for_opponent(), ExactScore::loss_in(4));
    }

    #[test]
    fn a_byte_is_read_back_as_it_was_written() {
        assert_eq!(Coding::Distance.read(win_byte(7)), ExactScore::win_in(7));
        assert_eq!(Coding::Distance.read(loss_byte(126)), ExactScore::loss_in(126));
        assert_eq!(Coding::Distance.read(DRAW), ExactScore::DRAW);
        assert_eq!(Coding::Margin.read(121), ExactScore::by_points(-7));
    }
}

//! Exact values: win, draw or loss, and how far the end is.

use std::cmp::{Ordering, Reverse};

use crate::Value;

/// Exact value of a position or a turn, from one player's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// The result with best play on both sides.
    pub value: Value,
    /// Number of turns to the end when the winner hurries and the loser delays. `None` for draws,
    /// for games that are decided by points, and where only the value was proved.
    pub distance: Option<u16>,
    /// The player's points less the opponent's, with best play for points, in games that are
    /// decided by points.
    pub margin: Option<i16>,
}

impl Score {
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

    /// A value whose distance is not known.
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
    /// 128 and the lead in points of the player to move.
    Margin,
}

/// Highest distance that a byte can hold, for wins as for losses.
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
    pub const fn read(self, byte: u8) -> Score {
        match (self, byte) {
            (Self::Margin, byte) => Score::by_points(byte as i16 - 128),
            (Self::Distance, DRAW) => Score::DRAW,
            (Self::Distance, 1..=127) => Score::win_in(byte as u16 - 1),
            (Self::Distance, 128..) => Score::loss_in(byte as u16 - 128),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_prefer_points_then_results_then_short_wins_and_long_losses() {
        let falling =
            [Score::win_in(3), Score::win_in(9), Score::DRAW, Score::loss_in(8), Score::loss_in(2)];
        assert!(falling.is_sorted_by(|&better, &worse| better.compare(worse).is_gt()));
        assert!(Score::by_points(2).compare(Score::by_points(-1)).is_gt());
        assert_eq!(Score::win_in(4).for_opponent(), Score::loss_in(4));
    }

    #[test]
    fn a_byte_is_read_as_it_was_written() {
        assert_eq!(Coding::Distance.read(win_byte(7)), Score::win_in(7));
        assert_eq!(Coding::Distance.read(loss_byte(126)), Score::loss_in(126));
        assert_eq!(Coding::Distance.read(DRAW), Score::DRAW);
        assert_eq!(Coding::Margin.read(121), Score::by_points(-7));
    }
}

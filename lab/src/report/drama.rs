//! Measures of a judged game: drama, changes of the lead, late uncertainty, decisiveness.

use crate::run::{Line, Winner};

/// Distance from one half within which nobody leads.
const LEVEL: f32 = 0.05;
/// Value from which on a game counts as decided.
const DECIDED: f32 = 0.97;

/// Measures of one judged game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Drama {
    /// How far the winner was behind at worst, 0 to 1: 1 − 2v of the least value v that the judge
    /// gave them (Ludii's *Drama*, maximum); `None` after a draw.
    pub(super) drama: Option<f64>,
    /// Number of times that the lead went from one player to the other (Browne 2008, *lead
    /// change*); a value within 5 % of one half is nobody's lead.
    pub(super) lead_changes: f64,
    /// Mean of 1 − |2v − 1| in the last third of the game (Browne 2008, *uncertainty, late*).
    pub(super) late_uncertainty: f64,
    /// Share of the game that was still to come when the winner's value had reached 97 % for good;
    /// `None` after a draw.
    pub(super) decided: Option<f64>,
}

impl Drama {
    /// The measures of a game; `None` where it was not judged or nobody chose a turn.
    pub(super) fn of(line: &Line) -> Option<Self> {
        let values = line.judge.as_deref().filter(|values| !values.is_empty())?;
        let of_winner = line.winner.map(|winner| {
            let to_winner = |&value: &f32| match winner {
                Winner::First => value,
                Winner::Second => 1.0 - value,
            };
            values.iter().map(to_winner).collect::<Vec<f32>>()
        });
        let worst = |values: &Vec<f32>| {
            let least = values.iter().copied().fold(1.0, f32::min);
            f64::from((1.0 - 2.0 * least).max(0.0))
        };
        let surely = |values: &Vec<f32>| {
            let sure = values.iter().rev().take_while(|value| **value >= DECIDED).count();
            sure as f64 / values.len() as f64
        };
        Some(Self {
            drama: of_winner.as_ref().map(worst),
            lead_changes: lead_changes(values) as f64,
            late_uncertainty: late_uncertainty(values),
            decided: of_winner.as_ref().map(surely),
        })
    }
}

fn lead_changes(values: &[f32]) -> usize {
    let leads: Vec<bool> = values
        .iter()
        .filter(|value| (**value - 0.5).abs() > LEVEL)
        .map(|value| *value > 0.5)
        .collect();
    leads.windows(2).filter(|two| two[0] != two[1]).count()
}

fn late_uncertainty(values: &[f32]) -> f64 {
    let last = &values[values.len() * 2 / 3..];
    let sum: f64 = last.iter().map(|value| f64::from(1.0 - (2.0 * value - 1.0).abs())).sum();
    sum / last.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_change_beyond_the_middle_only() {
        assert_eq!(lead_changes(&[0.6, 0.4, 0.52, 0.3, 0.48, 0.9]), 2);
        assert_eq!(lead_changes(&[0.5, 0.53]), 0);
    }

    #[test]
    fn only_the_last_third_is_late() {
        let late = late_uncertainty(&[0.5, 0.5, 0.5, 0.5, 0.75, 1.0]);
        assert!((late - 0.25).abs() < 1e-6, "{late}");
        assert_eq!(late_uncertainty(&[0.5]), 1.0);
    }
}

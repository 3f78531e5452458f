//! Rules by which a cell ends before all its games are played.

use super::text::UntilText;
use crate::arena::{Pairs, Sprt, Verdict};
use crate::stats::Estimate;

/// Rules by which a cell ends early: as soon as one of them is met. They look at whole pairs, after
/// every [`Until::STEP`] games and never earlier than after twice that number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Until {
    /// The interval of the first player's points, or of player A's in a match, is no wider than
    /// this to both sides.
    pub half_width: Option<f64>,
    /// That interval lies outside of one half, give or take this.
    pub outside: Option<f64>,
    /// The sequential test is decided.
    pub sprt: Option<Sprt>,
}

impl Until {
    /// Number of games between two looks at the rules.
    pub const STEP: u32 = 20;

    /// Reads the rules. A sequential test is for matches, not for a player alone.
    pub(super) fn read(text: &UntilText, alone: bool) -> Result<Self, String> {
        let UntilText { half_width, outside, sprt } = text;
        for (name, value) in [("half_width", half_width), ("outside", outside)] {
            if value.is_some_and(|value| !(value > 0.0 && value < 0.5)) {
                return Err(format!(
                    "{name} is a share of the points, more than 0 and less than 0.5"
                ));
            }
        }
        let sprt = sprt.as_ref().map(|text| text.parse::<Sprt>()).transpose();
        let sprt = sprt.map_err(|_| {
            "sprt takes two numbers of Elo between -1000 and 1000, the lower one first: sprt = \"0,20\""
                .to_owned()
        })?;
        if sprt.is_some() && alone {
            return Err(
                "a sequential test compares two players; name half_width or outside, or let \
                        meeting be \"neighbours\" or \"all\""
                    .to_owned(),
            );
        }
        if (half_width, outside, sprt) == (&None, &None, None) {
            return Err("a rule is missing; name half_width, outside or sprt".to_owned());
        }
        Ok(Self { half_width: *half_width, outside: *outside, sprt })
    }

    /// Whether a cell ends after so many games, with this estimate of the points and these pairs
    /// from player A's side.
    #[must_use]
    pub fn is_met(&self, games: u32, points: Option<Estimate>, pairs: &Pairs) -> bool {
        if games < 2 * Self::STEP || !games.is_multiple_of(Self::STEP) {
            return false;
        }
        let Some(Estimate { low, high, .. }) = points else { return false };
        self.half_width.is_some_and(|most| (high - low) / 2.0 <= most)
            || self.outside.is_some_and(|by| high < 0.5 - by || low > 0.5 + by)
            || self.sprt.is_some_and(|sprt| sprt.verdict(pairs) != Verdict::Open)
    }
}

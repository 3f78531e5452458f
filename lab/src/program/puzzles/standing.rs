//! How far a run of the miner has come.

use std::collections::BTreeMap;

use carrick_coach::puzzle::Dull;
use serde::{Deserialize, Serialize};

/// Progress of one run: it goes on from here.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Standing {
    /// Number of games that were looked through.
    pub(super) games: u64,
    /// Number of positions that were looked at.
    pub(super) positions: u64,
    /// Number of candidates behind a better defence than the game's.
    pub(super) varied: u64,
    /// Number of puzzles that were found.
    pub(super) found: u64,
    /// Number of those of which every turn was proved.
    pub(super) proved: u64,
    /// Number of positions that were thrown out, by the reason in words.
    pub(super) thrown_out: BTreeMap<String, u64>,
    /// Time, in seconds.
    pub(super) seconds: f64,
}

impl Standing {
    /// Counts a position that is no puzzle.
    pub(super) fn throw_out(&mut self, reason: Dull) {
        *self.thrown_out.entry(reason.to_string()).or_default() += 1;
    }
}

//! The keys of a plan, as they stand in the file.

use serde::{Deserialize, Serialize};

use super::fault::PlanError;

/// A whole plan.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanText {
    pub(super) question: String,
    #[serde(default)]
    pub(super) study: Vec<StudyText>,
}

/// A study: boards, players and openings, each combined with each.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StudyText {
    pub(super) name: String,
    /// Boards, such as `ankor -size=4`.
    pub(super) boards: Vec<String>,
    /// Players, such as `tree:64`.
    pub(super) players: Vec<String>,
    #[serde(default)]
    pub(super) meeting: Meeting,
    /// Openings: `own`, `random:4`, `even:4`.
    #[serde(default = "own")]
    pub(super) openings: Vec<String>,
    #[serde(default)]
    pub(super) first_turns: FirstTurns,
    /// Number of games of each cell; with `until`, the maximum.
    pub(super) games: u32,
    pub(super) until: Option<UntilText>,
    // Keys that came later are no part of the hash where they are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) judge: Option<JudgeText>,
    /// Whether the report holds every turn against the table of the board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) exact: bool,
}

/// Pairs of players that meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Meeting {
    /// Every player plays itself.
    #[default]
    Alone,
    /// Every player but the last plays the next one.
    Neighbours,
    /// Every player plays every other.
    All,
}

/// First turns of the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum FirstTurns {
    /// Those of the openings.
    #[default]
    Free,
    /// Every first turn in a cell of its own, one of those that are equivalent by symmetry.
    Classes,
}

/// Rules by which a cell ends before all its games are played.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UntilText {
    pub(super) half_width: Option<f64>,
    pub(super) outside: Option<f64>,
    pub(super) sprt: Option<String>,
}

/// A judge of some games of each cell.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgeText {
    pub(super) player: String,
    pub(super) games: u32,
}

fn own() -> Vec<String> {
    vec!["own".to_owned()]
}

/// Reads the keys.
///
/// # Errors
/// What TOML says of the text, or what is missing in the whole.
pub(super) fn read(text: &str) -> Result<PlanText, PlanError> {
    let plan: PlanText = toml::from_str(text).map_err(PlanError::Text)?;
    if plan.study.is_empty() {
        return Err(PlanError::Empty);
    }
    for (at, study) in plan.study.iter().enumerate() {
        if plan.study[..at].iter().any(|other| other.name == study.name) {
            return Err(PlanError::TwoStudies(study.name.clone()));
        }
    }
    Ok(plan)
}

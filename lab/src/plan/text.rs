//! The keys of a plan, as written in the file.

use std::fmt;
use std::str::FromStr;

use carrick_engine::Level;
use serde::{Deserialize, Serialize};

use crate::arena::{Entrant, EntrantError, Openings};
use crate::plan::PlanError;

/// A whole plan.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanText {
    pub(super) question: String,
    #[serde(default)]
    pub(super) study: Vec<StudyText>,
}

/// A study: boards, players and openings in every combination.
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
    // Newer keys are not part of the hash if they are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) judge: Option<JudgeText>,
    /// Whether the report compares every turn with the table of the board.
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
    /// Every player except the last plays the next one.
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
    /// Every first turn in a separate cell, one of those that are equivalent by symmetry.
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
/// Returns the error of the TOML parser, or what the plan as a whole lacks.
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

// How the games of a cell are opened.

/// Openings of a cell: the players' own, random turns, or turns that keep the game even.
///
/// ```
/// use carrick_lab::plan::CellOpening;
/// assert_eq!("random:4".parse(), Ok(CellOpening::Random(4)));
/// assert_eq!(CellOpening::Even(8).to_string(), "even:8");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellOpening {
    /// The players choose their first turns, and may swap.
    Own,
    /// A number of random turns.
    Random(u32),
    /// A number of turns chosen so that random games stay even.
    Even(u32),
}

/// Error for a text that does not name openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("own, random:4 or even:4 is expected, with a number of turns from 1 to 200")]
pub struct OpeningTextError;

impl CellOpening {
    /// Converts to the openings of a match.
    #[must_use]
    pub const fn openings(self) -> Openings {
        match self {
            Self::Own => Openings { turns: 0, even: false },
            Self::Random(turns) => Openings { turns, even: false },
            Self::Even(turns) => Openings { turns, even: true },
        }
    }
}

impl fmt::Display for CellOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("own"),
            Self::Random(turns) => write!(f, "random:{turns}"),
            Self::Even(turns) => write!(f, "even:{turns}"),
        }
    }
}

impl FromStr for CellOpening {
    type Err = OpeningTextError;

    fn from_str(text: &str) -> Result<Self, OpeningTextError> {
        let turns = |text: &str| {
            let turns = text.parse().ok().filter(|turns| (1..=200).contains(turns));
            turns.ok_or(OpeningTextError)
        };
        match text.split_once(':') {
            None if text == "own" => Ok(Self::Own),
            Some(("random", text)) => Ok(Self::Random(turns(text)?)),
            Some(("even", text)) => Ok(Self::Even(turns(text)?)),
            _ => Err(OpeningTextError),
        }
    }
}

// Players of a plan: those whose turns do not depend on time.

/// Error for a text that does not name a player for plans.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PlayerError {
    #[error(transparent)]
    Name(EntrantError),
    #[error("{0}; a plan takes all of them except level9")]
    Unknown(EntrantError),
    #[error("{name} thinks for as long as it may; give a number, as in {name}:{example}")]
    NoNumber { name: String, example: u32 },
    #[error(
        "level9 thinks by the clock, but a plan counts nodes; name its search with a number, as in \
         full:20000, or level8"
    )]
    Clock,
}

/// Reads a player.
///
/// # Errors
/// If no player has that name, or its play would depend on the machine's speed.
pub(super) fn read_player(text: &str) -> Result<Entrant, PlayerError> {
    let entrant: Entrant = text.parse().map_err(|error| match error {
        EntrantError::Unknown { .. } => PlayerError::Unknown(error),
        _ => PlayerError::Name(error),
    })?;
    let no_number = |example| PlayerError::NoNumber { name: text.to_owned(), example };
    match &entrant {
        Entrant::Level(level) if *level == Level::MAX => Err(PlayerError::Clock),
        Entrant::Uct { playouts: None } | Entrant::Rave { playouts: None } => Err(no_number(1000)),
        Entrant::Search { nodes: None, .. } => Err(no_number(5000)),
        Entrant::Tree { nodes: None, .. } => Err(no_number(64)),
        _ => Ok(entrant),
    }
}

//! Analyses that report as they grow.

use carrick_coach::{Analyser, AnalysisOptions};
use carrick_position::PositionQuery;
use serde::Deserialize;

use crate::{QuestionError, json};

/// Question for an analysis. Missing fields have the values of [`AnalysisOptions::default`].
#[derive(Debug, Deserialize)]
struct AnalysisQuestion {
    #[serde(flatten)]
    position: PositionQuery,
    lines: Option<usize>,
    nodes: Option<u64>,
    seed: Option<u64>,
    map: Option<bool>,
}

/// A running analysis: each [`step`](Self::step) continues the search and reports.
///
/// ```
/// use carrick_wasm::RunningAnalysis;
/// let asked = r#"{ "game": "antipod", "turns": "f14 f9", "nodes": 40, "map": false }"#;
/// let mut analysing = RunningAnalysis::new(asked)?;
/// let reports: Vec<_> = std::iter::from_fn(|| analysing.step()).collect();
/// assert!(reports.last().is_some_and(|report| report.contains(r#""nodes":40"#)), "{reports:?}");
/// assert!(RunningAnalysis::new(r#"{ "game": "antipod", "turns": "f14 f14" }"#).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct RunningAnalysis(Analyser);

impl RunningAnalysis {
    /// Starts an analysis of the position of a query, with the optional fields `lines`, `nodes`,
    /// `seed` and `map`.
    ///
    /// # Errors
    /// The problem with the question, as JSON.
    pub fn new(question: &str) -> Result<Self, String> {
        begin(question).map(Self).map_err(|fault| json::<()>(Err(fault)))
    }

    /// Searches until there is something new, and reports it as JSON (a
    /// [`carrick_coach::Analysis`]); `None` when the analysis is finished.
    pub fn step(&mut self) -> Option<String> {
        self.0.step(&|| false).map(|analysis| json(Ok(analysis)))
    }
}

fn begin(question: &str) -> Result<Analyser, QuestionError> {
    let AnalysisQuestion { position, lines, nodes, seed, map } = serde_json::from_str(question)?;
    let default = AnalysisOptions::default();
    let options = AnalysisOptions {
        lines: lines.unwrap_or(default.lines),
        nodes: nodes.unwrap_or(default.nodes),
        seed: seed.unwrap_or(default.seed),
        map: map.unwrap_or(default.map),
        ..default
    };
    let game = position.game_there()?;
    Analyser::new(&game, options).map_err(|over| QuestionError::Over { sentence: over.sentence })
}

//! Wrong plans, in sentences.

use super::Plan;

/// Why a text is no plan.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// It is no TOML, or a key is missing, unknown or of another type.
    #[error("{0}docs/lab.md lists the keys of a plan")]
    Text(toml::de::Error),
    /// The value of a key is wrong.
    #[error("study \"{study}\", {key}: {sentence}")]
    Key {
        /// Name of the study.
        study: String,
        /// The key.
        key: &'static str,
        /// The fault, the expectation and a way on.
        sentence: String,
    },
    /// Two studies have the same name.
    #[error("two studies are named \"{0}\"; give one of them another name")]
    TwoStudies(String),
    /// There is nothing to play.
    #[error("there is no study; a plan has one or more sections [[study]]")]
    Empty,
    /// More than a laboratory takes.
    #[error(
        "the plan has {cells} cells with up to {games} games, and at most {} cells with {} games are \
         taken; split it into several plans",
        Plan::MOST_CELLS,
        Plan::MOST_GAMES
    )]
    TooLarge {
        /// Number of cells.
        cells: usize,
        /// Number of games in all of them.
        games: u64,
    },
}

//! The panel of an analysis, on pages that lend an engine.

use carrick_games::AnyGame;
use carrick_server::AnalysisBounds;

use crate::site::assets;
use crate::site::stylesheet::Stylesheet;

/// The position that a page analyses when it is asked to, and the panel's files.
#[derive(Debug, Clone)]
pub(in crate::routes) struct Analyse {
    pub(in crate::routes) game: &'static str,
    pub(in crate::routes) options: String,
    pub(in crate::routes) turns: String,
    /// Number of positions that an engine in the page searches, as many as the server would.
    pub(in crate::routes) nodes: u64,
    /// Whether it is a practice game, in which an engine helps without a network, too.
    pub(in crate::routes) practice: bool,
    pub(in crate::routes) css: Stylesheet,
    pub(in crate::routes) js: String,
}

impl Analyse {
    /// The panel for a position.
    pub(in crate::routes) fn new(game: &AnyGame) -> Self {
        Self {
            game: game.kind().name(),
            options: game.options().to_string(),
            turns: game.turn_names().join(" "),
            nodes: AnalysisBounds::default().most_nodes(game.options()),
            practice: false,
            css: Stylesheet("analysis.css"),
            js: assets::url("analysis.js"),
        }
    }
}

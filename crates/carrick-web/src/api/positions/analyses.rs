//! Analyses for programs: asked for, then looked at until they are done.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_position::Query;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::games::GameName;
use crate::api::request::{Acts, Body, Caller, Named, PATH, Reads, Refused};
use crate::app::App;
use crate::board::analysis::{self, Asker, NotAnalysed, Progress, Question};
use crate::pages::labels;
use crate::pages::payer::Payer;

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ask)).routes(routes!(look, stop))
}

/// A position to analyse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct WantedAnalysis {
    game: GameName,
    /// The options as in a challenge, with blanks between.
    #[serde(default)]
    #[schema(example = "-size=4", max_length = 200)]
    options: String,
    /// The turns from the first on, with blanks or commas between.
    #[serde(default)]
    #[schema(example = "d3 c1", max_length = 10_000)]
    turns: String,
    /// Number of the best turns to tell; 3 if left out.
    #[schema(minimum = 1, maximum = 10)]
    lines: Option<u32>,
    /// Number of positions to search; if left out, or more, as many as the server allows on such
    /// boards.
    #[schema(minimum = 1)]
    nodes: Option<u64>,
}

/// An analysis.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct AnalysisView {
    /// Name of the analysis, by which it is looked at again.
    name: String,
    #[serde(flatten)]
    progress: Progress,
}

/// Name of an analysis in a path.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct AnalysisPath {
    /// As the answer to the request told it.
    #[param(pattern = "^[0-9a-f]{32}$")]
    name: String,
}

const GONE: Refused = Refused::NotFound(
    "There is no such analysis any more: it was broken off, or is long finished. Ask again.",
);

/// Analyse a position
///
/// Queues a search of the position. Look at it by its name until its state is `done`. Few run at
/// once, and it gives way to the computer's turns; a program has one at a time, and a new one
/// replaces the one before. With a token, no position of your own running games is analysed.
#[utoipa::path(post, path = "/analyses", tag = "games", security((), ("token" = [])),
    request_body = WantedAnalysis,
    responses((status = 201, description = "It is queued", body = AnalysisView,
        headers(("Location" = String, description = "URL of the analysis"))), Acts))]
async fn ask(
    State(app): State<App>,
    caller: Option<Caller>,
    payer: Payer,
    Body(wanted): Body<WantedAnalysis>,
) -> Result<Response, Refused> {
    payer.pay(&app, 5).map_err(Refused::TooOften)?;
    let query = Query {
        game: carrick_games::GameKind::from(wanted.game).name().to_owned(),
        options: wanted.options,
        turns: wanted.turns,
        ..Query::default()
    };
    let lines = wanted.lines.map(|lines| lines as usize);
    let question = Question { query, lines, nodes: wanted.nodes };
    let asker = Asker { user: caller.map(|caller| caller.user), is_program: true };
    let name = analysis::ask(&app, &payer, &asker, question).await?;
    let progress = app.analyses.look(&name).ok_or(GONE)?.into();
    let location = [(header::LOCATION, format!("{}/analyses/{name}", PATH))];
    Ok((StatusCode::CREATED, location, Json(AnalysisView { name, progress })).into_response())
}

/// An analysis
///
/// The place in the line while it waits, the findings so far while it runs, and at the end all of
/// them, with a map.
#[utoipa::path(get, path = "/analyses/{name}", tag = "games", security((), ("token" = [])),
    params(AnalysisPath),
    responses((status = 200, description = "The analysis as it is now", body = AnalysisView), Reads))]
async fn look(
    State(app): State<App>,
    _: Option<Caller>,
    Named(AnalysisPath { name }): Named<AnalysisPath>,
) -> Result<Json<AnalysisView>, Refused> {
    let progress = app.analyses.look(&name).ok_or(GONE)?.into();
    Ok(Json(AnalysisView { name, progress }))
}

/// Break an analysis off
///
/// What is finished stays as it is.
#[utoipa::path(delete, path = "/analyses/{name}", tag = "games", security((), ("token" = [])),
    params(AnalysisPath),
    responses((status = 204, description = "It is broken off"), Acts))]
async fn stop(
    State(app): State<App>,
    _: Option<Caller>,
    Named(AnalysisPath { name }): Named<AnalysisPath>,
) -> Result<StatusCode, Refused> {
    app.analyses.look(&name).ok_or(GONE)?;
    app.analyses.stop(&name);
    Ok(StatusCode::NO_CONTENT)
}

impl From<NotAnalysed> for Refused {
    fn from(not: NotAnalysed) -> Self {
        match not {
            NotAnalysed::Position(error) => Self::Meaningless(error.field(), error.to_string()),
            NotAnalysed::Over(_) => Self::Meaningless("turns", labels::sentence(&not)),
            NotAnalysed::Running(_) => Self::Conflict(labels::sentence(&not)),
            NotAnalysed::Away(away) => away.into(),
            NotAnalysed::Failed(fault) => fault.into(),
        }
    }
}

//! Analyses by the server: asked for by a form or a script, followed live or looked at again.

mod fair_play;
mod page;

use axum::Json;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_position::Query;
use carrick_server::AnalysisState;
use futures_util::stream::unfold;
use serde::Serialize;

use crate::app::App;
use crate::board::analysis::{self, Asker, NotAnalysed, Progress, Question};
use crate::network::client::Client;
use crate::network::stream::{self, STREAMS};
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::labels;
use crate::pages::payer::Payer;
use crate::pages::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/analysis", post(ask))
        .route("/analysis/lent", get(lent))
        .route("/analysis/{name}", get(page::page))
        .route("/analysis/{name}/events", get(events))
        .merge(fair_play::routes())
}

/// The question of a form's or a query's fields.
fn question(fields: &Fields) -> Question {
    let text = |name| fields.text(name).to_owned();
    let [game, options, turns] = ["game", "options", "turns"].map(text);
    Question {
        query: Query { game, options, turns, ..Query::default() },
        lines: fields.text("lines").parse().ok(),
        nodes: fields.text("nodes").parse().ok(),
    }
}

fn asker(visitor: Option<&Visitor>) -> Asker {
    Asker { user: visitor.map(|visitor| visitor.id().clone()), is_program: false }
}

/// Queues an analysis. A page is led to it; a script is told its name.
async fn ask(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Fault> {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let is_script = accepted.is_some_and(|accepted| accepted.contains("application/json"));
    // Pages are charged by the queue of drawings; this is the rest of the work.
    payer.pay(&app, 5)?;
    let asked = analysis::ask(&app, &payer, &asker(visitor.as_ref()), question(&fields)).await;
    match (asked, is_script) {
        (Ok(name), true) => Ok(Json(Asked { name }).into_response()),
        (Ok(name), false) => Ok(Redirect::to(&format!("/analysis/{name}")).into_response()),
        (Err(NotAnalysed::Failed(fault)), _) => Err(fault),
        (Err(refused), true) => Ok(refuse(&refused)),
        (Err(refused), false) => {
            page::refused(&refused, &question(&fields).query, visitor.as_ref())
        }
    }
}

/// Name of a queued analysis, for a script.
#[derive(Debug, Serialize)]
struct Asked {
    name: String,
}

/// Whether an engine is lent for a position, for a script that has one.
#[derive(Debug, Serialize)]
struct Lent {
    lent: bool,
    /// Why not, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Says whether the engine in the page may analyse a position.
async fn lent(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    QueryFields(fields): QueryFields,
) -> Result<Response, Fault> {
    let user = visitor.as_ref().map(Visitor::id);
    match analysis::lent(&app, &payer, user, question(&fields).query).await {
        Ok(_) => Ok(Json(Lent { lent: true, error: None }).into_response()),
        Err(NotAnalysed::Failed(fault)) => Err(fault),
        Err(refused @ NotAnalysed::Running(_)) => {
            let error = Some(labels::sentence(&refused));
            Ok(Json(Lent { lent: false, error }).into_response())
        }
        Err(refused) => Ok(refuse(&refused)),
    }
}

/// Status of a refusal.
const fn status(refused: &NotAnalysed) -> StatusCode {
    match refused {
        NotAnalysed::Position(_) => StatusCode::BAD_REQUEST,
        NotAnalysed::Over(_) => StatusCode::UNPROCESSABLE_ENTITY,
        NotAnalysed::Running(_) => StatusCode::FORBIDDEN,
        NotAnalysed::Away(carrick_server::TurnedAway::TooMany(_)) => StatusCode::TOO_MANY_REQUESTS,
        NotAnalysed::Away(_) => StatusCode::SERVICE_UNAVAILABLE,
        NotAnalysed::Failed(fault) => fault.status(),
    }
}

/// A refusal for a script: `{"error": …}`.
fn refuse(refused: &NotAnalysed) -> Response {
    #[derive(Serialize)]
    struct Refusal {
        error: String,
    }
    let body = Json(Refusal { error: labels::sentence(refused) });
    let mut response = (status(refused), body).into_response();
    match refused {
        NotAnalysed::Away(away) => Fault::from(*away).note_on(&mut response),
        NotAnalysed::Failed(fault) => fault.note_on(&mut response),
        _ => {}
    }
    response
}

/// Follows an analysis: `progress` events with what there is of it, until it ends. When the last
/// one who follows it leaves, it is broken off.
async fn events(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Response, Fault> {
    let slot = app.listen(&client).ok_or(Fault::TooOften(STREAMS))?;
    let attendance = app.analyses.attend(&name).ok_or(page::GONE)?;
    let start = (app, attendance, true, false);
    let events = unfold(start, async |(app, mut attendance, first, ended)| {
        if ended {
            return None;
        }
        let state = match first {
            true => attendance.now(),
            false => tokio::select! {
                state = attendance.next() => state?,
                () = app.closed() => return None,
            },
        };
        let ended = matches!(state, AnalysisState::Done(_) | AnalysisState::Stopped);
        let event = Event::default().event("progress").json_data(Progress::from(state)).ok()?;
        Some((event, (app, attendance, false, ended)))
    });
    Ok(stream::answer(slot, events))
}

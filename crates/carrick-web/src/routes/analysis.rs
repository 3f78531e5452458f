//! Analyses by the server: a form or a script asks for one, and follows it live or looks at it
//! again.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use carrick_coach::Analysis;
use carrick_coach::analysis::How;
use carrick_games::{AnyGame, percent};
use carrick_pictures::{Heat, svg, svg_with_heat};
use carrick_position::PositionQuery;
use carrick_server::AnalysisState;
use futures_util::stream::unfold;
use serde::Serialize;

use crate::app::App;
use crate::board::analysis::{self, Asker, NotAnalysed, PositionToAnalyse, Progress};
use crate::cost::cost_of;
use crate::network::client::Client;
use crate::network::stream::{self, STREAMS};
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::labels;
use crate::pages::page::{Frame, Shown, show};
use crate::pages::session::{Payer, Visitor};
use crate::routes::shared::explore_url;
use crate::site::assets::Stylesheet;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/analysis", post(ask))
        .route("/analysis/lent", get(lent))
        .route("/analysis/{name}", get(page))
        .route("/analysis/{name}/events", get(events))
        .route("/fair-play", get(fair_play))
}

/// The position to analyse, from the fields of a form or a query.
fn question(fields: &Fields) -> PositionToAnalyse {
    let text = |name| fields.text(name).to_owned();
    let [game, options, turns] = ["game", "options", "turns"].map(text);
    PositionToAnalyse {
        query: PositionQuery { game, options, turns, ..PositionQuery::default() },
        lines: fields.text("lines").parse().ok(),
        nodes: fields.text("nodes").parse().ok(),
    }
}

fn asker(visitor: Option<&Visitor>) -> Asker {
    Asker { user: visitor.map(|visitor| visitor.id().clone()), is_program: false }
}

/// Queues an analysis. Redirects a page to it; tells a script its name.
async fn ask(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Fault> {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let is_script = accepted.is_some_and(|accepted| accepted.contains("application/json"));
    // The queue for drawing charges pages; this is the rest of the work.
    payer.pay(&app, 5)?;
    let asked = analysis::ask(&app, &payer, &asker(visitor.as_ref()), question(&fields)).await;
    match (asked, is_script) {
        (Ok(name), true) => Ok(Json(AnalysisName { name }).into_response()),
        (Ok(name), false) => Ok(Redirect::to(&format!("/analysis/{name}")).into_response()),
        (Err(NotAnalysed::Failed(fault)), _) => Err(fault),
        (Err(refused), true) => Ok(refuse(&refused)),
        (Err(why), false) => refused(&why, &question(&fields).query, visitor.as_ref()),
    }
}

/// Name of a queued analysis, for a script.
#[derive(Debug, Serialize)]
struct AnalysisName {
    name: String,
}

/// Whether an engine may help with a position, for a script that has one.
#[derive(Debug, Serialize)]
struct Lent {
    lent: bool,
    /// The reason if not, as a sentence.
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
    struct ErrorBody {
        error: String,
    }
    let body = Json(ErrorBody { error: labels::sentence(refused) });
    let mut response = (status(refused), body).into_response();
    match refused {
        NotAnalysed::Away(away) => Fault::from(*away).note_on(&mut response),
        NotAnalysed::Failed(fault) => fault.note_on(&mut response),
        _ => {}
    }
    response
}

/// Follows an analysis: `progress` events with the results so far, until it ends. When its last
/// follower leaves, it is cancelled.
async fn events(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Response, Fault> {
    let slot = app.listen(&client).ok_or(Fault::TooOften(STREAMS))?;
    let attendance = app.analyses.attend(&name).ok_or(GONE)?;
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

/// An analysis that no longer exists.
pub(crate) const GONE: Fault = Fault::NotFound(
    "This analysis no longer exists: it was cancelled, or finished long ago. Ask again from the \
     page of the position.",
);

#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisPage {
    frame: Frame,
    css: Stylesheet,
    board_css: Stylesheet,
    /// State of the analysis, as sentences.
    said: String,
    /// Whether looking again shows more.
    goes_on: bool,
    /// URL of this page; empty for a refusal.
    here: String,
    /// URL of the position's page.
    back: String,
    svg: String,
    report: Option<Analysis>,
    /// Each line's URL.
    lines: Vec<String>,
    /// Shares of both colours.
    bar: Option<Bar>,
    /// Whether the picture is a map.
    is_map: bool,
}

/// The shares of both colours: in words, and the widths of the two parts in percent.
struct Bar {
    said: [String; 2],
    percent: [u32; 2],
}

impl Bar {
    fn of(report: &Analysis) -> Self {
        let is_proved = matches!(report.how, How::Proved { .. });
        let share = |value| match is_proved {
            true => format!("{:.0} %", 100.0 * value),
            false => percent(value),
        };
        let first = (100.0 * report.values[0].value).round() as u32;
        Self {
            said: report.values.map(|of| format!("{} {}", of.side.name, share(of.value))),
            percent: [first, 100 - first.min(100)],
        }
    }
}

/// Shows the current state of an analysis.
pub(crate) async fn page(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    Path(name): Path<String>,
) -> Result<Response, Fault> {
    let found = app.analyses.look(&name).zip(app.analyses.request(&name));
    let (state, request) = found.ok_or(GONE)?;
    let cost = cost_of(&request.game);
    let here = format!("/analysis/{name}");
    app.draw(&payer, cost, move || {
        let page = built(&request.game, state, here, visitor.as_ref());
        Ok(show(&page)?.into_response())
    })
    .await?
}

fn built(
    game: &AnyGame,
    state: AnalysisState,
    here: String,
    visitor: Option<&Visitor>,
) -> AnalysisPage {
    let (said, goes_on, report) = match state {
        AnalysisState::Waiting { place: 1 } => ("It is waiting: yours is next.".into(), true, None),
        AnalysisState::Waiting { place } => {
            (format!("It is waiting: yours is number {place} in the queue."), true, None)
        }
        AnalysisState::Running(None) => ("The search has just started.".into(), true, None),
        AnalysisState::Running(Some(report)) => {
            (format!("{} The search continues.", report.said), true, Some(report))
        }
        AnalysisState::Done(report) => (report.said.clone(), false, Some(report)),
        AnalysisState::Stopped => {
            ("It was cancelled; ask again from the page of the position.".into(), false, None)
        }
    };
    let report = report.map(|report| (*report).clone());
    let (kind, options) = (game.kind(), game.options().to_string());
    let turns = game.turn_names().join(" ");
    let url = |line: &carrick_coach::analysis::AnalysedLine| {
        let then = line.continuation.iter().fold(line.turn.clone(), |all, turn| all + " " + turn);
        explore_url(kind, &options, format!("{turns} {then}").trim())
    };
    let lines = report.iter().flat_map(|report| &report.lines).map(url).collect();
    let map = report.as_ref().and_then(|report| report.map.as_ref());
    let style = Shown::of_reader().board();
    let svg = match map {
        Some(map) => svg_with_heat(
            game,
            &style,
            &Heat { values: map.values.clone(), best: map.best.clone() },
        ),
        None => svg(game, &style),
    };
    AnalysisPage {
        frame: Frame::new(format!("Analysis of {}", kind.title()), visitor)
            .described("The value of a position, the best turns, and a map of the board."),
        css: Stylesheet("analysis.css"),
        board_css: Stylesheet("board.css"),
        said,
        goes_on,
        here,
        back: explore_url(kind, &options, &turns),
        svg,
        bar: report.as_ref().map(Bar::of),
        lines,
        is_map: map.is_some(),
        report,
    }
}

/// The page that explains why a position is not analysed.
pub(crate) fn refused(
    refused: &NotAnalysed,
    query: &PositionQuery,
    visitor: Option<&Visitor>,
) -> Result<Response, Fault> {
    let back = match query.game() {
        Ok(game) => {
            explore_url(game.kind(), &game.options().to_string(), &game.turn_names().join(" "))
        }
        Err(_) => "/rules".to_owned(),
    };
    let page = AnalysisPage {
        frame: Frame::new("No analysis", visitor),
        css: Stylesheet("analysis.css"),
        board_css: Stylesheet("board.css"),
        said: labels::sentence(refused),
        goes_on: false,
        here: String::new(),
        back,
        svg: String::new(),
        report: None,
        lines: Vec::new(),
        bar: None,
        is_map: false,
    };
    Ok((status(refused), show(&page)?).into_response())
}

#[derive(Template)]
#[template(path = "fair-play.html")]
struct FairPlay {
    frame: Frame,
}

async fn fair_play(visitor: Option<Visitor>) -> Result<Response, Fault> {
    let frame = Frame::new("Fair play", visitor.as_ref())
        .described("When an engine may help, when it may not, and what the server checks.");
    Ok(show(&FairPlay { frame })?.into_response())
}

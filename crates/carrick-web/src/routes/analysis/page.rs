//! Page of an analysis, for readers without scripts: its place in the line, or its findings.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use carrick_coach::Analysis;
use carrick_coach::analysis::How;
use carrick_games::{AnyGame, percent};
use carrick_pictures::{Heat, svg, svg_with_heat};
use carrick_position::Query;
use carrick_server::AnalysisState;

use super::status;
use crate::app::App;
use crate::board::analysis::NotAnalysed;
use crate::cost::cost_of;
use crate::pages::appearance::Shown;
use crate::pages::fault::Fault;
use crate::pages::labels;
use crate::pages::page::{Frame, show};
use crate::pages::payer::Payer;
use crate::pages::session::Visitor;
use crate::routes::shared::explore_url;
use crate::site::stylesheet::Stylesheet;

/// An analysis that is not there any more.
pub(super) const GONE: Fault = Fault::NotFound(
    "There is no such analysis any more: it was broken off, or is long finished. Ask again from the \
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
    /// URL of the position.
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

/// The shares of both colours: in words, and where one ends and the other begins, in percent.
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

/// Shows an analysis as it is now.
pub(super) async fn page(
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
        AnalysisState::Waiting { place: 1 } => ("It waits: yours is the next.".into(), true, None),
        AnalysisState::Waiting { place } => {
            (format!("It waits: yours is number {place} in the line."), true, None)
        }
        AnalysisState::Running(None) => ("The search has just begun.".into(), true, None),
        AnalysisState::Running(Some(report)) => {
            (format!("{} The search goes on.", report.said), true, Some(report))
        }
        AnalysisState::Done(report) => (report.said.clone(), false, Some(report)),
        AnalysisState::Stopped => {
            ("It was broken off; ask again from the position.".into(), false, None)
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

/// The page that says why a position is not analysed.
pub(super) fn refused(
    refused: &NotAnalysed,
    query: &Query,
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

//! Studies: trees of variations that a user keeps and shares by an address.

mod page;
mod tree;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::records::{RecordError, Study};
use carrick_position::Query;
use carrick_server::Cost;
use carrick_store::KeptStudy;

use self::page::Typed;
use crate::app::App;
use crate::cost::cost_of_query;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::labels;
use crate::pages::payer::Payer;
use crate::pages::session::Visitor;
use crate::site::encode::hex;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/studies", get(page::list).post(create))
        .route("/studies/{address}", get(shown))
        .route("/studies/{address}/change", post(change))
        .route("/studies/{address}/{file}", get(file))
}

/// Maximum number of studies of a user.
const MOST: u32 = 100;

/// Price of reading a study: its turns are played.
const READING: Cost = 200;

/// No such study.
const NONE: Fault =
    Fault::NotFound("There is no study at this address; its owner may have deleted it.");

/// A study damaged in the database.
const DAMAGED: Fault = Fault::NotFound("This study is damaged; please tell the administrator.");

/// A kept study, read.
#[derive(Debug)]
struct Loaded {
    kept: KeptStudy,
    study: Study,
}

async fn load(app: &App, payer: &Payer, address: &str) -> Result<Loaded, Fault> {
    let kept = app.store.study(address).await?.ok_or(NONE)?;
    let body = kept.body.clone();
    let study = app.draw(payer, READING, move || Study::read(&body)).await?;
    let study = study.map_err(|error| {
        tracing::error!(address = kept.address, %error, "a study is damaged");
        DAMAGED
    })?;
    Ok(Loaded { kept, study })
}

fn path(address: &str) -> String {
    format!("/studies/{address}")
}

/// Path of a study at a node.
fn at(address: &str, node: Option<usize>) -> String {
    match node {
        Some(node) => format!("{}?at={node}", path(address)),
        None => path(address),
    }
}

/// Keeps a new study: from a text, or from the turns of a game.
async fn create(
    State(app): State<App>,
    visitor: Visitor,
    payer: Payer,
    fields: Fields,
) -> Result<Response, Fault> {
    let text = fields.raw("text").to_owned();
    let title = fields.text("title").to_owned();
    let field = |name| fields.text(name).to_owned();
    let [game, options, turns] = ["game", "options", "turns"].map(field);
    let read = match text.trim().is_empty() {
        false => app.draw(&payer, READING, move || Study::read(&text).map_err(said)).await?,
        true => {
            let query = Query { game, options, turns, ..Query::default() };
            let cost = cost_of_query(&query);
            app.draw(&payer, cost, move || of_query(&query)).await?
        }
    };
    let mut study = match read {
        Ok(study) => study,
        Err(said) => return page::not_kept(&app, &visitor, &fields, said).await,
    };
    if !title.is_empty() {
        let comment = study.comment.to_string();
        study.note(None, &title, &comment);
    }
    let mut address = [0; 8];
    getrandom::fill(&mut address).map_err(|_| Fault::Random)?;
    let kept = KeptStudy {
        address: hex(&address),
        user: visitor.id().clone(),
        title: study.title.to_string(),
        kind: study.kind(),
        body: study.to_json(),
        version: 1,
        touched: app.now(),
    };
    if !app.store.add_study(&kept, MOST).await? {
        let said = format!("You keep {MOST} studies already; delete one first.");
        return page::not_kept(&app, &visitor, &fields, said).await;
    }
    Ok(Redirect::to(&path(&kept.address)).into_response())
}

/// A study with the turns of a game as its only variation.
fn of_query(query: &Query) -> Result<Study, String> {
    let game = query.game().map_err(|error| labels::sentence(&error))?;
    let mut study = Study::new(game.options());
    let names = game.turn_names();
    let turns: Vec<&str> = names.iter().map(String::as_str).collect();
    study.add(None, &turns).map_err(said)?;
    Ok(study)
}

/// An error as a sentence.
fn said(error: RecordError) -> String {
    labels::sentence(&error)
}

async fn shown(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    Path(address): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let loaded = load(&app, &payer, &address).await?;
    let node = asked.text("at").parse().ok();
    page::shown(&app, &payer, visitor, loaded, node, Typed::default()).await
}

async fn file(
    State(app): State<App>,
    payer: Payer,
    Path((address, file)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let Loaded { kept, study } = load(&app, &payer, &address).await?;
    let (media, text) = match file.as_str() {
        "study.json" => ("application/json", kept.body),
        "study.sgf" => ("application/x-go-sgf; charset=utf-8", study.to_sgf()),
        _ => return Err(Fault::PAGE),
    };
    let attached = format!("attachment; filename=\"{}-{file}\"", study.kind());
    let headers = [
        (header::CONTENT_TYPE, media.to_owned()),
        (header::CONTENT_DISPOSITION, attached),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, text).into_response())
}

/// Changes a study of the visitor's own.
async fn change(
    State(app): State<App>,
    visitor: Visitor,
    payer: Payer,
    Path(address): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let Loaded { mut kept, mut study } = load(&app, &payer, &address).await?;
    if kept.user != *visitor.id() {
        return Err(Fault::Bad("Only its owner changes a study; keep a copy of your own."));
    }
    let node = fields.text("at").parse().ok().filter(|&node| node < study.nodes().len());
    let typed = Typed { turns: fields.text("turns").to_owned(), said: String::new() };
    let refuse = async |kept: KeptStudy, study: Study, said: &str| {
        let typed = Typed { said: said.to_owned(), ..typed.clone() };
        let loaded = Loaded { kept, study };
        let page = page::shown(&app, &payer, Some(visitor.clone()), loaded, node, typed).await?;
        Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
    };
    if fields.text("version").parse().ok() != Some(kept.version) {
        return refuse(kept, study, GONE_ON).await;
    }
    let sure = fields.ticked("sure");
    let then = match (fields.text("action"), node) {
        ("drop", _) if sure => {
            app.store.drop_study(visitor.id(), &address).await?;
            return Ok(Redirect::to("/studies").into_response());
        }
        ("add", _) => {
            let turns: Vec<&str> =
                typed.turns.split([' ', ',']).filter(|t| !t.is_empty()).collect();
            match study.add(node, &turns) {
                Ok(last) => last,
                Err(error) => return refuse(kept, study, &said(error)).await,
            }
        }
        ("note", _) => {
            study.note(node, fields.text("name"), fields.text("comment"));
            node
        }
        ("promote", Some(node)) => study.promote(node),
        ("delete", Some(node)) if sure => study.delete(node),
        ("drop" | "delete", _) => return refuse(kept, study, NOT_SURE).await,
        _ => return Err(Fault::FORM),
    };
    let body = study.to_json();
    if body.len() > carrick_games::records::MAX_STUDY_BYTES {
        let before = Study::read(&kept.body).map_err(|_| DAMAGED)?;
        return refuse(kept, before, TOO_LONG).await;
    }
    let now = app.now();
    (kept.body, kept.title, kept.touched) = (body, study.title.to_string(), now);
    kept.version += 1;
    if !app.store.save_study(&kept).await? {
        let Loaded { kept, study } = load(&app, &payer, &address).await?;
        return refuse(kept, study, GONE_ON).await;
    }
    Ok(Redirect::to(&at(&address, then)).into_response())
}

const GONE_ON: &str =
    "This study was changed meanwhile, in another window perhaps, so nothing was done.";
const NOT_SURE: &str = "Nothing was deleted: tick the box to confirm.";
const TOO_LONG: &str = "This study would be longer than a study may be (48 KiB), so nothing was kept of the last change.";

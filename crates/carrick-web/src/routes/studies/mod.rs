//! Studies: trees of variations that a user keeps and shares by an address.

mod page;
mod tree;

use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::records::{MAX_STUDY_BYTES, RecordError, Study};
use carrick_position::Query;
use carrick_server::Cost;
use carrick_store::{KeptStudy, Most};

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

/// Maximum number of studies that are stored.
const MOST: Most = Most { of_user: 100, from_place: 500 };

/// Maximum number of studies of a guest.
const MOST_OF_GUEST: u32 = 5;

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
    read(app, payer, kept).await?.map_err(|_| DAMAGED)
}

/// Reads a kept study; given back where it is damaged.
async fn read(
    app: &App,
    payer: &Payer,
    kept: KeptStudy,
) -> Result<Result<Loaded, Box<KeptStudy>>, Fault> {
    let body = kept.body.clone();
    match app.draw(payer, READING, move || Study::read(&body)).await? {
        Ok(study) => Ok(Ok(Loaded { kept, study })),
        Err(error) => {
            // Everybody who knows the address may look as often as they like.
            static IS_TOLD: AtomicBool = AtomicBool::new(false);
            if !IS_TOLD.swap(true, Ordering::Relaxed) {
                let address = &kept.address;
                tracing::error!(%address, %error, "a study is damaged; others will not be reported");
            }
            Ok(Err(Box::new(kept)))
        }
    }
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
    let Some(body) = stored(&study) else {
        return page::not_kept(&app, &visitor, &fields, TOO_LONG.to_owned()).await;
    };
    let mut address = [0; 8];
    getrandom::fill(&mut address).map_err(|_| Fault::RANDOM)?;
    let kept = KeptStudy {
        address: hex(&address),
        user: visitor.id().clone(),
        title: study.title.to_string(),
        kind: study.kind(),
        body,
        version: 1,
        touched: app.now(),
    };
    let of_user = if visitor.guest { MOST_OF_GUEST } else { MOST.of_user };
    let most = Most { of_user, ..MOST };
    let room = app.store.add_study(&kept, most).await?;
    if let Some(said) = labels::no_room(room, most, "studies") {
        return page::not_kept(&app, &visitor, &fields, said).await;
    }
    Ok(Redirect::to(&path(&kept.address)).into_response())
}

/// A study as it is stored; `None` when it is too long to be read again.
fn stored(study: &Study) -> Option<String> {
    Some(study.to_json()).filter(|body| body.len() <= MAX_STUDY_BYTES)
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
    let kept = app.store.study(&address).await?.ok_or(NONE)?;
    let loaded = match read(&app, &payer, kept).await? {
        Ok(loaded) => loaded,
        Err(kept) => return page::damaged(&app, visitor, &kept).await,
    };
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
    let sure = fields.ticked("sure");
    if fields.text("action") == "drop" && sure {
        return drop_study(&app, &visitor, &address, &fields).await;
    }
    let Loaded { mut kept, mut study } = load(&app, &payer, &address).await?;
    if kept.user != *visitor.id() {
        return Err(NOT_THEIRS);
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
    let then = match (fields.text("action"), node) {
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
    let Some(body) = stored(&study) else {
        let before = Study::read(&kept.body).map_err(|_| DAMAGED)?;
        return refuse(kept, before, TOO_LONG).await;
    };
    let now = app.now();
    (kept.body, kept.title, kept.touched) = (body, study.title.to_string(), now);
    kept.version += 1;
    if !app.store.save_study(&kept).await? {
        let Loaded { kept, study } = load(&app, &payer, &address).await?;
        return refuse(kept, study, GONE_ON).await;
    }
    Ok(Redirect::to(&at(&address, then)).into_response())
}

/// Deletes a study of the visitor's own, which need not be readable.
async fn drop_study(
    app: &App,
    visitor: &Visitor,
    address: &str,
    fields: &Fields,
) -> Result<Response, Fault> {
    let kept = app.store.study(address).await?.ok_or(NONE)?;
    if kept.user != *visitor.id() {
        return Err(NOT_THEIRS);
    }
    if fields.text("version").parse().ok() != Some(kept.version) {
        return Err(Fault::Bad(GONE_ON));
    }
    app.store.drop_study(visitor.id(), address).await?;
    Ok(Redirect::to("/studies").into_response())
}

const NOT_THEIRS: Fault = Fault::Bad("Only its owner changes a study; keep a copy of your own.");
const GONE_ON: &str =
    "This study was changed meanwhile, in another window perhaps, so nothing was done.";
const NOT_SURE: &str = "Nothing was deleted: tick the box to confirm.";
const TOO_LONG: &str = "This study would be longer than a study may be (48 KiB, as it is stored), so nothing was kept of it.";

//! Studies: trees of variations that a user saves, and shares by sharing the address.

use axum::middleware::from_fn;
use std::sync::atomic::{AtomicBool, Ordering};

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::GameKind;
use carrick_games::records::{MAX_STUDY_BYTES, RecordError, Study};
use carrick_pictures::svg;
use carrick_position::{PositionQuery, state};
use carrick_server::Cost;
use carrick_store::{KeptStudy, Most};

use crate::app::App;
use crate::cost::cost_of_query;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::labels::{self, When};
use crate::pages::page::{Frame, Shown, show};
use crate::pages::refusal;
use crate::pages::session::{Payer, Visitor};
use crate::routes::preview;
use crate::routes::shared::{Analyse, explore_url, position_url};
use crate::site::address::hex;
use crate::site::assets::{self, BoardScripts, Stylesheet};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/studies", get(list).layer(from_fn(rate_limit::list)).post(create))
        .route("/studies/{address}", get(shown))
        .route("/studies/{address}/change", post(change))
        .route("/studies/{address}/{file}", get(file))
        .route_layer(from_fn(rate_limit::change))
}

/// Maximum number of studies that are stored.
const MOST: Most = Most { of_user: 100, from_place: 500 };

/// Maximum number of studies of a guest.
const MOST_OF_GUEST: u32 = 5;

/// Price of reading a study, which replays its turns.
const READING: Cost = 200;

/// No such study.
const NONE: Fault =
    Fault::NotFound("There is no study at this address; its owner may have deleted it.");

/// A study damaged in the database.
const DAMAGED: Fault = Fault::NotFound("This study is damaged; please tell the administrator.");

/// A stored study that has been read.
#[derive(Debug)]
struct LoadedStudy {
    kept: KeptStudy,
    study: Study,
}

async fn load(app: &App, payer: &Payer, address: &str) -> Result<LoadedStudy, Fault> {
    let kept = app.store.study(address).await?.ok_or(NONE)?;
    read(app, payer, kept).await?.map_err(|_| DAMAGED)
}

/// Reads a stored study; returns the stored form if it is damaged.
async fn read(
    app: &App,
    payer: &Payer,
    kept: KeptStudy,
) -> Result<Result<LoadedStudy, Box<KeptStudy>>, Fault> {
    let body = kept.body.clone();
    match app.draw(payer, READING, move || Study::read(&body)).await? {
        Ok(study) => Ok(Ok(LoadedStudy { kept, study })),
        Err(error) => {
            // Anyone who knows the address may look as often as they like.
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

/// Saves a new study, from a text or from the turns of a game.
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
            let query = PositionQuery { game, options, turns, ..PositionQuery::default() };
            let cost = cost_of_query(&query);
            app.draw(&payer, cost, move || of_query(&query)).await?
        }
    };
    let mut study = match read {
        Ok(study) => study,
        Err(said) => return not_kept(&app, &visitor, &fields, said).await,
    };
    if !title.is_empty() {
        let comment = study.comment.to_string();
        study.note(None, &title, &comment);
    }
    let Some(body) = stored(&study) else {
        return not_kept(&app, &visitor, &fields, TOO_LONG.to_owned()).await;
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
        return not_kept(&app, &visitor, &fields, said).await;
    }
    Ok(Redirect::to(&path(&kept.address)).into_response())
}

/// A study in its stored form; `None` if it is too long to be read again.
fn stored(study: &Study) -> Option<String> {
    Some(study.to_json()).filter(|body| body.len() <= MAX_STUDY_BYTES)
}

/// A study with the turns of a game as its only variation.
fn of_query(query: &PositionQuery) -> Result<Study, String> {
    let game = query.game().map_err(|error| refusal::of_position(&error))?;
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
        Err(kept) => return damaged(&app, visitor, &kept).await,
    };
    let node = asked.text("at").parse().ok();
    study_page(&app, &payer, visitor, loaded, node, TypedTurns::default()).await
}

async fn file(
    State(app): State<App>,
    payer: Payer,
    Path((address, file)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let LoadedStudy { kept, study } = load(&app, &payer, &address).await?;
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

/// Changes one of the visitor's studies.
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
    let LoadedStudy { mut kept, mut study } = load(&app, &payer, &address).await?;
    if kept.user != *visitor.id() {
        return Err(NOT_THEIRS);
    }
    let node = fields.text("at").parse().ok().filter(|&node| node < study.nodes().len());
    let typed = TypedTurns { turns: fields.text("turns").to_owned(), said: String::new() };
    let refuse = async |kept: KeptStudy, study: Study, said: &str| {
        let typed = TypedTurns { said: said.to_owned(), ..typed.clone() };
        let loaded = LoadedStudy { kept, study };
        let page = study_page(&app, &payer, Some(visitor.clone()), loaded, node, typed).await?;
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
        let LoadedStudy { kept, study } = load(&app, &payer, &address).await?;
        return refuse(kept, study, GONE_ON).await;
    }
    Ok(Redirect::to(&at(&address, then)).into_response())
}

/// Deletes one of the visitor's studies, even if it is not readable.
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

const NOT_THEIRS: Fault = Fault::Bad("Only its owner can change a study; save your own copy.");
const GONE_ON: &str =
    "This study has been changed in the meantime, perhaps in another window, so nothing was done.";
const NOT_SURE: &str = "Nothing was deleted: tick the box to confirm.";
const TOO_LONG: &str = "This study would be too long (the maximum is 48 KiB in its stored form), \
                        so nothing was saved.";

/// Price of drawing a study at one of its turns.
const DRAWING: Cost = 100;

/// The typed turns, and why they were not added.
#[derive(Debug, Clone, Default)]
struct TypedTurns {
    pub(crate) turns: String,
    pub(crate) said: String,
}

#[derive(Template)]
#[template(path = "studies.html")]
struct Studies {
    frame: Frame,
    css: Stylesheet,
    said: String,
    /// The text that was not accepted.
    text: String,
    title: String,
    studies: Vec<StudyEntry>,
    games: [GameKind; GameKind::ALL.len()],
    /// Path and version of a damaged study of the visitor's.
    damaged: Option<(String, u32)>,
}

/// A study in the list.
struct StudyEntry {
    path: String,
    title: String,
    game: &'static str,
    touched: When,
}

/// The visitor's studies, and the form for a new one.
pub(crate) async fn list(State(app): State<App>, visitor: Visitor) -> Result<Response, Fault> {
    let page = studies(&app, &visitor).await?;
    Ok(show(&page)?.into_response())
}

async fn studies(app: &App, visitor: &Visitor) -> Result<Studies, Fault> {
    let kept = app.store.studies_of(visitor.id()).await?;
    let now = app.now();
    let entry = |one: &KeptStudy| StudyEntry {
        path: path(&one.address),
        title: title(&one.title, one.kind),
        game: one.kind.title(),
        touched: When::new(one.touched, now, &visitor.zone),
    };
    Ok(Studies {
        frame: Frame::new("Studies", Some(visitor))
            .described("Your trees of variations, with names and comments."),
        css: Stylesheet("study.css"),
        said: String::new(),
        text: String::new(),
        title: String::new(),
        studies: kept.iter().map(entry).collect(),
        games: GameKind::ALL,
        damaged: None,
    })
}

/// The list again, with the text that was not saved and the reason.
async fn not_kept(
    app: &App,
    visitor: &Visitor,
    fields: &Fields,
    said: String,
) -> Result<Response, Fault> {
    let text = match fields.raw("text").trim() {
        "" => fields.text("turns").to_owned(),
        text => text.to_owned(),
    };
    let title = fields.text("title").to_owned();
    let page = Studies { said, text, title, ..studies(app, visitor).await? };
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// The list for a visitor whose study is damaged, so that they can delete it.
pub(crate) async fn damaged(
    app: &App,
    visitor: Option<Visitor>,
    kept: &KeptStudy,
) -> Result<Response, Fault> {
    let owner = visitor.filter(|visitor| kept.user == *visitor.id());
    let Some(visitor) = owner else { return Err(DAMAGED) };
    let damaged = Some((path(&kept.address), kept.version));
    let page = Studies { damaged, ..studies(app, &visitor).await? };
    Ok((StatusCode::NOT_FOUND, show(&page)?).into_response())
}

fn title(title: &str, kind: GameKind) -> String {
    if title.is_empty() { format!("A study of {}", kind.title()) } else { title.to_owned() }
}

#[derive(Template)]
#[template(path = "study.html")]
struct StudyPage {
    frame: Frame,
    scripts: BoardScripts,
    analyse: Option<Analyse>,
    css: Stylesheet,
    js: String,
    path: String,
    /// Display name of the owner.
    owner: String,
    owner_path: String,
    mine: bool,
    said: String,
    typed: String,
    kind: &'static str,
    /// The turns up to the shown one.
    turns: String,
    position: String,
    explore: String,
    svg: String,
    status: String,
    /// The shown node; empty for the start.
    node: String,
    number: usize,
    name: String,
    comment: String,
    /// URLs of the previous turn, and of the next turn of the main line.
    before: Option<String>,
    after: Option<String>,
    /// Whether the variation could become the main line.
    may_promote: bool,
    rows: Vec<VariationRow>,
    version: u32,
}

/// A study at one of its turns.
async fn study_page(
    app: &App,
    payer: &Payer,
    visitor: Option<Visitor>,
    loaded: LoadedStudy,
    node: Option<usize>,
    typed: TypedTurns,
) -> Result<Response, Fault> {
    let node = node.filter(|&node| node < loaded.study.nodes().len());
    let base = app.setup.base_url.to_string();
    let draw = move || {
        let page = built(&loaded, visitor.as_ref(), node, typed, &base);
        Ok(show(&page)?.into_response())
    };
    app.draw(payer, DRAWING, draw).await?
}

fn built(
    LoadedStudy { kept, study }: &LoadedStudy,
    visitor: Option<&Visitor>,
    node: Option<usize>,
    typed: TypedTurns,
    base: &str,
) -> StudyPage {
    let game = study.game(node);
    let (kind, options) = (study.kind(), game.options().to_string());
    let names = game.turn_names();
    let turns = names.join(" ");
    let here = node.map(|node| &study.nodes()[node]);
    let turns_to = study.path(node);
    let is_main = |&at: &usize| study.children(study.nodes()[at].parent).next() == Some(at);
    let (name, comment) = match here {
        Some(here) => (here.name.to_string(), here.comment.to_string()),
        None => (study.title.to_string(), study.comment.to_string()),
    };
    let title = title(&kept.title, kind);
    StudyPage {
        frame: Frame {
            picture: format!("{base}{}", preview::of_explored(&game)),
            ..Frame::new(title.clone(), visitor)
                .described(format!("{title}: variations of {} with comments.", kind.title()))
        },
        scripts: BoardScripts::new(),
        analyse: Some(Analyse::new(&game)),
        css: Stylesheet("study.css"),
        js: assets::url("study.js"),
        path: path(&kept.address),
        owner: labels::shown(&kept.user),
        owner_path: format!("/players/{}", kept.user),
        mine: visitor.is_some_and(|visitor| *visitor.id() == kept.user),
        said: typed.said,
        typed: typed.turns,
        kind: kind.name(),
        position: position_url(kind, &options, &turns),
        explore: explore_url(kind, &options, &turns),
        svg: svg(&game, &Shown::of_reader().board()),
        status: match names.last() {
            Some(last) => format!("After turn {}, {last}. {}", names.len(), state(&game)),
            None => state(&game),
        },
        node: node.map(|node| node.to_string()).unwrap_or_default(),
        number: names.len(),
        name,
        comment,
        before: here.map(|here| at(&kept.address, here.parent)),
        after: study.children(node).next().map(|next| at(&kept.address, Some(next))),
        may_promote: !turns_to.iter().all(is_main),
        rows: rows(study, node),
        version: kept.version,
        turns,
    }
}

/// A variation, starting where it branches off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VariationRow {
    /// Nesting depth: 0 for the main line, 5 for a depth of 5 or more.
    pub(crate) depth: usize,
    /// Its name; empty for none.
    pub(crate) name: String,
    pub(crate) turns: Vec<VariationTurn>,
}

/// A turn in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VariationTurn {
    pub(crate) node: usize,
    /// Number of the turn in the game.
    pub(crate) number: usize,
    pub(crate) turn: String,
    /// Whether it is the shown turn.
    pub(crate) here: bool,
    pub(crate) has_comment: bool,
}

/// All variations: the main line first, and each before those that branch off from it.
pub(crate) fn rows(study: &Study, here: Option<usize>) -> Vec<VariationRow> {
    let mut rows = Vec::new();
    // First node of a row, its number and its depth. The next row is at the end.
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    let branch = |parent, number, depth, open: &mut Vec<_>| {
        let others: Vec<usize> = study.children(parent).skip(1).collect();
        open.extend(others.into_iter().rev().map(|node| (node, number, depth)));
    };
    branch(None, 1, 1, &mut open);
    open.extend(study.children(None).next().map(|node| (node, 1, 0)));
    while let Some((first, start, depth)) = open.pop() {
        let follow = |&node: &usize| study.children(Some(node)).next();
        let line: Vec<usize> = std::iter::successors(Some(first), follow).collect();
        let turn = |(index, &node): (usize, &usize)| {
            let known = &study.nodes()[node];
            VariationTurn {
                node,
                number: start + index,
                turn: known.turn.clone(),
                here: here == Some(node),
                has_comment: !known.comment.is_empty(),
            }
        };
        rows.push(VariationRow {
            depth: depth.min(5),
            name: study.nodes()[first].name.to_string(),
            turns: line.iter().enumerate().map(turn).collect(),
        });
        for (index, &node) in line.iter().enumerate().rev() {
            branch(Some(node), start + index + 1, depth + 1, &mut open);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variation_has_a_row_below_its_parent() {
        let game = Study::read(
            "{\"study\":1,\"game\":\"antipod\",\"options\":\"-radius=4\",\"nodes\":[\
     {\"parent\":null,\"turn\":\"f4\"},{\"parent\":0,\"turn\":\"e3\"},\
     {\"parent\":1,\"turn\":\"c4\"},{\"parent\":2,\"turn\":\"b3\"},\
     {\"parent\":2,\"turn\":\"d5\"},{\"parent\":0,\"turn\":\"c4\",\"name\":\"corner\"}]}",
        )
        .unwrap();
        let shown: Vec<(usize, usize, String)> = rows(&game, Some(4))
            .into_iter()
            .map(|row| {
                let turns: Vec<String> = row.turns.iter().map(|turn| turn.turn.clone()).collect();
                (row.depth, row.turns[0].number, turns.join(" "))
            })
            .collect();
        let is = |depth, number, turns: &str| (depth, number, turns.to_owned());
        assert_eq!(shown, [is(0, 1, "f4 e3 c4 b3"), is(1, 2, "c4"), is(1, 4, "d5")]);
    }
}

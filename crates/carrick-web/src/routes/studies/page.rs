//! Pages of studies: a user's list, and one study at one of its turns.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use carrick_games::GameKind;
use carrick_pictures::svg;
use carrick_position::state;
use carrick_server::Cost;
use carrick_store::KeptStudy;

use super::tree::{Row, rows};
use super::{Loaded, at};
use crate::app::App;
use crate::pages::appearance::Shown;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::page::{Frame, show};
use crate::pages::payer::Payer;
use crate::pages::session::Visitor;
use crate::pages::{names, when::When};
use crate::routes::preview;
use crate::routes::shared::{Analyse, explore_url, position_url};
use crate::site::assets::{self, BoardScripts};
use crate::site::stylesheet::Stylesheet;

/// Price of drawing a study at one of its turns.
const DRAWING: Cost = 100;

/// Turns that were typed, and why they were not added.
#[derive(Debug, Clone, Default)]
pub(super) struct Typed {
    pub(super) turns: String,
    pub(super) said: String,
}

#[derive(Template)]
#[template(path = "studies.html")]
struct Studies {
    frame: Frame,
    css: Stylesheet,
    said: String,
    /// A text that was not accepted.
    text: String,
    title: String,
    studies: Vec<Entry>,
    games: [GameKind; GameKind::ALL.len()],
    /// Path and version of a study of the visitor's that cannot be read.
    damaged: Option<(String, u32)>,
}

/// A study in the list.
struct Entry {
    path: String,
    title: String,
    game: &'static str,
    touched: When,
}

/// The visitor's own studies, and the form for another one.
pub(super) async fn list(State(app): State<App>, visitor: Visitor) -> Result<Response, Fault> {
    let page = studies(&app, &visitor).await?;
    Ok(show(&page)?.into_response())
}

async fn studies(app: &App, visitor: &Visitor) -> Result<Studies, Fault> {
    let kept = app.store.studies_of(visitor.id()).await?;
    let now = app.now();
    let entry = |one: &KeptStudy| Entry {
        path: super::path(&one.address),
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

/// The list again, with the text that was not kept and why.
pub(super) async fn not_kept(
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

/// The list, where a visitor looks at a study of their own that is damaged: they can delete it.
pub(super) async fn damaged(
    app: &App,
    visitor: Option<Visitor>,
    kept: &KeptStudy,
) -> Result<Response, Fault> {
    let owner = visitor.filter(|visitor| kept.user == *visitor.id());
    let Some(visitor) = owner else { return Err(super::DAMAGED) };
    let damaged = Some((super::path(&kept.address), kept.version));
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
    /// Name of the owner, as it is shown.
    owner: String,
    owner_path: String,
    mine: bool,
    said: String,
    typed: String,
    kind: &'static str,
    /// The turns to the one that is shown.
    turns: String,
    position: String,
    explore: String,
    svg: String,
    status: String,
    /// The node that is shown; empty at the beginning.
    node: String,
    number: usize,
    name: String,
    comment: String,
    /// URLs of the turn before, and of the main one after.
    before: Option<String>,
    after: Option<String>,
    /// Whether the variation could become the main one.
    may_promote: bool,
    rows: Vec<Row>,
    version: u32,
}

/// A study at one of its turns.
pub(super) async fn shown(
    app: &App,
    payer: &Payer,
    visitor: Option<Visitor>,
    loaded: Loaded,
    node: Option<usize>,
    typed: Typed,
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
    Loaded { kept, study }: &Loaded,
    visitor: Option<&Visitor>,
    node: Option<usize>,
    typed: Typed,
    base: &str,
) -> StudyPage {
    let game = study.game(node);
    let (kind, options) = (study.kind(), game.options().to_string());
    let names = game.turn_names();
    let turns = names.join(" ");
    let here = node.map(|node| &study.nodes()[node]);
    let path = study.path(node);
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
        path: super::path(&kept.address),
        owner: names::shown(&kept.user),
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
        may_promote: !path.iter().all(is_main),
        rows: rows(study, node),
        version: kept.version,
        turns,
    }
}

//! Invitations by link: the first person who opens the link and accepts gets to play, even as a
//! guest.
//!
//! An invitation is a seek that no list shows. Its link contains a token that is sealed for this
//! purpose only, so that no one can guess it. A GET request shows the terms and a button.

use std::cmp::Reverse;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_service::{Action, BoardId, GameAction, Needs, Request, Seek, StandIn, Userid};
use carrick_tokens::InviteToken;

use super::begin::{Beginner, options_and_terms};
use super::form::refused;
use crate::app::App;
use crate::board;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, give_as, give_once};
use crate::pages::labels;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::pictures;

/// Routes of these pages.
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/join/{token}", get(page).post(accept))
}

/// An invitation in its owner's list.
pub(super) struct Invitation {
    pub(super) title: &'static str,
    pub(super) options: String,
    pub(super) terms: String,
    /// The link to share.
    pub(super) url: String,
    pub(super) until: String,
    /// Path of the form that cancels it.
    pub(super) cancel: String,
}

impl Invitation {
    /// A reader's invitations that have not been accepted yet, newest first.
    pub(super) async fn all_of(app: &App, reader: Option<&Visitor>) -> Result<Vec<Self>, Fault> {
        let Some(reader) = reader else { return Ok(Vec::new()) };
        let mut seeks = app.store.invitations_of(reader.id()).await?;
        seeks.sort_by_key(|seek| Reverse(seek.due));
        let invitation = |seek: &Seek| {
            Some(Self {
                title: seek.kind.title(),
                options: labels::options_in_words(seek.kind, &seek.options),
                terms: board::terms(&seek.terms),
                url: url(app, seek)?,
                until: reader.when(seek.due?, app.now()).shown,
                cancel: format!("/seeks/{}/{}/cancel", seek.kind, seek.number),
            })
        };
        Ok(seeks.iter().filter_map(invitation).collect())
    }
}

/// The link to an invitation; `None` if it has no end, which every invitation has.
pub(crate) fn url(app: &App, seek: &Seek) -> Option<String> {
    let name = BoardId { kind: seek.kind, number: seek.number };
    let token = InviteToken { seek: name, expires: seek.due? };
    Some(format!("{}/join/{}", app.setup.base_url, app.setup.keys.seal(&token)))
}

/// Makes an invitation from the form for a new game.
pub(super) async fn invite(
    app: &App,
    visitor: &Visitor,
    kind: GameKind,
    fields: &Fields,
) -> Result<Response, Fault> {
    let (options, terms) = match options_and_terms(kind, fields) {
        Ok(chosen) => chosen,
        Err(said) => return refused(kind, Some(visitor), fields, said),
    };
    let invite = Action::Game(kind, GameAction::Invite { options, terms });
    match give_once(app, visitor, invite, fields).await?.refusal() {
        Some(said) => refused(kind, Some(visitor), fields, said),
        None => Ok(Redirect::to("/seeks").into_response()),
    }
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage {
    frame: Frame,
    said: String,
    options: String,
    terms: String,
    pictures: [String; 2],
    /// Whether the reader may accept.
    open: bool,
}

/// The invitation of a token.
pub(crate) async fn opened(app: &App, token: &str) -> Result<Seek, Fault> {
    const GONE: Fault =
        Fault::NotFound("This invitation has been accepted or cancelled, or has expired.");
    let token: InviteToken = app.setup.keys.open(token, app.now()).map_err(|_| GONE)?;
    let BoardId { kind, number } = token.seek;
    let needs = Needs { seeks: [kind].into(), ..Needs::default() };
    let seeks = app.store.read(&needs).await?.seeks.remove(&kind);
    let seek = seeks.and_then(|(mut seeks, _)| seeks.remove(&number));
    seek.filter(|seek| seek.stand_in == StandIn::Invitation).ok_or(GONE)
}

fn join_page(seek: &Seek, visitor: Option<&Visitor>, said: String) -> JoinPage {
    let is_own = |visitor: &Visitor| *visitor.id() == seek.user;
    let who = labels::shown(&seek.user);
    let title = format!("{who} invites you to a game of {}", seek.kind.title());
    JoinPage {
        open: !visitor.is_some_and(is_own),
        said: match visitor.is_some_and(is_own) {
            true => "This is your own invitation: give the link to someone else.".to_owned(),
            false => said,
        },
        frame: Frame::new(title.clone(), visitor).described(format!("{title}.")),
        options: labels::options_in_words(seek.kind, &seek.options),
        terms: board::terms(&seek.terms),
        pictures: pictures(seek.kind, &seek.options, "", "no-labels"),
    }
}

async fn page(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let seek = opened(&app, &token).await?;
    Ok(show(&join_page(&seek, visitor.as_ref(), String::new()))?.into_response())
}

async fn accept(
    State(app): State<App>,
    beginner: Beginner,
    Path(token): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let seek = opened(&app, &token).await?;
    let (visitor, cookie) = beginner.come(&app, fields.text("once")).await?;
    let user: Userid = visitor.id().clone();
    let take = Action::Game(seek.kind, GameAction::Take(seek.number));
    let request = Request { invited: true, ..Request::by(user, take) };
    let done = give_as(&app, &visitor.address, request).await?;
    let answer = match (done.refusal(), done.board) {
        (Some(said), _) => {
            let page = show(&join_page(&seek, Some(&visitor), said))?;
            (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
        }
        (None, Some(id)) => Redirect::to(&board::path(id)).into_response(),
        (None, None) => Redirect::to("/boards").into_response(),
    };
    Ok((cookie, answer).into_response())
}

//! API tokens on the account page.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use carrick_service::{Keeps, Scope, Scopes, Userid};

use super::page::{proves, refused};
use crate::api::request::token;
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::labels;
use crate::pages::page::{Frame, show};
use crate::pages::session::{Member, Visitor};
use crate::pages::when::When;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/account/tokens", post(make)).route("/account/tokens/revoke", post(revoke))
}

/// API token in the list.
#[derive(Debug, Clone)]
pub(super) struct TokenEntry {
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) scopes: String,
    /// When it was last used, if it was.
    pub(super) used: Option<When>,
    pub(super) expires: When,
}

/// Scopes of tokens: the word and its label.
pub(super) fn scopes() -> Vec<(&'static str, &'static str)> {
    Scope::ALL.iter().map(|scope| (scope.name(), scope.means())).collect()
}

/// A user's tokens, the newest first.
pub(super) async fn of(app: &App, visitor: &Visitor) -> Result<Vec<TokenEntry>, Fault> {
    let tokens = app.store.api_tokens_of(visitor.id(), app.now()).await?;
    let entries = tokens.into_iter().map(|token| TokenEntry {
        number: token.number,
        name: token.name,
        scopes: token.scopes.to_string(),
        used: token.used.map(|at| visitor.when(at, app.now())),
        expires: visitor.when(token.expires, app.now()),
    });
    Ok(entries.collect())
}

/// Everything that a user has given out: tokens and the feed.
pub(in crate::routes) async fn given_out(app: &App, user: &Userid) -> Result<Keeps, Fault> {
    let tokens = app.store.api_tokens_of(user, app.now()).await?;
    Ok(Keeps {
        tokens: tokens.iter().map(|token| token.number).collect(),
        feed: app.store.feed_of(user).await?.is_some(),
    })
}

/// Tokens that stay valid when a password changes, as ticked in the form.
pub(super) fn kept(fields: &Fields) -> Keeps {
    Keeps {
        tokens: fields.all("keep").filter_map(|number| number.parse().ok()).collect(),
        feed: fields.all("keep").any(|what| what == "feed"),
    }
}

#[derive(Template)]
#[template(path = "token.html")]
struct TokenPage {
    frame: Frame,
    /// The refusal; empty when a token was made.
    said: String,
    name: String,
    token: String,
}

async fn make(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, "That is not your current password, so no token was made.")
            .await;
    }
    let mut page = TokenPage {
        frame: Frame::new("A token", Some(&visitor))
            .described("A new token for a program, shown once."),
        said: String::new(),
        name: String::new(),
        token: String::new(),
    };
    let scopes: Scopes =
        Scope::ALL.into_iter().filter(|scope| fields.ticked(scope.name())).collect();
    let days =
        fields.text("days").parse().ok().filter(|days| (1..=token::MOST_DAYS).contains(days));
    let made = match (token::name(fields.text("name")), days) {
        (None, _) => Err("A name has 1 to 40 characters.".to_owned()),
        (_, None) => Err("A token is good for 1 to 366 days.".to_owned()),
        _ if scopes.is_empty() => Err("Tick at least one thing that it may do.".to_owned()),
        (Some(name), Some(days)) => {
            page.name.clone_from(&name);
            let made =
                token::make_token(&app.store, visitor.id(), name, scopes, days, app.now()).await?;
            made.map_err(|room| labels::no_room(room, token::MOST, "tokens").unwrap_or_default())
        }
    };
    let status = match made {
        Ok((_, token)) => {
            page.token = token.reveal();
            StatusCode::OK
        }
        Err(said) => {
            page.said = said;
            StatusCode::UNPROCESSABLE_ENTITY
        }
    };
    // The token is shown once, so no cache may keep it.
    Ok((status, [(header::CACHE_CONTROL, "no-store")], show(&page)?).into_response())
}

async fn revoke(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Ok(number) = fields.text("number").parse() else {
        return Err(Fault::Bad("That is no token of yours."));
    };
    app.store.revoke_api_token(visitor.id(), number).await?;
    Ok(Redirect::to("/account?done=1#tokens").into_response())
}

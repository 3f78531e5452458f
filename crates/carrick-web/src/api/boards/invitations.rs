//! Invitations by link.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_games::GameKind;
use carrick_service::{Action, GameAction, Request, Scope, Seek, Userid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::openings::{NewTerms, options};
use super::turns::{Call, created};
use crate::api::games::GameName;
use crate::api::request::{Acts, Body, Caller, IdempotencyKey, Mine, Named, Refused};
use crate::api::views::{BoardView, TermsView};
use crate::app::App;
use crate::routes::invitation;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(invitations, invite)).routes(routes!(accept_invitation))
}

/// A game to offer by link.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewInvitation {
    #[schema(inline)]
    game: GameName,
    #[serde(default)]
    #[schema(example = "", max_length = 200)]
    options: String,
    #[serde(default)]
    #[schema(inline)]
    terms: NewTerms,
}

/// An invitation that has not been accepted yet.
#[derive(Debug, Serialize, ToSchema)]
struct InvitationView {
    game: GameName,
    /// Cancel it with `DELETE /seeks/{game}/{number}`.
    #[schema(minimum = 1)]
    number: u32,
    options: String,
    terms: TermsView,
    /// The link to pass on. The first person who opens it and accepts plays, even as a guest.
    url: String,
    /// When it expires.
    #[schema(format = DateTime)]
    expires: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct Invitations {
    invitations: Vec<InvitationView>,
}

impl Invitations {
    async fn of(app: &App, user: &Userid) -> Result<Self, Refused> {
        let seeks = app.store.invitations_of(user).await?;
        let invitation = |seek: &Seek| {
            let expires = seek.due?;
            Some(InvitationView {
                game: seek.kind.into(),
                number: seek.number,
                options: seek.options.clone(),
                terms: (&seek.terms).into(),
                url: invitation::url(app, seek)?,
                expires: expires.to_string(),
            })
        };
        Ok(Self { invitations: seeks.iter().filter_map(invitation).collect() })
    }
}

/// Your invitations
///
/// The invitations that can still be accepted. Only you can see them here.
#[utoipa::path(get, path = "/invitations", tag = "challenges",
    security(("token" = ["challenge"])),
    responses((status = 200, description = "Your invitations", body = Invitations), Mine))]
async fn invitations(State(app): State<App>, caller: Caller) -> Result<Json<Invitations>, Refused> {
    caller.may(Scope::Challenge)?;
    Ok(Json(Invitations::of(&app, &caller.user).await?))
}

/// Invite by link
///
/// Offers a game to the first person who opens the link and accepts within 14 days. The answer lists
/// all your invitations.
#[utoipa::path(post, path = "/invitations", tag = "challenges",
    security(("token" = ["challenge"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "A name for this request",
        pattern = "^[!-~]{1,64}$")),
    request_body = NewInvitation,
    responses((status = 201, description = "Your invitations", body = Invitations,
        headers(("Location" = String, description = "URL of the list of invitations"))), Acts))]
async fn invite(
    State(app): State<App>,
    caller: Caller,
    delivery: IdempotencyKey,
    Body(new): Body<NewInvitation>,
) -> Result<Response, Refused> {
    caller.may(Scope::Challenge)?;
    let kind = GameKind::from(new.game);
    let options = options(kind, &new.options)?;
    let terms = new.terms.read(&options)?;
    let action = GameAction::Invite { options: options.canonical, terms };
    let call = Call { app: &app, caller: &caller, delivery };
    call.of_game(Scope::Challenge, kind, action, None).await?;
    let body = Json(Invitations::of(&app, &caller.user).await?);
    let place = [(header::LOCATION, "/api/v1/invitations")];
    Ok((StatusCode::CREATED, place, body).into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct InvitationPath {
    /// The last part of the link.
    token: String,
}

/// Accept an invitation
#[utoipa::path(post, path = "/invitations/{token}/take", tag = "challenges",
    security(("token" = ["challenge"])), params(InvitationPath),
    responses((status = 201, description = "The new board", body = BoardView,
        headers(("Location" = String, description = "URL of the board"))), Acts))]
async fn accept_invitation(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<InvitationPath>,
    delivery: IdempotencyKey,
) -> Result<Response, Refused> {
    caller.may(Scope::Challenge)?;
    let seek = invitation::opened(&app, &path.token).await?;
    let take = Action::Game(seek.kind, GameAction::Take(seek.number));
    let request = Request { invited: true, ..Request::by(caller.user.clone(), take) };
    let call = Call { app: &app, caller: &caller, delivery };
    let id = call.send(Scope::Challenge, request).await?;
    created(&app, &caller, id).await
}

//! Commands sent by programs. They are carried out like those of pages, but are never text.

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_games::GameKind;
use carrick_server::{At, Budget, CommandRequest, carry_out};
use carrick_service::{BoardId, Command, Credential, GameCommand, Keeps, Message, Scope};

use super::board::{BoardPath, show};
use crate::api::request::{Caller, Delivery, Named, Refused};
use crate::api::views::Board;
use crate::app::App;
use crate::board;
use crate::pages::fault::Fault;
use crate::pages::labels::without_usage;
use crate::site::encode::sha256;

/// An API request that carries out a command.
#[derive(Debug)]
pub(in crate::api) struct Call<'a> {
    pub(in crate::api) app: &'a App,
    pub(in crate::api) caller: &'a Caller,
    pub(in crate::api) delivery: Delivery,
}

impl Call<'_> {
    /// Credential of the caller.
    pub(in crate::api) fn who(&self) -> Credential {
        Credential { user: self.caller.user.clone(), password: None }
    }

    /// Carries out a command about a game, and returns the board it is about, if any.
    pub(in crate::api) async fn of_game(
        self,
        scope: Scope,
        kind: GameKind,
        command: GameCommand,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        self.carry_out(scope, Command::Game(kind, command), body).await
    }

    /// Carries out a command if the token's scope allows, and returns the board it is about, if
    /// any.
    pub(in crate::api) async fn carry_out(
        self,
        scope: Scope,
        command: Command,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        self.send(scope, command, body, None).await
    }

    /// Carries out a command. `seen` is the generation of the board that the program has seen.
    async fn send(
        self,
        scope: Scope,
        command: Command,
        body: Option<String>,
        seen: Option<u32>,
    ) -> Result<Option<BoardId>, Refused> {
        let Self { app, caller, delivery } = self;
        caller.may(scope)?;
        if command.begins_a_game() {
            app.charge(Budget::Game, &caller.address).map_err(Fault::from)?;
        }
        let now = app.now();
        // A key names a request of this user with this content; with other content it is another
        // request.
        let id = delivery.0.map(|key| {
            let seen = seen.map(|seen| format!("@{seen}")).unwrap_or_default();
            let content = format!("{command}{seen}\n{}", body.as_deref().unwrap_or_default());
            format!("api/{}/{key}/{}", caller.user, sha256(&content))
        });
        let sender = caller.sender();
        let request = CommandRequest { sender, command, body, seen, id, keeps: Keeps::default() };
        let at = At { gate: &app.gate, sender: &caller.address, place: None };
        let committed = carry_out(&app.store, Some(at), request, now).await.map_err(Fault::from)?;
        let is_mine = |message: &Message| message.to.user().is_none_or(|user| *user == caller.user);
        let mine = committed.messages.into_iter().find(is_mine);
        match (committed.refused, mine) {
            (false, mine) => Ok(mine.and_then(|message| message.board)),
            (true, Some(message)) => Err(Refused::Conflict(without_usage(&message.text))),
            (true, None) => Err(Refused::Conflict("This was refused.".to_owned())),
        }
    }
}

/// Extractor: a request about the board in its path, by a caller with a token.
#[derive(Debug)]
pub(in crate::api) struct OnBoard {
    app: App,
    caller: Caller,
    path: BoardPath,
    delivery: Delivery,
}

impl FromRequestParts<App> for OnBoard {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let caller = <Caller as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        let Named(path) = Named::from_request_parts(parts, app).await?;
        let delivery = Delivery::from_request_parts(parts, app).await?;
        Ok(Self { app: app.clone(), caller, path, delivery })
    }
}

impl OnBoard {
    /// Carries out a command about the board if the token's scope allows, and returns the board
    /// that resulted, if any. The board is loaded where the command is decided. It is looked up
    /// here only after a refusal, to answer 404 rather than 409 when there is no such board.
    pub(in crate::api) async fn carry_out(
        &self,
        scope: Scope,
        command: impl FnOnce(BoardId, Credential) -> GameCommand,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        self.as_seen(scope, command, body, None).await
    }

    /// Carries out a command on the generation of the board that the program has seen.
    pub(in crate::api) async fn as_seen(
        &self,
        scope: Scope,
        command: impl FnOnce(BoardId, Credential) -> GameCommand,
        body: Option<String>,
        seen: Option<u32>,
    ) -> Result<Option<BoardId>, Refused> {
        let Self { app, caller, path, delivery } = self;
        let call = Call { app, caller, delivery: delivery.clone() };
        let command = Command::Game(path.game.into(), command(path.id(), call.who()));
        let done = call.send(scope, command, body, seen).await;
        if matches!(done, Err(Refused::Conflict(_))) {
            path.load(app).await?;
        }
        done
    }

    /// # Errors
    /// When the token does not have this scope.
    pub(in crate::api) fn may(&self, scope: Scope) -> Result<(), Refused> {
        self.caller.may(scope)
    }

    /// The board in its present state.
    pub(in crate::api) async fn board(&self) -> Result<Json<Board>, Refused> {
        Ok(Json(show(&self.app, Some(&self.caller), &self.path.load(&self.app).await?)))
    }

    /// Answer with the board that resulted: 201 with its location.
    pub(in crate::api) async fn created(&self, id: Option<BoardId>) -> Result<Response, Refused> {
        created(&self.app, &self.caller, id).await
    }
}

/// Answer to the creation of a board: 201 with its location.
pub(in crate::api) async fn created(
    app: &App,
    caller: &Caller,
    id: Option<BoardId>,
) -> Result<Response, Refused> {
    let id = id.ok_or(Refused::NotFound("There is no such board any more."))?;
    let loaded = board::load(app, id).await?;
    let place = format!("/api/v1/boards/{}/{}", id.kind, id.number);
    let body = Json(show(app, Some(caller), &loaded));
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], body).into_response())
}

//! Forms of a board's page: turns, conditional answers, chat. Each becomes a command.

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use carrick_games::GameKind;
use carrick_service::command::field;
use carrick_service::{Action, BoardId, Command, Credential, GameCommand};

use super::page::{BoardInput, again};
use super::question::Ask;
use crate::app::App;
use crate::board::{self, PathBoard};
use crate::pages::act::{Done, give};
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::payer::Payer;
use crate::pages::session::{Member, Visitor};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}/turn", post(turn))
        .route("/{game}/{number}/act", post(action))
        .route("/{game}/{number}/chat", post(chat))
        .route("/{game}/{number}/queue", post(queue))
        .route("/{game}/{number}/watch", post(watch))
        .route("/{game}/{number}/rematch", post(rematch))
}

/// A form of a board's page. The board is loaded where the command is decided, and here only to
/// show a refusal.
pub(super) struct Form {
    pub(super) app: App,
    pub(super) visitor: Visitor,
    pub(super) id: BoardId,
}

impl FromRequestParts<App> for Form {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let visitor = <Visitor as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        let PathBoard(id) =
            PathBoard::from_request_parts(parts, app).await.map_err(IntoResponse::into_response)?;
        Ok(Self { app: app.clone(), visitor, id })
    }
}

impl Form {
    /// Kind of the board's game.
    pub(super) const fn kind(&self) -> GameKind {
        self.id.kind
    }

    /// Carries out a command about the board. `seen` is the generation for which the form was
    /// filled in, if it says.
    pub(super) async fn send(
        &self,
        command: impl FnOnce(BoardId, Credential) -> GameCommand,
        body: Option<String>,
        seen: Option<u32>,
    ) -> Result<Done, Fault> {
        let Self { app, visitor, id } = self;
        let command = Command::Game(id.kind, command(*id, visitor.credential()));
        give(app, visitor, command, body, seen).await
    }

    /// Plays a turn, or carries out another action.
    async fn act(
        &self,
        action: Action,
        number: Option<u32>,
        seen: Option<u32>,
    ) -> Result<Done, Fault> {
        let command = |board, who| GameCommand::Move { board, who, action, number };
        self.send(command, None, seen).await
    }

    /// A warning of a turn after which the computer wins at once, in a teaching game.
    async fn warning(&self, turn: &str) -> Result<Option<String>, Fault> {
        let Self { app, visitor, id } = self;
        let (board, payer) = (board::load(app, *id).await?, Payer::of(visitor));
        if !board.is_turn_of(Some(visitor.id())) {
            return Ok(None);
        }
        let board = board.teach(app, &payer).await?;
        let Some(learner) = board.learner else { return Ok(None) };
        let (cost, turn) = (board.cost(), turn.to_owned());
        let remark = move || carrick_position::remark_on(&board.game, &turn, learner);
        let said = app.draw(&payer, cost, remark).await?;
        Ok(said.map(|said| {
            format!("Not played yet. {said} Choose another turn, or play it all the same.")
        }))
    }

    /// Redirects to a part of the board's page, or shows the page again with the refusal and the
    /// typed text.
    pub(super) async fn back(
        &self,
        refusal: Option<String>,
        part: &str,
        typed: BoardInput,
    ) -> Result<Response, Fault> {
        match refusal {
            Some(said) => {
                // Boxed, so that the forms of accepted turns do not carry it.
                let page = again(&self.app, self.id, &self.visitor, BoardInput { said, ..typed });
                Box::pin(page).await
            }
            None => Ok(Redirect::to(&format!("{}{part}", board::path(self.id))).into_response()),
        }
    }
}

async fn turn(form: Form, fields: Fields) -> Result<Response, Fault> {
    let tried = fields.text("turn").to_owned();
    // A turn is one word here; several words are joined.
    let turn: String = tried.split_whitespace().collect();
    let shown = fields.hidden_number("number")?;
    if shown == Some(0) {
        return Err(Fault::FORM);
    }
    // Only forms of teaching games have the field, with the turn of which the reader was warned.
    // Boxed, so that others do not carry it.
    if fields.has("warned")
        && fields.text("warned") != turn
        && let Some(said) = Box::pin(form.warning(&turn)).await?
    {
        let typed = BoardInput { tried: turn, warned: true, ..BoardInput::default() };
        return form.back(Some(said), "", typed).await;
    }
    let refusal = match field::action(form.id.kind, &turn) {
        _ if turn.is_empty() => {
            Some("Which turn? Type one, or choose one from the list.".to_owned())
        }
        Ok((action @ Action::Play(_), typed)) => {
            form.act(action, typed.or(shown), seen(&fields)?).await?.refusal()
        }
        Ok(_) => Some("That is not a turn; there are buttons for it below.".to_owned()),
        Err(error) => Some(error.of("Your turn")),
    };
    form.back(refusal, "", BoardInput { tried, ..BoardInput::default() }).await
}

/// Generation of the board that the page showed, if the form has it.
pub(super) fn seen(fields: &Fields) -> Result<Option<u32>, Fault> {
    fields.hidden_number("generation")
}

async fn action(form: Form, fields: Fields) -> Result<Response, Fault> {
    let asked = Ask::of(fields.text("action"))?;
    // The confirmation is for the position that was shown.
    let seen = seen(&fields)?.ok_or(Fault::Bad("Go back to the board, and choose it there."))?;
    let word = asked.word();
    let action = Action::named(word).unwrap_or_else(|| Action::Play(word.to_owned()));
    let refusal = form.act(action, None, Some(seen)).await?.refusal();
    if refusal.is_none() && asked == Ask::Resign && board::load(&form.app, form.id).await.is_err() {
        // The game was declined and is gone.
        return Ok(Redirect::to("/boards").into_response());
    }
    form.back(refusal, "", BoardInput::default()).await
}

async fn chat(_: Member, form: Form, fields: Fields) -> Result<Response, Fault> {
    let chat = fields.text("text").to_owned();
    let refusal = form.send(GameCommand::Chat, Some(chat.clone()), None).await?.refusal();
    form.back(refusal, "#chat", BoardInput { chat, ..BoardInput::default() }).await
}

async fn queue(form: Form, fields: Fields) -> Result<Response, Fault> {
    if !fields.has("line") {
        return Err(Fault::FORM);
    }
    let line = fields.text("line").to_owned();
    let refusal = match field::line(form.id.kind, &line) {
        Ok(queue) => {
            let command = |board, who| GameCommand::Queue(board, who, queue);
            form.send(command, None, None).await?.refusal()
        }
        Err(error) => Some(error.of("If they play …, I reply with …")),
    };
    form.back(refusal, "#queue", BoardInput { line, ..BoardInput::default() }).await
}

async fn watch(_: Member, form: Form, fields: Fields) -> Result<Response, Fault> {
    let on = !fields.ticked("off");
    let command = |board, who| GameCommand::Subscribe(Some(board), who, on);
    let refusal = form.send(command, None, None).await?.refusal();
    form.back(refusal, "", BoardInput::default()).await
}

async fn rematch(form: Form) -> Result<Response, Fault> {
    let done = form.send(GameCommand::Rematch, None, None).await?;
    match (done.refusal(), done.board) {
        (None, Some(new)) => Ok(Redirect::to(&board::path(new)).into_response()),
        (None, None) => Ok(Redirect::to("/boards").into_response()),
        (refusal, _) => form.back(refusal, "", BoardInput::default()).await,
    }
}

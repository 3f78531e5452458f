//! Commands that programs send: through the same door as those of pages, but never a text.

use carrick_games::GameKind;
use carrick_server::{At, Order, carry_out};
use carrick_service::{Addressee, BoardId, Command, Credential, GameCommand, Scope};

use super::caller::Caller;
use super::extract::Delivery;
use super::problem::Refused;
use crate::act::without_usage;
use crate::app::App;
use crate::fault::Fault;
use crate::key::sha256;
use crate::limits::Kind;

/// What a caller asks for, beside the command itself.
#[derive(Debug)]
pub(super) struct Call<'a> {
    pub(super) app: &'a App,
    pub(super) caller: &'a Caller,
    pub(super) delivery: Delivery,
}

impl Call<'_> {
    /// Who the command is from.
    pub(super) fn who(&self) -> Credential {
        Credential { user: self.caller.user.clone(), password: None }
    }

    /// Carries out a command about a game; the board it is about, if it is about one.
    pub(super) async fn of_game(
        self,
        scope: Scope,
        kind: GameKind,
        command: GameCommand,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        self.carry_out(scope, Command::Game(kind, command), body).await
    }

    /// Carries out a command, if the token may; the board it is about, if it is about one.
    pub(super) async fn carry_out(
        self,
        scope: Scope,
        command: Command,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        let Self { app, caller, delivery } = self;
        caller.may(scope)?;
        let now = app.now();
        if !app.limits.allows(Kind::Act, caller.user.as_str(), now) {
            return Err(Refused::TooOften);
        }
        // A key names a request of this user and of this content; with another it is another's.
        let id = delivery.0.map(|key| {
            let content = format!("{command}\n{}", body.as_deref().unwrap_or_default());
            format!("api/{}/{key}/{}", caller.user, sha256(&content))
        });
        let order = Order { sender: caller.sender(), command, body, id };
        let at = At { gate: &app.gate, sender: caller.user.as_str() };
        let committed = carry_out(at, &app.store, order, now).await.map_err(Fault::from)?;
        let mine = committed.messages.into_iter().find(|message| match &message.to {
            Addressee::Sender => true,
            Addressee::User(user) => *user == caller.user,
        });
        match (committed.refused, mine) {
            (false, mine) => Ok(mine.and_then(|message| message.board)),
            (true, Some(message)) => Err(Refused::Conflict(without_usage(&message.text))),
            (true, None) => Err(Refused::Conflict("This was refused.".to_owned())),
        }
    }
}

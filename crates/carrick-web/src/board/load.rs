//! A board read from the store, with its game.

use std::collections::{BTreeMap, HashMap};

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use carrick_games::{AnyGame, GameKind, Seat};
use carrick_position::{Look, PositionError, PositionView, Query};
use carrick_server::Cost;
use carrick_service::{
    AskedHint, BoardId, BoardRecord, RatingRecord, SeatResult, State, User, Userid, computer_level,
    may_talk,
};
use carrick_store::{BoardNow, Remark};

use super::analysis::may_teach;
use super::hint::{self, notes_of};
use crate::app::App;
use crate::cost::{cost_of, cost_of_teaching};
use crate::pages::fault::Fault;
use crate::pages::payer::Payer;

/// A board with its game, remarks, users and ratings, read at one moment.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// Number of the last change before the read.
    pub(crate) seen: u64,
    pub(crate) record: BoardRecord,
    pub(crate) game: AnyGame,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) users: BTreeMap<Userid, User>,
    pub(crate) ratings: BTreeMap<(GameKind, Userid), RatingRecord>,
    /// The next game of the same players.
    pub(crate) rematch: Option<BoardId>,
    /// The hint that was asked for in its present position.
    pub(crate) hint: Option<AskedHint>,
    /// The seat of the person whom the computer teaches; `None` before [`teach`](Self::teach).
    pub(crate) learner: Option<Seat>,
}

/// Extractor: the board that a URL names, which may not exist.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathBoard(pub(crate) BoardId);

impl PathBoard {
    /// Parses the two parts of a board's path.
    pub(crate) fn read(kind: &str, number: &str) -> Result<Self, Fault> {
        let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
        Ok(Self(BoardId::parse(kind, number).map_err(|_| Fault::BOARD)?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathBoard {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let words = Path::<HashMap<String, String>>::from_request_parts(parts, state).await;
        let Path(words) = words.map_err(|_| Fault::PAGE)?;
        let word = |name: &str| words.get(name).map(String::as_str).unwrap_or_default();
        Self::read(word("game"), word("number"))
    }
}

/// Loads a board with its game.
///
/// # Errors
/// When there is no such board, or its game was declined.
pub(crate) async fn load(app: &App, id: BoardId) -> Result<Loaded, Fault> {
    let BoardNow { seen, mut state, remarks, rematch } = app.store.board_now(id).await?;
    let record = state.boards.remove(&id).ok_or(Fault::BOARD)?;
    if matches!(&record.ended, Some(ended) if matches!(ended.result(), SeatResult::Declined(_))) {
        return Err(Fault::DECLINED);
    }
    let game = record.game().map_err(|_| {
        tracing::error!(%id, "a board is damaged");
        Fault::NotFound("This board is damaged; please tell the administrator.")
    })?;
    let State { users, ratings, .. } = state;
    let hint = hint::asked(app, &record).await?;
    Ok(Loaded { seen, record, game, remarks, users, ratings, rematch, hint, learner: None })
}

impl Loaded {
    pub(crate) const fn id(&self) -> BoardId {
        self.record.id
    }

    /// Path of the board's page.
    pub(crate) fn path(&self) -> String {
        path(self.record.id)
    }

    /// Lets the computer remark on the turns of a teaching game, unless the game has a position of
    /// another one that the learner is playing.
    ///
    /// # Errors
    /// When the database fails, or too many ask.
    pub(crate) async fn teach(self, app: &App, payer: &Payer) -> Result<Self, Fault> {
        let Some(seat) = self.record.learner() else { return Ok(self) };
        let user = &self.record.players[seat.index()];
        let may = may_teach(app, payer, user, &self.game).await?;
        Ok(Self { learner: Some(seat).filter(|_| may), ..self })
    }

    /// A position of the board's game.
    ///
    /// # Errors
    /// A query that does not fit the game, with the field that is wrong.
    pub(crate) fn look(&self, query: &Query) -> Result<PositionView, PositionError> {
        let notes = notes_of(self.hint.as_ref(), &self.game);
        let look = Look { learner: self.learner, notes, ..query.look()? };
        let view = carrick_position::look(&self.game, &look)?;
        Ok(PositionView { generation: Some(self.record.generation()), ..view })
    }

    /// Price of showing a position of the game.
    pub(crate) fn cost(&self) -> Cost {
        cost_of(&self.game) + cost_of_teaching(&self.game, self.learner)
    }

    /// The seat of a user who plays here.
    pub(crate) fn seat_of(&self, user: Option<&Userid>) -> Option<Seat> {
        user.and_then(|user| self.record.seat_of(user))
    }

    /// Whether a user plays here and has made a turn; until then resigning only declines.
    pub(crate) fn has_moved(&self, user: Option<&Userid>) -> bool {
        let seat = self.seat_of(user);
        seat.is_some_and(|seat| self.record.turns.iter().any(|turn| turn.seat == seat))
    }

    /// Whether a user may talk here.
    pub(crate) fn may_talk(&self, user: &Userid) -> bool {
        may_talk(&self.record, &self.users, user)
    }

    /// Whether the other player is still here and open to another game with this one, as far as
    /// the board shows.
    pub(crate) fn may_go_on(&self, seat: Seat) -> bool {
        let [me, other] = [seat, !seat].map(|seat| &self.record.players[seat.index()]);
        let takes = |user: &User| {
            user.deleted.is_none()
                && !user.blocked.contains(me)
                && user.settings.game(self.record.id.kind).challenges
        };
        let mine = |user: &User| !user.blocked.contains(other);
        computer_level(other).is_some()
            || (self.users.get(other).is_some_and(takes) && self.users.get(me).is_some_and(mine))
    }

    /// Whether the user is to move.
    pub(crate) fn is_turn_of(&self, user: Option<&Userid>) -> bool {
        let seat = self.seat_of(user);
        seat.is_some() && self.record.ended.is_none() && self.game.seat_to_move() == seat
    }
}

/// Path of a board's page.
pub(crate) fn path(id: BoardId) -> String {
    format!("/{}/{}", id.kind, id.number)
}

/// Whether a board belongs in lists: declined ones do not.
pub(crate) fn visible_to(ended: Option<&carrick_service::Ended>) -> bool {
    !matches!(ended, Some(ended) if matches!(ended.result(), SeatResult::Declined(_)))
}

//! Boards: lists, single boards, positions and records.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use carrick_games::records::Record;
use carrick_position::PositionView;
use carrick_service::exchange::record_of;
use carrick_service::{BoardId, Scope, Userid};
use carrick_store::{BoardKey, BoardList, Cursor, Part};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::turns;
use crate::api::games::GameName;
use crate::api::positions::{WantedLook, answer};
use crate::api::request::{Ask, Caller, Named, Reads, Refused, Unclear, limited, usual_limit};
use crate::api::views::{BoardLine, BoardView};
use crate::app::App;
use crate::board::{self, Loaded};
use crate::cost::cost_of;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::fields::{read_board, read_place, write_board, write_place};
use crate::pages::session::Payer;
use crate::site::address::sha256;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(boards))
        .routes(routes!(board))
        .routes(routes!(record))
        .routes(routes!(record_as_sgf))
        .routes(routes!(record_as_text))
        .routes(routes!(remarks, turns::say))
        .route_layer(from_fn(rate_limit::list))
        .routes(routes!(position))
}

/// Path parameters of a board.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct BoardPath {
    #[param(inline)]
    pub(crate) game: GameName,
    #[param(minimum = 101, maximum = 999_999_999)]
    pub(crate) number: u32,
}

impl BoardPath {
    pub(crate) fn id(self) -> BoardId {
        BoardId { kind: self.game.into(), number: self.number }
    }

    pub(crate) async fn load(self, app: &App) -> Result<Loaded, Refused> {
        Ok(board::load(app, self.id()).await?)
    }
}

/// Filter by the state of boards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum BoardState {
    /// Games in progress.
    #[default]
    Playing,
    /// Games in progress in which it is `player`'s turn, longest wait first.
    Waiting,
    /// Finished games, the latest first.
    Ended,
    /// All games, first those in progress.
    All,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedBoards {
    /// Only boards of this game.
    #[param(inline)]
    game: Option<GameName>,
    /// Only boards of this player.
    #[param(pattern = "^[A-Za-z][A-Za-z0-9_]{1,19}$")]
    player: Option<String>,
    #[serde(default)]
    #[param(inline, default = "playing")]
    state: BoardState,
    /// Only games that ended at this time or later. By default, the last two weeks, or no limit if
    /// you name a `player`.
    #[param(format = DateTime, example = "2026-01-01T00:00:00Z")]
    ended_since: Option<String>,
    /// Maximum number of boards.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: u32,
    /// Only boards after this one: `next` of the previous answer.
    #[param(
        pattern = "^((over|playing),[-+.:0-9TZ]{1,40},)?({games})-[1-9][0-9]{0,8}$",
        example = "antipod-150"
    )]
    after: Option<String>,
}

/// Default age limit in the list of finished games.
const LATELY: SignedDuration = SignedDuration::from_hours(24 * 14);

/// A page of boards: games in progress by game and number, finished games with the latest first.
#[derive(Debug, Serialize, ToSchema)]
struct Boards {
    boards: Vec<BoardLine>,
    /// Value of `after` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "antipod-150")]
    next: Option<String>,
}

/// Pagination key of a board: its name, and a time if the order depends on one.
fn cursor(state: BoardState, place: &BoardKey) -> String {
    match state {
        BoardState::Playing | BoardState::All if !place.over => write_board(place.board),
        _ => write_place(place),
    }
}

fn read_cursor(text: &str) -> Option<BoardKey> {
    let by_name =
        || read_board(text).map(|board| BoardKey { over: false, at: Timestamp::MIN, board });
    read_place(text).or_else(by_name)
}

/// Boards
///
/// All matching boards, one page at a time. Boards in play are ordered by game and number; boards
/// that wait for a player, by the longest wait; finished ones, with the latest first.
#[utoipa::path(get, path = "/boards", tag = "boards", security((), ("token" = [])),
    params(WantedBoards), responses((status = 200, description = "Boards", body = Boards), Reads))]
async fn boards(
    State(app): State<App>,
    _: Option<Caller>,
    Ask(wanted): Ask<WantedBoards>,
) -> Result<Json<Boards>, Refused> {
    let malformed = |sentence: &str| Refused::Malformed(sentence.to_owned());
    let limit = limited(wanted.limit)?;
    let player: Option<Userid> = wanted
        .player
        .map(|name| name.parse())
        .transpose()
        .map_err(|_| malformed("player must be a userid, such as camb"))?;
    let state = wanted.state;
    let from = match &wanted.after {
        Some(text) => Cursor::After(read_cursor(text).ok_or_else(|| {
            malformed("after must be the value of next, such as antipod-150 or over,2026-01-01T00:00:00Z,antipod-150")
        })?),
        None => Cursor::Start,
    };
    let since = match (&wanted.ended_since, &player) {
        (Some(text), _) => text
            .parse()
            .map_err(|_| malformed("ended_since must be a time such as 2026-01-01T00:00:00Z"))?,
        (None, Some(_)) => Timestamp::MIN,
        (None, None) => app.now() - LATELY,
    };
    let parts = match (state, &player) {
        (BoardState::Playing, _) => vec![Part::ByName],
        (BoardState::Waiting, Some(_)) => vec![Part::Waiting],
        (BoardState::Waiting, None) => Vec::new(),
        (BoardState::Ended, _) => vec![Part::Over(since)],
        (BoardState::All, _) => vec![Part::ByName, Part::Over(since)],
    };
    let list = BoardList { kind: wanted.game.map(Into::into), player, opponent: None, parts };
    let page = app.store.boards_page(&list, from, limit).await?;
    let last = page.rows.last().filter(|_| page.after);
    let next = last.map(|board| cursor(state, &BoardKey::of(board)));
    Ok(Json(Boards { boards: page.rows.iter().map(BoardLine::new).collect(), next }))
}

/// A board
///
/// With every turn, the clock, all legal turns, and your own view. The answer has an `ETag`: send
/// it back in `If-None-Match` to ask whether anything has changed.
#[utoipa::path(get, path = "/boards/{game}/{number}", tag = "boards", security((), ("token" = [])),
    params(BoardPath, ("If-None-Match" = Option<String>, Header, description = "An `ETag`",
        pattern = "^(\\*|(W/)?\"[!-~]{0,60}\")$")),
    responses(
        (status = 200, description = "The board", body = BoardView,
            headers(("ETag" = String, description = "Identifies this version of the board"))),
        (status = 304, description = "The board has not changed"),
        Reads))]
async fn board(
    State(app): State<App>,
    caller: Option<Caller>,
    Named(path): Named<BoardPath>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let body = show(&app, caller.as_ref(), &path.load(&app).await?);
    let text = serde_json::to_string(&body)
        .map_err(|_| Fault::Failed("a board cannot be written as JSON"))?;
    let tag = format!("\"{}\"", &sha256(&text)[..24]);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known == "*" || known.contains(&tag)) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let headers = [(header::ETAG, tag), (header::CONTENT_TYPE, "application/json".to_owned())];
    Ok((headers, text).into_response())
}

/// A board as a caller sees it.
pub(crate) fn show(app: &App, caller: Option<&Caller>, board: &Loaded) -> BoardView {
    let me = caller.filter(|caller| caller.may(Scope::Read).is_ok()).map(|caller| &caller.user);
    BoardView::new(board, me, &app.setup.base_url.to_string(), app.now())
}

/// A position of a board
///
/// The current position, an earlier one, or one after turns that you only try; with its picture.
#[utoipa::path(get, path = "/boards/{game}/{number}/position", tag = "boards",
    security((), ("token" = [])), params(BoardPath, WantedLook),
    responses((status = 200, description = "The position", body = PositionView), Unclear, Reads))]
async fn position(
    State(app): State<App>,
    _: Option<Caller>,
    payer: Payer,
    Named(path): Named<BoardPath>,
    Ask(wanted): Ask<WantedLook>,
) -> Result<Response, Refused> {
    let board = path.load(&app).await?.teach(&app, &payer).await?;
    let query = wanted.query();
    let cost = cost_of(&board.game) + board.cost();
    Ok(app.draw(&payer, cost, move || answer(board.look(&query))).await?)
}

/// Format of a record, in a parameter that is no longer documented: clients generated from the
/// document expect each operation to have one format.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum RecordFormat {
    #[default]
    Json,
    Sgf,
    Text,
}

#[derive(Debug, Deserialize, IntoParams)]
struct WantedRecord {
    #[serde(default)]
    #[param(inline)]
    format: RecordFormat,
}

/// A record of a game
///
/// The answer is JSON. Other operations return the record as SGF or as one line of turns.
#[utoipa::path(get, path = "/boards/{game}/{number}/record", tag = "boards",
    security((), ("token" = [])), params(BoardPath),
    responses((status = 200, description = "The record", body = serde_json::Value), Reads))]
async fn record(
    State(app): State<App>,
    _: Option<Caller>,
    Named(path): Named<BoardPath>,
    Ask(wanted): Ask<WantedRecord>,
) -> Result<Response, Refused> {
    let record = record_at(&app, path).await?;
    let (media_type, text) = match wanted.format {
        RecordFormat::Json => ("application/json", record.to_json()),
        RecordFormat::Sgf => ("application/x-go-sgf", record.to_sgf()),
        RecordFormat::Text => ("text/plain; charset=utf-8", record.to_line()),
    };
    Ok(([(header::CONTENT_TYPE, media_type)], text).into_response())
}

async fn record_at(app: &App, path: BoardPath) -> Result<Record, Refused> {
    let board = path.load(app).await?;
    Ok(record_of(&board.record).map_err(|_| Fault::BOARD)?)
}

/// A record of a game as SGF
///
/// You can import it elsewhere.
#[utoipa::path(get, path = "/boards/{game}/{number}/record.sgf", tag = "boards",
    security((), ("token" = [])), params(BoardPath),
    responses((status = 200, description = "The record", body = String), Reads))]
async fn record_as_sgf(
    State(app): State<App>,
    _: Option<Caller>,
    Named(path): Named<BoardPath>,
) -> Result<String, Refused> {
    Ok(record_at(&app, path).await?.to_sgf())
}

/// A record of a game as one line of plain turns
///
/// You can import it elsewhere.
#[utoipa::path(get, path = "/boards/{game}/{number}/record.txt", tag = "boards",
    security((), ("token" = [])), params(BoardPath),
    responses((status = 200, description = "The record", body = String), Reads))]
async fn record_as_text(
    State(app): State<App>,
    _: Option<Caller>,
    Named(path): Named<BoardPath>,
) -> Result<String, Refused> {
    Ok(record_at(&app, path).await?.to_line())
}

/// Chat of a board.
#[derive(Debug, Serialize, ToSchema)]
struct Remarks {
    remarks: Vec<RemarkView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct RemarkView {
    userid: String,
    /// Number of the turn after which it was written; 0 means before the first turn.
    ply: u32,
    #[schema(format = DateTime)]
    at: String,
    text: String,
}

/// Talk on a board
///
/// The latest 200 remarks, oldest first. Anyone can read them.
#[utoipa::path(get, path = "/boards/{game}/{number}/remarks", tag = "boards",
    security((), ("token" = [])), params(BoardPath),
    responses((status = 200, description = "The remarks", body = Remarks), Reads))]
async fn remarks(
    State(app): State<App>,
    _: Option<Caller>,
    Named(path): Named<BoardPath>,
) -> Result<Json<Remarks>, Refused> {
    let board = path.load(&app).await?;
    let remarks = board.remarks.iter().map(|remark| RemarkView {
        userid: remark.user.to_string(),
        ply: remark.ply,
        at: remark.at.to_string(),
        text: remark.text.clone(),
    });
    Ok(Json(Remarks { remarks: remarks.collect() }))
}

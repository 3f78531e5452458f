//! Analyses that a page or a program asks for: reading the request, checking fair play, charging
//! and queueing.

use carrick_coach::Analysis;
use carrick_games::AnyGame;
use carrick_position::{PositionError, PositionQuery};
use carrick_server::{ANALYSIS, AnalysisRequest, AnalysisState, Budget, Busy, TooMany, TurnedAway};
use carrick_service::{
    BoardId, BoardRecord, EngineUse, Needs, Userid, plays_alone, running_game_of,
};
use carrick_store::{BoardList, Cursor, Part};
use serde::Serialize;

use crate::app::App;
use crate::cost::{cost_of, cost_of_query, cost_of_replay};
use crate::pages::fault::Fault;
use crate::pages::refusal;
use crate::pages::session::Payer;
use crate::site::address::hex;

/// Maximum number of a player's running games of one kind to compare a position with.
const GAMES: u32 = 200;

/// Maximum number of lines.
pub(crate) const MOST_LINES: usize = 10;

/// Who asks for an analysis.
#[derive(Debug, Clone)]
pub(crate) struct Asker {
    /// The user, whose running games are checked; `None` for strangers.
    pub(crate) user: Option<Userid>,
    /// Whether a program asks. Its analyses are counted separately from those of the user's pages.
    pub(crate) is_program: bool,
}

/// The position to analyse, and how much to search.
#[derive(Debug, Clone)]
pub(crate) struct PositionToAnalyse {
    pub(crate) query: PositionQuery,
    /// Number of lines; 3 if not given.
    pub(crate) lines: Option<usize>,
    /// Number of positions to search; the maximum if not given.
    pub(crate) nodes: Option<u64>,
}

/// Why a position is not analysed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotAnalysed {
    /// The query does not describe a position.
    #[error("{}", refusal::of_position(.0))]
    Position(PositionError),
    /// The game is over in this position.
    #[error("there is nothing to analyse: {0}")]
    Over(String),
    /// The position belongs to a running game of the player.
    #[error(
        "this position belongs to {0}, which you are playing. You can use the engine on it when \
         that game has ended; until then, you can try turns by hand"
    )]
    Running(BoardId),
    /// Too many analyses, or too many waiting.
    #[error("{}", Fault::from(*.0))]
    Away(TurnedAway),
    /// The server failed.
    #[error("{0}")]
    Failed(#[from] Fault),
}

impl From<TurnedAway> for NotAnalysed {
    fn from(away: TurnedAway) -> Self {
        Self::Away(away)
    }
}

impl From<TooMany> for NotAnalysed {
    fn from(too_many: TooMany) -> Self {
        Self::Away(too_many.into())
    }
}

impl From<Busy> for NotAnalysed {
    fn from(busy: Busy) -> Self {
        Self::Away(busy.into())
    }
}

/// State of an analysis, for JSON.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Progress {
    /// `waiting`, `running`, `done` or `stopped`.
    pub(crate) state: &'static str,
    /// Place in the queue while it waits, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<usize>,
    /// The findings, as soon as there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) report: Option<Analysis>,
}

impl From<AnalysisState> for Progress {
    fn from(state: AnalysisState) -> Self {
        let (state, place, report) = match state {
            AnalysisState::Waiting { place } => ("waiting", Some(place), None),
            AnalysisState::Running(report) => ("running", None, report),
            AnalysisState::Done(report) => ("done", None, Some(report)),
            AnalysisState::Stopped => ("stopped", None, None),
        };
        Self { state, place, report: report.map(|report| (*report).clone()) }
    }
}

/// Queues an analysis and returns its name.
///
/// # Errors
/// The reason why it was refused. Nothing is queued then.
pub(crate) async fn ask(
    app: &App,
    payer: &Payer,
    asker: &Asker,
    question: PositionToAnalyse,
) -> Result<String, NotAnalysed> {
    let PositionToAnalyse { query, lines, nodes } = question;
    let game = lent(app, payer, asker.user.as_ref(), query).await?;
    if let Some(outcome) = game.outcome() {
        return Err(NotAnalysed::Over(outcome.sentence(game.kind()).to_string()));
    }
    // Separate from the address itself: asking for many analyses must not keep others at the same
    // address from starting a game.
    let key = format!("analyses of {}", payer.address());
    app.charge(&[(Budget::Games, &key, ANALYSIS)])?;
    let most = app.analyses.most_nodes(game.options());
    let owner = |user: &Userid| match asker.is_program {
        true => format!("program {user}"),
        false => format!("page {user}"),
    };
    let mut name = [0; 16];
    getrandom::fill(&mut name).map_err(|_| Fault::RANDOM)?;
    let request = AnalysisRequest {
        name: hex(&name),
        owner: asker.user.as_ref().map(owner),
        address: payer.address().to_owned(),
        lines: lines.unwrap_or(3).clamp(1, MOST_LINES),
        nodes: nodes.unwrap_or(most).clamp(1, most),
        game,
    };
    Ok(app.analyses.ask(request)?)
}

/// The game of a query, if an engine may help with it.
///
/// # Errors
/// When the query does not describe a position, or describes one from a running game of the user.
pub(crate) async fn lent(
    app: &App,
    payer: &Payer,
    user: Option<&Userid>,
    query: PositionQuery,
) -> Result<AnyGame, NotAnalysed> {
    let cost = cost_of_query(&query);
    let game = app.draw(payer, cost, move || query.game()).await?;
    let game = game.map_err(NotAnalysed::Position)?;
    let Some(user) = user else { return Ok(game) };
    let running = running(app, payer, user, &game).await?;
    if running.is_empty() {
        return Ok(game);
    }
    let cost = cost.saturating_mul(u32::try_from(running.len()).unwrap_or(u32::MAX)).min(1000);
    let user = user.clone();
    let looked = app.draw(payer, cost, move || {
        (running_game_of(&user, EngineUse::Position(&game), &running), game)
    });
    match looked.await? {
        (Some(board), _) => Err(NotAnalysed::Running(board)),
        (None, game) => Ok(game),
    }
}

/// Why a user cannot have a game reviewed yet: one of its positions belongs to a game that they are
/// playing.
///
/// # Errors
/// When the database fails, or too many ask.
pub(crate) async fn not_reviewed(
    app: &App,
    payer: &Payer,
    user: &Userid,
    game: &AnyGame,
) -> Result<Option<String>, Fault> {
    let found = running_game(app, payer, user, game, |user, game, running| {
        running_game_of(user, EngineUse::Game(game), running)
    });
    Ok(found.await?.map(|board| {
        format!(
            "This game has a position of {board}, which you are playing; it can be reviewed when that \
             game has ended."
        )
    }))
}

/// Whether the computer may comment on the turns of a practice game: none of its positions belongs
/// to another game that the learner is playing.
///
/// # Errors
/// When the database fails, or too many ask.
pub(crate) async fn may_teach(
    app: &App,
    payer: &Payer,
    learner: &Userid,
    game: &AnyGame,
) -> Result<bool, Fault> {
    let found = running_game(app, payer, learner, game, |learner, game, running| {
        let of = |of| running_game_of(learner, of, running);
        of(EngineUse::Practice(game)).or_else(|| of(EngineUse::Game(game)))
    });
    Ok(found.await?.is_none())
}

/// Looks for a running game of a user that has the position. Each of their games costs the price of
/// a position.
async fn running_game(
    app: &App,
    payer: &Payer,
    user: &Userid,
    game: &AnyGame,
    find: fn(&Userid, &AnyGame, &[BoardRecord]) -> Option<BoardId>,
) -> Result<Option<BoardId>, Fault> {
    let running = running(app, payer, user, game).await?;
    if running.is_empty() {
        return Ok(None);
    }
    let games = u32::try_from(running.len()).unwrap_or(u32::MAX);
    let cost = cost_of(game).saturating_mul(games).min(1000);
    let (user, game) = (user.clone(), game.clone());
    app.draw(payer, cost, move || find(&user, &game, &running)).await.map_err(Fault::from)
}

/// The user's running games of one kind that must be played without help. The price of reading and
/// replaying them depends on the number of turns.
async fn running(
    app: &App,
    payer: &Payer,
    user: &Userid,
    game: &AnyGame,
) -> Result<Vec<BoardRecord>, Fault> {
    let list = BoardList {
        kind: Some(game.kind()),
        player: Some(user.clone()),
        opponent: None,
        parts: vec![Part::Waiting, Part::Theirs],
    };
    let listed = app.store.boards_page(&list, Cursor::Start, GAMES).await?.rows;
    payer.pay(app, cost_of_replay(listed.iter().map(|board| board.ply)))?;
    let boards = listed.iter().map(|board| board.id).collect();
    let state = app.store.read(&Needs { boards, ..Needs::default() }).await?;
    Ok(state.boards.into_values().filter(plays_alone).collect())
}

//! Lists: games, players, standings, search.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_service::{BoardFilter, BoardId, BoardSummary, Needs, Userid, computer_level};
use carrick_store::RatedGame;
use jiff::{SignedDuration, Timestamp};

use super::dashboard::{Entry, entry};
use crate::app::App;
use crate::board::visible_to;
use crate::chart;
use crate::fault::Fault;
use crate::fields::Asked;
use crate::page::{Frame, show};
use crate::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/games", get(games))
        .route("/players", get(players))
        .route("/players/{user}", get(player))
        .route("/players/{user}/{other}", get(versus))
        .route("/standings/{game}", get(standings))
        .route("/search", get(search))
}

/// How many rows a page shows at most.
const MOST: usize = 200;

#[derive(Template)]
#[template(path = "games.html")]
struct GamesPage {
    frame: Frame,
    /// What the list is of.
    said: String,
    boards: Vec<Entry>,
    kind: &'static str,
    /// Whether the reader watches every board of the game; not known for guests and strangers.
    watches: Option<bool>,
}

fn recent_first(mut boards: Vec<BoardSummary>, reader: Option<&Visitor>) -> Vec<Entry> {
    boards.retain(|board| visible_to(board.ended.as_ref()));
    boards.sort_by_key(|board| (board.ended.is_some(), std::cmp::Reverse(board.touched)));
    boards.iter().take(MOST).map(|board| entry(board, reader)).collect()
}

async fn games(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    let kind: Option<GameKind> = asked.text("game").parse().ok();
    let filter = BoardFilter {
        kind,
        player: None,
        running: true,
        ended_since: Some(app.now() - SignedDuration::from_hours(24 * 14)),
    };
    let needs = Needs { listed: vec![filter], ..Needs::default() };
    let boards = recent_first(app.store.read(&needs).await?.summaries, visitor.as_ref());
    let member = visitor.as_ref().filter(|visitor| !visitor.guest);
    let watches = match (kind, member) {
        (Some(kind), Some(member)) => Some(member.account(&app).await?.choices(kind).watches),
        _ => None,
    };
    let page = GamesPage {
        watches,
        frame: Frame::new("Games", visitor.as_ref()),
        said: "In play and lately finished, the latest first.".to_owned(),
        boards,
        kind: kind.map_or("", GameKind::name),
    };
    Ok(show(&page)?.into_response())
}

#[derive(Template)]
#[template(path = "players.html")]
struct PlayersPage {
    frame: Frame,
    people: Vec<String>,
    computers: Vec<String>,
    asked: String,
}

async fn players_like(app: &App, part: &str) -> Result<(Vec<String>, Vec<String>), Fault> {
    let users = app.store.users(part, MOST as u32).await?;
    let (computers, people): (Vec<Userid>, Vec<Userid>) =
        users.into_iter().partition(|user| computer_level(user).is_some());
    let names = |users: Vec<Userid>| users.iter().map(Userid::to_string).collect();
    Ok((names(people), names(computers)))
}

async fn players(State(app): State<App>, visitor: Option<Visitor>) -> Result<Response, Fault> {
    let (people, computers) = players_like(&app, "").await?;
    let frame = Frame::new("Players", visitor.as_ref());
    Ok(show(&PlayersPage { frame, people, computers, asked: String::new() })?.into_response())
}

async fn search(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    let text = asked.text("q").to_ascii_lowercase();
    let mut words =
        text.split(|c: char| c == '/' || c.is_whitespace()).filter(|word| !word.is_empty());
    if let (Some(Ok(kind)), number) = (words.next().map(str::parse::<GameKind>), words.next()) {
        let board = number.and_then(|number| BoardId::parse(kind, number).ok());
        return Ok(match board {
            Some(board) => Redirect::to(&format!("/{kind}/{}", board.number)).into_response(),
            None => Redirect::to(&format!("/rules/{kind}")).into_response(),
        });
    }
    let (people, computers) = players_like(&app, &text).await?;
    let frame = Frame::new("Search", visitor.as_ref());
    Ok(show(&PlayersPage { frame, people, computers, asked: text })?.into_response())
}

/// A player's rating in a game.
#[derive(Debug, Clone)]
struct Rated {
    kind: &'static str,
    title: &'static str,
    rating: String,
    games: [u32; 3],
    /// How it came to be, as a picture and as rows.
    chart: String,
    steps: Vec<Step>,
}

/// A rating after a game.
#[derive(Debug, Clone)]
struct Step {
    path: String,
    title: String,
    when: String,
    rating: String,
}

#[derive(Template)]
#[template(path = "player.html")]
struct PlayerPage {
    frame: Frame,
    name: String,
    joined: String,
    away: bool,
    /// Whether it is the reader's own.
    me: bool,
    left: bool,
    computer: bool,
    ratings: Vec<Rated>,
    boards: Vec<Entry>,
    other: Option<String>,
    /// Games between the two: won, drawn, lost.
    between: [usize; 3],
}

async fn player_page(
    app: &App,
    visitor: Option<&Visitor>,
    name: &str,
) -> Result<(PlayerPage, Vec<BoardSummary>), Fault> {
    let user: Userid = name.parse().map_err(|_| Fault::PLAYER)?;
    let needs = Needs {
        users: [user.clone()].into(),
        listed: vec![BoardFilter {
            kind: None,
            player: Some(user.clone()),
            running: true,
            ended_since: Some(Timestamp::MIN),
        }],
        ..Needs::default()
    };
    let state = app.store.read(&needs).await?;
    let found = state.users.get(&user).ok_or(Fault::PLAYER)?;
    let zone = visitor.map(|visitor| visitor.zone.clone()).unwrap_or_default();
    let history = app.store.rating_history(&user).await?;
    let rated = |kind: GameKind| {
        let rating = state.ratings.get(&(kind, user.clone()))?;
        let (rating, games) = (rating.shown(), rating.games);
        let played: Vec<_> = history.iter().filter(|one| one.board.kind == kind).cloned().collect();
        let step = |one: &RatedGame| Step {
            path: format!("/{kind}/{}", one.board.number),
            title: one.board.to_string(),
            when: zone.show_date(one.at),
            rating: one.after.shown(),
        };
        Some(Rated {
            kind: kind.name(),
            title: kind.title(),
            rating,
            games,
            // One point is no line.
            chart: match played.len() {
                0 | 1 => String::new(),
                _ => chart::svg(kind.title(), &played),
            },
            steps: played.iter().rev().take(MOST).map(step).collect(),
        })
    };
    let page = PlayerPage {
        frame: Frame::new(user.to_string(), visitor),
        name: user.to_string(),
        joined: zone.show_date(found.joined),
        away: found.absences.iter().any(|absence| absence.covers(app.now())),
        me: visitor.is_some_and(|visitor| *visitor.id() == user),
        left: found.deleted.is_some(),
        computer: computer_level(&user).is_some(),
        ratings: GameKind::ALL.into_iter().filter_map(rated).collect(),
        boards: recent_first(state.summaries.clone(), visitor),
        other: None,
        between: [0; 3],
    };
    Ok((page, state.summaries))
}

async fn player(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(name): Path<String>,
) -> Result<Response, Fault> {
    let (page, _) = player_page(&app, visitor.as_ref(), &name).await?;
    Ok(show(&page)?.into_response())
}

async fn versus(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path((name, other)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let (mut page, mut boards) = player_page(&app, visitor.as_ref(), &name).await?;
    let other: Userid = other.parse().map_err(|_| Fault::PLAYER)?;
    if other.as_str() == page.name {
        return Ok(Redirect::to(&format!("/players/{other}")).into_response());
    }
    let needs = Needs { users: [other.clone()].into(), ..Needs::default() };
    if !app.store.read(&needs).await?.users.contains_key(&other) {
        return Err(Fault::PLAYER);
    }
    boards.retain(|board| board.players.contains(&other));
    for board in boards.iter().filter(|board| visible_to(board.ended.as_ref())) {
        let Some(ended) = &board.ended else { continue };
        let place = match ended.result.winner() {
            Some(seat) if board.players[seat.index()] == other => 2,
            Some(_) => 0,
            None => 1,
        };
        page.between[place] += 1;
    }
    page.boards = recent_first(boards, visitor.as_ref());
    page.frame = Frame::new(format!("{} and {other}", page.name), visitor.as_ref());
    page.other = Some(other.to_string());
    Ok(show(&page)?.into_response())
}

/// A line of the standings.
#[derive(Debug, Clone)]
struct Standing {
    place: usize,
    name: String,
    rating: String,
    games: [u32; 3],
}

#[derive(Template)]
#[template(path = "standings.html")]
struct StandingsPage {
    frame: Frame,
    kind: &'static str,
    rows: Vec<Standing>,
}

async fn standings(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
) -> Result<Response, Fault> {
    let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
    let needs = Needs { standings: Some(kind), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let mut rows: Vec<_> = state.ratings.iter().filter(|((of, _), _)| *of == kind).collect();
    // Those whose rating is settled first, as in the standings that are mailed.
    rows.sort_by(|((_, a), first), ((_, b), second)| {
        let settled = first.is_provisional().cmp(&second.is_provisional());
        settled.then(second.rating.total_cmp(&first.rating)).then(a.cmp(b))
    });
    let rows = (1..).zip(rows).map(|(place, ((_, user), rating))| Standing {
        place,
        name: user.to_string(),
        rating: rating.shown(),
        games: rating.games,
    });
    let frame = Frame::new(format!("Standings of {}", kind.title()), visitor.as_ref());
    Ok(show(&StandingsPage { frame, kind: kind.name(), rows: rows.collect() })?.into_response())
}

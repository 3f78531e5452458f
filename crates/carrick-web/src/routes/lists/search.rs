//! Lists: games, players, standings, search.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_service::{BoardId, BoardSummary, ComputerLevel, Needs, Userid, computer_level};
use carrick_store::{BoardKey, BoardList, Cursor, Page, Part, RatedGame};
use jiff::Timestamp;

use super::home::worth_watching;
use crate::app::App;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::fields::{BAD_PLACE, PageLinks, QueryFields, ROWS};
use crate::pages::labels::NamedPlayer;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::pages::{fields, labels, page};
use crate::routes::shared::{BoardEntry, entry};
use crate::site::assets::Stylesheet;

/// The tiles of players, which are free: each consists of a few lines.
pub(crate) fn faces() -> Router<App> {
    Router::new().route("/players/{user}/face.svg", get(face))
}

/// The tile of a name. It is always the same, whether or not there is such a player.
async fn face(Path(name): Path<String>) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=604800"),
    ];
    (headers, carrick_pictures::face(&name.to_ascii_lowercase()))
}

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/games", get(games))
        .route("/players", get(players))
        .route("/players/{user}", get(player))
        .route("/players/{user}/{other}", get(versus))
        .route("/standings/{game}", get(standings))
        .route("/search", get(search))
        .route_layer(from_fn(rate_limit::list))
}

#[derive(Template)]
#[template(path = "games.html")]
struct GamesPage {
    frame: Frame,
    doors_css: Stylesheet,
    whose: Whose,
    /// Games worth watching; only on the first page.
    worth: Vec<BoardEntry>,
    boards: Vec<BoardEntry>,
    links: PageLinks,
    kind: &'static str,
    /// Whether the reader watches every board of the game; `None` for guests and strangers.
    watches: Option<bool>,
}

fn entries(boards: &[BoardSummary], reader: Option<&Visitor>, now: Timestamp) -> Vec<BoardEntry> {
    boards.iter().map(|board| entry(board, reader, now)).collect()
}

/// Parts of the list of games: running ones, then finished ones.
fn all_games() -> Vec<Part> {
    vec![Part::Playing, Part::Over(Timestamp::MIN)]
}

/// Number of games worth watching to show as boards.
const WATCHED: usize = 8;

/// Whose games a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Games between people.
    People,
    /// Running games between people.
    InPlay,
    /// The reader's own games.
    Mine,
    /// Games with the computer.
    Computer,
}

impl Whose {
    fn all() -> impl Iterator<Item = Self> {
        [Self::People, Self::InPlay, Self::Mine, Self::Computer].into_iter()
    }

    /// The list that a URL names. Strangers have no list of their games.
    fn of(word: &str, reader: Option<&Visitor>) -> Self {
        let named = Self::all().find(|whose| whose.word() == word);
        named.filter(|&whose| whose != Self::Mine || reader.is_some()).unwrap_or(Self::People)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::People => "",
            Self::InPlay => "live",
            Self::Mine => "mine",
            Self::Computer => "computer",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::People => "People",
            Self::InPlay => "In play",
            Self::Mine => "Mine",
            Self::Computer => "Computer",
        }
    }

    /// Heading of the list.
    const fn heading(self) -> &'static str {
        match self {
            Self::People => "Games between people",
            Self::InPlay => "Games in play",
            Self::Mine => "My games",
            Self::Computer => "Games with the computer",
        }
    }

    /// URL of the list for one game, or for all if `kind` is empty.
    fn path(self, kind: &str) -> String {
        let given = [("who", self.word()), ("game", kind)];
        let given = given.iter().filter(|(_, value)| !value.is_empty());
        let query: Vec<String> = given.map(|(name, value)| format!("{name}={value}")).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/games{mark}{}", query.join("&"))
    }

    fn shows(self, board: &BoardSummary) -> bool {
        let with_computer = board.players.iter().any(|player| computer_level(player).is_some());
        self == Self::Mine || with_computer == (self == Self::Computer)
    }
}

/// Number of games that make a page long enough.
const ENOUGH: usize = 50;

/// Maximum number of the store's pages to read for one page.
const READ: usize = 5;

/// A page of all games for [`Whose::shows`] to choose from. It reads more if fewer are chosen.
async fn games_page(
    app: &App,
    list: &BoardList,
    whose: Whose,
    from: Cursor<BoardKey>,
) -> Result<Page<BoardSummary>, Fault> {
    let mut page = app.store.boards_page(list, from, ROWS).await?;
    for _ in 1..READ {
        let shown = page.rows.iter().filter(|board| whose.shows(board)).count();
        let Some(last) = page.rows.last().filter(|_| page.after && shown < ENOUGH) else { break };
        let more = app.store.boards_page(list, Cursor::After(BoardKey::of(last)), ROWS).await?;
        page.rows.extend(more.rows);
        page.after = more.after;
    }
    Ok(page)
}

async fn games(
    State(app): State<App>,
    visitor: Option<Visitor>,
    asked: QueryFields,
) -> Result<Response, Fault> {
    let kind: Option<GameKind> = asked.0.text("game").parse().ok();
    let from = fields::from(&asked)?;
    let whose = Whose::of(asked.0.text("who"), visitor.as_ref());
    let me = visitor.as_ref().map(|visitor| visitor.id().clone());
    let list = BoardList {
        kind,
        player: me.clone().filter(|_| whose == Whose::Mine),
        parts: if whose == Whose::InPlay { vec![Part::Playing] } else { all_games() },
        ..BoardList::default()
    };
    let mut page = games_page(&app, &list, whose, from).await?;
    let others = |board: &BoardSummary| {
        whose.shows(board) && !board.players.iter().any(|player| Some(player) == me.as_ref())
    };
    let worth = match page.before || whose == Whose::Mine {
        true => Vec::new(),
        false => worth_watching(&app, kind, WATCHED, others).await?,
    };
    let kind_name = kind.map_or("", GameKind::name);
    let links = PageLinks::around(&whose.path(kind_name), &page);
    page.rows.retain(|board| whose.shows(board));
    let member = visitor.as_ref().filter(|visitor| !visitor.guest);
    let watches = match (kind, member) {
        (Some(kind), Some(member)) => Some(member.account(&app).await?.settings.game(kind).watches),
        _ => None,
    };
    let page = GamesPage {
        watches,
        frame: Frame::new("Games", visitor.as_ref()).described(match kind {
            None => "Running and recently finished games, to watch and to look through.".to_owned(),
            Some(kind) => {
                format!("Running and recently finished games of {}, to watch.", kind.title())
            }
        }),
        whose,
        worth: entries(&worth, visitor.as_ref(), app.now()),
        doors_css: Stylesheet("doors.css"),
        boards: entries(&page.rows, visitor.as_ref(), app.now()),
        links,
        kind: kind_name,
    };
    Ok(show(&page)?.into_response())
}

#[derive(Template)]
#[template(path = "players.html")]
struct PlayersPage {
    frame: Frame,
    people: Vec<ListedPlayer>,
    computers: Vec<NamedPlayer>,
    asked: String,
    /// URL of the next page; empty on the last page.
    more: String,
}

/// A person in the list of players.
struct ListedPlayer {
    player: NamedPlayer,
    /// Ratings by game; empty before the first rated game.
    ratings: String,
    /// The day of their last visit, in words; empty if it is not known.
    seen: String,
    /// Whether the reader may challenge them.
    is_other: bool,
}

/// People for the list of players.
async fn listed(
    app: &App,
    visitor: Option<&Visitor>,
    people: &[Userid],
) -> Result<Vec<ListedPlayer>, Fault> {
    let needs = Needs { users: people.iter().cloned().collect(), ..Needs::default() };
    let (state, seen) = (app.store.read(&needs).await?, app.store.last_seen(people).await?);
    let now = app.now();
    let row = |user: &Userid| {
        let ratings = GameKind::ALL.into_iter().filter_map(|kind| {
            let rating = state.ratings.get(&(kind, user.clone()))?;
            Some(format!("{} {}", kind.title(), rating.shown()))
        });
        ListedPlayer {
            player: NamedPlayer::of(user),
            ratings: ratings.collect::<Vec<_>>().join(", "),
            seen: seen.get(user).map(|&at| labels::day_ago(at, now)).unwrap_or_default(),
            is_other: visitor.is_some_and(|visitor| !visitor.guest && visitor.id() != user),
        }
    };
    Ok(people.iter().map(row).collect())
}

/// A page of the players whose names contain a text.
async fn players_like(
    app: &App,
    visitor: Option<&Visitor>,
    title: &str,
    part: String,
    asked: &QueryFields,
) -> Result<Response, Fault> {
    let behind = match asked.0.text("after") {
        "" => None,
        place => Some(fields::read_name(place).ok_or(BAD_PLACE)?),
    };
    let page = app.store.users(&part, behind, ROWS).await?;
    let last = page.rows.last().filter(|_| page.after).map(|(_, place)| place);
    let more = match last {
        Some(place) if part.is_empty() => format!("/players?after={place}"),
        Some(place) => format!("/search?q={part}&after={place}"),
        None => String::new(),
    };
    let users = page.rows.into_iter().map(|(user, _)| user);
    let (computers, people): (Vec<Userid>, Vec<Userid>) =
        users.partition(|user| computer_level(user).is_some());
    let of_level = |level: ComputerLevel| level.name().parse().ok().as_ref().map(NamedPlayer::of);
    let named = |users: Vec<Userid>| users.iter().map(NamedPlayer::of).collect();
    let computers = match (part.is_empty(), behind) {
        (true, None) => ComputerLevel::all().filter_map(of_level).collect(),
        (true, Some(_)) => Vec::new(),
        (false, _) => named(computers),
    };
    let people = listed(app, visitor, &people).await?;
    let told = match part.is_empty() {
        true => "Everyone who plays here, and the levels of the computer.".to_owned(),
        false => format!("Players whose names contain “{part}”."),
    };
    let frame = Frame::new(title, visitor).described(told);
    Ok(show(&PlayersPage { frame, people, computers, asked: part, more })?.into_response())
}

async fn players(
    State(app): State<App>,
    visitor: Option<Visitor>,
    asked: QueryFields,
) -> Result<Response, Fault> {
    players_like(&app, visitor.as_ref(), "Players", String::new(), &asked).await
}

async fn search(
    State(app): State<App>,
    visitor: Option<Visitor>,
    asked: QueryFields,
) -> Result<Response, Fault> {
    let text = asked.0.text("q").to_ascii_lowercase();
    let mut words =
        text.split(|c: char| c == '/' || c.is_whitespace()).filter(|word| !word.is_empty());
    if let (Some(Ok(kind)), number) = (words.next().map(str::parse::<GameKind>), words.next()) {
        let board = number.and_then(|number| BoardId::parse(kind, number).ok());
        return Ok(match board {
            Some(board) => Redirect::to(&format!("/{kind}/{}", board.number)).into_response(),
            None => Redirect::to(&format!("/rules/{kind}")).into_response(),
        });
    }
    players_like(&app, visitor.as_ref(), "Search", text, &asked).await
}

/// A player's rating in one game, with its history.
#[derive(Debug, Clone)]
struct Rated {
    kind: &'static str,
    title: &'static str,
    rating: String,
    games: [u32; 3],
    /// Number of rated games.
    all: u64,
    /// Recent history as a chart.
    chart: String,
    history: Vec<RatingAfterGame>,
}

/// Rating after a game.
#[derive(Debug, Clone)]
struct RatingAfterGame {
    path: String,
    title: String,
    when: String,
    rating: String,
}

#[derive(Template)]
#[template(path = "player.html")]
struct PlayerPage {
    frame: Frame,
    player: NamedPlayer,
    joined: String,
    away: bool,
    /// Whether the reader is this player.
    me: bool,
    left: bool,
    computer: bool,
    ratings: Vec<Rated>,
    boards: Vec<BoardEntry>,
    links: PageLinks,
    /// Whether this is the first page of the boards, which also shows everything else about the
    /// player.
    first: bool,
    other: Option<NamedPlayer>,
    /// Games between the reader and the player: won, drawn, lost.
    between: [u64; 3],
}

/// Maximum number of rated games in a chart.
const CHARTED: u32 = 50;

async fn rated(app: &App, visitor: Option<&Visitor>, user: &Userid) -> Result<Vec<Rated>, Fault> {
    let zone = visitor.map(|visitor| visitor.zone.clone()).unwrap_or_default();
    let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
    let ratings = app.store.read(&needs).await?.ratings;
    let mut all = Vec::new();
    for kind in GameKind::ALL {
        let Some(rating) = ratings.get(&(kind, user.clone())) else { continue };
        let mut played = app.store.last_rated(user, kind, CHARTED).await?;
        let step = |one: &RatedGame| RatingAfterGame {
            path: format!("/{kind}/{}", one.board.number),
            title: one.board.to_string(),
            when: zone.show_date(one.at),
            rating: one.after.shown(),
        };
        let history = played.iter().map(step).collect();
        played.reverse();
        all.push(Rated {
            kind: kind.name(),
            title: kind.title(),
            rating: rating.shown(),
            games: rating.games,
            all: rating.games.into_iter().map(u64::from).sum(),
            // A single point is not a line.
            chart: match played.len() {
                0 | 1 => String::new(),
                _ => {
                    page::svg(kind.title(), &played, rating.games.into_iter().map(u64::from).sum())
                }
            },
            history,
        });
    }
    Ok(all)
}

async fn player_page(
    app: &App,
    visitor: Option<&Visitor>,
    (name, other): (&str, Option<&Userid>),
    asked: &QueryFields,
) -> Result<PlayerPage, Fault> {
    let user: Userid = name.parse().map_err(|_| Fault::PLAYER)?;
    let needs =
        Needs { users: [&user].into_iter().chain(other).cloned().collect(), ..Needs::default() };
    let from = fields::from(asked)?;
    let state = app.store.read(&needs).await?;
    let found = state.users.get(&user).ok_or(Fault::PLAYER)?;
    if other.is_some_and(|other| !state.users.contains_key(other)) {
        return Err(Fault::PLAYER);
    }
    let list = BoardList {
        kind: None,
        player: Some(user.clone()),
        opponent: other.cloned(),
        parts: all_games(),
    };
    let page = app.store.boards_page(&list, from, ROWS).await?;
    let first = !page.before;
    let zone = visitor.map(|visitor| visitor.zone.clone()).unwrap_or_default();
    let (title, here) = match other {
        Some(other) => (
            format!("{} and {}", labels::shown(&user), labels::shown(other)),
            format!("/players/{user}/{other}"),
        ),
        None => (labels::shown(&user), format!("/players/{user}")),
    };
    Ok(PlayerPage {
        frame: Frame::new(&*title, visitor).described(format!("Games and ratings of {title}.")),
        player: NamedPlayer::of(&user),
        joined: zone.show_date(found.joined),
        away: found.absences.iter().any(|absence| absence.covers(app.now())),
        me: visitor.is_some_and(|visitor| *visitor.id() == user),
        left: found.deleted.is_some(),
        computer: computer_level(&user).is_some(),
        ratings: match (first, other) {
            (true, None) => rated(app, visitor, &user).await?,
            _ => Vec::new(),
        },
        boards: entries(&page.rows, visitor, app.now()),
        links: PageLinks::around(&here, &page),
        first,
        between: match other {
            Some(other) => app.store.score_between(&user, other).await?,
            None => [0; 3],
        },
        other: other.map(NamedPlayer::of),
    })
}

async fn player(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(name): Path<String>,
    asked: QueryFields,
) -> Result<Response, Fault> {
    let page = player_page(&app, visitor.as_ref(), (&name, None), &asked).await?;
    if page.left
        && let Ok(former) = name.parse()
        && let Some(now) = app.store.renamed_to(&former).await?
    {
        return Ok(Redirect::permanent(&format!("/players/{now}")).into_response());
    }
    Ok(show(&page)?.into_response())
}

async fn versus(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path((name, other)): Path<(String, String)>,
    asked: QueryFields,
) -> Result<Response, Fault> {
    let other: Userid = other.parse().map_err(|_| Fault::PLAYER)?;
    let page = player_page(&app, visitor.as_ref(), (&name, Some(&other)), &asked).await?;
    if other.as_str() == page.player.id {
        return Ok(Redirect::to(&format!("/players/{other}")).into_response());
    }
    Ok(show(&page)?.into_response())
}

/// A row of the standings.
#[derive(Debug, Clone)]
struct StandingRow {
    place: u64,
    player: NamedPlayer,
    rating: String,
    games: [u32; 3],
}

#[derive(Template)]
#[template(path = "standings.html")]
struct StandingsPage {
    frame: Frame,
    kind: &'static str,
    rows: Vec<StandingRow>,
    /// URL of the next page, with weaker players; empty on the last page.
    more: String,
}

async fn standings(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
    let (rank, behind) = match asked.text("after") {
        "" => (0, None),
        place => {
            let (rank, place) = fields::read_standing(place).ok_or(BAD_PLACE)?;
            (rank, Some(place))
        }
    };
    let page = app.store.standings_page(kind, behind.as_ref(), ROWS).await?;
    let more = match page.rows.last().filter(|_| page.after) {
        Some((user, rating)) => {
            let place = fields::standing_key(user, rating);
            let place = fields::write_standing(rank + page.rows.len() as u64, &place);
            format!("/standings/{kind}?after={place}")
        }
        None => String::new(),
    };
    let rows = (rank + 1..).zip(&page.rows).map(|(place, (user, rating))| StandingRow {
        place,
        player: NamedPlayer::of(user),
        rating: rating.shown(),
        games: rating.games,
    });
    let frame =
        Frame::new(format!("Standings of {}", kind.title()), visitor.as_ref()).described(format!(
            "The best players of {}: ratings of everyone who has played rated games.",
            kind.title()
        ));
    let page = StandingsPage { frame, kind: kind.name(), rows: rows.collect(), more };
    Ok(show(&page)?.into_response())
}

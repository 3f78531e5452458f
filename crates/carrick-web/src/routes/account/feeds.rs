//! Feed (Atom) and calendar (iCalendar) of a user's turns, under secret URLs.

use axum::middleware::from_fn;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::Seat;
use carrick_server::Cost;
use carrick_service::{BoardRecord, Needs, State as Users, Userid};
use carrick_store::{BoardList, Cursor, Part, TokenHash};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::app::App;
use crate::board;
use crate::cost::cost_of_replay;
use crate::guard::rate_limit;
use crate::network::client::Client;
use crate::pages::fault::Fault;
use crate::pages::labels;
use crate::pages::page::{Frame, show};
use crate::pages::session::{Member, Payer};
use crate::routes::shared::deadline;
use crate::site::address::{hex, sha256};
use crate::site::{Identity, SiteName};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/account/feed", post(make))
        .route("/account/feed/revoke", post(revoke))
        .route_layer(from_fn(rate_limit::change))
        .route("/feeds/{token}/turns.atom", get(atom))
        .route("/feeds/{token}/turns.ics", get(calendar))
}

#[derive(Template)]
#[template(path = "feed.html")]
struct FeedPage {
    frame: Frame,
    /// URL without its ending.
    address: String,
}

/// Makes a new URL. It is shown once, because the database stores only its hash.
async fn make(State(app): State<App>, Member(visitor): Member) -> Result<Response, Fault> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| Fault::RANDOM)?;
    let token = hex(&bytes);
    app.store.set_feed(visitor.id(), &TokenHash(sha256(&token)), app.now()).await?;
    let address = format!("{}/feeds/{token}", app.setup.base_url);
    let page = FeedPage {
        frame: Frame::new("Your feed", Some(&visitor))
            .described("Your feed and calendar address, shown once."),
        address,
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], show(&page)?).into_response())
}

async fn revoke(State(app): State<App>, Member(visitor): Member) -> Result<Redirect, Fault> {
    app.store.end_feed(visitor.id()).await?;
    Ok(Redirect::to("/account/security?done=1#feed"))
}

/// A board on which it is the user's turn.
#[derive(Debug, Clone)]
struct FeedTurn {
    /// URL of the board's page.
    url: String,
    title: String,
    opponent: String,
    number: usize,
    generation: u32,
    since: Timestamp,
    /// Deadline; `None` where no clock runs.
    deadline: Option<Timestamp>,
    /// Deadline in the player's time zone.
    until: String,
}

/// Price of looking up the turns, in addition to the price of their boards.
const TURNS: Cost = 20;

/// Maximum number of turns in a feed and a calendar: those that have waited longest.
const MOST: u32 = 50;

/// Turns that wait for the owner of a feed's token, longest-waiting first.
async fn turns(app: &App, client: &Client, token: &str) -> Result<(Userid, Vec<FeedTurn>), Fault> {
    let owner = match token.len() {
        64 => app.store.feed_owner(&TokenHash(sha256(token))).await?,
        _ => None,
    };
    let Some(owner) = owner else {
        Payer::stranger(&client.address).pay(app, TURNS)?;
        return Err(Fault::NotFound(
            "This feed no longer exists. You can make a new one on your account page.",
        ));
    };
    let payer = Payer::member(&owner, &client.address);
    payer.pay(app, TURNS)?;
    let list = BoardList {
        player: Some(owner.clone()),
        parts: vec![Part::Waiting],
        ..BoardList::default()
    };
    let waiting = app.store.boards_page(&list, Cursor::Start, MOST).await?.rows;
    payer.pay(app, cost_of_replay(waiting.iter().map(|board| board.ply)))?;
    let boards = waiting.iter().map(|board| board.id).collect();
    let state = app.store.read(&Needs { boards, ..Needs::default() }).await?;
    let mut turns = Vec::new();
    for board in waiting {
        let Some(record) = state.boards.get(&board.id) else { continue };
        // Someone may have moved in the meantime.
        let seat = board.to_move.filter(|_| record.turns.len() == board.ply as usize);
        if let Some(seat) = seat {
            turns.push(turn(app, &state, record, seat));
        }
    }
    turns.sort_by_key(|turn| turn.since);
    Ok((owner, turns))
}

fn turn(app: &App, state: &Users, record: &BoardRecord, seat: Seat) -> FeedTurn {
    let deadline = deadline(state, record, seat);
    let user = state.users.get(&record.players[seat.index()]);
    let zone = user.map(|user| user.settings.zone.clone()).unwrap_or_default();
    FeedTurn {
        url: format!("{}{}", app.setup.base_url, board::path(record.id)),
        title: record.id.to_string(),
        opponent: labels::shown(&record.players[(!seat).index()]),
        number: record.turns.len() + 1,
        generation: record.generation(),
        since: record.turns.last().map_or(record.created, |turn| turn.at),
        until: deadline.map(|deadline| zone.show(deadline)).unwrap_or_default(),
        deadline,
    }
}

#[derive(Template)]
#[template(path = "turns.xml")]
struct Atom {
    site: Arc<Identity>,
    /// The site's base URL.
    base: String,
    /// URL of the feed.
    address: String,
    user: Userid,
    updated: Timestamp,
    turns: Vec<FeedTurn>,
}

async fn atom(
    State(app): State<App>,
    client: Client,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let (user, mut turns) = turns(&app, &client, &token).await?;
    turns.reverse();
    let updated = turns.first().map_or(Timestamp::UNIX_EPOCH, |turn| turn.since);
    let base = app.setup.base_url.to_string();
    let address = format!("{base}/feeds/{token}/turns.atom");
    let feed = Atom { site: app.identity.clone(), base, address, user, updated, turns };
    answer("application/atom+xml; charset=utf-8", feed.render()?)
}

async fn calendar(
    State(app): State<App>,
    client: Client,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let (_, turns) = turns(&app, &client, &token).await?;
    let host = app.setup.base_url.host().to_owned();
    let deadline = |turn: FeedTurn| {
        Some(FeedDeadline {
            id: format!("{}-{}@{host}", turn.title.replace(' ', "-"), turn.generation),
            at: turn.deadline?,
            summary: format!("{}: turn {} against {}", turn.title, turn.number, turn.opponent),
            url: turn.url,
            since: turn.since,
        })
    };
    let deadlines: Vec<FeedDeadline> = turns.into_iter().filter_map(deadline).collect();
    answer("text/calendar; charset=utf-8", write(app.identity.name(), &deadlines))
}

/// The response. Its URL is secret, so shared caches must not store it.
fn answer(media_type: &'static str, text: String) -> Result<Response, Fault> {
    let headers =
        [(header::CONTENT_TYPE, media_type), (header::CACHE_CONTROL, "no-store, private")];
    Ok((StatusCode::OK, headers, text).into_response())
}

/// Deadline of a player's next turn.
#[derive(Debug, Clone)]
pub(crate) struct FeedDeadline {
    /// Unique and stable identifier (`UID`).
    pub(crate) id: String,
    pub(crate) at: Timestamp,
    pub(crate) summary: String,
    pub(crate) url: String,
    /// When the deadline last changed (`DTSTAMP`).
    pub(crate) since: Timestamp,
}

/// Component of a calendar without events: a calendar must have at least one component (RFC 5545,
/// 3.6).
const NOTHING_DUE: [&str; 8] = [
    "BEGIN:VTIMEZONE",
    "TZID:Etc/UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
];

/// Writes the file. Events have no duration, so that calendars do not show the time as busy.
pub(crate) fn write(site: &SiteName, deadlines: &[FeedDeadline]) -> String {
    let mut file = String::new();
    let mut line = |text: &str| fold(text, &mut file);
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//Carrick//Turns//EN");
    line(&format!("X-WR-CALNAME:{}: my turns", escaped(&site.to_string())));
    for deadline in deadlines {
        line("BEGIN:VEVENT");
        line(&format!("UID:{}", deadline.id));
        line(&format!("DTSTAMP:{}", utc(deadline.since)));
        line(&format!("DTSTART:{}", utc(deadline.at)));
        line(&format!("SUMMARY:{}", escaped(&deadline.summary)));
        line(&format!("URL:{}", deadline.url));
        line("TRANSP:TRANSPARENT");
        line("END:VEVENT");
    }
    if deadlines.is_empty() {
        NOTHING_DUE.iter().for_each(|text| line(text));
    }
    line("END:VCALENDAR");
    file
}

fn utc(at: Timestamp) -> String {
    at.to_zoned_datetime(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,")
}

/// Folds a line after 75 bytes: the rest continues in lines that begin with a space.
fn fold(text: &str, file: &mut String) {
    let mut width = 0;
    for c in text.chars() {
        if width + c.len_utf8() > 75 {
            file.push_str("\r\n ");
            width = 1;
        }
        file.push(c);
        width += c.len_utf8();
    }
    file.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_written_as_an_event() {
        let at = |text: &str| text.parse().unwrap();
        let url = format!("https://carrick.example/{}", "long/".repeat(14));
        let file = write(
            &SiteName::default(),
            &[FeedDeadline {
                id: "ankor-101-4@carrick.example".into(),
                at: at("2008-05-22T12:00:00Z"),
                summary: "Ankor 101: turn 5, against bob".into(),
                url: url.clone(),
                since: at("2008-05-01T12:00:00Z"),
            }],
        );
        assert!(file.lines().all(|line| line.len() <= 75), "{file}");
        assert!(file.split("\r\n").all(|line| !line.contains('\n')));
        let unfolded = file.replace("\r\n ", "");
        for line in [
            "DTSTART:20080522T120000Z",
            "DTSTAMP:20080501T120000Z",
            "SUMMARY:Ankor 101: turn 5\\, against bob",
            &format!("URL:{url}"),
        ] {
            assert!(unfolded.contains(&format!("{line}\r\n")), "{line} in {unfolded}");
        }
    }

    /// Every calendar has a component, even one without deadlines.
    #[test]
    fn an_empty_calendar_has_a_component() {
        let file = write(&SiteName::default(), &[]);
        assert_eq!(file.matches("BEGIN:VTIMEZONE\r\n").count(), 1, "{file}");
        assert_eq!(file.matches("\r\nBEGIN:").count(), file.matches("\r\nEND:").count() - 1);
        assert!(!file.contains("VEVENT") && file.ends_with("END:VTIMEZONE\r\nEND:VCALENDAR\r\n"));
    }
}

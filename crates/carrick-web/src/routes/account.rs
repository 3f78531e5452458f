//! A user's account: passwords, sessions, addresses, vacation, what he is shown.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::GameKind;
use carrick_service::{Mailing, Zone};
use carrick_store::TokenHash;

use super::factor::{self, FactorEntry};
use super::tokens::{self, TokenEntry};
use crate::act::{act, fill_in};
use crate::app::App;
use crate::client::Client;
use crate::fault::Fault;
use crate::fields::{Asked, Fields};
use crate::limits::Kind;
use crate::page::{Frame, show};
use crate::secret::{self, WebPassword};
use crate::session::{self, Member, Visitor};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/account", get(account))
        .route("/account/password", post(password))
        .route("/account/command-password", post(command_password))
        .route("/account/sessions/end", post(end_session))
        .route("/account/addresses", post(addresses))
        .route("/account/vacation", post(vacation))
        .route("/account/zone", post(zone))
        .route("/account/mail", post(mail))
        .route("/account/news", post(news))
        .route("/account/games", post(game_choices))
        .route("/account/block", post(block))
        .route("/account/delete", post(delete))
}

#[derive(Debug, Clone)]
struct SessionEntry {
    handle: String,
    label: String,
    seen: String,
    this: bool,
}

/// What a user has chosen in a game.
#[derive(Debug, Clone)]
struct GameEntry {
    name: &'static str,
    title: &'static str,
    challenges: bool,
    limit: String,
    notify: bool,
    watches: bool,
    labels: bool,
    all_turns: bool,
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    frame: Frame,
    name: String,
    said: String,
    done: bool,
    sessions: Vec<SessionEntry>,
    tokens: Vec<TokenEntry>,
    scopes: Vec<(&'static str, &'static str)>,
    addresses: String,
    unconfirmed: bool,
    /// Those from which mail came back.
    returned: Vec<String>,
    away_until: String,
    factor: FactorEntry,
    zone: String,
    /// How mail comes, as the word of it; and all words with what they mean.
    mail: &'static str,
    mailings: [(&'static str, &'static str); 3],
    news: bool,
    games: Vec<GameEntry>,
    blocked: Vec<String>,
    /// When the feed's address was made; empty when there is none.
    feed: String,
}

async fn build(app: &App, visitor: &Visitor, said: String) -> Result<AccountPage, Fault> {
    let user = &visitor.account(app).await?;
    let sessions = app.store.sessions_of(&user.id, app.now()).await?;
    let sessions = sessions.into_iter().map(|session| SessionEntry {
        this: session.token == visitor.session.token,
        label: session.label,
        seen: user.zone.show(session.seen),
        handle: session.token.0,
    });
    let games = GameKind::ALL.map(|kind| {
        let choices = user.choices(kind);
        let display = user.display.get(&kind).copied().unwrap_or_default();
        GameEntry {
            name: kind.name(),
            title: kind.title(),
            challenges: choices.challenges,
            limit: choices.limit.map(|limit| limit.to_string()).unwrap_or_default(),
            notify: choices.notify,
            watches: choices.watches,
            labels: display.labels,
            all_turns: display.all_turns,
        }
    });
    let now = app.now();
    let away = user.absences.iter().find(|absence| absence.covers(now));
    let addresses: Vec<&str> = user.addresses.iter().map(|entry| entry.address.as_str()).collect();
    Ok(AccountPage {
        frame: Frame::new("Account", Some(visitor)),
        name: user.id.to_string(),
        said,
        done: false,
        sessions: sessions.collect(),
        tokens: tokens::of(app, visitor).await?,
        scopes: tokens::scopes(),
        addresses: addresses.join(" "),
        returned: user
            .addresses
            .iter()
            .filter(|entry| entry.returned)
            .map(|entry| entry.address.to_string())
            .collect(),
        unconfirmed: user.addresses.iter().any(|entry| !entry.confirmed),
        away_until: away.map(|away| user.zone.show(away.until)).unwrap_or_default(),
        factor: factor::of(app, visitor).await?,
        zone: user.zone.name().to_owned(),
        mail: user.mailing().word(),
        mailings: Mailing::ALL.map(|mailing| (mailing.word(), means(mailing))),
        news: user.news,
        games: games.into(),
        feed: app.store.feed_of(&user.id).await?.map(|at| user.zone.show(at)).unwrap_or_default(),
        blocked: user.blocked.iter().map(ToString::to_string).collect(),
    })
}

/// A way to get mail, on a label.
const fn means(mailing: Mailing) -> &'static str {
    match mailing {
        Mailing::Each => "a mail each",
        Mailing::Daily => "one mail a day with all of them",
        Mailing::Never => "no mail",
    }
}

async fn account(
    State(app): State<App>,
    Member(visitor): Member,
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    let mut page = build(&app, &visitor, String::new()).await?;
    page.done = asked.ticked("done");
    Ok(show(&page)?.into_response())
}

fn done() -> Response {
    Redirect::to("/account?done=1").into_response()
}

pub(super) async fn refused(
    app: &App,
    visitor: &Visitor,
    said: impl Into<String>,
) -> Result<Response, Fault> {
    let page = build(app, visitor, said.into()).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// Carries out commands until one is refused; `field` is the label of what was typed.
async fn command(
    app: &App,
    visitor: &Visitor,
    field: &str,
    lines: &[String],
) -> Result<Response, Fault> {
    for line in lines {
        if let Some(said) = fill_in(app, visitor, line, field, None).await?.refusal() {
            return refused(app, visitor, said).await;
        }
    }
    Ok(done())
}

/// Whether the web password in the form is the user's; asked for before what cannot be undone.
pub(super) async fn proves(app: &App, visitor: &Visitor, fields: &Fields) -> Result<bool, Fault> {
    if !app.limits.allows(Kind::Proof, visitor.id().as_str(), app.now()) {
        return Err(Fault::TooOften);
    }
    let stored = app.store.web_password_of(visitor.id()).await?;
    Ok(match WebPassword::read(fields.raw("current")) {
        Some(password) => password.verify(app, stored).await,
        None => false,
    })
}

pub(super) const WRONG: &str = "That is not your present web password, so nothing was changed.";

async fn password(
    State(app): State<App>,
    Member(visitor): Member,
    client: Client,
    fields: Fields,
) -> Result<Response, Fault> {
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, WRONG).await;
    }
    let new = match WebPassword::choose(fields.raw("password"), visitor.id()) {
        Ok(new) => new,
        Err(said) => return refused(&app, &visitor, said).await,
    };
    app.store.set_web_password(visitor.id(), &new.hash(&app).await?, app.now()).await?;
    app.store.end_other_sessions(visitor.id(), None).await?;
    let (_, cookie) = session::begin(&app, visitor.id(), None, client.label).await?;
    Ok((cookie, done()).into_response())
}

async fn command_password(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, WRONG).await;
    }
    let new = match secret::command_password(fields.raw("password")) {
        Ok(new) => new,
        Err(said) => return refused(&app, &visitor, said).await,
    };
    let line = format!("change password {} - {new}", visitor.id());
    command(&app, &visitor, "New command password", &[line]).await
}

async fn end_session(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if fields.text("session") == "others" {
        app.store.end_other_sessions(visitor.id(), Some(&visitor.session.token)).await?;
    } else {
        let token = TokenHash(fields.text("session").to_owned());
        app.store.end_session(visitor.id(), &token).await?;
    }
    Ok(done())
}

async fn addresses(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let all: Vec<&str> = fields.text("addresses").split_whitespace().collect();
    if all.is_empty() {
        let said = "One mail address stays, since a forgotten password is reset by it; under “Mail” you \
                    choose that no mail comes.";
        return refused(&app, &visitor, said).await;
    }
    if all.len() > 3 || !all.iter().all(|one| one.contains('@')) {
        return refused(
            &app,
            &visitor,
            "Type one to three mail addresses into the field, with blanks between.",
        )
        .await;
    }
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, WRONG).await;
    }
    let line = format!("change address {} - {}", visitor.id(), all.join(" "));
    command(&app, &visitor, "Mail addresses", &[line]).await
}

async fn vacation(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let me = visitor.id();
    let line = match fields.text("what") {
        "off" => format!("vacation {me} - off"),
        "signoff" => format!("signoff {me} -"),
        "signon" => format!("signon {me} -"),
        _ => match fields.text("days").parse::<u16>() {
            Ok(days) => format!("vacation {me} - {days}"),
            Err(_) => {
                let said = "“Days” should be a whole number of days from 1 to 30.";
                return refused(&app, &visitor, said).await;
            }
        },
    };
    command(&app, &visitor, "Days", &[line]).await
}

async fn zone(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Ok(zone) = fields.text("zone").parse::<Zone>() else {
        let said = "“Zone” takes UTC, or a continent and a city as in Europe/Paris.";
        return refused(&app, &visitor, said).await;
    };
    // The zone is the same in all games.
    let line = format!("ankor set {} - zone={}", visitor.id(), zone.name());
    command(&app, &visitor, "Zone", &[line]).await
}

async fn mail(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Ok(mailing) = fields.text("mail").parse::<Mailing>() else {
        return refused(&app, &visitor, "Choose how mail is to come.").await;
    };
    // It is the same in all games.
    let line = format!("ankor set {} - mail={mailing}", visitor.id());
    command(&app, &visitor, "Mail", &[line]).await
}

async fn news(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let word = if fields.ticked("on") { "on" } else { "off" };
    command(&app, &visitor, "News", &[format!("news {} - {word}", visitor.id())]).await
}

async fn game_choices(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Ok(kind) = fields.text("game").parse::<GameKind>() else {
        return Err(Fault::Bad("That is not one of the four games."));
    };
    let me = visitor.id();
    let choice = |name: &str, on: &'static str, off: &'static str| {
        if fields.ticked(name) { on } else { off }
    };
    let limit = match fields.text("limit") {
        "" => "none".to_owned(),
        number => match number.parse::<u32>() {
            Ok(number) => number.to_string(),
            Err(_) => {
                let said = "“At most so many boards” takes a whole number, or nothing.";
                return refused(&app, &visitor, said).await;
            }
        },
    };
    let lines = [
        format!("{kind} {} {me} -", choice("challenges", "accept", "reject")),
        format!("{kind} limit {me} - {limit}"),
        format!("{kind} notify {me} - {}", choice("notify", "on", "off")),
        format!("{kind} {} all {me} -", choice("watches", "subscribe", "unsubscribe")),
        format!(
            "{kind} set {me} - labels={} turns={}",
            choice("labels", "on", "off"),
            choice("all_turns", "all", "last")
        ),
    ];
    command(&app, &visitor, "At most so many boards", &lines).await
}

async fn block(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Some(other) = fields.word("user") else {
        return refused(&app, &visitor, "Whom? Type his name into “Name”.").await;
    };
    let off = if fields.ticked("off") { " off" } else { "" };
    let line = format!("block {} - {other}{off}", visitor.id());
    command(&app, &visitor, "Name", &[line]).await
}

async fn delete(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if !fields.ticked("sure") {
        return refused(&app, &visitor, "Tick the box if you mean it; nothing was deleted.").await;
    }
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, WRONG).await;
    }
    let line = format!("delete {} -", visitor.id());
    match act(&app, &visitor, &line, None).await?.refusal() {
        Some(said) => refused(&app, &visitor, said).await,
        None => Ok(Redirect::to("/").into_response()),
    }
}

//! A user's account: passwords, sessions, addresses, vacation, and preferences.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::GameKind;
use carrick_server::Attempt;
use carrick_service::command::field;
use carrick_service::{
    Action, GameAction, Mailing, Pictures, PuzzleMail, Setting, UserSettings, Zone,
};
use carrick_store::{Revoked, TokenHash};

use super::ways_in::{self, FactorEntry, TokenEntry};
use crate::app::App;
use crate::guard::rate_limit;
use crate::network::client::Client;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields, change_command_password, give, may_act};
use crate::pages::labels::When;
use crate::pages::page::{Frame, in_words, show};
use crate::pages::session::{self, Member, Visitor};
use crate::sign_in::{self, WebPassword};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/account", get(account).layer(from_fn(rate_limit::list)))
        .route("/account/password", post(password))
        .route("/account/command-password", post(command_password))
        .route("/account/sessions/end", post(end_session).layer(from_fn(rate_limit::change)))
        .route("/account/addresses", post(addresses))
        .route("/account/vacation", post(vacation))
        .route("/account/zone", post(zone))
        .route("/account/mail", post(mail))
        .route("/account/mail/kinds", post(mail_kinds))
        .route("/account/news", post(news))
        .route("/account/games", post(game_choices))
        .route("/account/block", post(block))
        .route("/account/delete", post(delete))
}

#[derive(Debug, Clone)]
struct SessionEntry {
    handle: String,
    label: String,
    seen: When,
    this: bool,
}

/// A user's preferences in a game.
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
    /// How often the puzzle of the day is mailed, as a word.
    puzzles: &'static str,
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    frame: Frame,
    name: String,
    said: String,
    done: bool,
    /// Sessions and tokens that a changed password revoked, as a sentence.
    ended: String,
    sessions: Vec<SessionEntry>,
    tokens: Vec<TokenEntry>,
    scopes: Vec<(&'static str, &'static str)>,
    addresses: String,
    unconfirmed: bool,
    /// Addresses that bounced.
    returned: Vec<String>,
    away_until: Option<When>,
    factor: FactorEntry,
    zone: String,
    /// How pages look, in words.
    appearance: String,
    /// How often mail comes, as a word; then all such words with their labels.
    mail: &'static str,
    mailings: [(&'static str, &'static str); 3],
    kinds: [(&'static str, &'static str, bool); 3],
    pictures: &'static str,
    all_pictures: [(&'static str, &'static str); 3],
    /// Boards without mail: game and number.
    muted: Vec<(&'static str, u32)>,
    news: bool,
    games: Vec<GameEntry>,
    blocked: Vec<String>,
    /// When the feed's address was made, if there is one.
    feed: Option<When>,
}

/// Maximum number of sessions that are listed. More may be open; all others can still be ended.
const SESSIONS_SHOWN: u32 = 50;

async fn build(app: &App, visitor: &Visitor, said: String) -> Result<AccountPage, Fault> {
    let user = &visitor.account(app).await?;
    let sessions = app.store.sessions_of(&user.id, app.now(), SESSIONS_SHOWN).await?;
    let sessions = sessions.into_iter().map(|session| SessionEntry {
        this: session.token == visitor.session.token,
        label: session.label,
        seen: visitor.when(session.seen, app.now()),
        handle: session.token.0,
    });
    let games = GameKind::ALL.map(|kind| {
        let choices = user.settings.game(kind);
        GameEntry {
            name: kind.name(),
            title: kind.title(),
            challenges: choices.challenges,
            limit: choices.limit.map(|limit| limit.to_string()).unwrap_or_default(),
            notify: choices.notify,
            watches: choices.watches,
            labels: choices.labels,
            all_turns: choices.all_turns,
            puzzles: choices.puzzles.map_or("off", PuzzleMail::word),
        }
    });
    let now = app.now();
    let away = user.absences.iter().find(|absence| absence.covers(now));
    let addresses: Vec<&str> = user.addresses.iter().map(|entry| entry.address.as_str()).collect();
    Ok(AccountPage {
        frame: Frame::new("Account", Some(visitor)).described(
            "Your account: passwords, mail, sessions, tokens, vacation and preferences.",
        ),
        name: user.id.to_string(),
        said,
        done: false,
        ended: String::new(),
        sessions: sessions.collect(),
        tokens: ways_in::tokens_of(app, visitor).await?,
        scopes: ways_in::scopes(),
        addresses: addresses.join(" "),
        returned: user
            .addresses
            .iter()
            .filter(|entry| entry.returned)
            .map(|entry| entry.address.to_string())
            .collect(),
        unconfirmed: user.addresses.iter().any(|entry| !entry.confirmed),
        away_until: away.map(|away| visitor.when(away.until, now)),
        factor: ways_in::factor_of(app, visitor).await?,
        zone: user.settings.zone.name().to_owned(),
        appearance: user.settings.appearance.as_ref().map(in_words).unwrap_or_default(),
        mail: user.settings.mailing().word(),
        mailings: Mailing::ALL.map(|mailing| (mailing.word(), means(mailing))),
        kinds: kinds(&user.settings),
        pictures: user.settings.pictures.word(),
        all_pictures: Pictures::ALL.map(|pictures| (pictures.word(), shows(pictures))),
        muted: user.muted.iter().map(|board| (board.kind.name(), board.number)).collect(),
        news: user.settings.news,
        games: games.into(),
        feed: app.store.feed_of(&user.id).await?.map(|at| visitor.when(at, now)),
        blocked: user.blocked.iter().map(ToString::to_string).collect(),
    })
}

/// Label of a way to get mail.
const fn means(mailing: Mailing) -> &'static str {
    match mailing {
        Mailing::Each => "individually",
        Mailing::Daily => "one mail a day with all of them",
        Mailing::Never => "no mail",
    }
}

/// Kinds of mail that can be stopped: name of the field, label, and whether it comes.
const fn kinds(settings: &UserSettings) -> [(&'static str, &'static str, bool); 3] {
    [
        ("turnmail", "turns, offers, words and results on my boards", settings.turn_mail),
        ("reminders", "reminders when a turn waits for long", settings.reminders),
        ("letters", "messages that others write to me", settings.letters),
    ]
}

/// Label of where boards are shown as pictures too.
const fn shows(pictures: Pictures) -> &'static str {
    match pictures {
        Pictures::Usual => "but for the copy of my own turn",
        Pictures::All => "in all mails",
        Pictures::None => "in none",
    }
}

async fn account(
    State(app): State<App>,
    Member(visitor): Member,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let mut page = build(&app, &visitor, String::new()).await?;
    page.done = asked.ticked("done");
    let tokens = asked.text("tokens").parse().unwrap_or(0);
    page.ended = said_of(Revoked { tokens, feed: asked.text("feed") == "1" });
    Ok(show(&page)?.into_response())
}

fn done() -> Response {
    Redirect::to("/account?done=1").into_response()
}

/// Redirects to the account page, which confirms the change and says what it revoked.
fn done_and(ended: Revoked) -> Response {
    let Revoked { tokens, feed } = ended;
    Redirect::to(&format!("/account?done=1&tokens={tokens}&feed={}", u8::from(feed)))
        .into_response()
}

/// Sessions and tokens that were revoked, as a sentence.
fn said_of(ended: Revoked) -> String {
    let tokens = match ended.tokens {
        0 => None,
        1 => Some("one token for a program".to_owned()),
        many => Some(format!("{many} tokens for programs")),
    };
    let feed = ended.feed.then(|| "the address of your feed and calendar".to_owned());
    let all: Vec<String> = tokens.into_iter().chain(feed).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!("With the old password ended: {}.", all.join(" and ")),
    }
}

pub(crate) async fn refused(
    app: &App,
    visitor: &Visitor,
    said: impl Into<String>,
) -> Result<Response, Fault> {
    let page = build(app, visitor, said.into()).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// Carries out commands until one is refused.
async fn command(
    app: &App,
    visitor: &Visitor,
    commands: impl IntoIterator<Item = Action>,
) -> Result<Response, Fault> {
    for command in commands {
        if let Some(said) = give(app, visitor, command, None, None).await?.refusal() {
            return refused(app, visitor, said).await;
        }
    }
    Ok(done())
}

/// Sets a preference that all games share, so that the command may name any game.
async fn set(
    app: &App,
    visitor: &Visitor,
    settings: impl Into<Vec<Setting>>,
) -> Result<Response, Fault> {
    let set = GameAction::Set(settings.into());
    command(app, visitor, [Action::Game(GameKind::Ankor, set)]).await
}

/// Checks the web password in a form that asks for it before something that cannot be undone.
pub(crate) async fn proves(app: &App, visitor: &Visitor, fields: &Fields) -> Result<bool, Fault> {
    app.attempt(Attempt::Proof, visitor.id().as_str()).await?;
    let stored = app.store.web_password_of(visitor.id()).await?;
    Ok(match WebPassword::read(fields.raw("current")) {
        Some(password) => password.verify(app, &visitor.address, stored).await?,
        None => false,
    })
}

pub(crate) const WRONG: &str = "That is not your current password, so nothing was changed.";

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
    let hash = new.hash(&app, &visitor.address).await?;
    let keeps = ways_in::kept(&fields);
    let ended = app.store.change_web_password(visitor.id(), &hash, app.now(), &keeps).await?;
    let (_, cookie) = session::begin(&app, visitor.id(), None, client.label).await?;
    Ok((cookie, done_and(ended)).into_response())
}

async fn command_password(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, WRONG).await;
    }
    let new = match sign_in::command_password(fields.raw("password")) {
        Ok(new) => new,
        Err(said) => return refused(&app, &visitor, said).await,
    };
    if let Err(too_many) = may_act(&app, &visitor) {
        return refused(&app, &visitor, too_many).await;
    }
    let before = ways_in::given_out(&app, visitor.id()).await?;
    let keeps = ways_in::kept(&fields);
    let (me, from) = (visitor.id(), &visitor.address);
    match change_command_password(&app, me, from, new, keeps).await?.refusal() {
        Some(said) => refused(&app, &visitor, said).await,
        None => {
            let after = ways_in::given_out(&app, visitor.id()).await?;
            Ok(done_and(Revoked {
                tokens: before.tokens.len().saturating_sub(after.tokens.len()) as u64,
                feed: before.feed && !after.feed,
            }))
        }
    }
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
            "Type one to three mail addresses into the field, separated by spaces.",
        )
        .await;
    }
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, WRONG).await;
    }
    let new = match all.into_iter().map(field::address).collect() {
        Ok(new) => new,
        Err(error) => return refused(&app, &visitor, error.of("Mail addresses")).await,
    };
    command(&app, &visitor, [Action::ChangeAddresses(new)]).await
}

async fn vacation(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let given = match fields.text("what") {
        "off" => Action::Vacation(None),
        "signoff" => Action::Signoff,
        "signon" => Action::Signon,
        _ => match field::days(fields.text("days")) {
            Ok(days) => Action::Vacation(Some(days)),
            Err(error) => return refused(&app, &visitor, error.of("Days")).await,
        },
    };
    command(&app, &visitor, [given]).await
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
    set(&app, &visitor, [Setting::Zone(zone)]).await
}

async fn mail(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Ok(mailing) = fields.text("mail").parse::<Mailing>() else {
        return refused(&app, &visitor, "Choose how mail is to come.").await;
    };
    set(&app, &visitor, [Setting::Mail(mailing)]).await
}

async fn mail_kinds(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Ok(pictures) = fields.text("pictures").parse::<Pictures>() else {
        return refused(&app, &visitor, "Choose which mails have a picture.").await;
    };
    let settings = [
        Setting::TurnMail(fields.ticked("turnmail")),
        Setting::Reminders(fields.ticked("reminders")),
        Setting::Letters(fields.ticked("letters")),
        Setting::Pictures(pictures),
    ];
    set(&app, &visitor, settings).await
}

async fn news(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    command(&app, &visitor, [Action::News(fields.ticked("on"))]).await
}

async fn game_choices(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Ok(kind) = fields.text("game").parse::<GameKind>() else {
        return Err(Fault::Bad("That is none of the games."));
    };
    let limit = match fields.text("limit") {
        "" => None,
        number if number.parse::<u32>().is_err() => {
            let said = "“At most so many boards” takes a whole number, or nothing.";
            return refused(&app, &visitor, said).await;
        }
        number => match field::limit(number) {
            Ok(limit) => Some(limit),
            Err(error) => {
                return refused(&app, &visitor, error.of("At most so many boards")).await;
            }
        },
    };
    let mut display = vec![
        Setting::Labels(fields.ticked("labels")),
        Setting::AllTurns(fields.ticked("all_turns")),
    ];
    // A page that was loaded before there were puzzles by mail sends none.
    match fields.text("puzzles") {
        "" => {}
        "off" => display.push(Setting::Puzzles(None)),
        word => match word.parse::<PuzzleMail>() {
            Ok(chosen) => display.push(Setting::Puzzles(Some(chosen))),
            Err(_) => return Err(Fault::Bad("Puzzles come daily, weekly or not at all.")),
        },
    }
    let commands = [
        GameAction::Challenges(fields.ticked("challenges")),
        GameAction::Limit(limit),
        GameAction::Notify(fields.ticked("notify")),
        GameAction::SubscribeAll(fields.ticked("watches")),
        GameAction::Set(display),
    ];
    command(&app, &visitor, commands.map(|game| Action::Game(kind, game))).await
}

async fn block(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Some(other) = fields.word("user") else {
        return refused(&app, &visitor, "Whom? Type their name into “Name”.").await;
    };
    match field::user(other) {
        Ok(other) => {
            let block = Action::Block(other, !fields.ticked("off"));
            command(&app, &visitor, [block]).await
        }
        Err(error) => refused(&app, &visitor, error.of("Name")).await,
    }
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
    let delete = Action::Delete;
    match give(&app, &visitor, delete, None, None).await?.refusal() {
        Some(said) => refused(&app, &visitor, said).await,
        None => Ok(Redirect::to("/").into_response()),
    }
}

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
use carrick_service::{Action, SettingValues, SettingsPatch, UserSetting, UserSettings};
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
        .route("/account", get(|a, m, q| account(a, m, q, AccountSection::Settings)))
        .route("/account/mail", get(|a, m, q| account(a, m, q, AccountSection::Mail)))
        .route("/account/security", get(|a, m, q| account(a, m, q, AccountSection::Security)))
        .route("/account/data", get(|a, m, q| account(a, m, q, AccountSection::Data)))
        .route_layer(from_fn(rate_limit::list))
        .route("/account/password", post(password))
        .route("/account/command-password", post(command_password))
        .route("/account/sessions/end", post(end_session).layer(from_fn(rate_limit::change)))
        .route("/account/addresses", post(addresses))
        .route("/account/vacation", post(vacation))
        .route("/account/zone", post(|a, m, f| save(a, m, f, AccountSection::Settings, "zone")))
        .route("/account/mail", post(|a, m, f| save(a, m, f, AccountSection::Mail, "mail")))
        .route(
            "/account/mail/kinds",
            post(|a, m, f| save(a, m, f, AccountSection::Mail, "mail/kinds")),
        )
        .route("/account/news", post(|a, m, f| save(a, m, f, AccountSection::Mail, "news")))
        .route("/account/games", post(save_games))
        .route("/account/block", post(block))
        .route("/account/delete", post(delete))
}

/// A page of the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccountSection {
    /// Games, vacation, appearance, time zone, blocked players.
    Settings,
    /// Addresses, and what comes by email.
    Mail,
    /// Passwords, the second factor, tokens, sessions, the feed.
    Security,
    /// Export and deletion.
    Data,
}

impl AccountSection {
    fn all() -> impl Iterator<Item = Self> {
        [Self::Settings, Self::Mail, Self::Security, Self::Data].into_iter()
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Settings => "Settings",
            Self::Mail => "Email",
            Self::Security => "Security",
            Self::Data => "Data",
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::Settings => "/account",
            Self::Mail => "/account/mail",
            Self::Security => "/account/security",
            Self::Data => "/account/data",
        }
    }

    /// Description for search engines.
    const fn told(self) -> &'static str {
        match self {
            Self::Settings => {
                "Your account: games, vacation, appearance, time zone, blocked players."
            }
            Self::Mail => "Your email addresses, and what Carrick sends you.",
            Self::Security => "Your passwords, second factor, tokens, sessions and feed.",
            Self::Data => "Export of your data, and deletion of your account.",
        }
    }

    /// Redirects to the page, with a confirmation of the change.
    fn done(self) -> Response {
        Redirect::to(&format!("{}?done=1", self.path())).into_response()
    }
}

#[derive(Debug, Clone)]
struct SessionEntry {
    handle: String,
    label: String,
    seen: When,
    this: bool,
}

/// A setting in a form.
#[derive(Debug, Clone)]
struct SettingField {
    name: String,
    label: &'static str,
    hint: &'static str,
    /// Its value; empty for no limit.
    value: String,
    input: Input,
}

/// How a setting is chosen in a form.
#[derive(Debug, Clone, Copy)]
enum Input {
    Tick { is_on: bool },
    Choice(&'static [(&'static str, &'static str)]),
    Limit,
    Text { most: usize },
}

/// The settings of a form with their current values; `kind` selects the game for per-game settings.
fn setting_fields(settings: &UserSettings, form: &str, kind: GameKind) -> Vec<SettingField> {
    let of_form = UserSetting::ALL.iter().filter(|setting| setting.form == form);
    let fields = of_form.map(|setting| {
        let value = setting.get(settings, kind).unwrap_or_default();
        let input = match setting.values {
            SettingValues::Switch([_, on]) => Input::Tick { is_on: value == on },
            SettingValues::Choice(choices) => Input::Choice(choices),
            SettingValues::Limit(_) => Input::Limit,
            SettingValues::Text { most, .. } => Input::Text { most },
        };
        let UserSetting { field: name, label, about: hint, .. } = **setting;
        SettingField { name: name.to_owned(), label, hint, value, input }
    });
    fields.collect()
}

/// The titles of all games, with the settings that each game has separately.
fn settings_of_games(settings: &UserSettings) -> Vec<(&'static str, Vec<SettingField>)> {
    let of_game = |kind: GameKind| {
        let mut fields = setting_fields(settings, "games", kind);
        for field in &mut fields {
            field.name = format!("{kind}.{}", field.name);
        }
        (kind.title(), fields)
    };
    GameKind::ALL.map(of_game).into()
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    frame: Frame,
    section: AccountSection,
    name: String,
    said: String,
    done: bool,
    /// Sentence about the sessions and tokens that a password change revoked.
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
    /// Appearance settings, in words.
    appearance: String,
    zone: Vec<SettingField>,
    mail: Vec<SettingField>,
    kinds: Vec<SettingField>,
    news: Vec<SettingField>,
    /// Boards about which no mail is sent: game and number.
    muted: Vec<(&'static str, u32)>,
    /// Per-game settings: a row for each, with a column for each game.
    games: Vec<(&'static str, Vec<SettingField>)>,
    blocked: Vec<String>,
    /// When the feed's address was made, if it has one.
    feed: Option<When>,
}

/// Maximum number of sessions to list. There may be more, and all others can still be ended.
const SESSIONS_SHOWN: u32 = 50;

async fn build(
    app: &App,
    visitor: &Visitor,
    section: AccountSection,
    said: String,
) -> Result<AccountPage, Fault> {
    let user = &visitor.account(app).await?;
    let sessions = app.store.sessions_of(&user.id, app.now(), SESSIONS_SHOWN).await?;
    let sessions = sessions.into_iter().map(|session| SessionEntry {
        this: session.token == visitor.session.token,
        label: session.label,
        seen: visitor.when(session.seen, app.now()),
        handle: session.token.0,
    });
    let shared = |form| setting_fields(&user.settings, form, GameKind::Ankor);
    let now = app.now();
    let away = user.absences.iter().find(|absence| absence.covers(now));
    let addresses: Vec<&str> = user.addresses.iter().map(|entry| entry.address.as_str()).collect();
    Ok(AccountPage {
        frame: Frame::new("Account", Some(visitor)).described(section.told()),
        section,
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
        appearance: user.settings.appearance.as_ref().map(in_words).unwrap_or_default(),
        zone: shared("zone"),
        mail: shared("mail"),
        kinds: shared("mail/kinds"),
        news: shared("news"),
        muted: user.muted.iter().map(|board| (board.kind.name(), board.number)).collect(),
        games: settings_of_games(&user.settings),
        feed: app.store.feed_of(&user.id).await?.map(|at| visitor.when(at, now)),
        blocked: user.blocked.iter().map(ToString::to_string).collect(),
    })
}

async fn account(
    State(app): State<App>,
    Member(visitor): Member,
    QueryFields(asked): QueryFields,
    section: AccountSection,
) -> Result<Response, Fault> {
    let mut page = build(&app, &visitor, section, String::new()).await?;
    page.done = asked.ticked("done");
    let tokens = asked.text("tokens").parse().unwrap_or(0);
    page.ended = said_of(Revoked { tokens, feed: asked.text("feed") == "1" });
    Ok(show(&page)?.into_response())
}

/// Redirects to the security page, which confirms the change and says what it revoked.
fn done_and(ended: Revoked) -> Response {
    let Revoked { tokens, feed } = ended;
    let path = AccountSection::Security.path();
    Redirect::to(&format!("{path}?done=1&tokens={tokens}&feed={}", u8::from(feed))).into_response()
}

/// Sentence about the sessions and tokens that were revoked.
fn said_of(ended: Revoked) -> String {
    let tokens = match ended.tokens {
        0 => None,
        1 => Some("one token for a program".to_owned()),
        many => Some(format!("{many} tokens for programs")),
    };
    let feed = ended.feed.then(|| "your feed and calendar address".to_owned());
    let all: Vec<String> = tokens.into_iter().chain(feed).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!("The password change also revoked: {}.", all.join(" and ")),
    }
}

pub(crate) async fn refused(
    app: &App,
    visitor: &Visitor,
    section: AccountSection,
    said: impl Into<String>,
) -> Result<Response, Fault> {
    let page = build(app, visitor, section, said.into()).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// Runs an action from the account page.
async fn act(
    app: &App,
    visitor: &Visitor,
    section: AccountSection,
    action: Action,
) -> Result<Response, Fault> {
    match give(app, visitor, action, None, None).await?.refusal() {
        Some(said) => refused(app, visitor, section, said).await,
        None => Ok(section.done()),
    }
}

/// Checks the web password in a form for something that cannot be undone.
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
        return refused(&app, &visitor, AccountSection::Security, WRONG).await;
    }
    let new = match WebPassword::choose(fields.raw("password"), visitor.id()) {
        Ok(new) => new,
        Err(said) => return refused(&app, &visitor, AccountSection::Security, said).await,
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
        return refused(&app, &visitor, AccountSection::Security, WRONG).await;
    }
    let new = match sign_in::command_password(fields.raw("command")) {
        Ok(new) => new,
        Err(said) => return refused(&app, &visitor, AccountSection::Security, said).await,
    };
    if let Err(too_many) = may_act(&app, &visitor) {
        return refused(&app, &visitor, AccountSection::Security, too_many).await;
    }
    let before = ways_in::given_out(&app, visitor.id()).await?;
    let keeps = ways_in::kept(&fields);
    let (me, from) = (visitor.id(), &visitor.address);
    match change_command_password(&app, me, from, new, keeps).await?.refusal() {
        Some(said) => refused(&app, &visitor, AccountSection::Security, said).await,
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
    Ok(AccountSection::Security.done())
}

async fn addresses(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let all: Vec<&str> = fields.text("addresses").split_whitespace().collect();
    if all.is_empty() {
        let said = "You need at least one email address, so that you can reset a forgotten \
                    password. If you don’t want mail, turn it off below.";
        return refused(&app, &visitor, AccountSection::Mail, said).await;
    }
    if all.len() > 3 || !all.iter().all(|one| one.contains('@')) {
        return refused(
            &app,
            &visitor,
            AccountSection::Mail,
            "Type one to three email addresses into the field, separated by spaces.",
        )
        .await;
    }
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, AccountSection::Mail, WRONG).await;
    }
    let new = match all.into_iter().map(field::address).collect() {
        Ok(new) => new,
        Err(error) => {
            return refused(&app, &visitor, AccountSection::Mail, error.of("Email addresses"))
                .await;
        }
    };
    act(&app, &visitor, AccountSection::Mail, Action::ChangeAddresses(new)).await
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
            Err(error) => {
                return refused(&app, &visitor, AccountSection::Settings, error.of("Days")).await;
            }
        },
    };
    act(&app, &visitor, AccountSection::Settings, given).await
}

/// Value of a setting in a form, valid or not; `None` if a list was not sent.
fn word_in(fields: &Fields, setting: &UserSetting, name: &str) -> Option<String> {
    Some(match (setting.values, fields.text(name)) {
        (SettingValues::Switch(words), _) => words[usize::from(fields.ticked(name))].to_owned(),
        (SettingValues::Choice(_), "") => return None,
        (SettingValues::Limit(_), "") => "none".to_owned(),
        (_, text) => text.to_owned(),
    })
}

/// Refusal of a value that a setting does not accept.
fn not_taken(setting: &UserSetting) -> String {
    format!("“{}” {}.", setting.label, setting.takes())
}

/// Saves the settings of a form.
async fn save(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
    section: AccountSection,
    form: &'static str,
) -> Result<Response, Fault> {
    let mut patch = SettingsPatch::new(None);
    for setting in UserSetting::ALL.iter().filter(|setting| setting.form == form) {
        let word = word_in(&fields, setting, setting.field).unwrap_or_default();
        if patch.set(setting, &word).is_err() {
            return refused(&app, &visitor, section, not_taken(setting)).await;
        }
    }
    act(&app, &visitor, section, Action::ChangeSettings(patch)).await
}

/// Saves the settings of all games that have changed.
async fn save_games(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let section = AccountSection::Settings;
    let settings = visitor.account(&app).await?.settings.clone();
    let mut patches = Vec::new();
    for kind in GameKind::ALL {
        let (mut patch, mut changes) = (SettingsPatch::new(Some(kind)), false);
        for setting in UserSetting::ALL.iter().filter(|setting| setting.form == "games") {
            let name = format!("{kind}.{}", setting.field);
            // A page from an earlier release may lack a list; that setting stays as it is.
            let Some(word) = word_in(&fields, setting, &name) else { continue };
            if setting.get(&settings, kind).as_deref().unwrap_or("none") == word {
                continue;
            }
            changes = true;
            if patch.set(setting, &word).is_err() {
                return refused(&app, &visitor, section, not_taken(setting)).await;
            }
        }
        patches.extend(changes.then_some(patch));
    }
    for patch in patches {
        let done = give(&app, &visitor, Action::ChangeSettings(patch), None, None).await?;
        if let Some(said) = done.refusal() {
            return refused(&app, &visitor, section, said).await;
        }
    }
    Ok(section.done())
}

async fn block(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Some(other) = fields.word("user") else {
        let said = "Who do you want to block? Type a name into “Name”.";
        return refused(&app, &visitor, AccountSection::Settings, said).await;
    };
    match field::user(other) {
        Ok(other) => {
            act(
                &app,
                &visitor,
                AccountSection::Settings,
                Action::Block(other, !fields.ticked("off")),
            )
            .await
        }
        Err(error) => refused(&app, &visitor, AccountSection::Settings, error.of("Name")).await,
    }
}

async fn delete(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if !fields.ticked("sure") {
        return refused(
            &app,
            &visitor,
            AccountSection::Data,
            "Nothing was deleted. If you want to delete your account, tick the box.",
        )
        .await;
    }
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, AccountSection::Data, WRONG).await;
    }
    match give(&app, &visitor, Action::Delete, None, None).await?.refusal() {
        Some(said) => refused(&app, &visitor, AccountSection::Data, said).await,
        None => Ok(Redirect::to("/").into_response()),
    }
}

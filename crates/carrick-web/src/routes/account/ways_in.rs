//! The second factor on the account page: setting it up, new recovery codes, turning it off.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_server::Attempt;
use carrick_service::{
    Action, Appearance, BoardSize, BoardView, Keeps, Look, Remarks, Scope, Scopes, SettingsPatch,
    Theme, UserSetting, Userid,
};
use carrick_store::TokenHash;

use super::settings::{AccountSection, WRONG, proves, refused};
use crate::api::request;
use crate::app::App;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields, give};
use crate::pages::labels::{self, When};
use crate::pages::page::{
    Frame, Shown, look_label, remarks_label, show, size_label, theme_label, view_label,
};
use crate::pages::session::{Member, Visitor};
use crate::sign_in::{self, SharedSecret, draw_recovery_codes, hash_of, qr_code};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/account/factor", post(set_up))
        .route("/account/factor/begin", post(begin))
        .route("/account/factor/codes", post(new_codes))
        .route("/account/factor/end", post(end))
        .route("/account/tokens", post(make))
        .route("/account/tokens/revoke", post(revoke).layer(from_fn(rate_limit::change)))
        .route("/appearance", get(form).post(keep))
}

/// A user's second factor on the account page.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactorEntry {
    /// When it was turned on, if it is on.
    pub(crate) since: Option<When>,
    /// Number of recovery codes left.
    pub(crate) codes: u32,
}

pub(super) async fn factor_of(app: &App, visitor: &Visitor) -> Result<FactorEntry, Fault> {
    let factor = app.store.second_factor_of(visitor.id()).await?;
    Ok(factor.map_or_else(FactorEntry::default, |factor| FactorEntry {
        since: factor.since.map(|at| visitor.when(at, app.now())),
        codes: factor.recovery_codes,
    }))
}

#[derive(Template)]
#[template(path = "factor.html")]
struct FactorPage {
    frame: Frame,
    said: String,
    /// QR code of the secret; empty when it is not shown again.
    qr: String,
    link: String,
    spelt: String,
}

impl FactorPage {
    /// Only the form for a code.
    fn empty(visitor: &Visitor) -> Self {
        Self {
            frame: Frame::new("Set up codes", Some(visitor))
                .described("Set up a second factor: a code from an app on your phone."),
            said: String::new(),
            qr: String::new(),
            link: String::new(),
            spelt: String::new(),
        }
    }
}

#[derive(Template)]
#[template(path = "codes.html")]
struct CodesPage {
    frame: Frame,
    codes: Vec<String>,
}

/// A page that is shown once: caches must not store it.
fn once(status: StatusCode, page: &impl Template) -> Result<Response, Fault> {
    Ok((status, [(header::CACHE_CONTROL, "no-store")], show(page)?).into_response())
}

async fn set_up(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, AccountSection::Security, WRONG).await;
    }
    let drawn = sign_in::draw()?;
    app.store.propose_second_factor(visitor.id(), &drawn, app.now()).await?;
    let factor = app.store.second_factor_of(visitor.id()).await?;
    if factor.is_none_or(|factor| factor.since.is_some()) {
        let said = "You already have a second factor; turn it off before you set up another one.";
        return refused(&app, &visitor, AccountSection::Security, said).await;
    }
    let secret = SharedSecret::new(&app.setup.keys, visitor.id(), &drawn)
        .ok_or(Fault::Failed("a shared secret cannot be made"))?;
    let link = secret.link(app.identity.name(), visitor.id());
    let qr = qr_code(&link).unwrap_or_default();
    let page = FactorPage { qr, link, spelt: secret.spelt(), ..FactorPage::empty(&visitor) };
    once(StatusCode::OK, &page)
}

async fn begin(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let user = visitor.id();
    guess(&app, &visitor).await?;
    let factor = app.store.second_factor_of(user).await?.filter(|factor| factor.since.is_none());
    let Some(factor) = factor else {
        return Ok(Redirect::to("/account/security#factor").into_response());
    };
    let code: String = fields.text("code").split_whitespace().collect();
    let secret = SharedSecret::new(&app.setup.keys, &factor.drawn_for, &factor.drawn);
    let Some(step) = secret.and_then(|secret| secret.step(&code, app.now())) else {
        let said = "That code is wrong. The app shows a new one every 30 seconds; its clock must \
                    be right.";
        let page = FactorPage { said: said.to_owned(), ..FactorPage::empty(&visitor) };
        return once(StatusCode::UNPROCESSABLE_ENTITY, &page);
    };
    let (codes, hashes) = new_recovery_codes()?;
    app.store.begin_second_factor(user, step, &hashes, app.now()).await?;
    // Sessions that started without a code end.
    app.store.end_other_sessions(user, Some(&visitor.session.token)).await?;
    tracing::info!(%user, "a second factor");
    show_codes(&visitor, codes)
}

/// New recovery codes for their owner, and the hashes to store.
fn new_recovery_codes() -> Result<(Vec<String>, Vec<TokenHash>), Fault> {
    let codes = draw_recovery_codes()?;
    let hashes = codes.iter().map(|code| hash_of(code)).collect();
    Ok((codes, hashes))
}

fn show_codes(visitor: &Visitor, codes: Vec<String>) -> Result<Response, Fault> {
    let frame = Frame::new("Recovery codes", Some(visitor))
        .described("Recovery codes for when you lose your phone, shown once.");
    once(StatusCode::OK, &CodesPage { frame, codes })
}

/// Charges an attempt at a code.
async fn guess(app: &App, visitor: &Visitor) -> Result<(), Fault> {
    Ok(app.attempt(Attempt::Code, visitor.id().as_str()).await?)
}

/// Checks the password and the code: changing the second factor needs both. Returns the refusal, if
/// any.
async fn hindered(
    app: &App,
    visitor: &Visitor,
    fields: &Fields,
) -> Result<Option<&'static str>, Fault> {
    if !proves(app, visitor, fields).await? {
        return Ok(Some(WRONG));
    }
    guess(app, visitor).await?;
    let admits = sign_in::admits(app, visitor.id(), fields.text("code")).await?;
    Ok((!admits).then_some("That code is wrong or has already been used; nothing was changed."))
}

async fn new_codes(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if let Some(said) = hindered(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, AccountSection::Security, said).await;
    }
    let (codes, hashes) = new_recovery_codes()?;
    app.store.set_recovery_codes(visitor.id(), &hashes).await?;
    show_codes(&visitor, codes)
}

async fn end(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if let Some(said) = hindered(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, AccountSection::Security, said).await;
    }
    app.store.end_second_factor(visitor.id()).await?;
    tracing::info!(user = %visitor.id(), "no second factor any more");
    Ok(Redirect::to("/account/security?done=1#factor").into_response())
}

/// API token in the list.
#[derive(Debug, Clone)]
pub(crate) struct TokenEntry {
    pub(crate) number: u64,
    pub(crate) name: String,
    pub(crate) scopes: String,
    /// When it was last used, if ever.
    pub(crate) used: Option<When>,
    pub(crate) expires: When,
}

/// Scopes of tokens: the word and its label.
pub(crate) fn scopes() -> Vec<(&'static str, &'static str)> {
    Scope::ALL.iter().map(|scope| (scope.name(), scope.means())).collect()
}

/// A user's tokens, newest first.
pub(super) async fn tokens_of(app: &App, visitor: &Visitor) -> Result<Vec<TokenEntry>, Fault> {
    let tokens = app.store.api_tokens_of(visitor.id(), app.now()).await?;
    let entries = tokens.into_iter().map(|token| TokenEntry {
        number: token.number,
        name: token.name,
        scopes: token.scopes.to_string(),
        used: token.used.map(|at| visitor.when(at, app.now())),
        expires: visitor.when(token.expires, app.now()),
    });
    Ok(entries.collect())
}

/// Everything that a user has given out: tokens and the feed.
pub(crate) async fn given_out(app: &App, user: &Userid) -> Result<Keeps, Fault> {
    let tokens = app.store.api_tokens_of(user, app.now()).await?;
    Ok(Keeps {
        tokens: tokens.iter().map(|token| token.number).collect(),
        feed: app.store.feed_of(user).await?.is_some(),
    })
}

/// Tokens that stay valid when a password changes: those ticked in the form.
pub(crate) fn kept(fields: &Fields) -> Keeps {
    Keeps {
        tokens: fields.all("keep").filter_map(|number| number.parse().ok()).collect(),
        feed: fields.all("keep").any(|what| what == "feed"),
    }
}

#[derive(Template)]
#[template(path = "token.html")]
struct TokenPage {
    frame: Frame,
    /// The refusal; empty when a token was made.
    said: String,
    name: String,
    token: String,
}

async fn make(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if !proves(&app, &visitor, &fields).await? {
        return refused(
            &app,
            &visitor,
            AccountSection::Security,
            "That is not your current password, so no token was made.",
        )
        .await;
    }
    let mut page = TokenPage {
        frame: Frame::new("New token", Some(&visitor))
            .described("A new token for a program, shown once."),
        said: String::new(),
        name: String::new(),
        token: String::new(),
    };
    let scopes: Scopes =
        Scope::ALL.into_iter().filter(|scope| fields.ticked(scope.name())).collect();
    let days =
        fields.text("days").parse().ok().filter(|days| (1..=request::MOST_DAYS).contains(days));
    let made = match (request::name(fields.text("name")), days) {
        (None, _) => Err("A name has 1 to 40 characters.".to_owned()),
        (_, None) => Err("A token can be valid for 1 to 366 days.".to_owned()),
        _ if scopes.is_empty() => Err("Tick at least one thing that it may do.".to_owned()),
        (Some(name), Some(days)) => {
            page.name.clone_from(&name);
            let made = request::make_token(&app.store, visitor.id(), name, scopes, days, app.now())
                .await?;
            made.map_err(|room| labels::no_room(room, request::MOST, "tokens").unwrap_or_default())
        }
    };
    let status = match made {
        Ok((_, token)) => {
            page.token = token.reveal();
            StatusCode::OK
        }
        Err(said) => {
            page.said = said;
            StatusCode::UNPROCESSABLE_ENTITY
        }
    };
    // The token is shown once, so caches must not store it.
    Ok((status, [(header::CACHE_CONTROL, "no-store")], show(&page)?).into_response())
}

async fn revoke(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let Ok(number) = fields.text("number").parse() else {
        return Err(Fault::Bad("You have no such token."));
    };
    app.store.revoke_api_token(visitor.id(), number).await?;
    Ok(Redirect::to("/account/security?done=1#tokens").into_response())
}

#[derive(Template)]
#[template(path = "appearance.html")]
struct AppearancePage {
    frame: Frame,
    said: String,
    done: bool,
    /// Whether the choices are stored in an account.
    with_account: bool,
    choices: [Choices; 5],
    now: Appearance,
}

/// A group of radio buttons.
struct Choices {
    name: &'static str,
    title: &'static str,
    /// Words, labels, and whether they are chosen.
    all: Vec<(&'static str, &'static str, bool)>,
}

impl AppearancePage {
    fn new(visitor: Option<&Visitor>, now: Appearance) -> Self {
        let themes = Theme::ALL.iter().map(|&one| (one.word(), theme_label(one), one == now.theme));
        let looks = Look::ALL.iter().map(|&one| (one.word(), look_label(one), one == now.look));
        let sizes =
            BoardSize::ALL.iter().map(|&one| (one.word(), size_label(one), one == now.size));
        let views =
            BoardView::ALL.iter().map(|&one| (one.word(), view_label(one), one == now.view));
        let remarks =
            Remarks::ALL.iter().map(|&one| (one.word(), remarks_label(one), one == now.remarks));
        Self {
            frame: Frame::new("Appearance", visitor).described(
                "Choose how pages and boards look and sound: colours, size, movement, two or three dimensions.",
            ),
            said: String::new(),
            done: false,
            with_account: visitor.is_some_and(|visitor| !visitor.guest),
            choices: [
                Choices { name: "theme", title: "Colours of pages", all: themes.collect() },
                Choices { name: "look", title: "Colours of boards", all: looks.collect() },
                Choices { name: "size", title: "Size of boards", all: sizes.collect() },
                Choices { name: "view", title: "View of boards", all: views.collect() },
                Choices {
                    name: "remarks",
                    title: "Comments on what a turn did",
                    all: remarks.collect(),
                },
            ],
            now,
        }
    }
}

async fn form(
    visitor: Option<Visitor>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let page = AppearancePage::new(visitor.as_ref(), Shown::of_reader().0);
    Ok(show(&AppearancePage { done: asked.ticked("done"), ..page })?.into_response())
}

/// Saves the choices in the user's account and in this browser.
async fn keep(
    State(app): State<App>,
    visitor: Option<Visitor>,
    fields: Fields,
) -> Result<Response, Fault> {
    let chosen = chosen(&fields);
    if let Some(user) = visitor.as_ref().filter(|visitor| !visitor.guest) {
        let patch = SettingsPatch::new(None).with(&UserSetting::APPEARANCE, &chosen.to_string());
        let set = Action::ChangeSettings(patch.map_err(|_| Fault::FORM)?);
        let done = give(&app, user, set, None, None).await?;
        if let Some(said) = done.refusal() {
            let page = AppearancePage { said, ..AppearancePage::new(Some(user), chosen) };
            return Ok(show(&page)?.into_response());
        }
    }
    let cookie = [(header::SET_COOKIE, Shown(chosen).cookie(&app.setup.base_url))];
    Ok((cookie, Redirect::to("/appearance?done=1")).into_response())
}

/// The choices of a form. A missing or unknown one becomes the default. Boards send all of them as
/// words.
fn chosen(fields: &Fields) -> Appearance {
    if fields.has("words") {
        return Appearance::lenient(fields.text("words"));
    }
    Appearance {
        theme: Theme::of(fields.text("theme")).unwrap_or_default(),
        look: Look::of(fields.text("look")).unwrap_or_default(),
        size: BoardSize::of(fields.text("size")).unwrap_or_default(),
        view: BoardView::of(fields.text("view")).unwrap_or_default(),
        bare: !fields.ticked("labels"),
        still: !fields.ticked("motion"),
        sound: fields.ticked("sound"),
        quick: fields.ticked("quick"),
        remarks: Remarks::of(fields.text("remarks")).unwrap_or_default(),
    }
}

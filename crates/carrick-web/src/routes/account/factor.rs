//! The second factor on the account page: setting it up, new recovery codes, turning it off.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use carrick_server::Budget;
use carrick_store::TokenHash;

use super::page::{WRONG, proves, refused};
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::page::{Frame, show};
use crate::pages::session::{Member, Visitor};
use crate::pages::when::When;
use crate::sign_in::second_factor::{self, SharedSecret, draw_recovery_codes, hash_of, qr_code};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/account/factor", post(set_up))
        .route("/account/factor/begin", post(begin))
        .route("/account/factor/codes", post(new_codes))
        .route("/account/factor/end", post(end))
}

/// A user's second factor in the account page.
#[derive(Debug, Clone, Default)]
pub(super) struct FactorEntry {
    /// Since when it is on, if it is.
    pub(super) since: Option<When>,
    /// Number of recovery codes left.
    pub(super) codes: u32,
}

pub(super) async fn of(app: &App, visitor: &Visitor) -> Result<FactorEntry, Fault> {
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
    /// The form for a code alone.
    fn empty(visitor: &Visitor) -> Self {
        Self {
            frame: Frame::new("Set up codes", Some(visitor))
                .described("Sign in with a code from an app on your phone, too."),
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

/// A page that is shown once: no cache may keep it.
fn once(status: StatusCode, page: &impl Template) -> Result<Response, Fault> {
    Ok((status, [(header::CACHE_CONTROL, "no-store")], show(page)?).into_response())
}

async fn set_up(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if !proves(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, WRONG).await;
    }
    let drawn = second_factor::draw()?;
    app.store.propose_second_factor(visitor.id(), &drawn, app.now()).await?;
    let factor = app.store.second_factor_of(visitor.id()).await?;
    if factor.is_none_or(|factor| factor.since.is_some()) {
        let said = "You have a second factor; turn it off before you set up another.";
        return refused(&app, &visitor, said).await;
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
    let Some(factor) = factor else { return Ok(Redirect::to("/account#factor").into_response()) };
    let code: String = fields.text("code").split_whitespace().collect();
    let secret = SharedSecret::new(&app.setup.keys, &factor.drawn_for, &factor.drawn);
    let Some(step) = secret.and_then(|secret| secret.step(&code, app.now())) else {
        let said = "That code does not fit. The app shows a new one every half minute; its clock must \
                    be right.";
        let page = FactorPage { said: said.to_owned(), ..FactorPage::empty(&visitor) };
        return once(StatusCode::UNPROCESSABLE_ENTITY, &page);
    };
    let (codes, hashes) = new_recovery_codes()?;
    app.store.begin_second_factor(user, step, &hashes, app.now()).await?;
    // Sessions that began without a code end.
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
        .described("Codes for the day on which your phone is lost, shown once.");
    once(StatusCode::OK, &CodesPage { frame, codes })
}

/// Charges a guess of a code.
async fn guess(app: &App, visitor: &Visitor) -> Result<(), Fault> {
    Ok(app.charge_shared(Budget::Code, visitor.id().as_str()).await?)
}

/// Checks password and code, both of which are needed to change the second factor. Returns the
/// refusal, if any.
async fn hindered(
    app: &App,
    visitor: &Visitor,
    fields: &Fields,
) -> Result<Option<&'static str>, Fault> {
    if !proves(app, visitor, fields).await? {
        return Ok(Some(WRONG));
    }
    guess(app, visitor).await?;
    let admits = second_factor::admits(app, visitor.id(), fields.text("code")).await?;
    Ok((!admits).then_some("That code does not fit, or was used before; nothing was changed."))
}

async fn new_codes(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    if let Some(said) = hindered(&app, &visitor, &fields).await? {
        return refused(&app, &visitor, said).await;
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
        return refused(&app, &visitor, said).await;
    }
    app.store.end_second_factor(visitor.id()).await?;
    tracing::info!(user = %visitor.id(), "no second factor any more");
    Ok(Redirect::to("/account?done=1#factor").into_response())
}

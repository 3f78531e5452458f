//! Rate limits of requests.
//!
//! Every request pays as soon as its sender is known: reading a page costs processor time, and
//! sending a form counts as a change for its network address. Routes that cost more have one of the
//! layers [`list`] and [`change`], added where the routes are built. What depends on the request,
//! such as drawings, replayed games and passwords, is charged by its handler. Only
//! [`routes::free`](crate::routes) is exempt.

use axum::Json;
use axum::extract::{
    Extension, FromRequestParts as _, MatchedPath, OptionalFromRequestParts, Request, State,
};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use carrick_position::QueryProblem;
use carrick_server::{Budget, Cost, TooMany, TurnedAway};

use crate::api::{self, Caller, Refused};
use crate::app::App;
use crate::network::client::Client;
use crate::pages::fault::Fault;
use crate::pages::session::{Payer, Visitor};

/// Price of reading a page.
const PAGE: Cost = 10;

/// Price of reading a list, in addition to that of a page.
const LIST: Cost = 40;

/// What the layers of a route need to charge its request.
#[derive(Clone)]
pub(crate) struct ChargeContext {
    app: App,
    payer: Payer,
    format: RefusalFormat,
}

/// Layer of routes whose pages show long lists or whole games.
pub(crate) async fn list(
    Extension(context): Extension<ChargeContext>,
    request: Request,
    next: Next,
) -> Response {
    let ChargeContext { app, payer, format } = context;
    if request.method().is_safe()
        && let Err(too_many) = payer.pay(&app, LIST)
    {
        payer.refund(&app, PAGE);
        return format.refuse(too_many);
    }
    next.run(request).await
}

/// Layer of routes whose forms count as changes of their user. Handlers that show the form again
/// with what was typed [charge](crate::pages::fields::may_act) for it themselves.
pub(crate) async fn change(
    Extension(context): Extension<ChargeContext>,
    request: Request,
    next: Next,
) -> Response {
    let ChargeContext { app, payer, format } = context;
    if !request.method().is_safe()
        && let Some(user) = payer.user()
        && let Err(too_many) = app.charge(&[(Budget::Changes, user.as_str(), 1)])
    {
        return format.refuse(too_many);
    }
    next.run(request).await
}

/// Charges a request, whether it succeeds or is refused: for reading a page, or for a change from
/// its network address.
fn pay(payer: &Payer, app: &App, is_read: bool) -> Result<(), TooMany> {
    match is_read {
        true => payer.pay(app, PAGE),
        false => app.charge(&[(Budget::AddressChanges, payer.address(), 1)]),
    }
}

/// Middleware: charges a request before it is answered. Over the limit, the answer is 429 with
/// `Retry-After`.
pub(crate) async fn charge(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let is_read = parts.method.is_safe();
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let format = RefusalFormat::of(parts.uri.path(), route);
    let Ok(client) = Client::from_request_parts(&mut parts, &app).await;
    let (payer, put_off) = match payer_of(&mut parts, &app, format, client.address.clone()).await {
        Ok(found) => found,
        // With an invalid session or token, the sender pays as a stranger.
        Err(refusal) => match pay(&Payer::stranger(&client.address), &app, is_read) {
            Ok(()) => return *refusal,
            Err(too_many) => return format.refuse(too_many),
        },
    };
    if let Err(too_many) = pay(&payer, &app, is_read) {
        return format.refuse(too_many);
    }
    if is_compressed(&parts) {
        return format.refuse(Fault::Compressed);
    }
    parts.extensions.insert(payer.clone());
    parts.extensions.insert(ChargeContext { app, payer, format });
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if let Some(too_many) = put_off.as_ref().and_then(|put_off| put_off.get())
        && response.status() == StatusCode::UNPROCESSABLE_ENTITY
    {
        *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
        response.headers_mut().insert(header::RETRY_AFTER, too_many.seconds().into());
    }
    match response.extensions().get::<TurnedAway>() {
        Some(away) if !matches!(format, RefusalFormat::Page | RefusalFormat::Problem) => {
            let away = *away;
            format.refuse(away)
        }
        _ => response,
    }
}

/// Whether the body of a request is compressed (RFC 9110, 8.4).
fn is_compressed(parts: &Parts) -> bool {
    let mut codings = parts.headers.get_all(header::CONTENT_ENCODING).iter();
    !parts.method.is_safe()
        && codings.any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

type PutOff = std::sync::Arc<std::sync::OnceLock<TooMany>>;

/// The payer of a request, and a cell that is set if a rate limit refuses one of the user's
/// actions. Reads the session or token once for the request.
async fn payer_of(
    parts: &mut Parts,
    app: &App,
    format: RefusalFormat,
    address: String,
) -> Result<(Payer, Option<PutOff>), Box<Response>> {
    if format == RefusalFormat::Problem {
        let caller =
            Caller::find(parts, app).await.map_err(|error| Box::new(error.into_response()))?;
        parts.extensions.insert(caller.clone());
        return Ok(match caller {
            Some(caller) => (Payer::program(&caller.user, address), None),
            None => (Payer::stranger(address), None),
        });
    }
    let visitor = <Visitor as OptionalFromRequestParts<App>>::from_request_parts(parts, app);
    let visitor = visitor.await.map_err(|fault| Box::new(fault.into_response()))?;
    Ok(match visitor {
        Some(visitor) => (Payer::of(&visitor), Some(visitor.put_off)),
        None => (Payer::stranger(address), None),
    })
}

/// The form of a refusal: page, sentence or JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RefusalFormat {
    /// An HTML page.
    Page,
    /// Plain text, for routes that are not pages: pictures, feeds, streams.
    Sentence,
    /// JSON of the position endpoint.
    Position,
    /// Problem details of the API (RFC 9457).
    Problem,
}

impl RefusalFormat {
    fn of(path: &str, route: &str) -> Self {
        if route.starts_with(api::PATH) {
            Self::Problem
        } else if path.ends_with("/position") {
            Self::Position
        } else if route.starts_with("/pictures")
            || route.ends_with("/{file}")
            || route.ends_with("/events")
            || route.starts_with("/feeds")
        {
            Self::Sentence
        } else {
            Self::Page
        }
    }

    fn refuse(self, fault: impl Into<Fault>) -> Response {
        let fault = fault.into();
        let sentence = fault.to_string();
        let as_json = match self {
            Self::Page => return fault.into_response(),
            Self::Problem => return Refused::from(fault).into_response(),
            Self::Sentence => false,
            Self::Position => true,
        };
        let (parts, _) = fault.into_response().into_parts();
        let mut response = match as_json {
            true => Json(QueryProblem::sentence(sentence)).into_response(),
            false => sentence.into_response(),
        };
        *response.status_mut() = parts.status;
        if let Some(after) = parts.headers.get(header::RETRY_AFTER) {
            response.headers_mut().insert(header::RETRY_AFTER, after.clone());
        }
        response
    }
}

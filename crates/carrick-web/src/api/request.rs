//! Requests of programs: who calls, the parts of a request, and the problems that answer it.
//!
//! The API reports errors as problem details (RFC 9457): a status, and a sentence that says what
//! was wrong, what was expected and what to do next.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{
    FromRequest, FromRequestParts, OptionalFromRequestParts, Path, Query, Request,
};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_server::{Busy, Failure, TooMany, TurnedAway};
use carrick_service::{Scope, Scopes, Userid};
use carrick_store::{Most, NewApiToken, Room, Store, StoreError, TokenHash};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::openapi::path::Parameter;
use utoipa::openapi::{Content, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoParams, IntoResponses, ToSchema};

use crate::app::App;
use crate::network::access::AccessRefusal;
use crate::network::client::Client;
use crate::pages::fault::Fault;
use crate::pages::{fault, labels};
use crate::site::address::{hex, sha256};

/// Minimum time between two updates of a token's last use.
const NOTE_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// A program with a valid token. Cookies are ignored here.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) user: Userid,
    pub(crate) scopes: Scopes,
    /// When the token expires.
    pub(crate) expires: Timestamp,
    /// Network address of the request, as rate limits count it.
    pub(crate) address: String,
}

impl Caller {
    /// # Errors
    /// If the token does not have this scope.
    pub(crate) fn may(&self, scope: Scope) -> Result<(), Refused> {
        if self.scopes.contains(scope) { Ok(()) } else { Err(Refused::Scope(scope)) }
    }
}

impl Caller {
    /// Finds the caller by their bearer token; `None` without one.
    ///
    /// # Errors
    /// If the token is invalid.
    pub(crate) async fn find(parts: &mut Parts, app: &App) -> Result<Option<Self>, Refused> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else { return Ok(None) };
        let shown = value.to_str().ok().and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        let now = app.now();
        let found = match shown.and_then(hash) {
            Some(hash) => app.store.api_token(&hash, now).await?,
            None => None,
        };
        let Ok(Client { address, .. }) = Client::from_request_parts(parts, app).await;
        let Some(found) = found else {
            app.log_refusal(AccessRefusal::Token, "", &address);
            return Err(Refused::Token(
                "This token is not valid: it may be mistyped, expired or revoked. Send it as \
                 it as Authorization: Bearer carrick_…; the account page lists yours.",
            ));
        };
        if found.used.is_none_or(|used| used + NOTE_EVERY <= now) {
            app.store.api_token_used(found.number, now).await?;
        }
        // As with sessions, only requests that change something are counted by address.
        if !parts.method.is_safe() {
            app.store.note_place(&found.user, &app.address_hash(&address)).await?;
        }
        Ok(Some(Self { user: found.user, scopes: found.scopes, expires: found.expires, address }))
    }
}

impl OptionalFromRequestParts<App> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Refused> {
        match parts.extensions.get::<Option<Self>>() {
            Some(found) => Ok(found.clone()),
            None => Self::find(parts, app).await,
        }
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let found = <Self as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
        found.ok_or(Refused::Token(
            "This needs a token: make one on the account page, and send it as Authorization: Bearer \
             carrick_….",
        ))
    }
}

/// Prefix of every token, by which secret scanners find leaked ones.
const PREFIX: &str = "carrick_";

/// Maximum number of tokens.
pub(crate) const MOST: Most = Most { of_user: 20, from_place: 200 };

/// Maximum lifetime of a token, in days.
pub(crate) const MOST_DAYS: u16 = 366;

/// A new token, to be shown once.
pub struct IssuedToken(String);

impl IssuedToken {
    /// The token's text.
    #[must_use]
    pub fn reveal(self) -> String {
        self.0
    }
}

impl fmt::Debug for IssuedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Hash of a token; `None` if the text does not have the form of a token. Hashes are looked up in
/// an index, whose timing reveals nothing about any token.
pub(crate) fn hash(token: &str) -> Option<TokenHash> {
    let digits = token.strip_prefix(PREFIX)?;
    let fits = digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    fits.then(|| TokenHash(sha256(token)))
}

/// Checks the name of a token: 1 to 40 characters without control characters.
pub(crate) fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = (1..=40).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
}

/// Makes a token of 256 random bits and stores its hash, if there is room for it.
///
/// # Errors
/// If the database fails, or the system provides no random numbers.
pub async fn make_token(
    store: &Store,
    user: &Userid,
    name: String,
    scopes: Scopes,
    days: u16,
    created: Timestamp,
) -> Result<Result<(u64, IssuedToken), Room>, Failure> {
    let expires = created + SignedDuration::from_hours(24 * i64::from(days));
    make_token_until(store, user, name, scopes, created, expires).await
}

/// Makes a token that expires at a given time.
pub(crate) async fn make_token_until(
    store: &Store,
    user: &Userid,
    name: String,
    scopes: Scopes,
    created: Timestamp,
    expires: Timestamp,
) -> Result<Result<(u64, IssuedToken), Room>, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    let token = format!("{PREFIX}{}", hex(&bytes));
    let new = NewApiToken {
        user: user.clone(),
        hash: TokenHash(sha256(&token)),
        name,
        scopes,
        created,
        expires,
    };
    let number = store.add_api_token(&new, MOST).await?;
    Ok(number.map(|number| (number, IssuedToken(token))))
}

/// JSON body.
#[derive(Debug, Clone)]
pub(crate) struct Body<T>(pub(crate) T);

/// Query parameters.
#[derive(Debug, Clone)]
pub(crate) struct Ask<T>(pub(crate) T);

/// Query parameters, split into two sets.
#[derive(Debug, Clone)]
pub(crate) struct AskBoth<A, B>(pub(crate) A, pub(crate) B);

/// Path parameters. A path that cannot be parsed is answered with 404.
#[derive(Debug, Clone)]
pub(crate) struct Named<T>(pub(crate) T);

/// Value of `Idempotency-Key`: the caller's name for this request, which identifies a repeated one.
#[derive(Debug, Clone)]
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        match Json::from_request(request, state).await {
            // serde would also accept an array in place of the fields.
            Ok(Json(body)) if !Value::is_object(&body) => {
                Err(Refused::Malformed("The body must be a JSON object: {…}".to_owned()))
            }
            Ok(Json(body)) => serde_json::from_value(body)
                .map(Self)
                .map_err(|error| Refused::Malformed(format!("The body is not valid: {error}"))),
            Err(rejection) => Err(match &rejection {
                JsonRejection::MissingJsonContentType(_) => Refused::MediaType,
                _ if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Refused::TooLarge,
                JsonRejection::JsonSyntaxError(_) => {
                    Refused::Malformed(format!("The body is not JSON: {}", cause(&rejection)))
                }
                _ => Refused::Malformed(format!("The body is not valid: {}", cause(&rejection))),
            }),
        }
    }
}

/// The innermost source of an error, which has the JSON parser's message.
fn cause(error: &dyn std::error::Error) -> String {
    let mut deepest = error;
    while let Some(next) = deepest.source() {
        deepest = next;
    }
    deepest.to_string()
}

impl<S: Send + Sync, T: DeserializeOwned + IntoParams> FromRequestParts<S> for Ask<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refused> {
        refuse_unknown(parts, &T::into_params(|| None))?;
        read(parts).map(Self)
    }
}

impl<S, A, B> FromRequestParts<S> for AskBoth<A, B>
where
    S: Send + Sync,
    A: DeserializeOwned + IntoParams,
    B: DeserializeOwned + IntoParams,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refused> {
        let documented = [A::into_params(|| None), B::into_params(|| None)].concat();
        refuse_unknown(parts, &documented)?;
        Ok(Self(read(parts)?, read(parts)?))
    }
}

/// Refuses parameters that are not documented, so that a typing error is not ignored.
fn refuse_unknown(parts: &Parts, documented: &[Parameter]) -> Result<(), Refused> {
    let asked: Vec<(String, String)> = read(parts)?;
    let names: Vec<&str> = documented.iter().map(|parameter| parameter.name.as_str()).collect();
    match asked.iter().position(|(name, _)| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some(place) => Err(Refused::Malformed(format!(
            "Parameter {} is not one of {}",
            place + 1,
            names.join(", ")
        ))),
    }
}

fn read<T: DeserializeOwned>(parts: &Parts) -> Result<T, Refused> {
    Query::try_from_uri(&parts.uri).map(|Query(asked)| asked).map_err(|rejection| {
        Refused::Malformed(format!("The parameters are not valid: {}", cause(&rejection)))
    })
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        match <Path<T> as FromRequestParts<S>>::from_request_parts(parts, state).await {
            Ok(Path(named)) => Ok(Self(named)),
            Err(_) => Err(Refused::NotFound("There is nothing with that name here.")),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refused> {
        let Some(key) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let key = key.to_str().ok().filter(|key| {
            (1..=64).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
        });
        match key {
            Some(key) => Ok(Self(Some(key.to_owned()))),
            None => Err(Refused::Malformed(
                "Idempotency-Key must be 1 to 64 letters, digits and signs, without spaces."
                    .to_owned(),
            )),
        }
    }
}

/// Path of the API's newest version.
pub(crate) const PATH: &str = "/api/v1";

/// Default number of rows in a list.
pub(crate) const fn usual_limit() -> u32 {
    50
}

/// Refusal of an `after` that cannot be read.
pub(crate) fn not_next(example: &str) -> Refused {
    Refused::Malformed(format!("after must be the value of next, such as {example}"))
}

/// Checks the number of rows requested.
///
/// # Errors
/// If it is not from 1 to 200.
pub(crate) fn limited(limit: u32) -> Result<u32, Refused> {
    if (1..=200).contains(&limit) {
        return Ok(limit);
    }
    Err(Refused::Malformed("limit must be a whole number from 1 to 200".to_owned()))
}

/// Problem details (RFC 9457).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[schema(example = "about:blank")]
    r#type: &'static str,
    /// Standard phrase of the status.
    #[schema(example = "Conflict")]
    title: &'static str,
    /// Status code.
    #[schema(minimum = 400, maximum = 599, example = 409)]
    status: u16,
    /// Explanation: what was wrong, what was expected, and what to do next.
    #[schema(example = "d3 is taken.")]
    detail: Cow<'static, str>,
    /// The field or parameter that is wrong, if it is one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    /// Name of the case, if the rules or the present state do not allow the request. It stays the
    /// same even if `detail` is reworded.
    #[schema(example = "not-your-turn")]
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// Why a request failed.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The request does not match the document (400).
    Malformed(String),
    /// A token is missing or invalid (401).
    Token(&'static str),
    /// The token lacks a scope (403).
    Scope(Scope),
    /// No such thing (404).
    NotFound(&'static str),
    /// Method not allowed (405).
    Method,
    /// The rules or the present state do not allow it (409).
    Conflict(String),
    /// The service refuses a command (409).
    Refusal(Box<carrick_service::Refusal>),
    /// The body is too large (413).
    TooLarge,
    /// The body is not JSON (415).
    MediaType,
    /// The body is compressed (415).
    Compressed,
    /// Well-formed, but not meaningful (422).
    Meaningless(&'static str, String),
    /// A rate limit is exceeded (429).
    TooOften(TooMany),
    /// The queue for drawing is full (503).
    Busy(Busy),
    /// An internal error.
    Here(Fault),
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NotFound(sentence) => Self::NotFound(sentence),
            Fault::Bad(sentence) => Self::Malformed(sentence.to_owned()),
            Fault::TooOften(too_many) | Fault::Guesses(too_many) | Fault::Hashes(too_many) => {
                Self::TooOften(too_many)
            }
            Fault::Busy(busy) => Self::Busy(busy),
            Fault::Method => Self::Method,
            Fault::Compressed => Self::Compressed,
            fault => Self::Here(fault),
        }
    }
}

impl From<TurnedAway> for Refused {
    fn from(away: TurnedAway) -> Self {
        Fault::from(away).into()
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Here(error.into())
    }
}

impl Refused {
    const fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Token(_) => StatusCode::UNAUTHORIZED,
            Self::Scope(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) | Self::Refusal(_) => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::MediaType | Self::Compressed => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Meaningless(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Here(fault) => fault.status(),
        }
    }

    fn detail(&self) -> Cow<'static, str> {
        match self {
            Self::Malformed(detail) | Self::Conflict(detail) | Self::Meaningless(_, detail) => {
                labels::ended(detail.trim()).into()
            }
            Self::Refusal(refusal) => refusal.to_string().into(),
            Self::Token(detail) | Self::NotFound(detail) => (*detail).into(),
            Self::Scope(scope) => format!(
                "This token lacks the scope {scope}; make one that has it on the account page."
            )
            .into(),
            Self::Method => "This method is not available here; see the Allow header.".into(),
            Self::TooLarge => "A request can have up to 64 KiB.".into(),
            Self::MediaType => {
                "The body must be JSON, with the header Content-Type: application/json.".into()
            }
            Self::Compressed => Fault::Compressed.to_string().into(),
            Self::TooOften(too_many) => Fault::from(*too_many).to_string().into(),
            Self::Busy(busy) => Fault::from(*busy).to_string().into(),
            Self::Here(fault) => fault.to_string().into(),
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = self.status();
        let field = match &self {
            Self::Meaningless(field, _) => Some(*field),
            _ => None,
        };
        let problem = Problem {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: self.detail(),
            field,
            code: match &self {
                Self::Refusal(refusal) => Some(refusal.code()),
                _ => None,
            },
        };
        let mut response = (status, Json(problem)).into_response();
        if let Self::Here(fault) = &self {
            fault.note_on(&mut response);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        match self {
            Self::Token(_) => {
                _ = headers.insert(
                    header::WWW_AUTHENTICATE,
                    HeaderValue::from_static("Bearer realm=\"carrick\""),
                )
            }
            Self::TooOften(too_many) => {
                _ = headers.insert(header::RETRY_AFTER, fault::retry_later(too_many.into()).1);
            }
            Self::Busy(busy) => {
                _ = headers.insert(header::RETRY_AFTER, fault::retry_later(busy.into()).1);
            }
            _ => {}
        }
        response
    }
}

/// Error responses of every operation.
pub(crate) struct Reads;

/// Error responses of operations that need a token.
pub(crate) struct Mine;

/// Error responses of operations that change something.
pub(crate) struct Acts;

/// Additional error response of operations whose query can be well-formed but not meaningful.
pub(crate) struct Unclear;

/// Additional error response of operations that are withheld while another game runs.
pub(crate) struct Withheld;

const READS: [(u16, &str); 6] = [
    (400, "The request does not match this description"),
    (401, "The token is missing or invalid"),
    (404, "There is no such thing"),
    (429, "Too many requests"),
    (500, "The server failed"),
    (503, "The server is too busy"),
];
const MINE: [(u16, &str); 1] = [(403, "The token does not have the required scope")];
const WITHHELD: [(u16, &str); 1] = [(409, "A game that you are playing does not allow it yet")];
const ACTS: [(u16, &str); 4] = [
    (
        409,
        "Not allowed by the rules, at this point in the game, or for this user; nothing was changed",
    ),
    (413, "The request is too large"),
    (415, "The body is not JSON"),
    (
        422,
        "The request is well-formed but not meaningful: for instance, it names an unknown option",
    ),
];

type Responses = BTreeMap<String, RefOr<utoipa::openapi::Response>>;

fn described(groups: &[&[(u16, &'static str)]]) -> Responses {
    let schema = RefOr::<utoipa::openapi::Schema>::Ref(Ref::from_schema_name("Problem"));
    let response = |&(status, what): &(u16, &'static str)| {
        let response = ResponseBuilder::new()
            .description(what)
            .content("application/problem+json", Content::new(Some(schema.clone())))
            .build();
        (status.to_string(), RefOr::T(response))
    };
    groups.iter().copied().flatten().map(response).collect()
}

impl IntoResponses for Reads {
    fn responses() -> Responses {
        described(&[&READS])
    }
}

impl IntoResponses for Unclear {
    fn responses() -> Responses {
        described(&[&ACTS[3..]])
    }
}

impl IntoResponses for Withheld {
    fn responses() -> Responses {
        described(&[&WITHHELD])
    }
}

impl IntoResponses for Mine {
    fn responses() -> Responses {
        described(&[&READS, &MINE])
    }
}

impl IntoResponses for Acts {
    fn responses() -> Responses {
        described(&[&READS, &MINE, &ACTS])
    }
}

//! Errors of the API as problem details (RFC 9457): a status and a sentence that says what was
//! wrong, what was expected and how to go on.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_server::{Busy, TooMany, TurnedAway};
use carrick_service::Scope;
use carrick_store::StoreError;
use serde::Serialize;
use utoipa::openapi::{Content, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use crate::pages::fault::{self, Fault};
use crate::pages::labels;

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
    /// Explanation: what was wrong, what was expected, and a way on.
    #[schema(example = "d3 is taken.")]
    detail: Cow<'static, str>,
    /// The field or parameter at fault, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
}

/// Why a request was not carried out.
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
    /// The rules or the present state do not allow it (409), in the service's own sentence.
    Conflict(String),
    /// The body is too large (413).
    TooLarge,
    /// The body is not JSON (415).
    MediaType,
    /// The body is compressed (415).
    Compressed,
    /// Well-formed, but without a meaning (422).
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
            Self::Conflict(_) => StatusCode::CONFLICT,
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
            Self::Token(detail) | Self::NotFound(detail) => (*detail).into(),
            Self::Scope(scope) => format!(
                "This token does not have the scope {scope}; make one on the account page that has."
            )
            .into(),
            Self::Method => "This cannot be done here; the header Allow says what can.".into(),
            Self::TooLarge => "A request has 64 KiB at most.".into(),
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

/// Additional error response of operations whose query can be well-formed and meaningless.
pub(crate) struct Unclear;

/// Additional error response of operations that read what is withheld while another game runs.
pub(crate) struct Withheld;

const READS: [(u16, &str); 6] = [
    (400, "The request is not as it is described here"),
    (401, "The token is missing or not good"),
    (404, "There is no such thing"),
    (429, "That was too often"),
    (500, "Something is wrong on the server"),
    (503, "The server is too busy"),
];
const MINE: [(u16, &str); 1] = [(403, "The token does not have the scope")];
const WITHHELD: [(u16, &str); 1] = [(409, "A game that you are playing does not allow it yet")];
const ACTS: [(u16, &str); 4] = [
    (409, "The rules, the moment or the person are not right; nothing was done"),
    (413, "The request is too large"),
    (415, "The body is not JSON"),
    (422, "The request is well-formed but means nothing, such as an option that there is not"),
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

//! Extractors whose rejections are sentences.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::IntoParams;
use utoipa::openapi::path::Parameter;

use super::problem::Refused;

/// JSON body.
#[derive(Debug, Clone)]
pub(in crate::api) struct Body<T>(pub(in crate::api) T);

/// Query parameters.
#[derive(Debug, Clone)]
pub(in crate::api) struct Ask<T>(pub(in crate::api) T);

/// Query parameters, read as two sets.
#[derive(Debug, Clone)]
pub(in crate::api) struct AskBoth<A, B>(pub(in crate::api) A, pub(in crate::api) B);

/// Path parameters. A path that does not parse is not found.
#[derive(Debug, Clone)]
pub(in crate::api) struct Named<T>(pub(in crate::api) T);

/// Value of `Idempotency-Key`: the caller's name for this request, by which a repeated one is
/// recognized.
#[derive(Debug, Clone)]
pub(in crate::api) struct Delivery(pub(in crate::api) Option<String>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        match Json::from_request(request, state).await {
            // serde would also read the fields from an array.
            Ok(Json(body)) if !Value::is_object(&body) => {
                Err(Refused::Malformed("The body is a JSON object: {…}".to_owned()))
            }
            Ok(Json(body)) => serde_json::from_value(body)
                .map(Self)
                .map_err(|error| Refused::Malformed(format!("The body does not fit: {error}"))),
            Err(rejection) => Err(match &rejection {
                JsonRejection::MissingJsonContentType(_) => Refused::MediaType,
                _ if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Refused::TooLarge,
                JsonRejection::JsonSyntaxError(_) => {
                    Refused::Malformed(format!("The body is not JSON: {}", cause(&rejection)))
                }
                _ => Refused::Malformed(format!("The body does not fit: {}", cause(&rejection))),
            }),
        }
    }
}

/// The innermost source of an error, which holds the message of the JSON parser.
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

/// Refuses parameters that the document does not describe, so that a typing error is not ignored.
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
        Refused::Malformed(format!("The parameters do not fit: {}", cause(&rejection)))
    })
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(named)) => Ok(Self(named)),
            Err(_) => Err(Refused::NotFound("There is nothing of that name here.")),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Delivery {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refused> {
        let Some(key) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let key = key.to_str().ok().filter(|key| {
            (1..=64).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
        });
        match key {
            Some(key) => Ok(Self(Some(key.to_owned()))),
            None => Err(Refused::Malformed(
                "Idempotency-Key has 1 to 64 letters, digits and signs, no blanks.".to_owned(),
            )),
        }
    }
}

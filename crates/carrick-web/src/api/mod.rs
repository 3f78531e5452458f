//! JSON API: lets programs do what players do on pages and by email.
//!
//! Callers authenticate with a token, never with a cookie. So no other site can act in a visitor's
//! name (CSRF), and any site may call the API (CORS). The OpenAPI document is generated from the
//! handlers.

mod boards;
pub(crate) mod document;
mod games;
mod people;
mod positions;
pub(crate) mod request;
mod router;
mod views;

pub use document::openapi;
pub(crate) use request::{Caller, PATH, Refused};
pub use request::{IssuedToken, make_token};
pub(crate) use router::routes;

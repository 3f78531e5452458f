//! JSON API: carries out the commands of pages and mails for programs.
//!
//! Callers authenticate with a token, never a cookie. So no other site can act in a visitor's name
//! (CSRF), and every site may be allowed to call (CORS). The OpenAPI document is generated from
//! the handlers.

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

//! Carrick on the web.
//!
//! Rules live in `carrick-games`, what a command does in `carrick-service`; here are routes, pages, JSON
//! and sessions. Every page works without scripts; whatever a page changes goes through
//! [`carrick_server::handle()`], as a command that is mailed or typed does.

mod access;
mod act;
mod answer;
mod api;
mod app;
mod assets;
mod base_url;
mod board;
mod bounds;
mod calendar;
mod chart;
mod client;
mod common;
mod connections;
mod contact;
mod cookie;
mod fault;
mod fields;
mod forwarded;
mod guard;
mod guest;
mod hash;
mod labels;
mod limits;
mod listeners;
mod page;
mod paging;
mod patient;
pub mod position;
mod refusals;
mod reset;
mod routes;
mod rulebook;
mod second_factor;
mod secret;
mod serve;
mod session;
mod stream;
mod turnstile;

pub use access::{Access, AccessLog};
pub use api::{Token, make_token, openapi};
pub use app::{App, Clock, Setup};
pub use base_url::{BaseUrl, BaseUrlError};
pub use bounds::Bounds;
pub use contact::{Contact, ContactError};
pub use forwarded::{Proxy, ProxyError, TrustedProxies};
pub use reset::reset_link;
pub use routes::router;
pub use serve::serve;

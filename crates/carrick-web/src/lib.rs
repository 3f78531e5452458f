//! Carrick on the web.
//!
//! Rules live in `carrick-games`, what a command does in `carrick-service`; here are routes, pages, JSON
//! and sessions. Every page works without scripts; whatever a page changes goes through
//! [`carrick_server::handle()`], as a command that is mailed or typed does.

mod act;
mod api;
mod app;
mod assets;
mod base_url;
mod board;
mod calendar;
mod chart;
mod client;
mod common;
mod cookie;
mod fault;
mod fields;
mod guard;
mod guest;
mod hash;
mod labels;
mod limits;
mod listeners;
mod page;
pub mod position;
mod prose;
mod reset;
mod routes;
mod second_factor;
mod secret;
mod serve;
mod session;
mod stream;

pub use api::{Token, make_token, openapi};
pub use app::{App, Clock, Setup};
pub use base_url::{BaseUrl, BaseUrlError};
pub use reset::reset_link;
pub use routes::router;
pub use serve::serve;

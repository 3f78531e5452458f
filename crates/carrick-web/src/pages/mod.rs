//! Shared parts of pages: layout and errors, the visitor and their session, forms, lists, rate
//! limits.
//!
//! Imports `site`, `network` and `app`.

pub(crate) mod act;
pub(crate) mod appearance;
pub(crate) mod chart;
pub(crate) mod fault;
pub(crate) mod fields;
pub(crate) mod labels;
pub(crate) mod levels;
pub(crate) mod names;
pub(crate) mod page;
pub(crate) mod paging;
pub(crate) mod payer;
pub(crate) mod progress;
pub(crate) mod session;
pub(crate) mod when;

//! Shared parts of pages: layout and errors, the visitor and their session, forms, lists, rate
//! limits.

pub(crate) mod fault;
pub(crate) mod fields;
pub(crate) mod labels;
pub(crate) mod page;
pub(crate) mod refusal;
pub(crate) mod session;

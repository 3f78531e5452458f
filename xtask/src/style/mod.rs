//! Lints for what a machine can check of texts: their style, and links between documents.

mod links;
pub(crate) mod words;

//! The vocabulary of drawings: elements, labels, colours, styles, the plane they lie in.

pub(crate) mod annotation;
pub(crate) mod label;
pub(crate) mod palette;
pub(crate) mod picture;

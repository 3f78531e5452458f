//! The vocabulary of drawings: elements, labels, colours, styles, and geometry of the plane.

pub(crate) mod annotation;
pub(crate) mod label;
pub(crate) mod palette;
pub(crate) mod picture;

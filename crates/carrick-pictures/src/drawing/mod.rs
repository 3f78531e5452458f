//! The vocabulary of drawings: elements, labels, colours, styles, the plane they lie in.

pub(crate) mod annotation;
pub(crate) mod element;
pub(crate) mod label;
pub(crate) mod marks;
pub(crate) mod palette;
pub(crate) mod picture;
pub(crate) mod plane;
pub(crate) mod spot;
pub(crate) mod style;

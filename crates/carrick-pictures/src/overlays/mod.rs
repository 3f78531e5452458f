//! Layers above a board: links, outlines of groups, heat maps, ownership maps, exact values.

pub(crate) mod heat;
pub(crate) mod links;
pub(crate) mod outline;
pub(crate) mod overlay;
pub(crate) mod ownership;
pub(crate) mod verdict;

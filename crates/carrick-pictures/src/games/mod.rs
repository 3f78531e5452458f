//! One file a game: how its board is drawn.

pub(crate) mod anchor;
pub(crate) mod ankor;
pub(crate) mod antipod;
pub(crate) mod boche;

//! How the board of each game is drawn, one file per game.

pub(crate) mod anchor;
pub(crate) mod ankor;
pub(crate) mod antipod;
pub(crate) mod boche;

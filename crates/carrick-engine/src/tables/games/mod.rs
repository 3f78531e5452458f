//! Tables of each game.

mod anchor;
mod ankor;
mod antipod;
mod boche;

pub(crate) use self::ankor::history_allows;

//! Pieces that pages of several rooms have in common.

mod analyse;
mod entry;
mod games;
mod pictures;

pub(super) use analyse::Analyse;
pub(super) use entry::{Entry, entry};
pub(super) use games::{Game, games, kind_of};
pub(super) use pictures::{explore_url, pictures, position_url};

//! Pieces that pages of several rooms have in common.

mod analyse;
mod entry;
mod findings;
mod games;
mod known;
mod pictures;

pub(super) use analyse::Analyse;
pub(super) use entry::{Entry, entry};
pub(super) use findings::{
    FINDING_FILES, FINDINGS, Finding, OVERVIEW, finding_pages, finding_plots,
};
pub(super) use games::{Game, games, kind_of};
pub(super) use known::{Known, known};
pub(super) use pictures::{explore_url, pictures, position_url};

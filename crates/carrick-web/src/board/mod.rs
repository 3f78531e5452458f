//! A single board, loaded and ready for its page.

pub(crate) mod analysis;
mod happened;
mod hint;
mod load;
pub(crate) mod practice;
mod review;
mod sheet;
mod turns;

pub(crate) use happened::happened;
pub(crate) use hint::{HintPart, notes_of};
pub(crate) use load::{Loaded, PathBoard, load, path, visible_to};
pub(crate) use practice::{Proposal, is_experienced};
pub(crate) use review::reviews;
pub(crate) use sheet::{Player, Sheet, status, terms, words};
pub(crate) use turns::{Round, rounds};

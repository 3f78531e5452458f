//! A single board, loaded and ready for its page.

pub(crate) mod analysis;
mod load;
mod sheet;

pub(crate) use load::{
    Loaded, PathBoard, Proposal, Round, happened, is_experienced, lately, load, path, rounds,
    visible_to,
};
pub(crate) use sheet::{HintPart, Player, Sheet, notes_of, reviews, status, terms, words};

//! A single board, loaded and ready for its page.

pub(crate) mod analysis;
mod load;
mod sheet;

pub(crate) use load::{
    Loaded, PathBoard, Proposal, TurnRow, clock, happened, is_experienced, lately, load, named,
    option_field, path, rounds, visible_to,
};
pub(crate) use sheet::{
    HintPart, ScoreSheet, SheetPlayer, notes_of, reviews, status, terms, words,
};

//! Playing, for any rules: boards, positions, games, turns by number, symmetries, outcomes.

pub(crate) mod actions;
pub(crate) mod board;
pub(crate) mod colour;
pub(crate) mod game;
pub(crate) mod hash;
pub(crate) mod outcome;
pub(crate) mod perft;
pub(crate) mod position;
pub(crate) mod symmetry;

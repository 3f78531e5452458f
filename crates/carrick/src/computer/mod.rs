//! Subcommands with the computer opponent: analyses, exact values, matches and puzzles.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod puzzles;
pub(crate) mod solve;

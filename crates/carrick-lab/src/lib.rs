//! Matches between computer players: games on all cores, kept in a file.

pub mod arena;
pub mod play;

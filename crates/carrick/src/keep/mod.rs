//! Keeping a database: copies, upgrades, records out and in, ratings computed from the games.

pub(crate) mod backup;
pub(crate) mod export;
pub(crate) mod import;

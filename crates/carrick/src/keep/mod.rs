//! Keeping a database: copies, upgrades, records out and in, ratings computed from the games.

pub(crate) mod backup;
pub(crate) mod copy;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod ratings;
pub(crate) mod restore;
pub(crate) mod upgrade;

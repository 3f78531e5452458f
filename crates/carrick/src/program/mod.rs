//! Subcommands about the program itself: help, man pages, shell completions and the version.

pub(crate) mod help;
pub(crate) mod manual;
pub(crate) mod version;

//! The commands, grouped as in `help commands`: the usage, specification and parser of each are
//! together.

pub(super) mod account;
pub(in crate::command) mod looking;
pub(in crate::command) mod playing;
pub(in crate::command) mod starting;
pub(in crate::command) mod talking;
pub(in crate::command) mod watching;

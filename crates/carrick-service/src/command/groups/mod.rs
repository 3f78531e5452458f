//! The commands, grouped as `help commands` groups them: usage, specification and parser of each
//! stand together.

pub(super) mod account;
pub(in crate::command) mod looking;
pub(in crate::command) mod playing;
pub(in crate::command) mod starting;
pub(in crate::command) mod talking;
pub(in crate::command) mod watching;

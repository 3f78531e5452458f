//! A board from its opening to its end: its record, turns, plans, undone turns, and reopening.

pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod record;
pub(crate) mod reopen;
pub(crate) mod undo;

//! Games at the terminal, without a server: playing, showing, drawing, counting.

pub(crate) mod hotseat;
pub(crate) mod opponent;
pub(crate) mod picture;
pub(crate) mod script;
pub(crate) mod thinking;

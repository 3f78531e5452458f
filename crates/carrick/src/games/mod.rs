//! Games at the terminal, without a server: playing, showing, drawing, counting.

pub(crate) mod hotseat;
pub(crate) mod script;

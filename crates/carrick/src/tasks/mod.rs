//! Tasks of the server from the command line: one command, what is due, the computer's turns,
//! administration, links and tokens.

pub(crate) mod act;
pub(crate) mod admin;
pub(crate) mod reset;
pub(crate) mod tick;
pub(crate) mod token;
pub(crate) mod worker;

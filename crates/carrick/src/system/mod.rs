//! The process and its surroundings: standard output, files, signals, processors, the log.

pub(crate) mod interrupt;
pub(crate) mod log;
pub(crate) mod out_file;
pub(crate) mod printed;
mod processors;
pub(crate) mod progress;
pub(crate) mod signal;

pub(crate) use processors::processors;

//! The process and its surroundings: standard output, files, signals, processors, the log.

mod data_folder;
pub(crate) mod interrupt;
pub(crate) mod log;
mod memory;
pub(crate) mod notify;
pub(crate) mod out_file;
pub(crate) mod printed;
mod processors;
pub(crate) mod progress;
pub(crate) mod signal;
pub(crate) mod tables;

pub(crate) use data_folder::data_folder;
pub(crate) use memory::mebibytes as memory_mebibytes;
pub(crate) use processors::processors;

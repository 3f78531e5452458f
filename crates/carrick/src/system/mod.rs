//! The process and its surroundings: processors, memory, the service manager, the log.

pub(crate) mod log;
mod memory;
pub(crate) mod notify;
mod processors;

pub(crate) use memory::mebibytes as memory_mebibytes;
pub(crate) use processors::processors;

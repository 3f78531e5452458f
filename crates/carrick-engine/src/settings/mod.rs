//! Settings of a search: limits, memory, and which of its parts take part.

mod limits;
mod memory;
mod parts;

pub use self::limits::Limits;
pub use self::memory::Memory;
pub use self::parts::Parts;

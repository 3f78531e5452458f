//! The cubes on an Ankor board, and the tables of its cells.

mod cubes;
mod topology;

pub(in crate::ankor) use self::cubes::Stack;
pub(in crate::ankor) use self::topology::Topology;

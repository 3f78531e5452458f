//! Proofs on boards that are too large for a table, and strategies for those that have one.
//!
//! The engine [searches](search()) within its limits, in Antipod for [virtual
//! connections](connect), and what it cannot prove stays open. Nothing here reads a clock or a
//! file: you pass when to stop and where progress goes.

mod connections;
mod kept;
mod search;
mod strategy;

pub use connections::{
    COST, Connecting, ConnectionProof, ConnectionValues, connect, has_connections,
};
pub use kept::{KeptError, SearchMoment};
pub use search::{Searching, search};
pub use strategy::{NoStrategy, Strategy, strategy};

//! Exact values of small boards, and certificates that prove them.
//!
//! A [`Solution`] is the value of a position and of each of its turns. Boards that are small enough
//! have a [table](AnyTable) with a byte for every state; on others the engine searches within its
//! bounds, in Antipod for [virtual connections](connect), and what it cannot prove stays open.
//! Nothing here reads a clock or a file: when to stop and where progress goes are arguments.

mod any;
mod certificate;
mod connections;
mod games;
mod kept;
mod report;
mod score;
mod search;
mod sets;
mod solution;
mod strategy;
pub mod table;
mod tables;

pub use any::{AnyTable, Needs, WrongGame};
pub use certificate::{CertificateError, Claim, Head, claim, read_board, read_table};
pub use connections::{COST, Connecting, Connections, Found, connect, has_connections};
pub use kept::{KeptError, Moment};
pub use report::{Report, TurnReport};
pub use score::{Coding, Score};
pub use search::{Searching, search};
pub use solution::{Solution, Solved};
pub use strategy::{NoStrategy, Strategy};
pub use table::{FORMAT, RULES};
pub use tables::Tables;

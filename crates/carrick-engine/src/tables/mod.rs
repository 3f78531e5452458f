//! Tables of solved boards: exact values of positions and turns, and the certificates that prove
//! them.
//!
//! A [`Solution`] is the value of a position and of each of its turns. Boards that are small enough
//! have a [table](AnyTable) with a byte for every state. [`Tables`] that have been read replace the
//! engine's search. Nothing here opens a file.

mod any;
mod certificate;
mod games;
mod sets;
mod table;

pub use any::{AnyTable, TableNeeds, Tables, WrongGame};
pub use certificate::{CertificateError, TableClaim, TableHead, claim, read_board, read_table};
pub use table::{
    Coding, ExactScore, FORMAT, JsonSolution, JsonSolved, RULES, Solution, Solved, TableLayout,
    Tabled, TooFar, score_of,
};

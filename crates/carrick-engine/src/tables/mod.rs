//! Tables of solved boards: exact values of positions and turns, and the certificates that prove
//! them.
//!
//! A [`Solution`] is the value of a position and of each of its turns. Boards that are small enough
//! have a [table](AnyTable) with a byte for every state. [`Tables`] that were read answer for the
//! engine. Nothing here opens a file.

mod any;
mod certificate;
mod games;
mod sets;
mod table;

pub use any::{AnyTable, Needs, Tables, WrongGame};
pub use certificate::{CertificateError, Claim, Head, claim, read_board, read_table};
pub use table::{
    Coding, FORMAT, JsonSolution, JsonSolved, RULES, Score, Shape, Solution, Solved, Tabled,
    TooFar, score_of,
};

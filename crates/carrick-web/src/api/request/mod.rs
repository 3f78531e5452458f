//! Requests of programs: their caller, their parts, and the problems they are answered with.

mod caller;
mod extract;
mod paging;
mod problem;
pub(crate) mod token;

pub(crate) use self::caller::Caller;
pub(in crate::api) use self::extract::{Ask, AskBoth, Body, Delivery, Named};
pub(crate) use self::paging::PATH;
pub(in crate::api) use self::paging::{limited, not_next, usual_limit};
pub(crate) use self::problem::Refused;
pub(in crate::api) use self::problem::{Acts, Mine, Problem, Reads, Unclear, Withheld};
pub use self::token::{Token, make_token};

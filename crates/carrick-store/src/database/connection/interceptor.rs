//! Interceptors: somebody who takes part in a database's work, for simulations. They decide in
//! which order transactions run, and which of their steps fail.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// A step of a connection's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A transaction is begun, or a connection taken.
    Begin {
        /// Whether it may write.
        writes: bool,
    },
    /// A statement is executed, or several that are sent together.
    Statement {
        /// Whether its connection may write.
        writes: bool,
    },
    /// A writing transaction is committed.
    Commit,
    /// A writing transaction was committed, and its caller does not know it yet.
    Committed,
}

/// Outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// It is done.
    Go,
    /// This statement is executed on the same connection, and then it is done.
    First(&'static str),
    /// It fails as if another program kept the database busy.
    Busy,
    /// It fails as if the disk reported an error. What was committed stays committed.
    Fail,
}

/// Permit to hold a connection; dropped with the connection.
pub type Permit = Box<dyn Any + Send + Sync>;

/// The answer of an interceptor.
pub type Answer<'i, T> = Pin<Box<dyn Future<Output = T> + Send + 'i>>;

/// Takes part in all work on a database: see [`Store::intercept`](crate::Store::intercept). A
/// future that never ends stops the work at that place, as a crash does.
pub trait Interceptor: fmt::Debug + Send + Sync {
    /// Called before a connection is taken from its pool, which happens with the answer.
    fn permit(&self, writes: bool) -> Answer<'_, Permit>;

    /// Called with the text of each statement and PostgreSQL's names of its arguments' types,
    /// before its [step](Self::step).
    fn statement(&self, _sql: &str, _types: &[&'static str]) {}

    /// Called before each step, and after a commit.
    fn step(&self, step: Step) -> Answer<'_, Order>;
}

//! Playing on a board: turns, offers, queues, submitted turns, and the end when time runs out.

mod course;
mod expiry;
mod play;
mod queue;
mod submit;
mod undo;

pub(in crate::decide) use expiry::expired;

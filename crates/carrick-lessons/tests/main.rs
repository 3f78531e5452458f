//! Lessons: the files, their format, and the answer to each try.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod faults;
mod lessons;
mod remarks;

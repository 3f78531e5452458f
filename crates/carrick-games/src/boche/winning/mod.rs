//! The end of a game of Boche: enclosed groups and winning paths.

mod group;
mod joining;
mod outcome;

pub use self::group::Group;

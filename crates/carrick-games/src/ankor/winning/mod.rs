//! Winning paths of Ankor, and the links that they consist of.

mod links;
mod paths;

pub use self::links::Group;

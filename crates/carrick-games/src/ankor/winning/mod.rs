//! Winning paths of Ankor, and the links of which they are made.

mod links;
mod paths;

pub use self::links::Group;
